#include "src/show/crash.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "sim/postgresql/observer_list.hpp"
#include "sim/postgresql/recovery/recover.hpp"
#include "src/command/exit_status.hpp"
#include "src/execute/interrupt.hpp"
#include "src/execute/one_table.hpp"
#include "src/report/counts.hpp"
#include "src/report/numbers.hpp"
#include "src/show/postgresql_views.hpp"
#include "src/show/recovered.hpp"
#include "src/utf8.hpp"

namespace keycost {

using namespace postgresql;

namespace {

struct MomentSeen {};

/// Runs the table to `event`, where `at_event` is called; the run ends there.
template <class AtEvent>
void run_to(const WatchedTable& watched, const EventRequest& event, Observer& first, AtEvent at_event) {
  const PostgresqlWatch* seen = nullptr;
  std::uint64_t number_seen = 0;
  PostgresqlWatch watch([&](EventKind kind, std::uint64_t number, const Step* step) {
    if (kind == event.kind) number_seen = number;
    if (kind != event.kind || number != event.number || step != event.step) return;
    at_event(*seen);
    throw MomentSeen{};
  });
  seen = &watch;
  ObserverList observers({&first, &watch});
  RunOptions options;
  options.progress = [](std::uint64_t) { stop_if_interrupted(); };
  options.postgresql_observer = &observers;
  try {
    run_one_table(watched.file, watched.file.scenario, watched.table, options);
  } catch (const MomentSeen&) {
    return;
  }
  refuse_missing(event, number_seen);
}

/// The page to be torn, as it is in memory.
struct Torn {
  std::string name;
  BlockNumber block = 0;
  Page page;
};

std::string dirty_pages_text(const PostgresqlWatch& watch) {
  std::string text;
  std::size_t count = 0;
  for (const Server::NamedRelation& relation : watch.relations()) {
    for (BlockNumber block = 0; block < relation.pages->blocks(); ++block) {
      const Buffer* buffer = relation.pages->buffer(block);
      if (buffer == nullptr || !buffer->dirty) continue;
      if (++count > 12) return text + ", and others";
      text += fmt::format("{}{}:{}", text.empty() ? "" : ", ", watch.name_of(*relation.pages), block);
    }
  }
  return text.empty() ? "no page is" : text + " are";
}

Torn find_torn(const PostgresqlWatch& watch, const std::string& text) {
  const PostgresqlPlace place = find_place(watch, text, "--tear");
  const Buffer* buffer = place.relation.pages->buffer(place.block);
  if (buffer == nullptr || !buffer->dirty)
    throw UsageError(fmt::format("--tear: {} is not dirty at this moment, so nobody writes it; {}",
                                 in_quotes(text), dirty_pages_text(watch)));
  return {watch.name_of(*place.relation.pages), place.block, place.relation.pages->page(place.block)};
}

void tell_what_is_lost(Screen& screen, const PostgresqlWatch& watch, const DurableState& state) {
  screen.heading("On disk");
  const LogExtent& log = state.extent();
  screen.words(fmt::format(
      "The log, up to {}: {} from the redo point {} on. {} behind that {} lost, and with them what "
      "was not committed.",
      lsn_text(log.flushed), counted(state.records().size(), "record"), lsn_text(log.redo),
      counted(state.records_lost(), "record"), state.records_lost() == 1 ? "is" : "are"));
  const std::uint64_t committed = state.committed_rows().size();
  screen.words(fmt::format("Of {} that had arrived, {} committed.", counted(watch.rows(), "row"),
                           fmt::format("{} {}", with_thousands(committed), committed == 1 ? "is" : "are")));
}

constexpr std::size_t sector_bytes = 512;
constexpr std::size_t compared_bytes = 8;

/// Each line is a sector of the disk, or a part of one.
template <class Cell>
void draw_sectors(Screen& screen, std::size_t torn_at_bytes, Cell cell) {
  constexpr std::size_t label_columns = 12;
  std::size_t cells = sector_bytes / compared_bytes;
  while (label_columns + cells > screen.width()) cells /= 2;
  for (std::size_t line = 0; line < block_size_bytes; line += cells * compared_bytes) {
    std::string text = fmt::format("  {:>5} {}  ", line, line < torn_at_bytes ? "new" : "old");
    for (std::size_t at = line; at < line + cells * compared_bytes; at += compared_bytes) text += cell(at);
    screen.raw(text);
  }
}

bool cell_differs(const Page& a, const Page& b, std::size_t at) {
  return std::memcmp(a.data() + at, b.data() + at, compared_bytes) != 0;
}

void draw_torn_page(Screen& screen, const TornPage& torn, const Recovery& recovery, const std::string& name) {
  screen.heading(fmt::format("Torn: {}, block {}", name, torn.block));
  screen.words(fmt::format(
      "The power went while the page was written: its first {} bytes are new, the rest is what was "
      "there before. Its LSN, {}, is {}.",
      with_thousands(torn.at_bytes), lsn_text(recovery.torn.lsn()),
      recovery.torn.lsn() == torn.new_version.lsn() ? "the new version's" : "the old version's"));
  screen.blank();
  draw_sectors(screen, torn.at_bytes, [&](std::size_t at) {
    if (!cell_differs(torn.new_version, recovery.old_version, at)) return std::string(screen.mark("·", "."));
    if (at < torn.at_bytes) return screen.coloured("N", Colour::green);
    return screen.coloured("o", Colour::red);
  });
  screen.line(fmt::format("  N new   o old where the new version differs   {} the same in both",
                          screen.mark("·", ".")));
}

void tell_recovery(Screen& screen, const DurableState& state, const Recovery& recovery, const TornPage* torn,
                   bool has_checksums) {
  screen.heading("Recovery");
  if (recovery.checksum_failure) {
    const RedoRecord& record = state.records()[*recovery.checksum_failure];
    screen.words(
        fmt::format("{} at {} asks for the torn page, which matches neither of its two checksums. {}",
                    record_type_name(record.type), lsn_text(record.begin),
                    has_checksums ? "With data_checksums the server ends here, and does not start again: "
                                    "\"invalid page in block\". "
                                    "What follows is what it would do without them."
                                  : "Without data_checksums nobody notices."));
  }
  screen.words(fmt::format(
      "{} replayed from {} on. Of the blocks that they are about {} restored from a full-page image, "
      "{} rebuilt from nothing but its record, {} changed, and {} left alone, since they have the "
      "change already.",
      counted(recovery.records, "record"), lsn_text(state.extent().redo), recovery.restored,
      recovery.initialized, recovery.applied, recovery.skipped));
  if (recovery.failed_at) {
    const RedoRecord& record = state.records()[*recovery.failed_at];
    screen.words(fmt::format("PANIC at {}, {} about {}, block {}: {}. The server does not start again.",
                             lsn_text(record.begin), record_type_name(record.type),
                             state.relations()[recovery.failed_relation].name, recovery.failed_block,
                             recovery.why_failed));
  }
  if (torn == nullptr) return;
  std::uint64_t restored = 0;
  std::uint64_t initialized = 0;
  std::uint64_t applied = 0;
  std::uint64_t skipped = 0;
  for (const ReplayedBlock& replayed : recovery.of_torn_page) {
    if (replayed.action == RedoAction::restored) ++restored;
    if (replayed.action == RedoAction::initialized) ++initialized;
    if (replayed.action == RedoAction::applied) ++applied;
    if (replayed.action == RedoAction::skipped) ++skipped;
  }
  screen.words(fmt::format(
      "The torn page: {} about it; {} with an image, {} that rebuild it, {} applied, {} not, since "
      "its LSN says that it has them already.",
      counted(recovery.of_torn_page.size(), "record"), restored, initialized, applied, skipped));
}

std::string blocks_text(const std::vector<BlockNumber>& blocks) {
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(blocks.size(), 8); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : ", ", blocks[i]);
  return blocks.size() > 8 ? text + ", …" : text;
}

void list_pages(Screen& screen, const Recovered& recovered) {
  std::vector<std::vector<std::string>> lines;
  for (const RecoveredRelation& relation : recovered.relations) {
    if (relation.is_map) {
      lines.push_back({relation.name, with_thousands(relation.pages), "", "", "", "", "not compared: hints"});
      continue;
    }
    lines.push_back({relation.name, with_thousands(relation.pages), with_thousands(relation.old_on_disk),
                     with_thousands(relation.same), with_thousands(relation.hints_only),
                     with_thousands(relation.different.size()),
                     relation.different.empty() ? "" : "block " + blocks_text(relation.different)});
  }
  screen.heading("Pages, held against those of before the crash");
  draw_table(screen, {"", "pages", "older on disk", "same", "but hints", "different", ""}, lines);
}

void tell_damage(Screen& screen, const Recovered& recovered) {
  screen.heading("Rows and entries");
  screen.words(
      recovered.rows_lost == 0
          ? fmt::format("Every one of {} is there.", counted(recovered.rows_committed, "committed row"))
          : fmt::format("{} of {} lost or changed.", with_thousands(recovered.rows_lost),
                        counted(recovered.rows_committed, "committed row")));
  for (const RecoveredIndex& index : recovered.indexes) {
    const bool is_whole = index.broken_rule.empty() && index.rows_missing == 0 && index.entries_twice == 0;
    if (is_whole) {
      screen.words(fmt::format("{}: whole; it finds every committed row.", index.name));
      continue;
    }
    screen.words(
        fmt::format("{}: a scan from its left end misses {} and meets {} twice; entries that lead to no row: "
                    "{}{}",
                    index.name, counted(index.rows_missing, "committed row"),
                    counted(index.entries_twice, "row"), with_thousands(index.entries_dangling),
                    index.broken_rule.empty() ? "." : fmt::format(". A check says: {}.", index.broken_rule)));
  }
}

void draw_damage(Screen& screen, const TornPage& torn, const DurableState& state, const Recovery& recovery) {
  const Blocks& logged = state.relations()[torn.relation].logged;
  const Blocks& recovered = recovery.relations[torn.relation];
  if (torn.block >= logged.size() || torn.block >= recovered.size()) return;
  const Page& expected = logged[torn.block];
  const Page& now = recovered[torn.block];
  const std::vector<ByteDifference> found = differences(now, expected);
  if (found.empty()) {
    screen.words("The torn page is, byte for byte, what it was before the crash.");
    return;
  }
  std::size_t bytes = 0;
  for (const ByteDifference& difference : found) bytes += difference.end - difference.begin;
  screen.heading("The torn page after recovery");
  draw_sectors(screen, torn.at_bytes, [&](std::size_t at) {
    if (!cell_differs(now, expected, at)) return std::string(screen.mark("·", "."));
    return screen.coloured(std::string(screen.mark("×", "x")), Colour::red);
  });
  screen.line(fmt::format("  {} not as before the crash: {} in {}, the first at {}", screen.mark("×", "x"),
                          counted(bytes, "byte"), counted(found.size(), "place"), found.front().begin));
}

/// Why nothing was lost although a page was torn and there are no images.
std::string_view luck_text(const Recovery& recovery, const TornPage& torn) {
  if (differences(recovery.torn, torn.new_version).empty() ||
      differences(recovery.torn, recovery.old_version).empty())
    return "Nothing is lost, by luck: one of the halves is the same in both versions, so the page is whole. "
           "Tear it "
           "elsewhere (--torn-at), or another page.";
  const bool rebuilt = std::ranges::any_of(recovery.of_torn_page, [](const ReplayedBlock& replayed) {
    return replayed.action == RedoAction::initialized;
  });
  return rebuilt ? "Nothing is lost: the page is new since the redo point, and its first record rebuilds it "
                   "from nothing."
                 : "Nothing is lost, by luck: what the halves differ in was written again by the records.";
}

void tell_verdict(Screen& screen, const Recovery& recovery, const Recovered& recovered, const TornPage* torn,
                  bool has_images, bool has_checksums) {
  screen.heading("So");
  const bool stops = recovery.failed_at || (recovery.checksum_failure && has_checksums);
  if (!stops && recovered.is_whole()) {
    if (torn == nullptr) {
      screen.words("Nothing is lost but what was not committed: all else is in the log.");
    } else if (!has_images) {
      screen.words(luck_text(recovery, *torn));
    } else if (recovery.of_torn_page.empty()) {
      screen.words("Nothing is lost but what was not committed: no record is about the torn page.");
    } else {
      screen.words(
          "Nothing is lost but what was not committed. The torn page did no harm: the first record about it "
          "since the redo point has it whole, and what was on disk was never looked at.");
    }
    return;
  }
  if (has_images) {
    screen.words("Not as before the crash, although images were logged.");
    return;
  }
  screen.words(
      stops
          ? "The server does not come up again without a backup: without full-page images the log has only "
            "changes, and a change needs a whole page to be made on."
          : "The server comes up and nobody is told: without full-page images the log has only changes, and "
            "they were made, or left out, on a page that is half of one version and half of another.");
}

}  // namespace

