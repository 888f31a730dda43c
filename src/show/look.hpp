// Running a table up to one of its moments and showing what is asked for there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "src/scenario_file.hpp"
#include "src/show/event.hpp"
#include "src/show/screen.hpp"

namespace keycost {

enum class View : std::uint8_t { moment, page, tree, split, wal, checkpoint };

struct ViewDescription {
  View view;
  std::string_view name;
  std::string_view meaning;
  bool innodb_too;
};

std::span<const ViewDescription> view_descriptions();
/// Throws UsageError with the nearest name.
View read_view(const std::string& name);

/// What of a table is looked at.
struct Look {
  View view = View::page;
  std::optional<std::string> of;  ///< RELATION:BLOCK, or an index
  std::size_t lines_max = 8;      ///< of lists
};

/// A table of a scenario that is run to be watched.
struct WatchedTable {
  ScenarioFile file;
  std::size_t table = 0;

  const TableDefinition& definition() const { return file.scenario.tables[table]; }
  bool is_postgresql() const;
};

/// Arguments that every command has that watches a run. All are read as text.
struct WatchArguments {
  std::string scenario;
  std::optional<std::string> table;
  std::optional<std::string> seed;
  std::optional<std::string> page_size;
  std::optional<std::string> width;
  std::string colour = "auto";
  bool ascii = false;

  void declare(CLI::App& app);
  /// Throws UsageError, ScenarioInvalid, InputOutputFailed.
  WatchedTable load() const;
  /// --width beats COLUMNS beats the terminal's width.
  Screen screen() const;
};

/// The text of `look` at the moment `event`. For View::split: of the first split from then on.
/// Throws UsageError if the run has no such moment.
std::string show_at(const WatchedTable& watched, const EventRequest& event, const Look& look, Screen screen);

/// A moment of a run, as an EventRequest without words.
struct Moment {
  EventKind kind = EventKind::start;
  std::uint64_t number = 1;
  const Step* step = nullptr;

  EventRequest request() const;
};

/// Every moment of the run from start to end, but single records, images and commits, in order.
std::vector<Moment> moments_of(const WatchedTable& watched);

}  // namespace keycost
