#include <algorithm>

#include "sim/error.hpp"
#include "sim/postgresql/heap/heap_tuple.hpp"
#include "sim/postgresql/nbtree/index_page.hpp"
#include "sim/postgresql/nbtree/index_tuple.hpp"
#include "sim/postgresql/recovery/bytes.hpp"
#include "sim/postgresql/recovery/redo_record.hpp"

namespace keycost::postgresql {

namespace {

std::span<const std::byte> item_bytes(const Page& page, OffsetNumber offset) {
  return {page.item(offset), page.item_size_bytes(offset)};
}

/// One record, its pages before and after.
class Former {
 public:
  Former(RedoRecord& record, const RecordEvent& event, std::span<const Page* const> before,
         std::span<const Page* const> after)
      : record_(record), event_(event), before_(before), after_(after) {}

  void form() {
    switch (event_.type) {
      case RecordType::heap_insert:
      case RecordType::heap_insert_init:
        return form_heap_insert();
      case RecordType::heap2_multi_insert:
      case RecordType::heap2_multi_insert_init:
        return form_multi_insert();
      case RecordType::heap_confirm:
        return form_confirm();
      case RecordType::btree_insert_leaf:
      case RecordType::btree_insert_upper:
        return form_insert();
      case RecordType::btree_insert_post:
        return form_insert_into_posting_list();
      case RecordType::btree_split_l:
      case RecordType::btree_split_r:
        return form_split();
      case RecordType::btree_newroot:
        return form_newroot();
      case RecordType::btree_dedup:
        return form_dedup();
      case RecordType::btree_delete:
        return form_delete();
      case RecordType::sequence_log:
        // What the sequence has given is not modelled: the page holds nothing.
        return record_.main_data.resize(event_.main_data_size_bytes);
      case RecordType::running_xacts:
      case RecordType::transaction_abort:
      case RecordType::transaction_commit:
      case RecordType::checkpoint_online:
      case RecordType::checkpoint_redo:
      case RecordType::checkpoint_shutdown:
        // About no page: nothing of it is replayed here.
        return record_.main_data.resize(event_.main_data_size_bytes);
      case RecordType::xlog_fpi:
      case RecordType::xlog_fpi_for_hint:
        return;  // images alone
    }
  }

 private:
  std::vector<std::byte>& main() { return record_.main_data; }
  std::vector<std::byte>& data(std::size_t block) { return record_.blocks[block].data; }

  /// The offset at which an item stands that was not there before, and others did not change their order.
  OffsetNumber new_item_offset() const {
    const Page& after = *after_[0];
    const Page& before = *before_[0];
    OffsetNumber offset = first_offset;
    while (offset <= before.max_offset() && same_item(before, offset, after, offset)) ++offset;
    return offset;
  }
  static bool same_item(const Page& a, OffsetNumber at, const Page& b, OffsetNumber other) {
    const auto left = item_bytes(a, at);
    const auto right = item_bytes(b, other);
    return std::equal(left.begin(), left.end(), right.begin(), right.end());
  }

  // xl_heap_insert: offset, flags. xl_heap_header and the tuple behind its fixed header.
  void form_heap_insert() {
    const Page& page = *after_[0];
    const OffsetNumber offset = page.max_offset();
    append_number(main(), offset);
    append_number(main(), std::uint8_t{0});
    append_tuple(data(0), page, offset);
    record_.transaction_id = inserting_transaction(page.item(offset));
  }

  static void append_tuple(std::vector<std::byte>& data, const Page& page, OffsetNumber offset) {
    const auto tuple = item_bytes(page, offset);
    append_bytes(data, tuple.subspan(heap_tuple_infomask2_position,
                                     heap_tuple_header_size_bytes - heap_tuple_infomask2_position));
    append_bytes(data, tuple.subspan(heap_tuple_header_size_bytes));
  }

  // xl_heap_multi_insert: flags, padding, how many, and where unless the page begins with them. Tuples at
  // even places.
  void form_multi_insert() {
    const Page& page = *after_[0];
    const bool init = event_.type == RecordType::heap2_multi_insert_init;
    const OffsetNumber first = init ? first_offset : static_cast<OffsetNumber>(before_[0]->max_offset() + 1);
    const auto count = static_cast<std::uint16_t>(page.max_offset() + 1 - first);
    append_number(main(), std::uint16_t{0});
    append_number(main(), count);
    for (OffsetNumber offset = first; offset <= page.max_offset(); ++offset) {
      if (!init) append_number(main(), offset);
      if (data(0).size() % 2 != 0) data(0).push_back(std::byte{0});
      append_number(data(0),
                    static_cast<std::uint16_t>(page.item_size_bytes(offset) - heap_tuple_header_size_bytes));
      append_tuple(data(0), page, offset);
    }
    record_.transaction_id = inserting_transaction(page.item(first));
  }

