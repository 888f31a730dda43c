// Merging duplicates into posting lists, when a page is about to split.
//
// The pass walks a full page once and gives each run of equal keys one tuple with all their rows, as far as
// the limit of a posting list allows. It may save the split, or the page may split all the same, right after.
// It comes again whenever the page is full again, so with few rows a key it writes records that save little.
// Source: src/backend/access/nbtree/nbtdedup.c (_bt_dedup_pass, _bt_swap_posting).
#include <cstring>

#include "sim/postgresql/nbtree/btree.hpp"
#include "sim/postgresql/nbtree/posting_list.hpp"
#include "sim/postgresql/observer.hpp"

namespace keycost::postgresql {

namespace {

constexpr std::size_t dedup_record_size_bytes = 2;    // xl_btree_dedup: how many intervals
constexpr std::size_t dedup_interval_size_bytes = 4;  // BTDedupInterval: first offset, how many items
constexpr std::size_t oversized_min_rows = 50;  // a list that is refused more must be longer to count as full
constexpr int full_lists_before_room_is_kept = 5;
constexpr int full_lists_before_merging_stops = 6;
// Source: nbtree.h (BTREE_SINGLEVAL_FILLFACTOR).
constexpr int single_value_fillfactor_percent = 96;

/// One pass over one page.
class DeduplicationPass {
 public:
  DeduplicationPass(const KeyDescriptor& key, const Page& page, const std::byte* new_tuple)
      : key_(key),
        page_(page),
        new_item_bytes_(index_tuple::size_bytes(new_tuple) + line_pointer_size_bytes),
        size_max_(btree_item_max_size_bytes(page.size_bytes()) / 2),
        merged_page_(page.size_bytes()) {
    merged_page_.initialize(index_special_size_bytes);
    const OffsetNumber first = index_page::first_data_offset(page);
    single_value_ = equal(new_tuple, page.item(first)) && equal(new_tuple, page.item(page.max_offset()));
  }

  /// How many groups of items were merged; if any, `merged_page()` has the page's new content.
  std::size_t run() {
    if (!index_page::is_rightmost(page_)) add(index_tuple::bytes(page_.item(high_key_offset)));
    const OffsetNumber first = index_page::first_data_offset(page_);
    group_.start(page_.item(first));
    for (auto offset = static_cast<OffsetNumber>(first + 1); offset <= page_.max_offset(); ++offset) {
      const std::byte* item = page_.item(offset);
      if (merging_ && equal(group_.base(), item) && take_in(item)) continue;
      finish_group();
      if (single_value_) leave_room_for_split();
      group_.start(item);
    }
    finish_group();
    return groups_;
  }

  const Page& merged_page() const { return merged_page_; }

 private:
  bool equal(const std::byte* left, const std::byte* right) const {
    return key_.attributes_to_tell_apart(left, right) > key_.key_attributes();
  }

  void add(std::span<const std::byte> tuple) {
    merged_page_.add_item(tuple, static_cast<OffsetNumber>(merged_page_.max_offset() + 1));
  }

  bool take_in(const std::byte* item) {
    if (group_.take_in(item, size_max_)) return true;
    if (group_.rows() > oversized_min_rows) ++full_lists_;
    return false;
  }

  void finish_group() {
    add(group_.tuple());
    if (group_.items() > 1) ++groups_;
  }

  // A page that is all one value will split at 96 %. Once its lists fill what stays on the left, the next
  // list is made smaller so that the split falls between two lists; then merging ends, so that the right page
  // begins with single rows.
  void leave_room_for_split() {
    if (full_lists_ == full_lists_before_room_is_kept) {
      const auto left = static_cast<int>(index_page_usable_bytes_of(page_.size_bytes()) - new_item_bytes_ -
                                         maxalign(tuple_id_size_bytes));
      const auto kept = static_cast<std::size_t>(left * ((100 - single_value_fillfactor_percent) / 100.0));
      size_max_ = size_max_ > kept ? size_max_ - kept : 0;
    } else if (full_lists_ == full_lists_before_merging_stops) {
      merging_ = false;
      single_value_ = false;
    }
  }

  const KeyDescriptor& key_;
  const Page& page_;
  std::size_t new_item_bytes_;  ///< with its line pointer
  bool single_value_ = false;
  bool merging_ = true;
  std::size_t size_max_;  ///< of a posting list, as _bt_dedup_pass sets it
  int full_lists_ = 0;
  std::size_t groups_ = 0;

  PostingGroup group_;
  Page merged_page_;
};

}  // namespace

void Btree::deduplicate(const PinnedPage& leaf, const std::byte* new_tuple) {
  DeduplicationPass pass(key_, *leaf, new_tuple);
  const std::size_t groups = pass.run();
  if (groups == 0) return;
  Page merged = pass.merged_page();
  merged.set_lsn(leaf->lsn());
  const std::size_t opaque = index_page::opaque_position(merged);
  std::memcpy(merged.data() + opaque, leaf->data() + opaque, index_special_size_bytes);
  DeduplicationEvent event{main_.get(),         leaf.block(),       leaf->max_offset(),
                           merged.max_offset(), leaf->free_bytes(), merged.free_bytes()};
  *leaf = merged;
  buffers_->mark_dirty(leaf);
  log_->insert(WalRecord(RecordType::btree_dedup)
                   .block(leaf, BlockUse::standard, groups * dedup_interval_size_bytes)
                   .main_data(dedup_record_size_bytes));
  if (Observer* observer = log_->observer()) observer->page_deduplicated(event);
}

// _bt_swap_posting: the new row belongs inside the list. It goes in, and the list's last row takes its place
// as the new tuple, to be inserted right behind the list. The list keeps its size.
void Btree::swap_row_into_posting_list(const PinnedPage& leaf, OffsetNumber offset) {
  std::byte* list = leaf->item(offset);
  const TupleId new_row = index_tuple::tuple_id(new_tuple_.data());
  const TupleId last = index_tuple::last_row(list);
  std::byte* rows = list + index_tuple::key_size_bytes(list);
  std::size_t place = index_tuple::row_count(list) - 1;
  for (; index_tuple::row(list, place - 1) > new_row; --place) {
    std::memcpy(rows + place * tuple_id_size_bytes, rows + (place - 1) * tuple_id_size_bytes,
                tuple_id_size_bytes);
  }
  index_tuple::set_tuple_id(rows + place * tuple_id_size_bytes, new_row);
  index_tuple::set_tuple_id(new_tuple_.data(), last);
}

}  // namespace keycost::postgresql