std::string show_crash(const WatchedTable& watched, const CrashRequest& request, Screen screen) {
  if (!watched.is_postgresql())
    throw UsageError(
        "crash: InnoDB's log is counted and not simulated record by record, so nothing can be replayed");
  if (request.tear && request.event.kind == EventKind::split)
    throw UsageError(
        "--tear: while a page splits nobody can be writing it; take a row, a record or a commit");
  const Settings settings = read_settings(watched.file.scenario.settings);

  LogExtentObserver extent;
  std::optional<Torn> torn_page;
  run_to(watched, request.event, extent, [&](const PostgresqlWatch& watch) {
    if (request.tear) torn_page = find_torn(watch, *request.tear);
  });
  LogExtent log = extent.extent();
  // The log goes first: whoever writes a page has flushed the records that changed it.
  if (torn_page) log.flushed = std::max(log.flushed, torn_page->page.lsn());

  DurableState state(log);
  run_to(watched, request.event, state, [&](const PostgresqlWatch& watch) {
    std::optional<TornPage> torn;
    if (torn_page) {
      torn.emplace();
      for (std::size_t i = 0; i < state.relations().size(); ++i) {
        const DurableState::KeptRelation& relation = state.relations()[i];
        if (relation.pages != nullptr && relation.name == torn_page->name) torn->relation = i;
      }
      torn->block = torn_page->block;
      torn->at_bytes = request.torn_at_bytes;
      torn->new_version = torn_page->page;
    }
    const TornPage* const tearing = torn ? &*torn : nullptr;
    const Recovery recovery = recover(state, tearing);
    const Recovered recovered = hold_against_run(watch, state, recovery);
    screen.words(fmt::format("{}: table {}, a crash {}, full-page images {}", watched.file.name,
                             watched.definition().name, moment_text(request.event, watch.rows()),
                             settings.full_page_writes ? "on" : "off"));
    tell_what_is_lost(screen, watch, state);
    if (tearing != nullptr) draw_torn_page(screen, *tearing, recovery, torn_page->name);
    tell_recovery(screen, state, recovery, tearing, settings.data_checksums);
    list_pages(screen, recovered);
    if (tearing != nullptr) draw_damage(screen, *tearing, state, recovery);
    tell_damage(screen, recovered);
    tell_verdict(screen, recovery, recovered, tearing, settings.full_page_writes, settings.data_checksums);
  });
  return screen.text();
}

}  // namespace keycost
