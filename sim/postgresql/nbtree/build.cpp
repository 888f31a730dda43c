// CREATE INDEX: the rows' keys, sorted, duplicates merged, and laid down page after page.
// Source: src/backend/access/nbtree/nbtsort.c (btbuild, _bt_load).
#include <algorithm>
#include <utility>

#include "sim/postgresql/heap/heap_reader.hpp"
#include "sim/postgresql/nbtree/btree.hpp"
#include "sim/postgresql/nbtree/bulk_build.hpp"
#include "sim/postgresql/nbtree/posting_list.hpp"

namespace keycost::postgresql {

namespace {

// A list may take a tenth of a page, as much as the fillfactor leaves free, less its line pointer.
constexpr std::size_t posting_max_size_bytes(std::size_t page_size_bytes) {
  return page_size_bytes * 10 / 100 / 8 * 8 - line_pointer_size_bytes;
}
static_assert(posting_max_size_bytes(block_size_bytes) == 812);

}  // namespace

std::unique_ptr<Relation> Btree::build(const Relation& heap, const std::vector<Attribute>& attributes) {
  std::vector<std::byte> arena;  // tuples, one behind the other
  collect_tuples(heap, attributes, arena);
  std::vector<const std::byte*> tuples;
  for (std::size_t at = 0; at < arena.size(); at += index_tuple::size_bytes(arena.data() + at)) {
    tuples.push_back(arena.data() + at);
  }
  entries_ = tuples.size();
  std::sort(tuples.begin(), tuples.end(),
            [this](const std::byte* a, const std::byte* b) { return key_.compare_stored(a, b) < 0; });

  std::unique_ptr<Relation> old = std::exchange(main_, std::make_unique<Relation>());
  main_->cost() = old->cost();
  start_session();
  const std::size_t page_size_bytes = buffers_->page_size_bytes();
  BulkBuild build(key_, options_.fillfactor_percent, page_size_bytes, *main_, *log_);
  const bool merges = !options_.unique && deduplicates();
  PostingGroup group;
  for (const std::byte* tuple : tuples) {
    const bool same_key =
        group.base() != nullptr && key_.attributes_to_keep(group.base(), tuple) > key_.key_attributes();
    if (same_key && options_.unique && !key_.has_null_key(tuple)) throw DuplicateKey{key_.print(tuple)};
    if (same_key && merges && group.take_in(tuple, posting_max_size_bytes(page_size_bytes))) continue;
    if (group.base() != nullptr) build.add(group.tuple());
    group.start(tuple);
  }
  if (group.base() != nullptr) build.add(group.tuple());
  build.finish();
  return old;
}

void Btree::collect_tuples(const Relation& heap, const std::vector<Attribute>& attributes,
                           std::vector<std::byte>& arena) {
  std::vector<ColumnBatch> columns;
  for (const Attribute& attribute : attributes) columns.emplace_back(attribute.type);
  std::vector<OffsetNumber> offsets;
  for (BlockNumber block = 0; block < heap.blocks(); ++block) {
    read_heap_page(heap.page(block), attributes, columns, offsets);
    for (std::size_t row = 0; row < offsets.size(); ++row) {
      key_.form(columns, row, {block, offsets[row]}, new_tuple_);
      refuse_if_too_wide(columns, row);
      arena.insert(arena.end(), new_tuple_.begin(), new_tuple_.end());
    }
  }
}

}  // namespace keycost::postgresql
