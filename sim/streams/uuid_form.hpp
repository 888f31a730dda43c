// The forms in which a column holds a UUID or another id of 128 bits: its type decides.
#pragma once

#include <string>

#include "sim/ids/bits.hpp"
#include "sim/streams/key_stream.hpp"

namespace keycost {

/// uuid and the types of bytes take the 16 bytes, the types of text the 36 characters.
inline constexpr SqlType uuid_types[] = {SqlType::uuid,   SqlType::text,      SqlType::bytea,
                                         SqlType::binary, SqlType::varbinary, SqlType::character,
                                         SqlType::varchar};
/// For ids that have no form as characters with hyphens.
inline constexpr SqlType text_types[] = {SqlType::text, SqlType::varchar, SqlType::character};

inline bool is_text_type(SqlType type) {
  return describe(type).is_text;
}

/// What is wrong with a column whose type's length is below that of the ids, or "".
std::string misfit_of_length(SqlType type, const TypeModifiers& modifiers, std::size_t characters,
                             std::size_t bytes);

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
std::string uuid_form_misfit(SqlType type, const TypeModifiers& modifiers, const Options& options);

class UuidForm {
 public:
  UuidForm(std::span<const Declaration> declared, const Options& options);
  void append(const Bits128& uuid, ColumnBatch& out) const;
  bool is_swapped() const { return swap_; }

 private:
  bool upper_;
  bool swap_;
};

}  // namespace keycost
