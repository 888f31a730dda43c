// The types of key that questions are about, and how many bytes a value takes in an index entry.
#pragma once

#include <cstdint>
#include <string>

#include "src/quiz/dice.hpp"
#include "src/quiz/simulated.hpp"

namespace keycost {

struct KeyType {
  std::string words;  ///< "a uuid (16 bytes)"
  ScenarioJson type;
  ScenarioJson values;
  std::uint64_t value_bytes = 0;

  /// Of an index entry without its line pointer.
  /// Source: PostgreSQL 18, src/include/access/itup.h: a header of 8 bytes, and the key, rounded up to 8.
  std::uint64_t entry_bytes() const { return 8 + (value_bytes + 7) / 8 * 8; }
};

inline KeyType bigint_key() {
  return {"a bigint (8 bytes)", "bigint", "counter", 8};
}

inline KeyType uuid_key() {
  return {"a uuid (16 bytes)", "uuid", "uuidv7", 16};
}

/// Short text has one byte of length in front.
inline KeyType text_key(std::uint64_t characters) {
  return {"a text of " + std::to_string(characters) + " letters (one byte of length in front)", "text",
          ScenarioJson{{"stream", "nanoid"}, {"size", characters}}, characters + 1};
}

inline KeyType any_key(Dice& dice) {
  switch (dice.below(4)) {
    case 0:
      return bigint_key();
    case 1:
      return uuid_key();
    case 2:
      return {"an int (4 bytes)", "int", "counter", 4};
    default:
      return text_key(dice.between(8, 40, 1));
  }
}

}  // namespace keycost
