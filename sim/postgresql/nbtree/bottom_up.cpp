// Bottom-up deletion: when dead entries have been taken out of a leaf of a unique index and there is still no
// room, the heap pages to which most of the leaf's entries lead are searched for dead rows, a few of them, as
// long as each yields something. Source: src/backend/access/nbtree/nbtdedup.c (_bt_bottomupdel_pass,
// _bt_bottomupdel_finish_pending), src/backend/access/heap/heapam.c (heap_index_delete_tuples,
// bottomup_sort_and_shrink, bottomup_nblocksfavorable).
#include <algorithm>
#include <bit>

#include "sim/error.hpp"
#include "sim/postgresql/nbtree/btree.hpp"

namespace keycost::postgresql {

namespace {

constexpr std::size_t target_bytes_min_share = 16;  // of a page
constexpr std::size_t heap_pages_max = 6;           // BOTTOMUP_MAX_NBLOCKS
constexpr std::int64_t tolerated_distance = 3;      // BOTTOMUP_TOLERANCE_NBLOCKS

struct Candidate {
  TupleId row;
  OffsetNumber offset;
};

/// The entries that lead to one heap page.
struct HeapPageGroup {
  BlockNumber block = 0;
  std::vector<Candidate> candidates;
};

/// In the order of their blocks.
std::vector<HeapPageGroup> groups_of(const Page& leaf) {
  std::vector<Candidate> candidates;
  for (OffsetNumber offset = index_page::first_data_offset(leaf); offset <= leaf.max_offset(); ++offset)
    candidates.push_back({index_tuple::tuple_id(leaf.item(offset)), offset});
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate& a, const Candidate& b) { return a.row < b.row; });
  std::vector<HeapPageGroup> groups;
  for (const Candidate& candidate : candidates) {
    if (groups.empty() || groups.back().block != candidate.row.block)
      groups.push_back({candidate.row.block, {}});
    groups.back().candidates.push_back(candidate);
  }
  return groups;
}

/// Pages with many entries first, by powers of two. (Entries of equal keys would count most; there are none.)
void choose_best(std::vector<HeapPageGroup>& groups) {
  std::stable_sort(groups.begin(), groups.end(), [](const HeapPageGroup& a, const HeapPageGroup& b) {
    return std::bit_ceil(a.candidates.size()) > std::bit_ceil(b.candidates.size());
  });
  if (groups.size() > heap_pages_max) groups.resize(heap_pages_max);
}

/// How many pages at the beginning lie so close together that to read one after the other is cheap.
std::size_t close_together(const std::vector<HeapPageGroup>& groups) {
  std::size_t count = 1;
  while (count < groups.size() && std::abs(std::int64_t{groups[count].block} -
                                           std::int64_t{groups[count - 1].block}) <= tolerated_distance)
    ++count;
  return count;
}

}  // namespace

void Btree::refuse_equal_keys(const Page& leaf) const {
  const OffsetNumber first = index_page::first_data_offset(leaf);
  for (OffsetNumber offset = first; offset <= leaf.max_offset(); ++offset) {
    const std::byte* entry = leaf.item(offset);
    const bool equal =
        offset > first && key_.attributes_to_tell_apart(leaf.item(static_cast<OffsetNumber>(offset - 1)),
                                                        entry) > key_.key_attributes();
    if (!equal && !index_tuple::is_posting(entry)) continue;
    throw NotModelled(
        "equal keys (NULLs) of a unique index beside entries of rolled-back rows, on a full page: which of "
        "them the server would look at first is not modelled");
  }
}

void Btree::delete_bottom_up(const PinnedPage& leaf) {
  refuse_equal_keys(*leaf);
  std::vector<HeapPageGroup> groups = groups_of(*leaf);
  choose_best(groups);
  std::size_t close = groups.empty() ? 0 : close_together(groups);
  std::size_t target_bytes =
      std::max(leaf->size_bytes() / target_bytes_min_share, new_tuple_.size() + line_pointer_size_bytes);
  std::size_t freed_bytes = 0;
  std::vector<OffsetNumber> deleted;
  PinnedPage heap_page;
  bool yields = true;
  // A page that yields nothing is the last one, and so is the one that yields enough.
  for (std::size_t i = 0; i < groups.size() && yields; ++i) {
    if (close > 0) {
      --close;
    } else {
      target_bytes /= 2;
    }
    heap_page.release();
    heap_page = heap_->read(groups[i].block);
    bool is_enough = false;
    const std::size_t freed_before = freed_bytes;
    for (const Candidate& candidate : groups[i].candidates) {
      if (heap_->is_live(heap_page, candidate.row.offset)) continue;
      deleted.push_back(candidate.offset);
      freed_bytes += leaf->item_size_bytes(candidate.offset) + line_pointer_size_bytes;
      is_enough = is_enough || freed_bytes >= target_bytes;
    }
    yields = freed_bytes > freed_before && !is_enough;
  }
  heap_page.release();
  if (!deleted.empty()) take_out(leaf, std::move(deleted));
}

}  // namespace keycost::postgresql
