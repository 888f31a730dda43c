// What nbtree keeps on a page beside its tuples: links to the siblings, the level, flags; and the metapage.
//
//   special area, last 16 bytes:  | prev | next | level | flags | cycle id |
//
// Every page but the rightmost of its level has a high key at offset 1: an upper bound of what may go on the
// page. Data items begin behind it. Source: src/include/access/nbtree.h (BTPageOpaqueData, BTMetaPageData).
#pragma once

#include "sim/postgresql/page.hpp"

namespace keycost::postgresql {

inline constexpr std::size_t index_special_size_bytes = 16;  // sizeof(BTPageOpaqueData)
inline constexpr BlockNumber metapage_block = 0;             // BTREE_METAPAGE
inline constexpr BlockNumber no_block = 0;                   // P_NONE: block 0 is never a sibling or child
inline constexpr OffsetNumber high_key_offset = 1;           // P_HIKEY
/// What an index page of that size has for items and their line pointers.
constexpr std::size_t index_page_usable_bytes_of(std::size_t page_size_bytes) {
  return page_size_bytes - page_header_size_bytes - index_special_size_bytes;
}
inline constexpr std::size_t index_page_usable_bytes = index_page_usable_bytes_of(block_size_bytes);
static_assert(index_page_usable_bytes == 8152);

namespace index_page {

// Source: nbtree.h (BTP_*).
inline constexpr std::uint16_t leaf_flag = 1;
inline constexpr std::uint16_t root_flag = 2;
inline constexpr std::uint16_t meta_flag = 8;
inline constexpr std::uint16_t has_garbage_flag = 64;
inline constexpr std::uint16_t incomplete_split_flag = 128;

inline std::size_t opaque_position(const Page& page) {
  return page.size_bytes() - index_special_size_bytes;
}

inline BlockNumber previous(const Page& page) {
  return page.load<std::uint32_t>(opaque_position(page));
}
inline BlockNumber next(const Page& page) {
  return page.load<std::uint32_t>(opaque_position(page) + 4);
}
inline std::uint32_t level(const Page& page) {
  return page.load<std::uint32_t>(opaque_position(page) + 8);
}
inline std::uint16_t flags(const Page& page) {
  return page.load<std::uint16_t>(opaque_position(page) + 12);
}
inline void set_previous(Page& page, BlockNumber block) {
  page.store(opaque_position(page), block);
}
inline void set_next(Page& page, BlockNumber block) {
  page.store(opaque_position(page) + 4, block);
}
inline void set_level(Page& page, std::uint32_t level) {
  page.store(opaque_position(page) + 8, level);
}
inline void set_flags(Page& page, std::uint16_t flags) {
  page.store(opaque_position(page) + 12, flags);
}
inline void clear_flags(Page& page, std::uint16_t cleared) {
  set_flags(page, static_cast<std::uint16_t>(flags(page) & ~cleared));
}

inline bool is_leaf(const Page& page) {
  return (flags(page) & leaf_flag) != 0;
}
inline bool is_root(const Page& page) {
  return (flags(page) & root_flag) != 0;
}
inline bool is_leftmost(const Page& page) {
  return previous(page) == no_block;
}
inline bool is_rightmost(const Page& page) {
  return next(page) == no_block;
}
inline OffsetNumber first_data_offset(const Page& page) {
  return is_rightmost(page) ? high_key_offset : static_cast<OffsetNumber>(high_key_offset + 1);
}

/// The metapage: where the root is.
struct Root {
  BlockNumber block = no_block;
  std::uint32_t level = 0;
};
void initialize_metapage(Page& page, bool all_equal_image);
Root root_of_metapage(const Page& page);
void set_root_of_metapage(Page& page, Root root);

}  // namespace index_page

}  // namespace keycost::postgresql