  // Where a token stood there is the row's own place now.
  void form_confirm() {
    const Page& before = *before_[0];
    const Page& after = *after_[0];
    OffsetNumber offset = first_offset;
    while (offset < after.max_offset() && same_ctid(before, after, offset)) ++offset;
    append_number(main(), offset);
  }
  static bool same_ctid(const Page& a, const Page& b, OffsetNumber offset) {
    constexpr std::size_t ctid_position = 12;
    return std::equal(a.item(offset) + ctid_position, a.item(offset) + ctid_position + tuple_id_size_bytes,
                      b.item(offset) + ctid_position);
  }

  void form_insert() {
    const OffsetNumber offset = new_item_offset();
    append_number(main(), offset);
    append_bytes(data(0), item_bytes(*after_[0], offset));
  }

  /// The posting list that has taken a row in: where on the old page, at which place, and the row that was
  /// given.
  struct Swap {
    OffsetNumber list = 0;
    std::uint16_t place = 0;
    std::vector<std::byte> new_item;  ///< as it was before the swap
  };

  /// `list_now` is the list after the swap, `item_now` what goes in behind it.
  static Swap undo_swap(OffsetNumber list, const std::byte* list_before, const std::byte* list_now,
                        const std::byte* item_now) {
    Swap swap{list, 0, {item_now, item_now + index_tuple::size_bytes(item_now)}};
    while (index_tuple::row(list_before, swap.place) == index_tuple::row(list_now, swap.place)) ++swap.place;
    index_tuple::set_tuple_id(swap.new_item.data(), index_tuple::row(list_now, swap.place));
    return swap;
  }

  void form_insert_into_posting_list() {
    const Page& before = *before_[0];
    const Page& after = *after_[0];
    const auto list =
        new_item_offset();  // the list is the first item that changed; the new one stands behind it
    const Swap swap =
        undo_swap(list, before.item(list), after.item(list), after.item(static_cast<OffsetNumber>(list + 1)));
    append_number(main(), static_cast<OffsetNumber>(list + 1));
    append_number(data(0), swap.place);
    append_bytes(data(0), swap.new_item);
  }

  // xl_btree_split: level, first item on the right, offset of the new item, place in a posting list.
  void form_split() {
    const Page& before = *before_[0];
    const Page& left = *after_[0];
    const Page& right = *after_[1];
    const bool on_left = event_.type == RecordType::btree_split_l;
    const OffsetNumber first = index_page::first_data_offset(before);
    const std::size_t left_items = left.max_offset() + std::size_t{1} - index_page::first_data_offset(left);
    const auto first_right = static_cast<OffsetNumber>(first + left_items - (on_left ? 1 : 0));
    const auto both = [&](std::size_t i) { return item_after(left, right, left_items, i); };
    std::size_t changed = 0;
    const std::size_t old_items = before.max_offset() + std::size_t{1} - first;
    while (changed < old_items &&
           same_entry(before, static_cast<OffsetNumber>(first + changed), both(changed)))
      ++changed;
    auto new_offset = static_cast<OffsetNumber>(first + changed);
    std::vector<std::byte> new_item(both(changed), both(changed) + index_tuple::size_bytes(both(changed)));
    std::uint16_t place = 0;
    bool list_on_left = false;
    const bool is_swap = changed < old_items && index_tuple::is_posting(before.item(new_offset)) &&
                         index_tuple::is_posting(both(changed)) &&
                         has_same_size(before, new_offset, both(changed));
    if (is_swap) {
      const Swap swap = undo_swap(new_offset, before.item(new_offset), both(changed), both(changed + 1));
      list_on_left = new_offset < first_right;
      if (list_on_left) place = swap.place;
      new_item = on_left || list_on_left
                     ? swap.new_item
                     : std::vector<std::byte>(both(changed + 1),
                                              both(changed + 1) + index_tuple::size_bytes(both(changed + 1)));
      ++new_offset;
    }
    append_number(main(), index_page::level(left));
    append_number(main(), first_right);
    append_number(main(), new_offset);
    append_number(main(), place);
    if (on_left || list_on_left) append_bytes(data(0), new_item);
    append_bytes(data(0), index_tuple::bytes(left.item(high_key_offset)));
    append_bytes(data(1), right.bytes().subspan(right.upper(), right.special() - right.upper()));
  }

