// The time at which a row is minted: what a created_at column holds.
#include "sim/date_time.hpp"
#include "sim/streams/integers.hpp"
#include "sim/streams/streams.hpp"
#include "sim/streams/time_options.hpp"

namespace keycost {

namespace {

constexpr SqlType time_types[] = {SqlType::timestamptz, SqlType::timestamp};
constexpr std::int64_t epoch_unix_ms =
    946'684'800'000;  // 2000-01-01 00:00:00 UTC, from which PostgreSQL counts

constexpr int digits_max = 6;

const Declaration clock_time_options[] = {
    {"rows_per_second", ValueKind::integer, std::int64_t{1'000'000}, 1, 1'000'000'000, "rows a second",
     "How fast rows arrive."},
    start_ms_option(0, std::int64_t{1} << 47),
};

class ClockTime : public KeyStream {
 public:
  explicit ClockTime(int digits) : digits_(digits) {}

  void mint(const Mint& mint, ColumnBatch& out) override {
    const std::int64_t time = (mint.clock.unix_ms - epoch_unix_ms) * 1000 + mint.clock.nanoseconds / 1000;
    append_integer(digits_ == digits_max ? time : round_timestamp(time, digits_, false), out);
  }

 private:
  int digits_;  ///< of a second
};

std::unique_ptr<KeyStream> make_clock_time(const StreamContext& context) {
  return std::make_unique<ClockTime>(context.modifiers.precision.value_or(digits_max));
}

}  // namespace

const StreamDescription clock_stream{
    .name = "clock",
    .summary =
        "The time at which the row is minted: a created_at column. Not unique above a million rows a second.",
    .formula =
        "start_ms + floor(i × 1000000 / rows_per_second) microseconds, or as the table's arrival has it, "
        "rounded to the column's precision",
    .source = "PostgreSQL documentation, 8.5 (timestamps count microseconds)",
    .types = time_types,
    .options = clock_time_options,
    .draws_from_sequence = false,
    .make = make_clock_time,
};

}  // namespace keycost
