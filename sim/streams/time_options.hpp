// Options by which a stream that needs a clock has one of its own, in a table that says nothing about the
// arrival of its rows.
#pragma once

#include <string>

#include "sim/arrival/arrival.hpp"
#include "sim/streams/clock.hpp"
#include "sim/streams/key_stream.hpp"

namespace keycost {

inline Declaration ids_per_ms_option(std::int64_t default_value, std::int64_t maximum) {
  return {"ids_per_ms",
          ValueKind::integer,
          default_value,
          1,
          maximum,
          "ids per millisecond",
          "How many values all writers together mint in a millisecond, evenly spaced."};
}

inline Declaration start_ms_option(std::int64_t minimum, std::int64_t maximum) {
  return {"start_ms", ValueKind::integer, default_start_unix_ms,     minimum,
          maximum,    "ms since 1970",    "Time of the first value."};
}

inline Declaration writers_option(std::int64_t maximum, std::string_view meaning) {
  return {"writers", ValueKind::integer, std::int64_t{1}, 1, maximum, "writers", meaning};
}

/// The clock that a stream's own options make: a steady rate, writers in turn.
ArrivalSettings own_arrival(const StreamDescription& stream, const Options& options);

/// The option by which `options` set that clock, "" if none does: it contradicts an arrival of the table.
std::string_view own_clock_option(const Options& options);

}  // namespace keycost
