// Where things stand on the pages that describe a file: header, extent descriptors, segment inodes.
// Source: storage/innobase/include/fsp0fsp.h, fil0fil.h.
#pragma once

#include <cstddef>

#include "sim/innodb/extent.hpp"
#include "sim/innodb/file_list.hpp"
#include "sim/innodb/page_format.hpp"

namespace keycost::innodb {

// Types of pages.
inline constexpr unsigned inode_page_type = 3;        ///< FIL_PAGE_INODE
inline constexpr unsigned bitmap_page_type = 5;       ///< FIL_PAGE_IBUF_BITMAP
inline constexpr unsigned system_page_type = 6;       ///< FIL_PAGE_TYPE_SYS
inline constexpr unsigned header_page_type = 8;       ///< FIL_PAGE_TYPE_FSP_HDR
inline constexpr unsigned descriptors_page_type = 9;  ///< FIL_PAGE_TYPE_XDES

inline constexpr unsigned dictionary_page_type = 17853;  ///< FIL_PAGE_SDI

// The header, on page 0.
inline constexpr std::size_t fsp_space_id = 38;
inline constexpr std::size_t fsp_size = 46;
inline constexpr std::size_t fsp_free_limit = 50;
inline constexpr std::size_t fsp_flags = 54;
inline constexpr std::size_t fsp_fragment_pages_used = 58;  ///< FSP_FRAG_N_USED
inline constexpr std::size_t fsp_free = 62;
inline constexpr std::size_t fsp_free_fragment = 78;
inline constexpr std::size_t fsp_full_fragment = 94;
inline constexpr std::size_t fsp_next_segment_id = 110;  ///< FSP_SEG_ID
inline constexpr std::size_t fsp_inodes_full = 118;
inline constexpr std::size_t fsp_inodes_free = 134;

// Descriptors (XDES), on page 0 and every 16384th behind it.
inline constexpr std::size_t descriptors_start = 150;  ///< XDES_ARR_OFFSET
inline constexpr std::size_t descriptor_size_bytes = 40;
inline constexpr std::size_t descriptor_node = 8;  ///< XDES_FLST_NODE; in front of it the segment's id
inline constexpr std::size_t descriptor_state = 20;
inline constexpr std::size_t descriptor_bitmap = 24;  ///< two bits a page: free, clean
inline constexpr std::size_t pages_a_bitmap_byte = 4;

// Segment inodes (FSEG), on pages of their own.
inline constexpr std::size_t inode_page_node = fil_header_size_bytes;
inline constexpr std::size_t inodes_start = inode_page_node + list_node_size_bytes;  ///< FSEG_ARR_OFFSET
inline constexpr std::size_t inode_size_bytes = 192;
inline constexpr std::size_t inodes_a_page = (page_size_bytes - inodes_start - 10) / inode_size_bytes;
inline constexpr std::size_t inode_not_full_used = 8;
inline constexpr std::size_t inode_free = 12;
inline constexpr std::size_t inode_not_full = 28;
inline constexpr std::size_t inode_full = 44;
inline constexpr std::size_t inode_magic = 60;
inline constexpr std::size_t inode_fragment_pages = 64;  ///< FSEG_FRAG_ARR
inline constexpr std::size_t fragment_slot_size_bytes = 4;
inline constexpr std::uint32_t inode_magic_number = 97937874;

// A segment header, in an index's root: space, page and offset of the inode.
inline constexpr std::size_t segment_header_page = 4;
inline constexpr std::size_t segment_header_offset = 8;

/// One extent in this many begins with a descriptor page and a change buffer bitmap.
inline constexpr std::uint32_t pages_described_together = page_size_bytes;
inline constexpr std::uint32_t fragment_pages_max = extent_size_pages / 2;  ///< FSEG_FRAG_ARR_N_SLOTS

}  // namespace keycost::innodb
