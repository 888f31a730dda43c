// The forms in which a column holds a UUID: its type decides.
#pragma once

#include <string>

#include "sim/ids/bits.hpp"
#include "sim/streams/key_stream.hpp"

namespace keycost {

/// uuid and bytea take the 16 bytes, text the 36 characters.
inline constexpr SqlType uuid_types[] = {SqlType::uuid, SqlType::text, SqlType::bytea};

inline constexpr std::string_view letter_choices[] = {"lower", "upper"};

/// How UUIDs are written. Of every stream that gives them.
inline Declaration letters_option() {
  return {"letters",
          ValueKind::choice,
          std::string("lower"),
          0,
          0,
          "",
          "Of text: the case of the hexadecimal digits.",
          letter_choices};
}
inline Declaration swap_option() {
  return {"swap",
          ValueKind::boolean,
          false,
          0,
          0,
          "",
          "Of bytes: whether the time's fields are swapped as by UUID_TO_BIN(…, 1) of MySQL, which is meant "
          "for version 1 and takes the order from version 7."};
}

/// What is wrong with these two for a column of `type`, or "".
std::string uuid_form_problem(SqlType type, const Options& options);

class UuidForm {
 public:
  UuidForm(std::span<const Declaration> declared, const Options& options);
  void append(const Bits128& uuid, ColumnBatch& out) const;

 private:
  bool upper_;
  bool swap_;
};

}  // namespace keycost
