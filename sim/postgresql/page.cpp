#include "sim/postgresql/page.hpp"

namespace keycost::postgresql {

namespace {

constexpr std::uint32_t line_pointer_normal = 1;  // LP_NORMAL

}  // namespace

void Page::initialize(std::size_t special_size_bytes) {
  bytes_.fill(std::byte{0});
  const auto special = static_cast<std::uint16_t>(block_size_bytes - special_size_bytes);
  store<std::uint16_t>(12, page_header_size_bytes);
  store<std::uint16_t>(14, special);
  store<std::uint16_t>(16, special);
  store<std::uint16_t>(18, page_size_and_version);
}

std::byte* Page::add_item(std::span<const std::byte> tuple, OffsetNumber offset) {
  const std::size_t old_lower = lower();
  const std::size_t new_upper = upper() - maxalign(tuple.size());
  const std::size_t position = page_header_size_bytes + (offset - std::size_t{1}) * line_pointer_size_bytes;
  std::memmove(bytes_.data() + position + line_pointer_size_bytes, bytes_.data() + position,
               old_lower - position);
  store(position, static_cast<std::uint32_t>(new_upper) | (line_pointer_normal << 15) |
                      (static_cast<std::uint32_t>(tuple.size()) << 17));
  std::memcpy(bytes_.data() + new_upper, tuple.data(), tuple.size());
  store(12, static_cast<std::uint16_t>(old_lower + line_pointer_size_bytes));
  store(14, static_cast<std::uint16_t>(new_upper));
  return bytes_.data() + new_upper;
}

void Page::overwrite_last_item(OffsetNumber offset, std::span<const std::byte> tuple) {
  const std::size_t end = upper() + maxalign(item_size_bytes(offset));
  const std::size_t new_upper = end - maxalign(tuple.size());
  store(page_header_size_bytes + (offset - std::size_t{1}) * line_pointer_size_bytes,
        static_cast<std::uint32_t>(new_upper) | (line_pointer_normal << 15) |
            (static_cast<std::uint32_t>(tuple.size()) << 17));
  std::memcpy(bytes_.data() + new_upper, tuple.data(), tuple.size());
  store(14, static_cast<std::uint16_t>(new_upper));
}

}  // namespace keycost::postgresql
