// How to split a page, once it is known where. Source: src/backend/access/nbtree/nbtinsert.c (_bt_split).
//
// The left half is built in a page of its own and copied back over the original, so the left half keeps its
// block and the right half gets a new one at the end of the index. Tuples are laid down afresh, in key order,
// high key first.
#include <utility>

#include "sim/postgresql/nbtree/btree.hpp"
#include "sim/postgresql/nbtree/record_data.hpp"
#include "sim/postgresql/observer.hpp"

namespace keycost::postgresql {

namespace {

/// Lays tuples down on an empty page one behind the other.
class PageFiller {
 public:
  explicit PageFiller(Page& page) : page_(&page) {}

  void add(std::span<const std::byte> tuple) {
    page_->add_item(tuple, static_cast<OffsetNumber>(page_->max_offset() + 1));
  }

 private:
  Page* page_;
};

}  // namespace

/// Everything that goes onto the two halves.
struct Btree::SplitContent {
  SplitLocation location;
  Insertion insertion;
  std::span<const std::byte> left_high_key;
  Page left;
  Page right;
};

// Returns the new right page, pinned; `page` becomes the left one. The old right page and the child are let
// go.
PinnedPage Btree::split(const PinnedPage& page, PinnedPage child, const Insertion& insertion) {
  SplitContent content;
  content.location = split_chooser_.choose(*page, insertion.offset, insertion.tuple.data());
  content.insertion = insertion;
  if (Observer* observer = log_->observer()) {
    observer->page_splits({main_.get(), page.block(), main_->blocks(), index_page::level(*page),
                           insertion.offset, insertion.tuple, insertion.splits_posting_list,
                           split_chooser_.explain(content.location)});
  }
  fill_halves(*page, content);

  PinnedPage right = buffers_->extend(*main_);
  PinnedPage old_right;
  if (!index_page::is_rightmost(*page)) {
    old_right = buffers_->read(*main_, index_page::next(*page));
    index_page::set_previous(*old_right, right.block());
  }
  index_page::set_previous(content.right, page.block());
  index_page::set_next(content.left, right.block());
  *right = content.right;
  const Lsn lsn = page->lsn();  // the log decides about an image by the page's old LSN
  *page = content.left;
  page->set_lsn(lsn);

  if (child) {
    index_page::clear_flags(*child, index_page::incomplete_split_flag);
    buffers_->mark_dirty(child);
  }
  buffers_->mark_dirty(page);
  buffers_->mark_dirty(right);
  if (old_right) buffers_->mark_dirty(old_right);
  log_split(page, right, old_right, child, content);
  if (log_->observer() != nullptr && index_page::is_leaf(*page)) tell_where_inserted(page, right, content);
  return right;
}

void Btree::tell_where_inserted(const PinnedPage& left, const PinnedPage& right,
                                const SplitContent& content) const {
  const PinnedPage& half = content.location.new_item_on_left ? left : right;
  OffsetNumber offset = index_page::first_data_offset(*half);
  while (offset <= half->max_offset() &&
         index_tuple::tuple_id(half->item(offset)) != index_tuple::tuple_id(content.insertion.tuple.data()))
    ++offset;
  log_->observer()->entry_inserted({main_.get(), half.block(), offset, content.insertion.tuple});
}

void Btree::fill_halves(const Page& original, SplitContent& content) {
  const bool leaf = index_page::is_leaf(original);
  const SplitLocation location = content.location;
  const std::uint16_t flags = static_cast<std::uint16_t>(
      index_page::flags(original) & ~(index_page::root_flag | index_page::has_garbage_flag));
  for (Page* half : {&content.left, &content.right}) {
    half->set_size_bytes(original.size_bytes());
    half->initialize(index_special_size_bytes);
    index_page::set_level(*half, index_page::level(original));
  }
  index_page::set_flags(content.left, flags | index_page::incomplete_split_flag);
  index_page::set_flags(content.right, flags);
  index_page::set_previous(content.left, index_page::previous(original));
  index_page::set_next(content.right, index_page::next(original));

  // The first tuple on the right bounds the left page: cut short on a leaf, whole on an internal page.
  const bool new_is_first_right =
      !location.new_item_on_left && location.first_right == content.insertion.offset;
  const bool new_is_last_left = location.new_item_on_left && location.first_right == content.insertion.offset;
  const std::byte* first_right =
      new_is_first_right ? content.insertion.tuple.data() : original.item(location.first_right);
  if (leaf) {
    const std::byte* last_left = new_is_last_left
                                     ? content.insertion.tuple.data()
                                     : original.item(static_cast<OffsetNumber>(location.first_right - 1));
    key_.truncate(last_left, first_right, pivot_);
  } else {
    const std::span<const std::byte> whole = index_tuple::bytes(first_right);
    pivot_.assign(whole.begin(), whole.end());
  }
  content.left_high_key = pivot_;

  PageFiller left(content.left);
  PageFiller right(content.right);
  left.add(content.left_high_key);
  if (!index_page::is_rightmost(original)) right.add(index_tuple::bytes(original.item(high_key_offset)));

  bool right_is_empty = true;
  const auto place = [&](std::span<const std::byte> tuple, bool on_left) {
    if (on_left) {
      left.add(tuple);
    } else if (!leaf && std::exchange(right_is_empty, false)) {
      right.add(MinusInfinityTuple(index_tuple::block(tuple.data())).data);
    } else {
      right.add(tuple);
    }
  };
  const OffsetNumber last = original.max_offset();
  for (OffsetNumber offset = index_page::first_data_offset(original); offset <= last; ++offset) {
    if (offset == content.insertion.offset) place(content.insertion.tuple, location.new_item_on_left);
    place(index_tuple::bytes(original.item(offset)), offset < location.first_right);
  }
  if (content.insertion.offset > last) place(content.insertion.tuple, location.new_item_on_left);
}

// The right page is in the record tuple by tuple, so it needs no image; of the left page only what cannot be
// told from the old one: the new tuple, if it went there, and the high key.
void Btree::log_split(const PinnedPage& left, const PinnedPage& right, const PinnedPage& old_right,
                      const PinnedPage& child, const SplitContent& content) {
  const bool on_left = content.location.new_item_on_left;
  // A posting list that took the row in is rebuilt from the row, if the list stayed on the left page. Both it
  // and the new tuple on the right page: that page is in the record anyway.
  const bool list_on_left =
      content.insertion.splits_posting_list && content.insertion.offset - 1 < content.location.first_right;
  const std::size_t left_data =
      content.left_high_key.size() + (on_left || list_on_left ? content.insertion.tuple.size() : 0);
  const std::size_t right_data = right->special() - right->upper();
  WalRecord record(on_left ? RecordType::btree_split_l : RecordType::btree_split_r);
  record.block(left, BlockUse::standard, left_data).block(right, BlockUse::initialized, right_data);
  if (old_right) record.block(old_right, BlockUse::standard);
  if (child) record.block(child, BlockUse::standard);
  record.main_data(split_record_size_bytes);
  log_->insert(record);
}

}  // namespace keycost::postgresql
