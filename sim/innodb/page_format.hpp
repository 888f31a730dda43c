// Sizes and places on an index page of the default size, and in the records on it.
// Sources: storage/innobase/include/fil0fil.h, page0types.h, page0page.h, rem0rec.h.
#pragma once

#include <cstddef>
#include <cstdint>

namespace keycost::innodb {

using PageNumber = std::uint32_t;
inline constexpr PageNumber no_page = 0xffffffff;  ///< FIL_NULL

/// A page of a file (tablespace).
struct PageId {
  std::uint32_t space = 0;
  PageNumber page = 0;

  friend bool operator==(const PageId&, const PageId&) = default;
};

/// Where a record's data begins on its page. 0 where there is none.
using RecordOffset = std::uint16_t;

inline constexpr std::size_t page_size_bytes = 16384;
inline constexpr std::size_t fil_header_size_bytes = 38;   ///< FIL_PAGE_DATA
inline constexpr std::size_t page_header_size_bytes = 56;  ///< with the two segment headers of a root
inline constexpr std::size_t page_new_infimum = 99;        ///< PAGE_NEW_INFIMUM
inline constexpr std::size_t page_new_supremum = 112;      ///< PAGE_NEW_SUPREMUM
inline constexpr std::size_t page_new_supremum_end = 120;  ///< where the first record may begin
inline constexpr std::size_t fil_trailer_size_bytes = 8;   ///< FIL_PAGE_DATA_END
inline constexpr std::size_t directory_slot_size_bytes = 2;
inline constexpr std::size_t directory_slots_of_empty_page = 2;

// Places in a page's headers. Sources: include/fil0types.h, page0types.h.
inline constexpr std::size_t fil_page_previous = 8;
inline constexpr std::size_t fil_page_next = 12;
inline constexpr std::size_t fil_page_type = 24;
inline constexpr std::size_t page_header = fil_header_size_bytes;
inline constexpr std::size_t page_directory_slots = 38;  ///< PAGE_N_DIR_SLOTS
inline constexpr std::size_t page_heap_top = 40;
inline constexpr std::size_t page_heap_records = 42;  ///< PAGE_N_HEAP
inline constexpr std::size_t page_free = 44;
inline constexpr std::size_t page_garbage = 46;
inline constexpr std::size_t page_last_insert = 48;
inline constexpr std::size_t page_direction = 51;        ///< PAGE_DIRECTION_B
inline constexpr std::size_t page_same_direction = 52;   ///< PAGE_N_DIRECTION
inline constexpr std::size_t page_records = 54;          ///< PAGE_N_RECS
inline constexpr std::size_t page_max_transaction = 56;  ///< PAGE_MAX_TRX_ID, PAGE_ROOT_AUTO_INC
inline constexpr std::size_t page_level = 64;
inline constexpr std::size_t page_index_id = 66;
inline constexpr std::size_t page_leaf_segment = 74;  ///< PAGE_BTR_SEG_LEAF
inline constexpr std::size_t page_top_segment = 84;   ///< PAGE_BTR_SEG_TOP

/// Bytes for records and directory slots on an empty page (page_get_free_space_of_empty): 16252.
inline constexpr std::size_t free_space_of_empty_page_bytes =
    page_size_bytes - page_new_supremum_end - fil_trailer_size_bytes -
    directory_slots_of_empty_page * directory_slot_size_bytes;

/// Infimum and supremum have the first two heap numbers (PAGE_HEAP_NO_USER_LOW).
inline constexpr std::uint16_t first_user_heap_number = 2;

/// Of a directory slot, but for the first and the last (PAGE_DIR_SLOT_MAX_N_OWNED, _MIN_N_OWNED).
inline constexpr unsigned owned_records_max = 8;
inline constexpr unsigned owned_records_min = 4;

/// In front of each record's data (REC_N_NEW_EXTRA_BYTES): flags and owned records, heap number and status,
/// offset of the next record.
inline constexpr std::size_t record_header_size_bytes = 5;
inline constexpr std::size_t next_record_place = 2;  ///< REC_NEXT, in front of the origin
inline constexpr std::byte min_rec_flag{0x10};       ///< REC_INFO_MIN_REC_FLAG
/// In the bits below the heap number: not a row or entry but a node pointer (REC_STATUS_NODE_PTR).
inline constexpr unsigned node_pointer_status = 1;

inline constexpr std::size_t transaction_id_size_bytes = 6;     ///< DATA_TRX_ID_LEN
inline constexpr std::size_t roll_pointer_size_bytes = 7;       ///< DATA_ROLL_PTR_LEN
inline constexpr std::size_t child_page_number_size_bytes = 4;  ///< REC_NODE_PTR_SIZE

/// A record of this size or more needs columns off its page (page_zip_rec_needs_ext).
inline constexpr std::size_t record_size_limit_bytes = free_space_of_empty_page_bytes / 2;
/// A key longer than this is refused (REC_VERSION_56_MAX_INDEX_COL_LEN).
inline constexpr std::size_t key_column_size_max_bytes = 3072;

/// Left free by inserts in key order on leaf pages of a clustered index, for rows that grow
/// (dict_index_get_space_reserve): a sixteenth.
inline constexpr std::size_t space_reserve_bytes = page_size_bytes / 16;
/// A page with garbage is not reorganised for less (BTR_CUR_PAGE_REORGANIZE_LIMIT).
inline constexpr std::size_t page_reorganize_limit_bytes = page_size_bytes / 32;
/// A page with less data than this looks for a neighbour to merge with (merge_threshold, 50 %).
inline constexpr std::size_t merge_threshold_bytes = page_size_bytes / 2;

/// What the page directory takes for `records` records: one slot for four (page_dir_calc_reserved_space). An
/// estimate that every decision uses; the real number of slots is never asked for.
constexpr std::size_t directory_reserved_space(std::size_t records) {
  return (directory_slot_size_bytes * records + 3) / 4;
}

}  // namespace keycost::innodb
