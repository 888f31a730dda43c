// What checkpoints have written, and what the next one would; which pages will log an image.
#include "src/show/postgresql_views.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "src/report/counts.hpp"
#include "src/report/numbers.hpp"

namespace keycost {

using namespace postgresql;

namespace {

/// Dirty pages are the next checkpoint's; pages older than the redo point log an image at their next change.
struct RelationPagesState {
  std::string name;
  std::vector<bool> dirty;
  std::vector<bool> old;
};

RelationPagesState state_of(const PostgresqlWatch& watch, const Server::NamedRelation& relation) {
  RelationPagesState state{watch.name_of(*relation.pages), {}, {}};
  const WriteAheadLog& log = watch.server().log();
  for (BlockNumber block = 0; block < relation.pages->blocks(); ++block) {
    const Buffer* buffer = relation.pages->buffer(block);
    const Page& page = relation.pages->page(block);
    state.dirty.push_back(buffer != nullptr && buffer->dirty);
    state.old.push_back(log.logs_full_pages() && !page.is_new() && page.lsn() <= log.redo_point());
  }
  return state;
}

std::uint64_t count(const std::vector<bool>& marks) {
  return static_cast<std::uint64_t>(std::ranges::count(marks, true));
}

/// Each relation's pages in block order; of a large one, so many blocks a mark that it takes four lines.
void draw_pages(Screen& screen, const RelationPagesState& state) {
  constexpr std::size_t lines_max = 4;
  const std::size_t columns = screen.width() - 2;
  std::size_t blocks_a_mark = 1;
  while (state.dirty.size() > columns * lines_max * blocks_a_mark) blocks_a_mark *= 2;
  screen.line(fmt::format("{}: {}{}", state.name, counted(state.dirty.size(), "block"),
                          blocks_a_mark == 1 ? "" : fmt::format(", {} a mark", blocks_a_mark)));
  std::string text = "  ";
  std::size_t marks = 0;
  for (std::size_t begin = 0; begin < state.dirty.size(); begin += blocks_a_mark) {
    const std::size_t end = std::min(state.dirty.size(), begin + blocks_a_mark);
    bool dirty = false;
    bool old = false;
    for (std::size_t i = begin; i < end; ++i) {
      dirty = dirty || state.dirty[i];
      old = old || state.old[i];
    }
    const std::string mark(dirty ? screen.mark("█", "#")
                                 : (old ? screen.mark("○", "o") : screen.mark("·", ".")));
    text += dirty ? screen.coloured(mark, Colour::red) : mark;
    if (++marks % columns == 0 && end < state.dirty.size()) {
      screen.raw(text);
      text = "  ";
    }
  }
  if (!state.dirty.empty()) screen.raw(text);
}

void list_checkpoints(Screen& screen, const PostgresqlWatch& watch, std::size_t lines_max) {
  const std::vector<CheckpointSeen>& checkpoints = watch.checkpoints();
  if (checkpoints.empty()) {
    screen.words("There has been no checkpoint yet.");
    return;
  }
  std::vector<std::vector<std::string>> lines;
  const std::size_t first =
      checkpoints.size() - std::min(std::max<std::size_t>(lines_max, 1), checkpoints.size());
  for (std::size_t i = first; i < checkpoints.size(); ++i) {
    const CheckpointSeen& seen = checkpoints[i];
    const Lsn before = i == 0 ? 0 : checkpoints[i - 1].redo;
    lines.push_back({std::to_string(i + 1), with_thousands(seen.row_begin),
                     seen.end == 0 ? "under way" : with_thousands(seen.row_end), lsn_text(seen.redo),
                     before == 0 ? "" : with_thousands(seen.redo - before),
                     with_thousands(seen.pages_written), seen.at_shutdown ? "at shutdown" : ""});
  }
  draw_table(screen, {"", "after row", "until", "redo point", "WAL since the last", "pages written", ""},
             lines);
}

}  // namespace

void show_checkpoint(Screen& screen, const PostgresqlWatch& watch, std::size_t lines_max) {
  screen.heading(fmt::format("{}, {} so far", counted(watch.checkpoints().size(), "checkpoint"),
                             counted(watch.rows(), "row")));
  list_checkpoints(screen, watch, lines_max);
  std::vector<RelationPagesState> states;
  std::vector<std::vector<std::string>> lines;
  std::uint64_t pages = 0;
  std::uint64_t dirty = 0;
  std::uint64_t old = 0;
  for (const Server::NamedRelation& relation : watch.relations()) {
    const RelationPagesState& state = states.emplace_back(state_of(watch, relation));
    pages += state.dirty.size();
    dirty += count(state.dirty);
    old += count(state.old);
    lines.push_back({state.name, with_thousands(state.dirty.size()), with_thousands(count(state.dirty)),
                     with_thousands(count(state.old))});
  }
  lines.push_back({"together", with_thousands(pages), with_thousands(dirty), with_thousands(old)});
  screen.heading("Pages now");
  draw_table(screen, {"", "pages", "dirty", "next change logs an image"}, lines);
  screen.words(fmt::format("A checkpoint now would write {}, {}.", counted(dirty, "page"),
                           size_pretty(dirty * watch.server().page_size_bytes())));
  screen.blank();
  screen.line(fmt::format("{} dirty   {} clean, its next change logs an image   {} clean",
                          screen.mark("█", "#"), screen.mark("○", "o"), screen.mark("·", ".")));
  for (const RelationPagesState& state : states) draw_pages(screen, state);
}

}  // namespace keycost
