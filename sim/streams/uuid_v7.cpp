// UUIDs of version 7 as one PostgreSQL 18 session mints them: 48 bits of milliseconds, 12 bits of the
// fraction within the millisecond, 62 random bits. The 60 bits of time step forward with every value, so the
// keys ascend strictly.
#include "sim/streams/streams.hpp"

#include "sim/streams/clock.hpp"
#include "sim/streams/uuid.hpp"

namespace keycost {

namespace {

constexpr std::int64_t nanoseconds_per_ms = 1'000'000;
// The smallest step that always changes the 12 bits of fraction: 1,000,000 / 4096, rounded up.
// Source: PostgreSQL 18, src/backend/utils/adt/uuid.c (SUBMS_MINIMAL_STEP_NS).
constexpr std::int64_t step_min_ns = nanoseconds_per_ms / 4096 + 1;

const Declaration options[] = {
    {"ids_per_ms", ValueKind::integer, std::int64_t{2000}, 1, 1'000'000, "ids per millisecond",
     "How many values the session mints in a millisecond, evenly spaced. Above 4081 the values' clock runs "
     "ahead of time, as "
     "the server's does."},
    {"start_ms", ValueKind::integer, std::int64_t{default_start_unix_ms}, 0, (std::int64_t{1} << 47),
     "ms since 1970", "Time of the first value."},
};

class UuidV7 : public KeyStream {
 public:
  explicit UuidV7(const StreamContext& context)
      : random_(context.random),
        ids_per_ms_(static_cast<std::uint64_t>(context.options.integer(options, "ids_per_ms"))),
        start_ms_(static_cast<std::uint64_t>(context.options.integer(options, "start_ms"))) {}

  void mint(std::uint64_t first, std::size_t count, ColumnBatch& out) const override {
    std::byte* to = out.extend(count);
    for (std::size_t i = 0; i < count; ++i, to += uuid_size_bytes) {
      const std::uint64_t row = first + i;
      const std::uint64_t elapsed_ns = elapsed_nanoseconds(row);
      const std::uint64_t ms = start_ms_ + elapsed_ns / nanoseconds_per_ms;
      const std::uint64_t fraction = (elapsed_ns % nanoseconds_per_ms) * 4096 / nanoseconds_per_ms;
      const PhiloxBlock bits = random_.block(row);
      write_uuid(with_version((ms << 16) | fraction, 7),
                 with_variant((std::uint64_t{bits[0]} << 32) | bits[1]), to);
    }
  }

 private:
  // The server takes the clock, but at least its previous value + step_min_ns. With evenly spaced calls the
  // clock alone decides when calls are at least that far apart; else every value is one minimal step after
  // the one before.
  std::uint64_t elapsed_nanoseconds(std::uint64_t row) const {
    constexpr std::uint64_t per_ms = nanoseconds_per_ms;
    if (per_ms / ids_per_ms_ < static_cast<std::uint64_t>(step_min_ns)) return row * step_min_ns;
    return row / ids_per_ms_ * per_ms + row % ids_per_ms_ * per_ms / ids_per_ms_;
  }

  RandomKey random_;
  std::uint64_t ids_per_ms_;
  std::uint64_t start_ms_;
};

std::unique_ptr<KeyStream> make(const StreamContext& context) {
  return std::make_unique<UuidV7>(context);
}

}  // namespace

const StreamDescription uuid_v7_stream{
    .name = "uuidv7",
    .summary =
        "Time-ordered UUIDs, version 7, as uuidv7() of PostgreSQL 18 mints them in one session: strictly "
        "ascending.",
    .formula =
        "t(i) = start_ms + i / ids_per_ms, stepping at least 245 ns; 48 bits of milliseconds, version, "
        "floor(nanoseconds within the millisecond × 4096 / 1000000), variant, 62 random bits",
    .source = "RFC 9562, section 5.7 and 6.2 (method 3); PostgreSQL 18, src/backend/utils/adt/uuid.c",
    .types = uuid_types,
    .options = options,
    .draws_from_sequence = false,
    .make = make,
};

}  // namespace keycost
