// A page of PostgreSQL's, taken apart. Sources: src/include/storage/bufpage.h, src/include/access/nbtree.h,
// src/include/access/htup_details.h.
#include "src/show/postgresql_views.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/postgresql/heap/heap_reader.hpp"
#include "sim/postgresql/heap/heap_tuple.hpp"
#include "sim/postgresql/nbtree/index_page.hpp"
#include "sim/sql_type.hpp"
#include "src/report/counts.hpp"
#include "src/report/numbers.hpp"

namespace keycost {

using namespace postgresql;

namespace {

constexpr std::size_t hoff_position = 22;  // t_hoff, of a heap tuple

std::string flag_words(const Page& page) {
  std::string words;
  const auto add = [&](bool is_set, std::string_view word) {
    if (is_set) words += fmt::format("{}{}", words.empty() ? "" : ", ", word);
  };
  add(index_page::is_leaf(page), "leaf");
  add(index_page::is_root(page), "root");
  add(!index_page::is_leaf(page) && !index_page::is_root(page), "internal");
  add(index_page::is_rightmost(page), "rightmost");
  add((index_page::flags(page) & index_page::incomplete_split_flag) != 0,
      "split not yet known to its parent");
  add((index_page::flags(page) & index_page::has_garbage_flag) != 0, "has dead entries");
  return words;
}

std::string tuple_id_text(TupleId id) {
  return fmt::format("({},{})", id.block, id.offset);
}

class Anatomy {
 public:
  Anatomy(const Page& page, PageDrawing& drawing) : page_(page), drawing_(drawing) {}

  void add(ByteUse use, std::size_t begin, std::size_t end) {
    if (begin < end) drawing_.regions.push_back({use, begin, end});
  }

  std::size_t begin_of(OffsetNumber offset) const {
    return static_cast<std::size_t>(page_.item(offset) - page_.data());
  }

  /// Header, line pointers and the free space; then whatever lies between tuples and is nobody's.
  void add_frame(std::size_t special_begin) {
    add(ByteUse::header, 0, page_header_size_bytes);
    add(ByteUse::line_pointers, page_header_size_bytes, page_.lower());
    add(ByteUse::free, page_.lower(), page_.upper());
    fill_gaps(page_.upper(), special_begin);
    add(ByteUse::special, special_begin, page_.size_bytes());
  }

 private:
  void fill_gaps(std::size_t begin, std::size_t end) {
    std::vector<ByteRegion> tuples = drawing_.regions;
    std::ranges::sort(tuples, {}, &ByteRegion::begin);
    std::size_t at = begin;
    for (const ByteRegion& region : tuples) {
      if (region.begin < begin) continue;
      add(ByteUse::alignment, at, std::min(region.begin, end));
      at = region.end;
    }
    add(ByteUse::alignment, at, end);
  }

