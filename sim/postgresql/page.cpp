#include "sim/postgresql/page.hpp"

#include <vector>

namespace keycost::postgresql {

namespace {

constexpr std::uint32_t line_pointer_normal = 1;  // LP_NORMAL

constexpr std::size_t line_pointer_position(OffsetNumber offset) {
  return page_header_size_bytes + (offset - std::size_t{1}) * line_pointer_size_bytes;
}

}  // namespace

void Page::initialize(std::size_t special_size_bytes) {
  bytes_.fill(std::byte{0});
  const auto special = static_cast<std::uint16_t>(size_bytes_ - special_size_bytes);
  store<std::uint16_t>(12, page_header_size_bytes);
  store<std::uint16_t>(14, special);
  store<std::uint16_t>(16, special);
  store<std::uint16_t>(18, static_cast<std::uint16_t>(size_bytes_ | page_layout_version));
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

void Page::mark_dead(OffsetNumber offset) {
  store(line_pointer_position(offset), line_pointer(offset) | line_pointer_dead << 15);
}

// Few items are taken out one by one, so the others keep their order in memory; else all are laid down anew
// in the order of their line pointers.
void Page::delete_items(std::span<const OffsetNumber> offsets) {
  if (offsets.size() <= 2) {
    for (std::size_t i = offsets.size(); i > 0; --i) delete_item(offsets[i - 1]);
    return;
  }
  std::vector<std::uint32_t> kept;
  std::size_t next = 0;
  for (OffsetNumber offset = first_offset; offset <= max_offset(); ++offset) {
    if (next < offsets.size() && offsets[next] == offset) {
      ++next;
    } else {
      kept.push_back(line_pointer(offset));
    }
  }
  compact(kept);
}

// PageIndexTupleDelete.
void Page::delete_item(OffsetNumber offset) {
  const std::size_t position = line_pointer_position(offset);
  const std::uint32_t item_at = line_pointer(offset) & 0x7FFF;
  const auto size = static_cast<std::uint32_t>(maxalign(item_size_bytes(offset)));
  const std::size_t old_lower = lower();
  const std::size_t old_upper = upper();
  std::memmove(bytes_.data() + position, bytes_.data() + position + line_pointer_size_bytes,
               old_lower - position - line_pointer_size_bytes);
  std::memmove(bytes_.data() + old_upper + size, bytes_.data() + old_upper, item_at - old_upper);
  store(12, static_cast<std::uint16_t>(old_lower - line_pointer_size_bytes));
  store(14, static_cast<std::uint16_t>(old_upper + size));
  for (OffsetNumber other = first_offset; other <= max_offset(); ++other) {
    if ((line_pointer(other) & 0x7FFF) < item_at)
      store(line_pointer_position(other), line_pointer(other) + size);
  }
}

// compactify_tuples.
void Page::compact(std::span<const std::uint32_t> line_pointers) {
  const std::array<std::byte, block_size_bytes> before = bytes_;
  std::size_t at = special();
  OffsetNumber offset = first_offset;
  for (const std::uint32_t pointer : line_pointers) {
    const std::size_t size = maxalign(pointer >> 17);
    at -= size;
    std::memcpy(bytes_.data() + at, before.data() + (pointer & 0x7FFF), size);
    store(line_pointer_position(offset++),
          (pointer & ~std::uint32_t{0x7FFF}) | static_cast<std::uint32_t>(at));
  }
  store(12, static_cast<std::uint16_t>(line_pointer_position(offset)));
  store(14, static_cast<std::uint16_t>(at));
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
