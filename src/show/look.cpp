#include "src/show/look.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/postgresql/settings.hpp"
#include "src/command/arguments.hpp"
#include "src/command/exit_status.hpp"
#include "src/execute/interrupt.hpp"
#include "src/execute/one_table.hpp"
#include "src/nearest_name.hpp"
#include "src/report/counts.hpp"
#include "src/report/numbers.hpp"
#include "src/report/style.hpp"
#include "src/show/innodb_views.hpp"
#include "src/show/postgresql_views.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

constexpr std::array views{
    ViewDescription{View::moment, "moment", "what the last row has done: entries, records, images", true},
    ViewDescription{View::page, "page", "one page by its bytes, with a legend that adds up to the page",
                    true},
    ViewDescription{View::tree, "tree", "an index by its levels: every page in key order, and how full it is",
                    true},
    ViewDescription{View::split, "split",
                    "the first split from EVENT on: candidates, scores, the choice and why", true},
    ViewDescription{View::wal, "wal",
                    "the write-ahead log since the last redo point, and what a crash would replay", false},
    ViewDescription{View::checkpoint, "checkpoint",
                    "checkpoints so far, dirty pages, and pages whose next change logs an image", false},
};

/// Thrown to end a run that has been seen.
struct EventSeen {};

/// Waits for the moment, and for a split where that is asked for.
class Waiting {
 public:
  Waiting(const EventRequest& event, View view) : event_(event), view_(view) {}

  /// Whether this event is what was waited for.
  bool is_now(EventKind kind, std::uint64_t number, const Step* step) {
    if (kind == event_.kind && number == event_.number && step == event_.step) is_reached_ = true;
    if (!is_reached_) return false;
    if (view_ != View::split) return true;
    if (kind == EventKind::split) is_splitting_ = true;
    return is_splitting_;
  }
  bool is_reached() const { return is_reached_; }

 private:
  const EventRequest& event_;
  View view_;
  bool is_reached_ = false;
  bool is_splitting_ = false;
};

void show(Screen& screen, const PostgresqlWatch& watch, const Look& look) {
  switch (look.view) {
    case View::moment:
      return show_moment(screen, watch);
    case View::page:
      return draw(screen, postgresql_page(watch, find_place(watch, look.of)), look.lines_max);
    case View::tree:
      return draw(screen, postgresql_tree(watch, find_index(watch, look.of)), look.lines_max);
    case View::split:
      return show_split(screen, watch, look.lines_max);
    case View::wal:
      return show_wal(screen, watch, look.lines_max);
    case View::checkpoint:
      return show_checkpoint(screen, watch, look.lines_max);
  }
}

void show(Screen& screen, const InnodbWatch& watch, const Look& look) {
  switch (look.view) {
    case View::moment:
      return show_moment(screen, watch);
    case View::page:
      return draw(screen, innodb_page(watch, find_place(watch, look.of)), look.lines_max);
    case View::tree:
      return draw(screen, innodb_tree(watch, find_index(watch, look.of)), look.lines_max);
    case View::split:
      return show_split(screen, watch);
    case View::wal:
    case View::checkpoint:
      throw UsageError(
          "show: InnoDB's log is counted and not simulated record by record; moment, page, tree and split "
          "are "
          "what can be shown of it");
  }
}

/// PostgreSQL's split is shown once it is done, when its record is logged, so that both halves can be seen.
bool is_complete(const PostgresqlWatch& watch, View view) {
  return view != View::split || watch.last_split()->record.has_value();
}
bool is_complete(const InnodbWatch&, View) {
  return true;
}

void attach(RunOptions& options, PostgresqlWatch& watch) {
  options.postgresql_observer = &watch;
}
void attach(RunOptions& options, InnodbWatch& watch) {
  options.innodb_observer = &watch;
}

/// One run up to its moment, with whichever engine's watch.
template <class Watch>
class Showing {
 public:
  Showing(const WatchedTable& watched, const EventRequest& event, const Look& look, Screen& screen)
      : watched_(watched), event_(event), look_(look), screen_(screen), moment_(event, look.view) {}

  void run() {
    Watch watch([this](EventKind kind, std::uint64_t number, const Step* step) { pass(kind, number, step); });
    watch_ = &watch;
    RunOptions options;
    options.progress = [](std::uint64_t) { stop_if_interrupted(); };
    attach(options, watch);
    try {
      run_one_table(watched_.file, watched_.file.scenario, watched_.table, options);
    } catch (const EventSeen&) {
      return;
    }
    refuse_moment();
  }

 private:
  void pass(EventKind kind, std::uint64_t number, const Step* step) {
    if (kind == event_.kind) number_seen_ = number;
    is_now_ = is_now_ || moment_.is_now(kind, number, step);
    if (!is_now_ || !is_complete(*watch_, look_.view)) return;
    screen_.line(fmt::format("{}: table {} {}", watched_.file.name, watched_.definition().name,
                             moment_text(event_, watch_->rows())));
    show(screen_, *watch_, look_);
    throw EventSeen{};
  }

  [[noreturn]] void refuse_moment() const {
    if (moment_.is_reached())
      throw UsageError(fmt::format("--at: no page splits from {} on", in_quotes(event_.text)));
    refuse_missing(event_, number_seen_);
  }

  const WatchedTable& watched_;
  const EventRequest& event_;
  const Look& look_;
  Screen& screen_;
  Waiting moment_;
  const Watch* watch_ = nullptr;
  bool is_now_ = false;
  std::uint64_t number_seen_ = 0;
};

