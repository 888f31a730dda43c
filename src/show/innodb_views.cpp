// InnoDB's pages, trees and splits. Sources: storage/innobase/include/page0page.h, rem0rec.h, btr0btr.h.
#include "src/show/innodb_views.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/error.hpp"
#include "sim/innodb/btree.hpp"
#include "src/command/arguments.hpp"
#include "src/command/exit_status.hpp"
#include "src/nearest_name.hpp"
#include "src/report/counts.hpp"
#include "src/report/numbers.hpp"

namespace keycost {

using namespace innodb;

namespace {

std::string hexadecimal(std::span<const std::byte> bytes, std::size_t bytes_max) {
  std::string text;
  for (std::size_t i = 0; i < std::min(bytes.size(), bytes_max); ++i)
    text += fmt::format("{:02x}", std::to_integer<unsigned>(bytes[i]));
  return bytes.size() > bytes_max ? text + "..." : text;
}

/// As it is stored, so that it compares byte by byte.
std::string key_text(const Btree& index, const Page& page, std::size_t position) {
  if (!page.is_leaf() && has_min_rec_flag(page.record(position))) return "(minimum)";
  const RecordSize size = page.record_size(position);
  std::size_t key_bytes = size.data_bytes;
  if (page.is_leaf()) {
    std::vector<StoredValue> values;
    index.format().read_leaf(page.record(position), values);
    key_bytes = 0;
    for (std::size_t i = 0; i < index.format().key_fields(); ++i) key_bytes += values[i].bytes.size();
  } else {
    key_bytes -= child_page_number_size_bytes;
  }
  return hexadecimal({page.record(position), key_bytes}, 20);
}

/// Free bytes are those that no record ever had; what deleted records had is garbage.
void add_regions(const Page& page, std::optional<std::size_t> newest, PageDrawing& drawing) {
  const auto add = [&](ByteUse use, std::size_t begin, std::size_t end) {
    if (begin < end) drawing.regions.push_back({use, begin, end});
  };
  add(ByteUse::header, 0, fil_header_size_bytes + page_header_size_bytes);
  add(ByteUse::limits, fil_header_size_bytes + page_header_size_bytes, page_new_supremum_end);
  struct Extent {
    std::size_t position, begin, origin, end;
  };
  std::vector<Extent> records;
  for (std::size_t i = 0; i < page.records(); ++i) {
    const RecordSize size = page.record_size(i);
    const std::size_t origin = page.record_offset(i);
    records.push_back({i, origin - size.extra_bytes, origin, origin + size.data_bytes});
  }
  std::ranges::sort(records, {}, &Extent::begin);
  std::size_t at = page_new_supremum_end;
  for (const Extent& record : records) {
    add(ByteUse::garbage, at, record.begin);
    if (newest && *newest == record.position) {
      add(ByteUse::newest, record.begin, record.end);
    } else {
      add(ByteUse::tuple_headers, record.begin, record.origin);
      add(ByteUse::values, record.origin, record.end);
    }
    at = record.end;
  }
  add(ByteUse::garbage, at, page.heap_top());
  const std::size_t slots = directory_slots_of_empty_page * directory_slot_size_bytes;
  const std::size_t directory =
      page_size_bytes - fil_trailer_size_bytes - slots - directory_reserved_space(page.records());
  add(ByteUse::free, page.heap_top(), directory);
  add(ByteUse::directory, directory, page_size_bytes - fil_trailer_size_bytes);
  add(ByteUse::trailer, page_size_bytes - fil_trailer_size_bytes, page_size_bytes);
}

std::string neighbour_text(PageNumber page) {
  return page == no_page ? "none" : std::to_string(page);
}

std::optional<std::size_t> last_insert_position(const Page& page) {
  for (std::size_t i = 0; i < page.records(); ++i) {
    if (page.record_offset(i) == page.last_insert()) return i;
  }
  return std::nullopt;
}

TreePage tree_page(const InnodbWatch& watch, const Btree& index, const Page& page) {
  TreePage drawn;
  drawn.number = page.number();
  drawn.items = page.records();
  drawn.fill = fill_of(page);
  const auto& entry = watch.last_entry();
  drawn.is_newest = entry && entry->index == &index && entry->page == page.number();
  if (drawn.is_newest) drawn.note = "inserted last";
  return drawn;
}

std::string reason_text(const SplitEvent& split) {
  if (split.by_size)
    return "A first split has left too little room for the record, so this one is by bytes: where half of "
           "them is passed.";
  switch (split.point.kind) {
    case SplitKind::right:
      return split.point.new_record_separates
                 ? "The record lies right behind the one inserted last: ascending keys are expected to go "
                   "on, so the new "
                   "record begins the new page, and the old page stays as full as it is."
                 : "The record lies right behind the one inserted last: ascending keys are expected to go "
                   "on, so the page is cut "
                   "behind the record and its one follower's place; what is above leaves.";
    case SplitKind::left:
      return "The record lies right before the one inserted last: descending keys are expected to go on, so "
             "the page is "
             "cut at the record, and what is below gets the new page.";
    case SplitKind::middle:
      return split.last_insert ? "The record does not lie beside the one inserted last, so the page is cut "
                                 "in the middle, by the number "
                                 "of records and not by their bytes."
                               : "The page has forgotten which record was inserted last, so it is cut in the "
                                 "middle, by the number of "
                                 "records and not by their bytes.";
  }
  return "";
}

}  // namespace

InnodbPlace find_place(const InnodbWatch& watch, const std::optional<std::string>& text) {
  if (text) {
    const std::size_t colon = text->rfind(':');
    const std::string number = colon == std::string::npos ? *text : text->substr(colon + 1);
    const Server::NamedIndex index =
        find_index(watch, colon == std::string::npos ? std::nullopt : std::optional(text->substr(0, colon)));
    const std::uint64_t page =
        read_whole_number("--of INDEX:PAGE", number, {0, index.tree->page_numbers_end() - 1});
    if (!index.tree->has_page(static_cast<PageNumber>(page)))
      throw UsageError(fmt::format("--of: page {} is not one of {} at this moment", page, index.name));
    return {index.tree, static_cast<PageNumber>(page)};
  }
  const auto& split = watch.last_split();
  if (split && split->row > watch.rows() && split->event.index->has_page(split->event.page))
    return {split->event.index, split->event.page};
  if (!watch.entries_of_row().empty())
    return {watch.entries_of_row()[0].index, watch.entries_of_row()[0].page};
  const Server::NamedIndex index = find_index(watch, std::nullopt);
  return {index.tree, index.tree->root_page()};
}

Server::NamedIndex find_index(const InnodbWatch& watch, const std::optional<std::string>& name) {
  const std::vector<Server::NamedIndex> indexes = watch.server().indexes();
  std::vector<std::string_view> known;
  for (const Server::NamedIndex& index : indexes) {
    if (!name || index.name == *name) return index;
    known.push_back(index.name);
  }
  throw UsageError("--of: " + unknown_name("index", *name, known));
}

PageDrawing innodb_page(const InnodbWatch& watch, const InnodbPlace& place) {
  const Page& page = place.index->page(place.page);
  PageDrawing drawing;
  drawing.size_bytes = page_size_bytes;
  drawing.title = fmt::format("{}, page {}", watch.name_of(*place.index), place.page);
  const std::optional<std::size_t> last = last_insert_position(page);
  drawing.facts.push_back(fmt::format(
      "Level {}{}{}; {}. To the left: {}; to the right: {}. Inserted last: {}.", page.level(),
      page.is_leaf() ? ", leaf" : "", place.page == place.index->root_page() ? ", root" : "",
      counted(page.records(), "record"), neighbour_text(page.previous()), neighbour_text(page.next()),
      last ? fmt::format("the one at position {}", *last + 1) : "forgotten"));
  drawing.items_header = {"record", "bytes", "", "leads to", "key, as stored"};
  for (std::size_t i = 0; i < page.records(); ++i) {
    drawing.items.push_back({std::to_string(i + 1), std::to_string(page.record_size(i).bytes()),
                             last && *last == i ? "inserted last" : "",
                             page.is_leaf() ? "" : fmt::format("page {}", page.child_page(i)),
                             key_text(*place.index, page, i)});
  }
  add_regions(page, last, drawing);
  return drawing;
}

TreeDrawing innodb_tree(const InnodbWatch& watch, const Server::NamedIndex& index) {
  TreeDrawing tree;
  tree.page_word = "page";
  tree.item_word = "records";
  std::size_t pages = 0;
  for (int level = index.tree->root().level(); level >= 0; --level) {
    std::vector<TreePage> drawn;
    const Page* page = &index.tree->leftmost_page(static_cast<std::uint16_t>(level));
    for (;;) {
      drawn.push_back(tree_page(watch, *index.tree, *page));
      if (page->next() == no_page) break;
      page = &index.tree->page(page->next());
    }
    pages += drawn.size();
    tree.levels.push_back(std::move(drawn));
  }
  tree.title = fmt::format("{}: {}, {}", index.name, counted(pages, "page"),
                           size_pretty(std::uint64_t{pages} * page_size_bytes));
  return tree;
}

void show_split(Screen& screen, const InnodbWatch& watch) {
  require(watch.last_split().has_value(), "a split has been seen");
  const InnodbSplitSeen& seen = *watch.last_split();
  const SplitEvent& split = seen.event;
  screen.heading(fmt::format("Split {}: {}, page {}, {}", watch.count(EventKind::split), seen.index,
                             split.page, split.level == 0 ? "a leaf" : fmt::format("level {}", split.level)));
  const std::string who = split.level == 0 ? fmt::format("row {}", with_thousands(seen.row))
                                           : fmt::format("the node pointer to a page that row {} has split",
                                                         with_thousands(seen.row));
  screen.words(fmt::format("The page has {} and no room for {}, {}; {} of its records lie before it.",
                           counted(split.records, "record"), who,
                           counted(split.new_record_size_bytes, "byte"), split.position));
  screen.blank();
  // One mark a record where they fit: lower page, new record, upper page.
  const std::size_t columns = screen.width() - 2;
  std::size_t records_a_mark = 1;
  while (split.records / records_a_mark + 2 > columns) ++records_a_mark;
  std::string marks = "  ";
  for (std::size_t i = 0; i <= split.records; i += records_a_mark) {
    if (split.position >= i && split.position < i + records_a_mark)
      marks += screen.coloured(std::string(screen.mark("◆", "N")), Colour::green);
    if (i >= split.records) break;
    const bool is_last =
        split.last_insert && *split.last_insert >= i && *split.last_insert < i + records_a_mark;
    if (is_last) {
      marks += "l";
    } else {
      marks += i < split.point.move_from ? screen.mark("▄", "-") : screen.mark("█", "#");
    }
  }
  screen.raw(marks);
  screen.line(
      fmt::format("  {} lower page   {} upper page   {} the new record   l inserted last{}",
                  screen.mark("▄", "-"), screen.mark("█", "#"), screen.mark("◆", "N"),
                  records_a_mark == 1 ? "" : fmt::format("   one mark is {} records", records_a_mark)));
  screen.blank();
  screen.words(reason_text(split));
  const std::size_t low = split.point.move_from + (split.point.new_record_is_low ? 1 : 0);
  const std::size_t high = split.records + 1 - low;
  const bool left = split.point.kind == SplitKind::left;
  screen.words(fmt::format(
      "The lower page, {}, gets {}, the upper one, {}, {}; the new record goes to the {} one.",
      left ? split.new_page : split.page, counted(low, "record"), left ? split.page : split.new_page,
      counted(high, "record"), split.point.new_record_is_low ? "lower" : "upper"));
}

}  // namespace keycost
