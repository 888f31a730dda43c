#include "sim/postgresql/recovery/page_difference.hpp"

#include <algorithm>
#include <cstring>

#include "sim/postgresql/nbtree/index_page.hpp"

namespace keycost::postgresql {

namespace {

constexpr std::size_t lsn_and_checksum_bytes = 10;
constexpr std::size_t infomask_position = 20;
constexpr std::size_t ctid_position = 12;
constexpr std::uint16_t transaction_hints =
    0x0F00;  // HEAP_XACT_MASK's hint bits: XMIN and XMAX, committed and invalid
constexpr std::uint16_t speculative_offset = 0xFFFE;  // SpecTokenOffsetNumber
constexpr std::uint32_t line_pointer_flags = 3U << 15;

bool has_sound_frame(const Page& page) {
  return page.lower() >= page_header_size_bytes && page.lower() <= page.upper() &&
         page.upper() <= page.special() && page.special() <= page.size_bytes();
}

bool lies_on_page(const Page& page, OffsetNumber offset) {
  const auto at = static_cast<std::size_t>(page.item(offset) - page.data());
  return at >= page_header_size_bytes && at + page.item_size_bytes(offset) <= page.size_bytes();
}

void mask_row(std::byte* tuple) {
  std::uint16_t infomask;
  std::memcpy(&infomask, tuple + infomask_position, sizeof infomask);
  infomask = static_cast<std::uint16_t>(infomask & ~transaction_hints);
  std::memcpy(tuple + infomask_position, &infomask, sizeof infomask);
  std::uint16_t offset;
  std::memcpy(&offset, tuple + ctid_position + 4, sizeof offset);
  if (offset == speculative_offset) std::memset(tuple + ctid_position, 0, 6);
}

/// What no record carries is made the same.
void mask(Page& page, PageKind kind) {
  std::memset(page.data(), 0, lsn_and_checksum_bytes);
  if (kind == PageKind::other || page.is_new() || !has_sound_frame(page)) return;
  std::fill(page.data() + page.lower(), page.data() + page.upper(), std::byte{0});
  if (kind == PageKind::metapage) return;
  for (OffsetNumber offset = first_offset; offset <= page.max_offset(); ++offset) {
    if (kind == PageKind::heap) {
      if (lies_on_page(page, offset)) mask_row(page.item(offset));
      continue;
    }
    const std::size_t at = page_header_size_bytes + (offset - std::size_t{1}) * line_pointer_size_bytes;
    page.store(at, page.load<std::uint32_t>(at) & ~line_pointer_flags);
  }
  if (kind == PageKind::index) index_page::clear_flags(page, index_page::has_garbage_flag);
}

}  // namespace

PageEquality compare_pages(const Page& recovered, const Page& expected, PageKind kind) {
  if (std::memcmp(recovered.data(), expected.data(), block_size_bytes) == 0) return PageEquality::same;
  Page left = recovered;
  Page right = expected;
  mask(left, kind);
  mask(right, kind);
  // A speculative row's token is masked on one side, its own place stands on the other: both are fine.
  if (kind == PageKind::heap && !left.is_new() && has_sound_frame(left) &&
      left.max_offset() == right.max_offset()) {
    for (OffsetNumber offset = first_offset; offset <= left.max_offset(); ++offset) {
      if (!lies_on_page(left, offset) || !lies_on_page(right, offset)) continue;
      constexpr std::byte zeros[6] = {};
      const bool either = std::memcmp(left.item(offset) + ctid_position, zeros, 6) == 0 ||
                          std::memcmp(right.item(offset) + ctid_position, zeros, 6) == 0;
      if (!either) continue;
      std::memset(left.item(offset) + ctid_position, 0, 6);
      std::memset(right.item(offset) + ctid_position, 0, 6);
    }
  }
  return std::memcmp(left.data(), right.data(), block_size_bytes) == 0 ? PageEquality::hints_only
                                                                       : PageEquality::different;
}

std::vector<ByteDifference> differences(const Page& recovered, const Page& expected) {
  constexpr std::size_t near = 8;
  std::vector<ByteDifference> found;
  for (std::size_t at = 0; at < block_size_bytes; ++at) {
    if (recovered.data()[at] == expected.data()[at]) continue;
    if (found.empty() || at - found.back().end >= near) found.push_back({at, at});
    found.back().end = at + 1;
  }
  return found;
}

}  // namespace keycost::postgresql
