// Reads a primary key's payloads (sim/sql_type.hpp) as numbers: the bytes that are stored of it, the first
// one highest, so that numbers are ordered as the index is.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>

#include "sim/fast/key.hpp"
#include "sim/scenario.hpp"

namespace keycost::innodb::fast {

/// How many bytes a column's values take, if they can be read here.
inline std::optional<std::size_t> key_size_bytes(const ColumnDefinition& column) {
  constexpr std::size_t key_size_bytes_max = 16;
  switch (column.type) {
    case SqlType::smallint:
    case SqlType::integer:
    case SqlType::bigint:
      return static_cast<std::size_t>(describe(column.type).size_bytes);
    case SqlType::binary: {
      const auto length = static_cast<std::size_t>(column.modifiers.length.value_or(1));
      if (length <= key_size_bytes_max) return length;
      return std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

template <class Key>
class KeyReader {
 public:
  explicit KeyReader(const ColumnDefinition& column)
      : size_bytes_(*key_size_bytes(column)), is_number_(column.type != SqlType::binary) {}

  Key operator()(const std::byte* payload) const {
    if (is_number_) return Key{number(payload)} << (8 * (sizeof(Key) - sizeof(std::uint64_t)));
    if (size_bytes_ >= sizeof(Key)) return load(payload);
    Key key = 0;
    for (std::size_t i = 0; i < size_bytes_; ++i) key = key << 8 | std::to_integer<unsigned>(payload[i]);
    return key << (8 * (sizeof(Key) - size_bytes_));
  }
  void check() const {}

  /// The value of a whole number.
  std::int64_t value(Key key) const {
    const std::uint64_t stored = keycost::fast::top(key) ^ sign_bit;
    return static_cast<std::int64_t>(stored) >> (64 - 8 * size_bytes_);
  }

 private:
  static constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;

  std::uint64_t number(const std::byte* payload) const {
    std::uint64_t value = 0;
    for (std::size_t i = size_bytes_; i-- > 0;) value = value << 8 | std::to_integer<unsigned>(payload[i]);
    return value << (64 - 8 * size_bytes_) ^ sign_bit;
  }
  static Key load(const std::byte* payload) {
    std::uint64_t words[sizeof(Key) / sizeof(std::uint64_t)];
    std::memcpy(words, payload, sizeof words);
    Key key = 0;
    for (const std::uint64_t word : words) {
      if constexpr (sizeof(Key) > sizeof(word)) key <<= 64;
      key |= __builtin_bswap64(word);
    }
    return key;
  }

  std::size_t size_bytes_;
  bool is_number_;
};

}  // namespace keycost::innodb::fast
