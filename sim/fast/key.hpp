// Keys as numbers whose order is the index's: what is left of a key when nothing but its place matters.
#pragma once

#include <cstdint>

namespace keycost::fast {

using NarrowKey = std::uint64_t;
__extension__ typedef unsigned __int128 WideKey;

/// A key's upper 64 bits.
template <class Key>
constexpr std::uint64_t top(Key key) {
  if constexpr (sizeof(Key) > sizeof(std::uint64_t)) return static_cast<std::uint64_t>(key >> 64);
  return static_cast<std::uint64_t>(key);
}

/// Keys cannot be told apart, or not put in order, by what a shorter form keeps of them.
struct KeysNotShort {};

}  // namespace keycost::fast
