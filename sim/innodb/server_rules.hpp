// Where the two servers differ. Everything else in this room is the same in both.
#pragma once

#include <cstdint>
#include <string_view>

#include "sim/innodb/page_format.hpp"

namespace keycost::innodb {

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
  RedoFormat redo_format;
};

inline constexpr ServerRules mariadb_10_11_rules{.engine = "mariadb-10.11",
                                                 .heap_top_steps_back = true,
                                                 .fills_extents_first = true,
                                                 .has_dictionary_index = false,
                                                 .new_file_pages = 4,
                                                 .bulk_load_reserves_extents = false,
                                                 .bulk_load_leaves_last_insert = false,
                                                 .redo_format = RedoFormat::mariadb_10_8};

inline constexpr ServerRules mysql_8_0_rules{.engine = "mysql-8.0",
                                             .heap_top_steps_back = false,
                                             .fills_extents_first = false,
                                             .has_dictionary_index = true,
                                             .new_file_pages = 7,
                                             .bulk_load_reserves_extents = true,
                                             .bulk_load_leaves_last_insert = true,
                                             .redo_format = RedoFormat::mysql_8_0_30};

}  // namespace keycost::innodb