  /// The `i`th data item of both halves together.
  static const std::byte* item_after(const Page& left, const Page& right, std::size_t left_items,
                                     std::size_t i) {
    if (i < left_items) return left.item(static_cast<OffsetNumber>(index_page::first_data_offset(left) + i));
    return right.item(static_cast<OffsetNumber>(index_page::first_data_offset(right) + i - left_items));
  }
  /// The first item on the right of an internal page has lost its key, so what it leads to is compared.
  static bool same_entry(const Page& before, OffsetNumber offset, const std::byte* now) {
    const auto then = item_bytes(before, offset);
    const auto bytes = index_tuple::bytes(now);
    if (std::equal(then.begin(), then.end(), bytes.begin(), bytes.end())) return true;
    return !index_page::is_leaf(before) && index_tuple::block(before.item(offset)) == index_tuple::block(now);
  }
  static bool has_same_size(const Page& before, OffsetNumber offset, const std::byte* now) {
    return before.item_size_bytes(offset) == index_tuple::size_bytes(now);
  }

  // xl_btree_newroot: its block, its level. The root's items; what the metapage says (xl_btree_metadata).
  void form_newroot() {
    const Page& root = *after_[0];
    append_number(main(), event_.blocks[0].block);
    append_number(main(), index_page::level(root));
    append_bytes(data(0), root.bytes().subspan(root.upper(), root.special() - root.upper()));
    const std::size_t metapage = event_.blocks.size() - 1;
    const Page& meta = *after_[metapage];
    constexpr std::size_t version_to_deleted_pages_bytes = 24;
    constexpr std::size_t all_equal_image_position = page_header_size_bytes + 40;
    append_bytes(data(metapage),
                 meta.bytes().subspan(page_header_size_bytes + 4, version_to_deleted_pages_bytes));
    append_number(data(metapage), std::uint32_t{meta.load<std::uint8_t>(all_equal_image_position)});
  }

  // Which runs of items have become one: first offset, how many. A group of one is none.
  void form_dedup() {
    const Page& before = *before_[0];
    const Page& after = *after_[0];
    std::uint16_t groups = 0;
    OffsetNumber old = index_page::first_data_offset(before);
    for (OffsetNumber offset = index_page::first_data_offset(after); offset <= after.max_offset(); ++offset) {
      const std::size_t rows = index_tuple::row_count(after.item(offset));
      const OffsetNumber first = old;
      for (std::size_t taken = 0; taken < rows; ++old) taken += index_tuple::row_count(before.item(old));
      if (old - first == 1) continue;
      ++groups;
      append_number(data(0), first);
      append_number(data(0), static_cast<std::uint16_t>(old - first));
    }
    append_number(main(), groups);
  }

  // xl_btree_delete: horizon, how many deleted and updated, whether of a catalog.
  void form_delete() {
    const Page& before = *before_[0];
    const Page& after = *after_[0];
    std::uint16_t deleted = 0;
    OffsetNumber kept = first_offset;
    for (OffsetNumber offset = first_offset; offset <= before.max_offset(); ++offset) {
      if (kept <= after.max_offset() && same_item(before, offset, after, kept)) {
        ++kept;
        continue;
      }
      append_number(data(0), offset);
      ++deleted;
    }
    append_number(main(), std::uint32_t{0});
    append_number(main(), deleted);
    append_number(main(), std::uint16_t{0});
    append_number(main(), std::uint8_t{0});
  }

  RedoRecord& record_;
  const RecordEvent& event_;
  std::span<const Page* const> before_;
  std::span<const Page* const> after_;
};

}  // namespace

void form_data(RedoRecord& record, const RecordEvent& event, std::span<const Page* const> before,
               std::span<const Page* const> after) {
  Former(record, event, before, after).form();
  require(record.main_data.size() == event.main_data_size_bytes,
          "a record's own data has the length that was counted");
  for (std::size_t i = 0; i < record.blocks.size(); ++i) {
    require(record.blocks[i].data.size() == event.blocks[i].data_size_bytes,
            "a block's data has the length that was counted");
    if (event.blocks[i].has_image) record.blocks[i].data.clear();
  }
}

}  // namespace keycost::postgresql
