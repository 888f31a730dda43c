// What a scenario can say about the arrival of a table's rows.
#include <iterator>

#include "sim/arrival/arrival.hpp"
#include "sim/streams/clock.hpp"

namespace keycost {

namespace {

constexpr std::string_view turns[] = {"in_turn", "random"};
constexpr std::string_view rates[] = {"fixed", "poisson", "varying"};
constexpr std::string_view delays[] = {"fixed", "uniform", "exponential"};

// The limits keep every product of rows and nanoseconds within 64 bits.
constexpr std::int64_t rows_per_tick_max = 100'000;
constexpr std::int64_t day_ms = 86'400'000;
constexpr std::int64_t year_ms = 365 * day_ms;

const Declaration options[] = {
    {"rows_per_tick", ValueKind::integer, std::int64_t{1}, 1, rows_per_tick_max, "rows a tick",
     "How many rows are minted in a tick of the clock, by all writers together."},
    {"tick_ms", ValueKind::integer, std::int64_t{1}, 1, day_ms, "ms",
     "How long a tick is: rows_per_tick 500 is 500 a millisecond, with tick_ms 1000 it is 500 a second."},
    {"rate", ValueKind::choice, std::string("fixed"), 0, 0, "",
     "How rows lie within the time: evenly spaced; with exponential gaps, so that a tick's rows are a "
     "Poisson "
     "number; or any number from 0 to twice rows_per_tick in a tick.",
     rates},
    {"burst_rows", ValueKind::integer, std::int64_t{0}, 0, std::int64_t{1} << 40, "rows",
     "After this many rows nobody mints for pause_ms; 0: never."},
    {"pause_ms", ValueKind::integer, std::int64_t{0}, 0, year_ms, "ms",
     "How long a pause between bursts is."},
    {"start_ms", ValueKind::integer, std::int64_t{default_start_unix_ms}, 0, std::int64_t{1} << 47,
     "ms since 1970", "Time of the first row."},
    {"writers", ValueKind::integer, std::int64_t{1}, 1, 1024, "writers",
     "How many mint rows, each with a clock, a node number and counters of its own."},
    {"turns", ValueKind::choice, std::string("in_turn"), 0, 0, "",
     "Who mints next: the next in line, or any.", turns},
    {"turn_rows", ValueKind::integer, std::int64_t{1}, 1, 1'000'000, "rows",
     "How many rows a writer mints before the next has its turn."},
    {"skew_ms", ValueKind::integer, std::int64_t{0}, 0, year_ms, "ms",
     "How far a writer's clock may be off, for good: drawn once for each, up to this much early or late."},
    {"jitter_us", ValueKind::integer, std::int64_t{0}, 0, 1'000'000'000, "µs",
     "How far each reading of a clock may be off, early or late."},
    {"late_percent", ValueKind::integer, std::int64_t{0}, 0, 100, "percent of the rows",
     "How many rows arrive later than they are minted, as from a device that was offline."},
    {"delay", ValueKind::choice, std::string("fixed"), 0, 0, "",
     "How a late row's delay is drawn: late_ms itself, any time up to it, or exponentially with it as the "
     "mean.",
     delays},
    {"late_ms", ValueKind::integer, std::int64_t{0}, 0, year_ms, "ms",
     "The delay of a late row, its maximum or its mean, as \"delay\" says."},
    {"shuffle_rows", ValueKind::integer, std::int64_t{1}, 1, 10'000'000, "rows",
     "Rows arrive in groups of this many, in random order within a group: a backfill along another key."},
};

std::size_t choice_of(const Options& given, std::string_view name) {
  const std::span<const std::string_view> choices = find_declaration(options, name)->choices;
  const std::string& chosen = given.text(options, name);
  std::size_t position = 0;
  while (choices[position] != chosen) ++position;
  return position;
}

}  // namespace

std::span<const Declaration> arrival_options() {
  return options;
}

ArrivalSettings read_arrival(const Options& given) {
  const auto number = [&](std::string_view name) {
    return static_cast<std::uint64_t>(given.integer(options, name));
  };
  ArrivalSettings settings;
  settings.start_ms = given.integer(options, "start_ms");
  settings.rows_per_tick = number("rows_per_tick");
  settings.tick_ms = number("tick_ms");
  settings.rate = static_cast<Rate>(choice_of(given, "rate"));
  settings.burst_rows = number("burst_rows");
  settings.pause_ms = number("pause_ms");
  settings.writers = static_cast<std::uint32_t>(number("writers"));
  settings.random_turns = choice_of(given, "turns") == 1;
  settings.turn_rows = number("turn_rows");
  settings.skew_ms = number("skew_ms");
  settings.jitter_us = number("jitter_us");
  settings.late_percent = number("late_percent");
  settings.delay = static_cast<Delay>(choice_of(given, "delay"));
  settings.late_ms = number("late_ms");
  settings.shuffle_rows = number("shuffle_rows");
  return settings;
}

std::string arrival_problem(const Options& given) {
  const ArrivalSettings settings = read_arrival(given);
  if ((settings.burst_rows == 0) != (settings.pause_ms == 0))
    return "burst_rows and pause_ms belong together: how many rows, and for how long nobody mints after them";
  if ((settings.late_percent == 0) != (settings.late_ms == 0))
    return "late_percent and late_ms belong together: how many rows are late, and how late";
  if (settings.late_percent > 0 && settings.shuffle_rows > 1)
    return "rows cannot be both late and shuffled; give late_percent or shuffle_rows";
  return "";
}

}  // namespace keycost
