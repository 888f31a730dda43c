// Keys as numbers whose order is the index's: what is left of an index tuple when nothing but its place
// matters.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>

#include "sim/fast/key.hpp"
#include "sim/sql_type.hpp"

namespace keycost::postgresql::fast {

using keycost::fast::KeysNotShort;
using keycost::fast::NarrowKey;  ///< of types up to 8 bytes, and of rows that only ascend
using keycost::fast::WideKey;    ///< of uuid

/// Whether a column of this type makes a key of 8 bytes, of 16, or none at all.
enum class KeyWidth { none, narrow, wide };

constexpr KeyWidth key_width(SqlType type) {
  switch (type) {
    case SqlType::smallint:
    case SqlType::integer:
    case SqlType::bigint:
    case SqlType::date:
    case SqlType::timestamp:
    case SqlType::timestamptz:
      return KeyWidth::narrow;
    case SqlType::uuid:
      return KeyWidth::wide;
    default:
      return KeyWidth::none;
  }
}

/// Reads payloads (see sql_type.hpp) as keys. Signed integers are moved so that the lowest is 0. Readers are
/// copied for each piece of keys, and checked when it has been read.
template <class Key>
class KeyReader;

template <>
class KeyReader<NarrowKey> {
 public:
  KeyReader(SqlType type, bool descending)
      : size_bytes_(static_cast<std::size_t>(describe(type).size_bytes)),
        flip_(descending ? ~std::uint64_t{0} : 0) {}

  NarrowKey operator()(const std::byte* payload) const {
    std::int64_t value = 0;
    switch (size_bytes_) {
      case 2:
        value = load<std::int16_t>(payload);
        break;
      case 4:
        value = load<std::int32_t>(payload);
        break;
      default:
        value = load<std::int64_t>(payload);
        break;
    }
    return (static_cast<std::uint64_t>(value) ^ (std::uint64_t{1} << 63)) ^ flip_;
  }
  void check() const {}

 private:
  template <class T>
  static T load(const std::byte* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
  }

  std::size_t size_bytes_;
  std::uint64_t flip_;
};

template <>
class KeyReader<WideKey> {
 public:
  KeyReader(SqlType, bool descending) : flip_(descending ? ~WideKey{0} : WideKey{0}) {}

  WideKey operator()(const std::byte* payload) const {
    std::uint64_t halves[2];
    std::memcpy(halves, payload, sizeof halves);
    const WideKey key = WideKey{__builtin_bswap64(halves[0])} << 64 | __builtin_bswap64(halves[1]);
    return key ^ flip_;
  }
  void check() const {}

 private:
  WideKey flip_;
};

/// Uuids as 8 bytes that order as the 16 do, as long as no two are the same in them: their first 64 bits but
/// for the version's four, which all keys must share, and the variant's two. Of random keys a billion have
/// such a pair once in forty times.
class ShortUuidReader {
 public:
  /// `sample`: one of the keys.
  ShortUuidReader(const std::byte* sample, bool descending)
      : marks_(marks_of(load(sample), load(sample + 8))), flip_(descending ? ~NarrowKey{0} : 0) {}

  NarrowKey operator()(const std::byte* payload) {
    const std::uint64_t high = load(payload);
    const std::uint64_t low = load(payload + 8);
    differences_ |= marks_of(high, low) ^ marks_;
    const std::uint64_t without_version = (high >> 16 << 12) | (high & 0xFFF);
    return (without_version << 4 | (low << 2 >> 60)) ^ flip_;
  }

  /// Throws KeysNotShort if some key differed from the sample in version or variant.
  void check() const {
    if (differences_ != 0) throw KeysNotShort{};
  }

 private:
  static std::uint64_t load(const std::byte* at) {
    std::uint64_t value;
    std::memcpy(&value, at, sizeof value);
    return __builtin_bswap64(value);
  }
  static std::uint64_t marks_of(std::uint64_t high, std::uint64_t low) { return (high & 0xF000) | low >> 62; }

  std::uint64_t marks_;
  std::uint64_t flip_;
  std::uint64_t differences_ = 0;
};

}  // namespace keycost::postgresql::fast