std::size_t find_table(const ScenarioFile& file, const std::optional<std::string>& name) {
  if (!name) return 0;
  std::vector<std::string_view> known;
  for (const TableDefinition& table : file.scenario.tables) known.push_back(table.name);
  const auto found = std::ranges::find(known, *name);
  if (found == known.end())
    throw UsageError(
        fmt::format("--table: {} (in {})", unknown_name("table", *name, known), path_in_quotes(file.path)));
  return static_cast<std::size_t>(found - known.begin());
}

ColourChoice read_colour(const std::string& text) {
  if (text == "auto") return ColourChoice::automatic;
  if (text == "always") return ColourChoice::always;
  if (text == "never") return ColourChoice::never;
  throw UsageError(fmt::format("--color takes auto, always or never, not {}", in_quotes(text)));
}

}  // namespace

std::span<const ViewDescription> view_descriptions() {
  return views;
}

View read_view(const std::string& name) {
  std::vector<std::string_view> known;
  for (const ViewDescription& view : views) {
    if (view.name == name) return view.view;
    known.push_back(view.name);
  }
  throw UsageError("show: " + unknown_name("view", name, known));
}

bool WatchedTable::is_postgresql() const {
  return file.scenario.engine == "postgresql-18";
}

void WatchArguments::declare(CLI::App& app) {
  app.add_option("--table", table, "which table; the first unless told")->type_name("NAME");
  app.add_option("--seed", seed, "instead of the scenario's seed")->type_name("N");
  app.add_option(
         "--page-size", page_size,
         "smaller pages show more with fewer rows: 1024, 2048 or 4096 bytes instead of 8192 (PostgreSQL)")
      ->type_name("BYTES");
  app.add_option("--width", width, "columns; COLUMNS, the terminal's or 80 unless told")->type_name("N");
  app.add_flag("--ascii", ascii, "ASCII characters only");
  app.add_option("--color", colour, "auto, always or never (auto)")->type_name("WHEN");
}

namespace {

/// As a server would be that is built with --with-blocksize.
void set_page_size(WatchedTable& watched, const std::string& bytes) {
  if (!watched.is_postgresql())
    throw UsageError("--page-size: only PostgreSQL's pages can be made smaller here");
  const Declaration* declaration = find_declaration(postgresql::setting_declarations(), "block_size");
  if (std::ranges::find(declaration->choices, bytes) == declaration->choices.end())
    throw UsageError(
        fmt::format("--page-size takes {}, not {}", fmt::join(declaration->choices, ", "), in_quotes(bytes)));
  watched.file.scenario.settings.set("block_size", bytes);
}

}  // namespace

WatchedTable WatchArguments::load() const {
  WatchedTable watched{load_scenario(scenario), 0};
  if (const auto number = read_optional_seed(seed)) watched.file.scenario.seed = *number;
  if (page_size) set_page_size(watched, *page_size);
  watched.table = find_table(watched.file, table);
  return watched;
}

Screen WatchArguments::screen() const {
  ReportStyle style = choose_style(read_colour(colour), ascii, standard_output_environment());
  const char* columns = std::getenv("COLUMNS");
  if (width) {
    style.width = read_whole_number("--width", *width, {Screen::width_min, Screen::width_max});
  } else if (columns != nullptr && *columns != '\0' && std::string_view(columns).size() < 6 &&
             std::ranges::all_of(std::string_view(columns), [](char c) { return c >= '0' && c <= '9'; })) {
    style.width = read_whole_number("COLUMNS", columns);
  }
  return Screen(style);
}

std::string show_at(const WatchedTable& watched, const EventRequest& event, const Look& look, Screen screen) {
  if (watched.is_postgresql()) {
    Showing<PostgresqlWatch>(watched, event, look, screen).run();
  } else {
    if (!describe(event.kind).innodb_too)
      throw UsageError(fmt::format("--at: {} is an event of PostgreSQL's engine, not of {}",
                                   in_quotes(event.text), watched.file.scenario.engine));
    Showing<InnodbWatch>(watched, event, look, screen).run();
  }
  return screen.text();
}

EventRequest Moment::request() const {
  const std::string_view name = describe(kind).name;
  const bool is_numbered = describe(kind).written.find(':') != std::string_view::npos;
  std::string text = kind == EventKind::step  ? "the end of a step"
                     : kind == EventKind::row ? std::to_string(number)
                     : is_numbered            ? fmt::format("{}:{}", name, number)
                                              : std::string(name);
  return {kind, number, step, std::move(text)};
}

namespace {

bool is_single_record(EventKind kind) {
  return kind == EventKind::record || kind == EventKind::image || kind == EventKind::commit;
}

template <class Watch>
std::vector<Moment> collect_moments(const WatchedTable& watched) {
  std::vector<Moment> moments;
  Watch watch([&](EventKind kind, std::uint64_t number, const Step* step) {
    if (!is_single_record(kind)) moments.push_back({kind, number, step});
  });
  RunOptions options;
  options.progress = [](std::uint64_t) { stop_if_interrupted(); };
  attach(options, watch);
  run_one_table(watched.file, watched.file.scenario, watched.table, options);
  return moments;
}

}  // namespace

std::vector<Moment> moments_of(const WatchedTable& watched) {
  return watched.is_postgresql() ? collect_moments<PostgresqlWatch>(watched)
                                 : collect_moments<InnodbWatch>(watched);
}

}  // namespace keycost
