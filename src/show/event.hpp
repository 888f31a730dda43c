// Moments of a run at which it can be looked at, and how the command line names them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "sim/scenario.hpp"

namespace keycost {

enum class EventKind : std::uint8_t {
  start,
  row,
  split,
  root,
  deduplication,
  record,
  image,
  commit,
  redo,
  checkpoint,
  step,
  end,
};

inline constexpr std::size_t event_kinds = static_cast<std::size_t>(EventKind::end) + 1;

struct EventDescription {
  EventKind kind;
  std::string_view name;     ///< in front of the colon: "split"; empty for a row, which is a number alone
  std::string_view written;  ///< "split:N"
  std::string_view meaning;
  bool innodb_too;  ///< InnoDB's engine has it as well
};

/// In the order in which --help lists them.
std::span<const EventDescription> event_descriptions();
const EventDescription& describe(EventKind kind);

/// A moment that is asked for: the `number`th event of its kind, from 1. Of a step, its `number`th execution.
struct EventRequest {
  EventKind kind = EventKind::end;
  std::uint64_t number = 1;
  const Step* step = nullptr;
  std::string text;  ///< as given
};

/// "250", "split:3", "checkpoint:1", "second", "second[4]", "end". Throws UsageError with what would be
/// right.
EventRequest read_event(const std::string& text, const Scenario& scenario);

/// "after 12 rows", "after 71 rows (split:5)".
std::string moment_text(const EventRequest& event, std::uint64_t rows);

/// Throws UsageError: the run has only `number_seen` events of the kind.
[[noreturn]] void refuse_missing(const EventRequest& event, std::uint64_t number_seen);

/// All the forms, one a line, for --help.
std::string event_help();

}  // namespace keycost
