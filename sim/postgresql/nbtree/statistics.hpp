// Looking at an index from outside: what pgstatindex and pageinspect report.
#pragma once

#include <string>
#include <vector>

#include "sim/postgresql/relation.hpp"
#include "sim/result.hpp"

namespace keycost::postgresql {

/// pgstatindex. Reads every page's header and links. Source: contrib/pgstattuple/pgstatindex.c.
IndexState index_statistics(const Relation& index);

/// avg_leaf_density and leaf_fragmentation, from what all leaves together have free and how many of them have
/// their right sibling before them in the file. NaN without leaves.
void set_percentages(IndexState& state, std::uint64_t free_bytes, std::uint64_t fragments,
                     std::size_t page_size_bytes = block_size_bytes);

/// bt_multi_page_stats, one line a block from 1 on: blkno type live_items free_size btpo_prev btpo_next
/// btpo_level. Source: contrib/pageinspect/btreefuncs.c.
std::vector<std::string> page_line_columns();
std::vector<std::vector<std::string>> page_lines(const Relation& index);

}  // namespace keycost::postgresql
