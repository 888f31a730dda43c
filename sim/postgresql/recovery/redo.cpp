#include "sim/postgresql/recovery/redo.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "sim/postgresql/heap/heap_tuple.hpp"
#include "sim/postgresql/nbtree/index_page.hpp"
#include "sim/postgresql/nbtree/posting_list.hpp"
#include "sim/postgresql/recovery/bytes.hpp"

namespace keycost::postgresql {

namespace {

/// What a page in a state that no record can have found it in makes of replay. The server ends with PANIC.
struct Impossible {
  std::string why;
};

constexpr std::size_t fixed_heap_header_bytes = 5;  // SizeOfHeapHeader: infomask2, infomask, hoff
constexpr std::size_t sequence_special_size_bytes = 8;
constexpr std::size_t no_limit = ~std::size_t{0};

void check_place(const Page& page, OffsetNumber offset, std::size_t size_bytes) {
  if (offset < first_offset || offset > page.max_offset() + 1)
    throw Impossible{fmt::format("item {} cannot be added: the page has {}", offset, page.max_offset())};
  if (page.lower() > page.upper() || page.upper() > page.special() || page.special() > page.size_bytes())
    throw Impossible{"its header is corrupt"};
  if (page.exact_free_bytes() < maxalign(size_bytes) + line_pointer_size_bytes)
    throw Impossible{
        fmt::format("an item of {} bytes cannot be added: {} are free", size_bytes, page.exact_free_bytes())};
}

/// Torn pages have line pointers that lead anywhere.
const std::byte* checked_item(const Page& page, OffsetNumber offset) {
  if (offset < first_offset || offset > page.max_offset())
    throw Impossible{fmt::format("item {} is not there: the page has {}", offset, page.max_offset())};
  const auto at = static_cast<std::size_t>(page.item(offset) - page.data());
  if (at + page.item_size_bytes(offset) > page.size_bytes() || at < page_header_size_bytes)
    throw Impossible{fmt::format("item {} leads off the page", offset)};
  return page.item(offset);
}

const std::byte* checked_index_item(const Page& page, OffsetNumber offset) {
  const std::byte* item = checked_item(page, offset);
  const auto at = static_cast<std::size_t>(item - page.data());
  const std::size_t size = index_tuple::size_bytes(item);
  if (size < index_tuple_header_size_bytes || at + size > page.size_bytes())
    throw Impossible{fmt::format("item {} is no index entry", offset)};
  if (index_tuple::is_posting(item) &&
      index_tuple::block(item) + index_tuple::row_count(item) * tuple_id_size_bytes > size)
    throw Impossible{fmt::format("item {} is no posting list", offset)};
  return item;
}

/// A row version, from what a record has of it.
std::vector<std::byte> row_version(std::span<const std::byte> data, std::uint32_t transaction_id,
                                   TupleId id) {
  std::vector<std::byte> tuple(heap_tuple_infomask2_position);
  index_tuple::store(tuple.data(), transaction_id);
  append_bytes(tuple, data);
  set_tuple_id(tuple.data(), id);
  return tuple;
}

void add_row(Page& page, OffsetNumber offset, std::span<const std::byte> data, const RedoRecord& record,
             BlockNumber block) {
  const std::vector<std::byte> tuple = row_version(data, record.transaction_id, {block, offset});
  check_place(page, offset, tuple.size());
  page.add_item(tuple, offset);
}

void redo_heap_insert(const RedoRecord& record, const RedoBlock& block, Page& page) {
  DataReader main(record.main_data);
  add_row(page, main.number<OffsetNumber>(), block.data, record, block.block);
}

void redo_multi_insert(const RedoRecord& record, const RedoBlock& block, Page& page) {
  DataReader main(record.main_data);
  DataReader data(block.data);
  main.number<std::uint16_t>();
  const auto count = main.number<std::uint16_t>();
  for (std::uint16_t i = 0; i < count; ++i) {
    const OffsetNumber offset =
        block.use == BlockUse::initialized ? static_cast<OffsetNumber>(i + 1) : main.number<OffsetNumber>();
    if (data.position() % 2 != 0) data.number<std::uint8_t>();
    const auto size = data.number<std::uint16_t>();
    add_row(page, offset, data.bytes(fixed_heap_header_bytes + size), record, block.block);
  }
}

void redo_confirm(const RedoRecord& record, const RedoBlock& block, Page& page) {
  const auto offset = DataReader(record.main_data).number<OffsetNumber>();
  checked_item(page, offset);
  set_tuple_id(page.item(offset), {block.block, offset});
}

/// _bt_swap_posting: `new_item` takes its place in the list, whose last row goes into `new_item`.
void swap_row(std::byte* list, std::uint16_t place, std::byte* new_item) {
  if (!index_tuple::is_posting(list) || place >= index_tuple::row_count(list))
    throw Impossible{"the posting list that takes the row is not there"};
  const TupleId last = index_tuple::last_row(list);
  std::byte* rows = list + index_tuple::key_size_bytes(list);
  const std::size_t behind = index_tuple::row_count(list) - 1 - place;
  std::memmove(rows + (place + std::size_t{1}) * tuple_id_size_bytes, rows + place * tuple_id_size_bytes,
               behind * tuple_id_size_bytes);
  index_tuple::set_tuple_id(rows + place * tuple_id_size_bytes, index_tuple::tuple_id(new_item));
  index_tuple::set_tuple_id(new_item, last);
}

void redo_insert(const RedoRecord& record, const RedoBlock& block, Page& page) {
  const auto offset = DataReader(record.main_data).number<OffsetNumber>();
  DataReader data(block.data);
  std::vector<std::byte> item;
  if (record.type == RecordType::btree_insert_post) {
    const auto place = data.number<std::uint16_t>();
    append_bytes(item, data.rest());
    const auto list = static_cast<OffsetNumber>(offset - 1);
    checked_index_item(page, list);
    swap_row(page.item(list), place, item.data());
  } else {
    append_bytes(item, data.rest());
  }
  check_place(page, offset, item.size());
  page.add_item(item, offset);
}

void clear_incomplete_split(Page& page) {
  index_page::clear_flags(page, index_page::incomplete_split_flag);
}

/// _bt_restore_page: items lie one before the other, so the last one comes first.
void add_items(Page& page, std::span<const std::byte> items) {
  std::vector<std::span<const std::byte>> found;
  for (std::size_t at = 0; at < items.size();) {
    const std::size_t size = index_tuple::size_bytes(items.data() + at);
    found.push_back(items.subspan(at, size));
    at += maxalign(size);
  }
  OffsetNumber offset = first_offset;
  for (std::size_t i = found.size(); i > 0; --i) page.add_item(found[i - 1], offset++);
}

void redo_split_right(const RedoRecord& record, const RedoBlock& block, Page& page) {
  const auto level = DataReader(record.main_data).number<std::uint32_t>();
  page.initialize(index_special_size_bytes);
  index_page::set_flags(page, level == 0 ? index_page::leaf_flag : std::uint16_t{0});
  index_page::set_level(page, level);
  index_page::set_previous(page, record.blocks[0].block);
  // The block behind it, if there is one, is the record's next; a child comes only above the leaves, and
  // behind that.
  const std::size_t child = level > 0 ? 1 : 0;
  if (record.blocks.size() - child > 2) index_page::set_next(page, record.blocks[2].block);
  add_items(page, block.data);
}

void redo_split_left(const RedoRecord& record, const RedoBlock& block, Page& page) {
  DataReader main(record.main_data);
  const auto level = main.number<std::uint32_t>();
  const auto first_right = main.number<OffsetNumber>();
  const auto new_offset = main.number<OffsetNumber>();
  const auto place = main.number<std::uint16_t>();
  const bool on_left = record.type == RecordType::btree_split_l;
  DataReader data(block.data);
  std::vector<std::byte> new_item;
  std::vector<std::byte> list;
  if (on_left || place != 0) {
    const std::size_t size = index_tuple::size_bytes(block.data.data());
    append_bytes(new_item, data.bytes(size));
  }
  const std::span<const std::byte> high_key = data.rest();
  if (place != 0) {
    const std::byte* old = checked_index_item(page, static_cast<OffsetNumber>(new_offset - 1));
    append_bytes(list, index_tuple::bytes(old));
    swap_row(list.data(), place, new_item.data());
  }
  Page left(page.size_bytes());
  left.initialize(index_special_size_bytes);
  const std::size_t opaque = index_page::opaque_position(page);
  std::memcpy(left.data() + opaque, page.data() + opaque, index_special_size_bytes);
  const auto add = [&](std::span<const std::byte> item) {
    const auto offset = static_cast<OffsetNumber>(left.max_offset() + 1);
    check_place(left, offset, item.size());
    left.add_item(item, offset);
  };
  add(high_key);
  for (OffsetNumber offset = index_page::first_data_offset(page); offset < first_right; ++offset) {
    if (on_left && offset == new_offset) add(new_item);
    if (place != 0 && offset == new_offset - 1) {
      add(list);
    } else {
      add(index_tuple::bytes(checked_index_item(page, offset)));
    }
  }
  if (on_left && new_offset == first_right) add(new_item);
  left.set_lsn(page.lsn());
  page = left;
  index_page::set_flags(page, static_cast<std::uint16_t>(index_page::incomplete_split_flag |
                                                         (level == 0 ? index_page::leaf_flag : 0)));
  index_page::set_next(page, record.blocks[1].block);
}

void redo_split(const RedoRecord& record, std::size_t i, Page& page) {
  const auto level = DataReader(record.main_data).number<std::uint32_t>();
  if (i == 0) return redo_split_left(record, record.blocks[0], page);
  if (i == 1) return redo_split_right(record, record.blocks[1], page);
  const bool is_child = level > 0 && i + 1 == record.blocks.size();
  if (is_child) return clear_incomplete_split(page);
  index_page::set_previous(page, record.blocks[1].block);
}

void redo_metapage(const RedoBlock& block, Page& page) {
  DataReader data(block.data);
  const std::span<const std::byte> numbers = data.bytes(24);
  const bool all_equal_image = data.number<std::uint32_t>() != 0;
  index_page::initialize_metapage(page, all_equal_image);
  std::memcpy(page.data() + page_header_size_bytes + 4, numbers.data(), numbers.size());
}

void redo_newroot(const RedoRecord& record, std::size_t i, Page& page) {
  DataReader main(record.main_data);
  main.number<std::uint32_t>();
  const auto level = main.number<std::uint32_t>();
  if (i == 0) {
    page.initialize(index_special_size_bytes);
    index_page::set_flags(
        page, static_cast<std::uint16_t>(index_page::root_flag | (level == 0 ? index_page::leaf_flag : 0)));
    index_page::set_level(page, level);
    add_items(page, record.blocks[0].data);
  } else if (i + 1 == record.blocks.size()) {
    redo_metapage(record.blocks[i], page);
  } else {
    clear_incomplete_split(page);
  }
}

void redo_dedup(const RedoBlock& block, Page& page) {
  Page merged(page.size_bytes());
  merged.initialize(index_special_size_bytes);
  merged.set_lsn(page.lsn());
  const std::size_t opaque = index_page::opaque_position(page);
  std::memcpy(merged.data() + opaque, page.data() + opaque, index_special_size_bytes);
  const auto add = [&](std::span<const std::byte> item) {
    const auto offset = static_cast<OffsetNumber>(merged.max_offset() + 1);
    check_place(merged, offset, item.size());
    merged.add_item(item, offset);
  };
  if (!index_page::is_rightmost(page)) add(index_tuple::bytes(checked_index_item(page, high_key_offset)));
  DataReader data(block.data);
  OffsetNumber group = data.number<OffsetNumber>();
  auto items = data.number<std::uint16_t>();
  PostingGroup list;
  for (OffsetNumber offset = index_page::first_data_offset(page); offset <= page.max_offset();) {
    if (offset != group) {
      add(index_tuple::bytes(checked_index_item(page, offset++)));
      continue;
    }
    list.start(checked_index_item(page, offset));
    for (std::uint16_t i = 1; i < items; ++i)
      list.take_in(checked_index_item(page, static_cast<OffsetNumber>(offset + i)), no_limit);
    if (list.tuple().size() > page.size_bytes()) throw Impossible{"its items cannot be merged"};
    add(list.tuple());
    offset = static_cast<OffsetNumber>(offset + items);
    if (data.at_end()) {
      group = 0;
    } else {
      group = data.number<OffsetNumber>();
      items = data.number<std::uint16_t>();
    }
  }
  page = merged;
}

void redo_delete(const RedoBlock& block, Page& page) {
  DataReader data(block.data);
  std::vector<OffsetNumber> offsets;
  while (!data.at_end()) offsets.push_back(data.number<OffsetNumber>());
  for (OffsetNumber offset = first_offset; offset <= page.max_offset(); ++offset) checked_item(page, offset);
  for (const OffsetNumber offset : offsets) checked_item(page, offset);
  page.delete_items(offsets);
  index_page::clear_flags(page, index_page::has_garbage_flag);
}

void make_change(const RedoRecord& record, std::size_t i, Page& page) {
  const RedoBlock& block = record.blocks[i];
  switch (record.type) {
    case RecordType::heap_insert:
    case RecordType::heap_insert_init:
      return redo_heap_insert(record, block, page);
    case RecordType::heap2_multi_insert:
    case RecordType::heap2_multi_insert_init:
      return redo_multi_insert(record, block, page);
    case RecordType::heap_confirm:
      return redo_confirm(record, block, page);
    case RecordType::btree_insert_leaf:
    case RecordType::btree_insert_post:
      return redo_insert(record, block, page);
    case RecordType::btree_insert_upper:
      return i == 0 ? redo_insert(record, block, page) : clear_incomplete_split(page);
    case RecordType::btree_split_l:
    case RecordType::btree_split_r:
      return redo_split(record, i, page);
    case RecordType::btree_newroot:
      return redo_newroot(record, i, page);
    case RecordType::btree_dedup:
      return redo_dedup(block, page);
    case RecordType::btree_delete:
      return redo_delete(block, page);
    case RecordType::sequence_log:
      return page.initialize(sequence_special_size_bytes);
    default:
      return;
  }
}

bool is_heap(RecordType type) {
  return type == RecordType::heap_insert_init || type == RecordType::heap2_multi_insert_init;
}

}  // namespace

RedoAction redo(const RedoRecord& record, std::size_t i, Page& page, std::string& why) {
  const RedoBlock& block = record.blocks[i];
  if (block.image) {
    page = *block.image;
    page.set_lsn(record.end);
    return RedoAction::restored;
  }
  // Without images a hint's record says nothing.
  if (record.type == RecordType::xlog_fpi_for_hint) return RedoAction::skipped;
  try {
    if (block.use == BlockUse::initialized) {
      page.fill_with_zeros();
      if (is_heap(record.type)) page.initialize(0);
      make_change(record, i, page);
      page.set_lsn(record.end);
      return RedoAction::initialized;
    }
    if (page.is_new()) throw Impossible{"it is no page, but zeros"};
    if (record.end <= page.lsn()) return RedoAction::skipped;
    make_change(record, i, page);
    page.set_lsn(record.end);
    return RedoAction::applied;
  } catch (const Impossible& impossible) {
    why = impossible.why;
    return RedoAction::impossible;
  }
}

}  // namespace keycost::postgresql
