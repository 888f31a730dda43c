// The time at which a row is inserted, at a steady rate: what a created_at column holds.
#include "sim/streams/clock.hpp"

#include "sim/streams/integers.hpp"
#include "sim/streams/streams.hpp"

namespace keycost {

namespace {

constexpr SqlType time_types[] = {SqlType::timestamptz, SqlType::timestamp};
constexpr std::int64_t epoch_unix_ms =
    946'684'800'000;  // 2000-01-01 00:00:00 UTC, from which PostgreSQL counts

const Declaration options[] = {
    {"rows_per_second", ValueKind::integer, std::int64_t{1'000'000}, 1, 1'000'000'000, "rows a second",
     "How fast rows arrive."},
    {"start_ms", ValueKind::integer, std::int64_t{default_start_unix_ms}, 0, std::int64_t{1} << 47,
     "ms since 1970", "Time of the first row."},
};

class ClockTime : public KeyStream {
 public:
  explicit ClockTime(const StreamContext& context)
      : rows_per_second_(static_cast<std::uint64_t>(context.options.integer(options, "rows_per_second"))),
        start_us_((context.options.integer(options, "start_ms") - epoch_unix_ms) * 1000) {}

  void mint(std::uint64_t first, std::size_t count, ColumnBatch& out) const override {
    constexpr std::uint64_t second_us = 1'000'000;
    append_integers(first, count, out, [this](std::uint64_t row) {
      const std::uint64_t elapsed_us =
          row / rows_per_second_ * second_us + row % rows_per_second_ * second_us / rows_per_second_;
      return start_us_ + static_cast<std::int64_t>(elapsed_us);
    });
  }

 private:
  std::uint64_t rows_per_second_;
  std::int64_t start_us_;
};

std::unique_ptr<KeyStream> make(const StreamContext& context) {
  return std::make_unique<ClockTime>(context);
}

}  // namespace

const StreamDescription clock_stream{
    .name = "clock",
    .summary =
        "The time at which the row arrives, at a steady rate: a created_at column. Not unique above a "
        "million rows a second.",
    .formula = "start_ms + floor(i × 1000000 / rows_per_second) microseconds",
    .source = "PostgreSQL documentation, 8.5 (timestamps count microseconds)",
    .types = time_types,
    .options = options,
    .draws_from_sequence = false,
    .make = make,
};

}  // namespace keycost
