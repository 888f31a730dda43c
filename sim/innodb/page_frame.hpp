// A page as it lies in the file: its bytes, and how numbers stand in them. What changes a page changes it
// through a mini-transaction (redo.hpp), which logs what differs.
// Source: storage/innobase/include/mach0data.inl: the most significant byte first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "sim/innodb/page_format.hpp"

namespace keycost::innodb {

/// mach_read_from_2, _4 and _8.
constexpr std::uint64_t read_number(std::span<const std::byte> bytes) {
  std::uint64_t number = 0;
  for (const std::byte byte : bytes) number = number << 8 | std::to_integer<std::uint64_t>(byte);
  return number;
}

/// mach_write_to_2, _4 and _8.
constexpr void write_number(std::span<std::byte> bytes, std::uint64_t number) {
  for (std::size_t i = bytes.size(); i-- > 0; number >>= 8) bytes[i] = static_cast<std::byte>(number);
}

struct PageFrame {
  PageId id;
  std::array<std::byte, page_size_bytes> bytes;

  const std::byte* at(std::size_t offset) const { return bytes.data() + offset; }
  std::byte* at(std::size_t offset) { return bytes.data() + offset; }
  std::uint16_t number2(std::size_t offset) const {
    return static_cast<std::uint16_t>(std::to_integer<unsigned>(bytes[offset]) << 8 |
                                      std::to_integer<unsigned>(bytes[offset + 1]));
  }
  void set_number2(std::size_t offset, std::size_t number) {
    bytes[offset] = static_cast<std::byte>(number >> 8);
    bytes[offset + 1] = static_cast<std::byte>(number);
  }
  std::uint64_t number(std::size_t offset, std::size_t width) const {
    return read_number(std::span(bytes).subspan(offset, width));
  }
};

}  // namespace keycost::innodb
