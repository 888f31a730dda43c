// Inserting a tuple, and carrying a split up the tree. Source: src/backend/access/nbtree/nbtinsert.c
// (_bt_doinsert, _bt_insertonpg, _bt_insert_parent).
#include <fmt/format.h>

#include <utility>

#include "sim/error.hpp"
#include "sim/postgresql/nbtree/btree.hpp"
#include "sim/postgresql/nbtree/record_data.hpp"
#include "sim/postgresql/observer.hpp"

namespace keycost::postgresql {

namespace {

constexpr std::size_t posting_offset_size_bytes =
    2;  // in the block's data, where in the list the row went in
// Values above this, length header included, are compressed. Source: indextuple.c (TOAST_INDEX_TARGET).
constexpr std::size_t toast_index_target_share = 16;
constexpr std::size_t varlena_header_size_bytes = 4;  // VARHDRSZ
// From this height on the session remembers the rightmost leaf. Source: nbtinsert.c
// (BTREE_FASTPATH_MIN_LEVEL).
constexpr std::uint32_t fast_path_min_level = 2;

}  // namespace

Btree::Btree(KeyDescriptor key, BtreeOptions options, Heap& heap, BufferManager& buffers, WriteAheadLog& log)
    : key_(std::move(key)),
      options_(options),
      split_chooser_(key_, options.fillfactor_percent),
      main_(std::make_unique<Relation>()),
      heap_(&heap),
      buffers_(&buffers),
      log_(&log) {
  // Built by writing the file, past the buffers; its image in the log is newer than any checkpoint so far.
  Page& metapage = main_->page(main_->extend(buffers.page_size_bytes()));
  index_page::initialize_metapage(metapage, key_.all_equal_image());
  metapage.set_lsn(log.position());
}

void Btree::start_session() {
  cached_root_.reset();
  rightmost_leaf_.reset();
}

void Btree::insert(const std::vector<ColumnBatch>& columns, std::size_t row, TupleId id) {
  key_.form(columns, row, id, new_tuple_);
  refuse_if_too_wide(columns, row);
  // A unique index tells equal keys apart by their rows only where a NULL keeps them from being equal.
  const Search search{new_tuple_.data(), !options_.unique || key_.has_null_key(new_tuple_.data())};
  read_metapage_for_key_rules();
  PinnedPage leaf = find_leaf(search);
  const Insertion insertion = place_on_leaf(leaf, search);
  insert_on_page(std::move(leaf), {}, insertion, stack_.size());
  ++entries_;
}

void Btree::refuse_if_too_wide(const std::vector<ColumnBatch>& columns, std::size_t row) const {
  const std::size_t page_size_bytes = buffers_->page_size_bytes();
  const std::size_t toast_index_target_bytes =
      heap_tuple_max_size_bytes(page_size_bytes) / toast_index_target_share;
  if (key_.widest_variable_bytes(columns, row) + varlena_header_size_bytes > toast_index_target_bytes) {
    throw KeyTooWide{fmt::format(
        "a value of {} bytes; above {} the server compresses it, which is not modelled",
        key_.widest_variable_bytes(columns, row), toast_index_target_bytes - varlena_header_size_bytes)};
  }
  if (new_tuple_.size() > btree_item_max_size_bytes(page_size_bytes)) {
    throw KeyTooWide{fmt::format("an entry of {} bytes, more than the {} that the server allows",
                                 new_tuple_.size(), btree_item_max_size_bytes(page_size_bytes))};
  }
}

// _bt_findinsertloc: when the page is full, dead entries are taken out and then duplicates merged, before it
// is split; then the place is looked for. Behind dead entries of its own key a row takes its place by its
// row.
Btree::Insertion Btree::place_on_leaf(const PinnedPage& leaf, Search search) {
  Insertion insertion{new_tuple_, 0, false};
  bool has_duplicates = false;
  if (!search.by_row) {
    insertion.offset = first_not_before(*leaf, search);
    has_duplicates = check_unique(leaf, insertion.offset, search);
  }
  const bool has_deleted = make_room_by_deleting(leaf, has_duplicates);
  if (!search.by_row) {
    if (has_duplicates || has_deleted) insertion.offset = first_not_before(*leaf, {search.tuple, true});
    return insertion;
  }
  if (leaf->free_bytes() < new_tuple_.size() && deduplicates()) deduplicate(leaf, search.tuple);
  insertion.offset = first_not_before(*leaf, search);
  if (insertion.offset <= leaf->max_offset() && index_tuple::is_posting(leaf->item(insertion.offset)) &&
      key_.compare(search.tuple, leaf->item(insertion.offset), true) == 0) {
    swap_row_into_posting_list(leaf, insertion.offset);
    ++insertion.offset;
    insertion.splits_posting_list = true;
  }
  return insertion;
}

// `child` is the page whose split asks for this entry; none for a leaf.
void Btree::insert_on_page(PinnedPage page, PinnedPage child, const Insertion& insertion, std::size_t depth) {
  if (page->free_bytes() >= insertion.tuple.size()) {
    add_to_page(page, child, insertion);
    return;
  }
  const bool was_root = index_page::is_root(*page);
  PinnedPage right = split(page, std::move(child), insertion);
  insert_into_parent(std::move(page), std::move(right), was_root, depth);
}

void Btree::add_to_page(const PinnedPage& page, const PinnedPage& child, const Insertion& insertion) {
  page->add_item(insertion.tuple, insertion.offset);
  buffers_->mark_dirty(page);
  if (child) {
    index_page::clear_flags(*child, index_page::incomplete_split_flag);
    buffers_->mark_dirty(child);
    log_->insert(WalRecord(RecordType::btree_insert_upper)
                     .block(page, BlockUse::standard, insertion.tuple.size())
                     .block(child, BlockUse::standard)
                     .main_data(insert_record_size_bytes));
    return;
  }
  const bool posting = insertion.splits_posting_list;
  log_->insert(
      WalRecord(posting ? RecordType::btree_insert_post : RecordType::btree_insert_leaf)
          .block(page, BlockUse::standard, insertion.tuple.size() + (posting ? posting_offset_size_bytes : 0))
          .main_data(insert_record_size_bytes));
  if (Observer* observer = log_->observer())
    observer->entry_inserted({main_.get(), page.block(), insertion.offset, insertion.tuple});
  if (index_page::is_rightmost(*page) && !index_page::is_root(*page) && cached_root_ &&
      cached_root_->level >= fast_path_min_level) {
    rightmost_leaf_ = page.block();
  }
}

// The left page's high key is what separates it from the new right page: it becomes the entry for the right
// page.
void Btree::insert_into_parent(PinnedPage left, PinnedPage right, bool was_root, std::size_t depth) {
  if (was_root) {
    grow_root(left, right);
    return;
  }
  require(depth > 0, "a page that is not the root was reached through its parent");
  const std::span<const std::byte> high_key = index_tuple::bytes(left->item(high_key_offset));
  std::vector<std::byte> entry(high_key.begin(), high_key.end());
  index_tuple::set_block(entry.data(), right.block());

  const StackEntry through = stack_[depth - 1];
  PinnedPage parent = buffers_->read(*main_, through.block);
  require(index_tuple::block(parent->item(through.offset)) == left.block(),
          "the parent's entry leads to the left page");
  right.release();  // once the parent is held
  insert_on_page(std::move(parent), std::move(left),
                 {entry, static_cast<OffsetNumber>(through.offset + 1), false}, depth - 1);
}

}  // namespace keycost::postgresql
