// Where the two servers differ. Everything else in this room is the same in both.
#pragma once

#include <cstdint>
#include <string_view>

#include "sim/innodb/page_format.hpp"

namespace keycost::innodb {

/// The system tablespace, where a young server keeps its undo log. Its first pages stand for whatever a
/// server has in its pool before there are tables.
inline constexpr std::uint32_t system_space = 0;
/// The first table's file. Numbers of this size take one byte in the redo log, as a young server's have it.
inline constexpr std::uint32_t first_table_space = 5;

enum class RedoFormat : std::uint8_t { mariadb_10_8, mysql_8_0_30 };

struct ServerRules {
  std::string_view engine;
  /// Deleting the record with the highest heap number lowers the heap top instead of adding to the free list.
  /// Source: MariaDB storage/innobase/page/page0cur.cc (page_mem_free).
  bool heap_top_steps_back;
  /// A segment fills the extent of the hint before it takes a new one, and lets at most four extents lie
  /// unused (MDEV-33542). Source: storage/innobase/fsp/fsp0fsp.cc (fseg_alloc_free_page_low).
  bool fills_extents_first;
  /// The file also holds the table's serialised dictionary information, whose root is page 3.
  /// Source: MySQL storage/innobase/dict/dict0sdi.cc, include/dict0sdi.h.
  bool has_dictionary_index;
  PageNumber new_file_pages;  ///< FIL_IBD_FILE_INITIAL_SIZE. Source: storage/innobase/include/fil0fil.h
  /// A sorted build asks for spare extents before each page, so that the file ends with some.
  /// Source: MySQL storage/innobase/btr/btr0load.cc (Page_load::alloc). MariaDB's file has none to spare.
  bool bulk_load_reserves_extents;
  /// A page of a sorted build counts its last record as the one inserted last.
  /// Source: MySQL storage/innobase/btr/btr0load.cc (Page_load::finish). On MariaDB's pages there is none.
  bool bulk_load_leaves_last_insert;
  /// A sorted build's pages are logged; in MySQL they are written instead, and the log has the allocations
  /// alone. Source: MySQL storage/innobase/btr/btr0load.cc (Page_load::init, MTR_LOG_NO_REDO).
  bool logs_bulk_load;
  /// The counter of an AUTO_INCREMENT column is written to the clustered index's root with each row
  /// (MDEV-6076). Source: MariaDB storage/innobase/row/row0ins.cc (row_ins_clust_index_entry_low).
  bool root_keeps_auto_increment;
  RedoFormat redo_format;

  // The buffer pool.
  std::uint64_t pool_part_size_bytes;  ///< what memory is cut into, page descriptors included
  std::uint64_t frames_of_pool_part;
  std::uint32_t pages_of_server;  ///< the server's own, in a pool with nothing else
  std::uint32_t lru_scan_depth;   ///< default of innodb_lru_scan_depth
  /// Pages are evicted when fewer frames are free than innodb_lru_scan_depth divided by this.
  std::uint32_t scan_depths_kept_free;
  /// A pool of less than 5,120 pages may be emptied to a twentieth, and not to 256 pages only.
  bool small_pools_keep_a_twentieth;
  /// A dirty page that is written for want of free frames is evicted by a later round only.
  bool written_pages_stay;
  /// A page's first write since it became part of its file bypasses the doublewrite buffer (MDEV-19738).
  /// Source: MariaDB storage/innobase/buf/buf0flu.cc (buf_page_t::flush).
  bool new_pages_skip_doublewrite;
  /// When the redo log is nearly full, everything that is dirty is written, not the oldest pages alone.
  bool flushes_all_for_redo;
  /// How much redo log, of one of that size, may lie behind the oldest change that is not written.
  std::uint64_t (*modified_age_max)(std::uint64_t log_size_bytes);

  constexpr std::size_t buffer_pool_frames(std::uint64_t size_bytes) const {
    const std::uint64_t rest = size_bytes % pool_part_size_bytes / page_size_bytes;
    const std::uint64_t descriptors = pool_part_size_bytes / page_size_bytes - frames_of_pool_part;
    return static_cast<std::size_t>(size_bytes / pool_part_size_bytes * frames_of_pool_part +
                                    (rest > descriptors ? rest - descriptors : 0));
  }
};

/// Source: MariaDB storage/innobase/log/log0log.cc (log_t::set_capacity, max_modified_age_async).
constexpr std::uint64_t mariadb_modified_age_max(std::uint64_t log_size_bytes) {
  constexpr std::uint64_t log_header_size_bytes = 12288;  // log_t::START_OFFSET
  constexpr std::uint64_t kept_for_operations = 48 * page_size_bytes;
  std::uint64_t capacity = log_size_bytes - log_header_size_bytes;
  capacity -= capacity / 10;
  std::uint64_t margin = capacity - kept_for_operations;
  margin -= margin / 10;
  return margin - margin / 8;
}

/// Source: MySQL storage/innobase/log/log0files_capacity.cc (adaptive_flush_min_age), headers of files and
/// margins of some kilobytes left out: two of 32 files are kept free, of the rest a twentieth, of that an
/// eighth.
constexpr std::uint64_t mysql_modified_age_max(std::uint64_t log_size_bytes) {
  const std::uint64_t soft_capacity = log_size_bytes / 32 * 30 / 20 * 19;
  return soft_capacity - soft_capacity / 8;
}

inline constexpr ServerRules mariadb_10_11_rules{.engine = "mariadb-10.11",
                                                 .heap_top_steps_back = true,
                                                 .fills_extents_first = true,
                                                 .has_dictionary_index = false,
                                                 .new_file_pages = 4,
                                                 .bulk_load_reserves_extents = false,
                                                 .bulk_load_leaves_last_insert = false,
                                                 .logs_bulk_load = true,
                                                 .root_keeps_auto_increment = true,
                                                 .redo_format = RedoFormat::mariadb_10_8,
                                                 .pool_part_size_bytes = 8388608,
                                                 .frames_of_pool_part = 507,
                                                 .pages_of_server = 277,
                                                 .lru_scan_depth = 1536,
                                                 .scan_depths_kept_free = 2,
                                                 .small_pools_keep_a_twentieth = true,
                                                 .written_pages_stay = true,
                                                 .new_pages_skip_doublewrite = true,
                                                 .flushes_all_for_redo = true,
                                                 .modified_age_max = mariadb_modified_age_max};

inline constexpr ServerRules mysql_8_0_rules{.engine = "mysql-8.0",
                                             .heap_top_steps_back = false,
                                             .fills_extents_first = false,
                                             .has_dictionary_index = true,
                                             .new_file_pages = 7,
                                             .bulk_load_reserves_extents = true,
                                             .bulk_load_leaves_last_insert = true,
                                             .logs_bulk_load = false,
                                             .root_keeps_auto_increment = false,
                                             .redo_format = RedoFormat::mysql_8_0_30,
                                             .pool_part_size_bytes = page_size_bytes,
                                             .frames_of_pool_part = 1,
                                             .pages_of_server = 277,
                                             .lru_scan_depth = 1024,
                                             .scan_depths_kept_free = 1024,
                                             .small_pools_keep_a_twentieth = false,
                                             .written_pages_stay = false,
                                             .new_pages_skip_doublewrite = false,
                                             .flushes_all_for_redo = false,
                                             .modified_age_max = mysql_modified_age_max};

}  // namespace keycost::innodb
