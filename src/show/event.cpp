#include "src/show/event.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "sim/error.hpp"
#include "sim/reported_steps.hpp"
#include "src/command/arguments.hpp"
#include "src/command/exit_status.hpp"
#include "src/nearest_name.hpp"
#include "src/report/counts.hpp"
#include "src/report/numbers.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

constexpr std::array descriptions{
    EventDescription{EventKind::start, "start", "start", "the table as CREATE TABLE leaves it", true},
    EventDescription{EventKind::row, "", "N", "row N is in the table and in all its indexes", true},
    EventDescription{EventKind::split, "split", "split:N",
                     "the Nth page split, of any index, when it is decided and nothing has moved yet", true},
    EventDescription{EventKind::root, "root", "root:N", "the Nth time that an index got a new root", true},
    EventDescription{EventKind::deduplication, "deduplication", "deduplication:N",
                     "the Nth time that duplicates on a page were merged", false},
    EventDescription{EventKind::record, "record", "record:N", "the Nth record of the write-ahead log", false},
    EventDescription{EventKind::image, "image", "image:N", "the record with the Nth full-page image", false},
    EventDescription{EventKind::commit, "commit", "commit:N", "the Nth transaction's commit", false},
    EventDescription{EventKind::redo, "redo", "redo:N",
                     "the Nth checkpoint's redo point: it has begun and written nothing", false},
    EventDescription{EventKind::checkpoint, "checkpoint", "checkpoint:N", "the Nth checkpoint is through",
                     false},
    EventDescription{EventKind::step, "NAME", "NAME, NAME[I]",
                     "the end of the step of that name, as results call it; of its round I, from 0", true},
    EventDescription{EventKind::end, "end", "end", "the end of the last step", true},
};

std::optional<std::uint64_t> whole_number(std::string_view text) {
  const bool is_number =
      !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
  if (!is_number || text.size() > 18) return std::nullopt;
  return read_whole_number("--at", text);
}

/// The step inside `step` that runs last, and how often it runs for each execution of `step`.
struct LastInside {
  const Step* step;
  std::uint64_t executions;
};

LastInside last_inside(const Step& step) {
  const auto* repeat = std::get_if<RepeatStep>(&step.action);
  if (repeat == nullptr || repeat->steps.empty()) return {&step, 1};
  const LastInside inner = last_inside(repeat->steps.back());
  return {inner.step, inner.executions * repeat->times};
}

/// "second[4]" as its name and 4.
struct NamedRound {
  std::string name;
  std::optional<std::uint64_t> round;
};

NamedRound split_round(const std::string& text) {
  const std::size_t bracket = text.find('[');
  if (bracket == std::string::npos || text.back() != ']') return {text, {}};
  const auto round = whole_number(std::string_view(text).substr(bracket + 1, text.size() - bracket - 2));
  return round ? NamedRound{text.substr(0, bracket), round} : NamedRound{text, {}};
}

EventRequest end_of_step(const ReportedStep& reported, const NamedRound& named, const std::string& text) {
  const LastInside last = last_inside(*reported.step);
  const std::uint64_t rounds = std::max<std::uint64_t>(1, reported.rounds);
  if (named.round && *named.round >= rounds)
    throw UsageError(fmt::format("--at: \"{}\" has {} rounds, counted from 0", named.name, rounds));
  const auto* repeat = std::get_if<RepeatStep>(&reported.step->action);
  const std::uint64_t a_round = repeat == nullptr ? 1 : last.executions / repeat->times;
  const std::uint64_t round = named.round.value_or(rounds - 1);
  return {EventKind::step, (round + 1) * a_round, last.step, text};
}

}  // namespace

std::span<const EventDescription> event_descriptions() {
  return descriptions;
}

const EventDescription& describe(EventKind kind) {
  const auto found = std::ranges::find(descriptions, kind, &EventDescription::kind);
  require(found != descriptions.end(), "every kind of event is described");
  return *found;
}

EventRequest read_event(const std::string& text, const Scenario& scenario) {
  if (const auto row = whole_number(text)) {
    if (*row == 0) return {EventKind::start, 1, nullptr, text};
    return {EventKind::row, *row, nullptr, text};
  }
  const NamedRound named = split_round(text);
  const std::vector<ReportedStep> steps = reported_steps(scenario.steps);
  const auto step = std::ranges::find(steps, named.name, &ReportedStep::name);
  if (step != steps.end()) return end_of_step(*step, named, text);
  if (text == "start" || text == "end")
    return {text == "end" ? EventKind::end : EventKind::start, 1, nullptr, text};
  const std::size_t colon = text.find(':');
  const std::string name = text.substr(0, colon);
  for (const EventDescription& description : descriptions) {
    if (description.written.find(':') == std::string_view::npos || description.name != name) continue;
    const auto number =
        colon == std::string::npos ? std::nullopt : whole_number(std::string_view(text).substr(colon + 1));
    if (!number || *number == 0)
      throw UsageError(
          fmt::format("--at takes {0} with a number from 1, as in \"{1}:1\"", description.written, name));
    return {description.kind, *number, nullptr, text};
  }
  std::vector<std::string_view> known;
  for (const EventDescription& description : descriptions) {
    if (!description.name.empty() && description.kind != EventKind::step) known.push_back(description.name);
  }
  for (const ReportedStep& reported : steps) known.push_back(reported.name);
  throw UsageError("--at: " + unknown_name("event", name, known) + "; a row's number stands alone");
}

std::string moment_text(const EventRequest& event, std::uint64_t rows) {
  if (event.kind == EventKind::start) return "before the first row";
  const std::string after = fmt::format("after {}", counted(rows, "row"));
  return event.kind == EventKind::row ? after : fmt::format("{} ({})", after, event.text);
}

void refuse_missing(const EventRequest& event, std::uint64_t number_seen) {
  const std::string_view name = describe(event.kind).name;
  throw UsageError(fmt::format("--at: there is no {}; the run has {}", in_quotes(event.text),
                               number_seen == 0 ? fmt::format("no {}", name.empty() ? "row" : name)
                                                : fmt::format("{} of them", with_thousands(number_seen))));
}

std::string event_help() {
  std::string text = "EVENT is one of\n";
  for (const EventDescription& description : descriptions)
    text += fmt::format("  {:<16}{}{}\n", description.written, description.meaning,
                        description.innodb_too ? "" : " (PostgreSQL)");
  return text;
}

}  // namespace keycost
