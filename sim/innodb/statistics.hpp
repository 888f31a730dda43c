// Looking at an index and its pages from outside. Sources: storage/innobase/dict/dict0stats.cc,
// btr/btr0btr.cc (btr_get_size).
#pragma once

#include <string>
#include <vector>

#include "sim/innodb/btree.hpp"
#include "sim/innodb/tablespace.hpp"
#include "sim/result.hpp"

namespace keycost::innodb {

IndexState index_statistics(const Btree& tree, const Tablespace& space);

/// One line a page, from the root down and by key: page_no level n_recs n_heap heap_top garbage prev next
/// last_insert, the last being which record by key was inserted last, 1 for the first, 0 for none. 4294967295
/// where there is no neighbour.
std::vector<std::string> page_line_columns();
std::vector<std::vector<std::string>> page_lines(const Btree& tree, std::uint16_t lowest_level = 0);

}  // namespace keycost::innodb
