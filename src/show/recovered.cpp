#include "src/show/recovered.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

#include <fmt/format.h>

#include "sim/error.hpp"
#include "sim/postgresql/nbtree/check.hpp"
#include "sim/postgresql/nbtree/index_page.hpp"

namespace keycost {

using namespace postgresql;

namespace {

constexpr std::size_t ctid_position = 12;
constexpr std::size_t infomask_position = 20;
constexpr std::size_t infomask_end = 22;

Page zeros() {
  Page page;
  page.fill_with_zeros();
  return page;
}

bool has_sound_frame(const Page& page, std::size_t special_size_bytes) {
  return page.lower() >= page_header_size_bytes && page.lower() <= page.upper() &&
         page.upper() <= page.special() && page.special() == page.size_bytes() - special_size_bytes;
}

bool lies_on_page(const Page& page, OffsetNumber offset) {
  const auto at = static_cast<std::size_t>(page.item(offset) - page.data());
  return at >= page.upper() && at + page.item_size_bytes(offset) <= page.special();
}

/// A row version without its hints and its pointer to itself.
std::vector<std::byte> row_content(const Page& page, OffsetNumber offset) {
  if (page.is_new() || offset > page.max_offset() || !lies_on_page(page, offset) ||
      page.item_size_bytes(offset) < infomask_end)
    return {};
  std::vector<std::byte> row(page.item(offset), page.item(offset) + page.item_size_bytes(offset));
  std::memset(row.data() + ctid_position, 0, 6);
  std::memset(row.data() + infomask_position, 0, infomask_end - infomask_position);
  return row;
}

/// Why a page cannot be one of an index's; empty if it can. A torn page may say anything.
std::string unsound(const Blocks& blocks, BlockNumber block) {
  const auto why = [&](std::string_view what) { return fmt::format("block {} {}", block, what); };
  if (block >= blocks.size()) return why("is not there");
  const Page& page = blocks[block];
  if (page.is_new() || !has_sound_frame(page, index_special_size_bytes)) return why("is no index page");
  for (OffsetNumber offset = first_offset; offset <= page.max_offset(); ++offset) {
    if (!lies_on_page(page, offset) || page.item_size_bytes(offset) < index_tuple_header_size_bytes)
      return why("has a line pointer that leads nowhere");
    const std::byte* item = page.item(offset);
    const std::size_t size = index_tuple::size_bytes(item);
    if (size != page.item_size_bytes(offset)) return why("has a line pointer to what is no entry");
    if (index_tuple::is_posting(item) &&
        index_tuple::block(item) + index_tuple::row_count(item) * tuple_id_size_bytes > size)
      return why("has a broken posting list");
    const bool is_downlink = !index_page::is_leaf(page) && offset >= index_page::first_data_offset(page);
    if (is_downlink && index_tuple::block(item) >= blocks.size())
      return why("leads to a block that is not there");
  }
  if (index_page::next(page) >= blocks.size() || index_page::previous(page) >= blocks.size())
    return why("has a neighbour that is not there");
  return "";
}

/// Every row that the leaves lead to, from left to right; as far as the tree can be walked.
struct Walk {
  std::map<TupleId, std::uint64_t> rows;
  std::string broken;
};

Walk walk(const Blocks& blocks) {
  Walk walk;
  if (blocks.empty() || blocks[metapage_block].is_new()) {
    walk.broken = "it has no metapage";
    return walk;
  }
  BlockNumber block = index_page::root_of_metapage(blocks[metapage_block]).block;
  if (block == no_block) return walk;
  std::set<BlockNumber> seen;
  bool is_leaf_level = false;
  while (block != no_block) {
    if (walk.broken = unsound(blocks, block); !walk.broken.empty()) return walk;
    if (!seen.insert(block).second) {
      walk.broken = fmt::format("block {} is reached twice", block);
      return walk;
    }
    const Page& page = blocks[block];
    if (!index_page::is_leaf(page)) {
      if (is_leaf_level || index_page::first_data_offset(page) > page.max_offset()) {
        walk.broken = fmt::format("block {} is no leaf", block);
        return walk;
      }
      block = index_tuple::block(page.item(index_page::first_data_offset(page)));
      continue;
    }
    is_leaf_level = true;
    for (OffsetNumber offset = index_page::first_data_offset(page); offset <= page.max_offset(); ++offset) {
      const std::byte* item = page.item(offset);
      if (index_tuple::is_pivot(item)) continue;
      for (std::size_t i = 0; i < index_tuple::row_count(item); ++i) ++walk.rows[index_tuple::row(item, i)];
    }
    block = index_page::next(page);
  }
  return walk;
}

std::string broken_rule(const Blocks& blocks, const KeyDescriptor& key, const Walk& found) {
  if (!found.broken.empty()) return found.broken;
  for (BlockNumber block = metapage_block + 1; block < blocks.size(); ++block) {
    if (blocks[block].is_new()) continue;
    if (std::string why = unsound(blocks, block); !why.empty()) return why;
  }
  // Behind the last page may lie blocks by which the file had grown for a split that the log does not have.
  auto end = static_cast<BlockNumber>(blocks.size());
  while (end > 0 && blocks[end - 1].is_new()) --end;
  Relation relation;
  for (BlockNumber block = 0; block < end; ++block) relation.page(relation.extend()) = blocks[block];
  std::uint64_t entries = 0;
  for (const auto& [row, times] : found.rows) entries += times;
  try {
    check_index(relation, key, entries);
  } catch (const InvariantBroken& broken) {
    return broken.what();
  }
  return "";
}

RecoveredRelation compare(const DurableState::KeptRelation& kept, const Blocks& recovered, bool is_heap,
                          bool is_index) {
  RecoveredRelation result;
  result.name = kept.name;
  result.is_map = kept.is_map;
  result.pages = kept.logged.size();
  for (BlockNumber block = 0; block < kept.logged.size(); ++block) {
    const Page& expected = kept.logged[block];
    const Page& on_disk = block < kept.on_disk.size() ? kept.on_disk[block] : zeros();
    if (on_disk.is_new() != expected.is_new() || on_disk.lsn() < expected.lsn()) ++result.old_on_disk;
    const PageKind kind = expected.is_new() || (!is_heap && !is_index) ? PageKind::other
                          : is_heap                                    ? PageKind::heap
                          : block == metapage_block                    ? PageKind::metapage
                                                                       : PageKind::index;
    switch (compare_pages(block < recovered.size() ? recovered[block] : zeros(), expected, kind)) {
      case PageEquality::same:
        ++result.same;
        break;
      case PageEquality::hints_only:
        ++result.hints_only;
        break;
      case PageEquality::different:
        result.different.push_back(block);
        break;
    }
  }
  return result;
}

RecoveredIndex hold_index(const std::string& name, const Blocks& recovered, const Blocks& logged,
                          const KeyDescriptor& key, const std::set<TupleId>& rows_there,
                          const std::vector<TupleId>& committed) {
  RecoveredIndex index;
  index.name = name;
  const Walk found = walk(recovered);
  const Walk expected = walk(logged);
  for (const TupleId& row : committed) {
    if (found.rows.count(row) == 0 && expected.rows.count(row) != 0) ++index.rows_missing;
  }
  for (const auto& [row, times] : found.rows) {
    if (times > 1) ++index.entries_twice;
    if (rows_there.count(row) == 0) ++index.entries_dangling;
  }
  index.broken_rule = broken_rule(recovered, key, found);
  return index;
}

}  // namespace

bool Recovered::is_whole() const {
  return rows_lost == 0 && std::ranges::all_of(relations, [](const auto& relation) {
           return relation.is_map || relation.different.empty();
         });
}

Recovered hold_against_run(const PostgresqlWatch& watch, const DurableState& state,
                           const Recovery& recovery) {
  Recovered result;
  std::set<TupleId> rows_there;
  for (const Server::NamedRelation& named : watch.relations()) {
    const auto found = std::ranges::find(state.relations(), named.pages, &DurableState::KeptRelation::pages);
    if (found == state.relations().end()) continue;
    const Blocks& recovered = recovery.relations[static_cast<std::size_t>(found - state.relations().begin())];
    const bool is_heap = result.relations.empty();
    result.relations.push_back(compare(*found, recovered, is_heap, named.tree != nullptr));
    if (is_heap) {
      result.rows_committed = state.committed_rows().size();
      for (const TupleId& row : state.committed_rows()) {
        const Page& expected = found->logged[row.block];
        const Page& now = row.block < recovered.size() ? recovered[row.block] : zeros();
        if (row_content(now, row.offset) != row_content(expected, row.offset)) ++result.rows_lost;
      }
      for (BlockNumber block = 0; block < recovered.size(); ++block) {
        for (OffsetNumber offset = first_offset; offset <= recovered[block].max_offset(); ++offset) {
          if (!row_content(recovered[block], offset).empty()) rows_there.insert({block, offset});
        }
      }
    } else if (named.tree != nullptr) {
      result.indexes.push_back(hold_index(named.name, recovered, found->logged, named.tree->key(), rows_there,
                                          state.committed_rows()));
    }
  }
  return result;
}

}  // namespace keycost