  const Page& page_;
  PageDrawing& drawing_;
};

std::string entry_text(const Page& page, OffsetNumber offset, const KeyDescriptor& key) {
  const std::byte* tuple = page.item(offset);
  if (index_tuple::is_pivot(tuple)) {
    return index_tuple::pivot_attributes(tuple) == 0 ? "(-inf)" : key.print(tuple);
  }
  return key.print(tuple);
}

std::string leads_to(const Page& page, OffsetNumber offset) {
  const std::byte* tuple = page.item(offset);
  if (!index_page::is_leaf(page)) return fmt::format("block {}", index_tuple::block(tuple));
  const std::size_t rows = index_tuple::row_count(tuple);
  const std::string first = fmt::format("row {}", tuple_id_text(index_tuple::row(tuple, 0)));
  return rows == 1 ? first : fmt::format("{} and {} more", first, rows - 1);
}

/// What an entry that leads to a row or a page is made of.
void add_entry(Anatomy& anatomy, const Page& page, OffsetNumber offset) {
  const std::byte* tuple = page.item(offset);
  const std::size_t begin = anatomy.begin_of(offset);
  const std::size_t header = index_tuple::is_null_bearing(tuple) ? index_tuple_header_with_nulls_size_bytes
                                                                 : index_tuple_header_size_bytes;
  const std::size_t key_end =
      index_tuple::is_posting(tuple) ? index_tuple::key_size_bytes(tuple) : index_tuple::size_bytes(tuple);
  anatomy.add(ByteUse::tuple_headers, begin, begin + std::min(header, key_end));
  anatomy.add(ByteUse::values, begin + std::min(header, key_end), begin + key_end);
  anatomy.add(ByteUse::row_pointers, begin + key_end, begin + index_tuple::size_bytes(tuple));
}

void draw_entries(const Page& page, const KeyDescriptor& key, OffsetNumber newest, PageDrawing& drawing) {
  Anatomy anatomy(page, drawing);
  drawing.items_header = {"item", "bytes", "", "leads to", "key"};
  const OffsetNumber first_data = index_page::first_data_offset(page);
  for (OffsetNumber offset = first_offset; offset <= page.max_offset(); ++offset) {
    const std::size_t begin = anatomy.begin_of(offset);
    const std::size_t size = page.item_size_bytes(offset);
    const bool is_high_key = offset < first_data;
    std::string note;
    if (is_high_key) {
      note = "high key";
      anatomy.add(ByteUse::high_key, begin, begin + size);
    } else if (page.is_dead(offset)) {
      note = "dead";
      anatomy.add(ByteUse::dead, begin, begin + size);
    } else if (offset == newest) {
      note = "inserted last";
      anatomy.add(ByteUse::newest, begin, begin + size);
    } else {
      add_entry(anatomy, page, offset);
    }
    drawing.items.push_back({std::to_string(offset), std::to_string(size), note,
                             is_high_key ? "" : leads_to(page, offset), entry_text(page, offset, key)});
  }
  anatomy.add_frame(index_page::opaque_position(page));
}

void draw_metapage(const Page& page, PageDrawing& drawing) {
  const index_page::Root root = index_page::root_of_metapage(page);
  drawing.facts.push_back(
      root.block == no_block
          ? std::string("The metapage: the index has no root yet.")
          : fmt::format("The metapage: the root is block {}, on level {}.", root.block, root.level));
  drawing.regions = {{ByteUse::header, 0, page_header_size_bytes},
                     {ByteUse::metadata, page_header_size_bytes, page.lower()},
                     {ByteUse::free, page.lower(), page.upper()},
                     {ByteUse::special, page.upper(), page.size_bytes()}};
}

void draw_rows(const Page& page, const PostgresqlWatch& watch, OffsetNumber newest, PageDrawing& drawing) {
  Anatomy anatomy(page, drawing);
  const std::vector<Attribute>& attributes = watch.server().attributes();
  std::vector<ColumnBatch> columns;
  for (const Attribute& attribute : attributes) columns.emplace_back(attribute.type);
  std::vector<OffsetNumber> offsets;
  read_heap_page(page, attributes, columns, offsets);
  drawing.items_header = {"item", "bytes", "transaction", "", "row"};
  for (OffsetNumber offset = first_offset; offset <= page.max_offset(); ++offset) {
    const std::byte* tuple = page.item(offset);
    const std::size_t begin = anatomy.begin_of(offset);
    const std::size_t size = page.item_size_bytes(offset);
    const auto row = std::ranges::find(offsets, offset);
    std::string values;
    for (std::size_t i = 0; row != offsets.end() && i < columns.size(); ++i) {
      const auto position = static_cast<std::size_t>(row - offsets.begin());
      values += fmt::format(
          "{}{}", i == 0 ? "" : ", ",
          columns[i].is_null(position) ? "NULL" : print_value(columns[i].type(), columns[i].value(position)));
    }
    if (row == offsets.end()) {
      anatomy.add(ByteUse::dead, begin, begin + size);
    } else if (offset == newest) {
      anatomy.add(ByteUse::newest, begin, begin + size);
    } else {
      const std::size_t header = std::to_integer<std::size_t>(tuple[hoff_position]);
      anatomy.add(ByteUse::tuple_headers, begin, begin + header);
      anatomy.add(ByteUse::values, begin + header, begin + size);
    }
    drawing.items.push_back(
        {std::to_string(offset), std::to_string(size), std::to_string(inserting_transaction(tuple)),
         row == offsets.end() ? "dead" : (offset == newest ? "inserted last" : ""), "(" + values + ")"});
  }
  anatomy.add_frame(page.size_bytes());
}

/// A page of a sequence or of the free space map: nothing on it is worth a list.
void draw_other(const Page& page, bool is_map, PageDrawing& drawing) {
  if (is_map) {
    drawing.regions = {{ByteUse::header, 0, page_header_size_bytes},
                       {ByteUse::map, page_header_size_bytes, page.size_bytes()}};
    return;
  }
  const std::size_t special = page.special();
  drawing.regions = {{ByteUse::header, 0, page_header_size_bytes},
                     {ByteUse::free, page_header_size_bytes, special},
                     {ByteUse::special, special, page.size_bytes()}};
  drawing.facts.emplace_back("A sequence's page; of its one tuple only the log's account is modelled.");
}

std::string links_text(const Page& page) {
  const auto neighbour = [](BlockNumber block) {
    return block == no_block ? std::string("none") : std::to_string(block);
  };
  return fmt::format("Level {}; {}. To the left: {}; to the right: {}.", index_page::level(page),
                     flag_words(page), neighbour(index_page::previous(page)),
                     neighbour(index_page::next(page)));
}

void add_state(const PostgresqlWatch& watch, const Relation& relation, BlockNumber block,
               PageDrawing& drawing) {
  const Page& page = relation.page(block);
  const Buffer* buffer = relation.buffer(block);
  std::string state =
      buffer == nullptr ? "On disk only." : (buffer->dirty ? "In a buffer, dirty." : "In a buffer, clean.");
  state += fmt::format(" LSN {}", lsn_text(page.lsn()));
  const WriteAheadLog& log = watch.server().log();
  if (!log.logs_full_pages()) {
    state += "; full_page_writes is off, so no change logs an image.";
  } else if (page.lsn() <= log.redo_point()) {
    state += ": not changed since the last redo point, so its next change logs an image.";
  } else {
    state += ": its next change logs no image.";
  }
  drawing.facts.push_back(state);
}

}  // namespace

PageDrawing postgresql_page(const PostgresqlWatch& watch, const PostgresqlPlace& place) {
  const Page& page = place.relation.pages->page(place.block);
  PageDrawing drawing;
  drawing.size_bytes = page.size_bytes();
  const std::string name = watch.name_of(*place.relation.pages);
  drawing.title = fmt::format("{}, block {} of {}", name, place.block, place.relation.pages->blocks());
  const bool is_zeros = page.is_new();
  if (is_zeros) {
    drawing.facts.emplace_back("The file has grown by it; it has not been made a page yet.");
    drawing.regions = {{ByteUse::zeros, 0, page.size_bytes()}};
    return drawing;
  }
  const bool is_heap = place.relation.pages == watch.relations()[0].pages;
  OffsetNumber newest = 0;
  if (place.relation.tree != nullptr) {
    if (place.block == metapage_block) {
      draw_metapage(page, drawing);
    } else {
      drawing.facts.push_back(links_text(page));
      const auto& entry = watch.last_entry();
      if (entry && entry->index == place.relation.pages && entry->leaf == place.block) newest = entry->offset;
      draw_entries(page, place.relation.tree->key(), newest, drawing);
    }
  } else if (is_heap) {
    const auto& row = watch.last_row();
    if (row && row->inserted && row->id.block == place.block) newest = row->id.offset;
    draw_rows(page, watch, newest, drawing);
  } else {
    draw_other(page, place.relation.fork == "fsm", drawing);
  }
  add_state(watch, *place.relation.pages, place.block, drawing);
  return drawing;
}

}  // namespace keycost
