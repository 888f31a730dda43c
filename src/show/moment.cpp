// What the last row has done, in a few lines: for whoever goes from row to row.
#include <algorithm>

#include <fmt/format.h>

#include "sim/innodb/btree.hpp"
#include "src/report/counts.hpp"
#include "src/report/numbers.hpp"
#include "src/show/innodb_views.hpp"
#include "src/show/postgresql_views.hpp"

namespace keycost {

namespace {

std::string splits_text(std::uint64_t splits) {
  return splits == 0 ? "" : fmt::format(", {} so far", counted(splits, "split"));
}

void show_entries(Screen& screen, const PostgresqlWatch& watch) {
  using namespace postgresql;
  for (const EntryEvent& entry : watch.entries_of_row()) {
    const auto relations = watch.relations();
    const auto index = std::ranges::find(relations, entry.index, &Server::NamedRelation::pages);
    if (index == relations.end()) continue;
    const Page& leaf = entry.index->page(entry.leaf);
    screen.line(fmt::format("  {} block {}, item {} of {}: {}", index->name, entry.leaf, entry.offset,
                            leaf.max_offset(), index->tree->key().print(leaf.item(entry.offset))));
  }
}

}  // namespace

void show_moment(Screen& screen, const PostgresqlWatch& watch) {
  const auto& row = watch.last_row();
  if (row) {
    if (row->inserted) {
      screen.line(fmt::format("  {} block {}, item {}", watch.name_of(*watch.relations()[0].pages),
                              row->id.block, row->id.offset));
    } else {
      screen.line("  left out: its key is there already");
    }
  }
  show_entries(screen, watch);
  const LoggedSum& logged = watch.logged_for_row();
  screen.line(fmt::format("  logged for the row at hand: {}, {} bytes", counted(logged.records, "record"),
                          with_thousands(logged.bytes)));
  if (logged.images > 0) {
    screen.line(fmt::format("    {} bytes of them: {}", with_thousands(logged.images_bytes),
                            counted(logged.images, "full-page image")));
  }
  screen.line(fmt::format("  {} committed{}, {} so far", with_thousands(watch.rows_committed()),
                          splits_text(watch.count(EventKind::split)),
                          counted(watch.count(EventKind::checkpoint), "checkpoint")));
}

void show_moment(Screen& screen, const InnodbWatch& watch) {
  for (const innodb::EntryEvent& entry : watch.entries_of_row()) {
    screen.line(fmt::format("  {} page {}, record {} of {}", watch.name_of(*entry.index), entry.page,
                            entry.position + 1, entry.index->page(entry.page).records()));
  }
  screen.line(fmt::format("  {} so far", counted(watch.count(EventKind::split), "split")));
}

}  // namespace keycost
