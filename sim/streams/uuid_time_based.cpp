// UUIDs of version 1, whose time comes low bits first, and of version 6, the same fields with the time in its
// natural order.
#include <algorithm>
#include <string>
#include <vector>

#include "sim/error.hpp"
#include "sim/ids/uuid.hpp"
#include "sim/random/uniform.hpp"
#include "sim/streams/streams.hpp"
#include "sim/streams/time_options.hpp"
#include "sim/streams/uuid_form.hpp"

namespace keycost {

namespace {

constexpr std::int64_t latest_start_ms = std::int64_t{1} << 46;
constexpr int tick_bits = 60;
constexpr std::uint32_t nanoseconds_per_tick = 100;
// A node of its own for each writer, drawn once: the multicast bit says that it is no hardware address.
// Source: RFC 9562, section 6.10.
constexpr std::uint64_t multicast_bit = std::uint64_t{1} << 40;
constexpr std::uint32_t draw_of_node = 1;

const Declaration uuid_time_based_options[] = {
    ids_per_ms_option(100, 1'000'000),
    start_ms_option(0, latest_start_ms),
    writers_option(1024, "How many mint in turn, each with a clock, a node and a clock sequence of its own."),
    letters_option(),
    swap_option(),
};

class UuidTimeBased : public KeyStream {
 public:
  UuidTimeBased(const StreamContext& context, int version)
      : version_(version), form_(uuid_time_based_options, context.options), writers_(context.writers) {
    for (std::uint32_t i = 0; i < context.writers; ++i) {
      const PhiloxBlock bits = context.random.block(i, draw_of_node);
      writers_[i].node = lowest_bits(half_of(bits, 0), 48) | multicast_bit;
      writers_[i].clock_sequence = lowest_bits(half_of(bits, 1), 14);
    }
  }

  // Values that ask for one tick take the next ones: the time runs ahead of the clock. Source: RFC 9562,
  // section 6.1 (a high-resolution time made by counting).
  void mint(const Mint& mint, ColumnBatch& out) override {
    Writer& writer = writers_[mint.writer];
    writer.ticks = std::max(ticks_of(mint.clock), writer.ticks + 1);
    if (writer.ticks >> tick_bits != 0) {
      throw RowRefused(mint.number + 1, "",
                       "the time, " + std::to_string(mint.clock.unix_ms) +
                           " ms since 1970, does not fit the 60 bits that a UUID of this version has for it");
    }
    form_.append(version_ == 1 ? make_uuid_v1(writer.ticks, writer.clock_sequence, writer.node)
                               : make_uuid_v6(writer.ticks, writer.clock_sequence, writer.node),
                 out);
  }

 private:
  struct Writer {
    std::uint64_t ticks = 0;
    std::uint64_t node = 0;
    std::uint64_t clock_sequence = 0;
  };

  static std::uint64_t ticks_of(const ClockReading& clock) {
    return gregorian_to_unix_ticks + static_cast<std::uint64_t>(clock.unix_ms) * gregorian_ticks_per_ms +
           clock.nanoseconds / nanoseconds_per_tick;
  }

  int version_;
  UuidForm form_;
  std::vector<Writer> writers_;
};

std::unique_ptr<KeyStream> make_v1(const StreamContext& context) {
  return std::make_unique<UuidTimeBased>(context, 1);
}

std::unique_ptr<KeyStream> make_v6(const StreamContext& context) {
  return std::make_unique<UuidTimeBased>(context, 6);
}

}  // namespace

const StreamDescription uuid_v1_stream{
    .name = "uuidv1",
    .summary =
        "UUIDs of version 1: time in 100 ns, clock sequence, node; the time's low bits come first, so that "
        "neighbours in time lie far apart.",
    .formula =
        "time_low (32 bits) | time_mid (16) | version | time_high (12) | variant, clock sequence (14) | node "
        "(48)",
    .source = "RFC 9562, section 5.1",
    .types = uuid_types,
    .options = uuid_time_based_options,
    .draws_from_sequence = false,
    .make = make_v1,
    .problem = uuid_form_problem,
    .misfit = uuid_form_misfit,
};

const StreamDescription uuid_v6_stream{
    .name = "uuidv6",
    .summary =
        "UUIDs of version 6: those of version 1 with the time in its natural order, so that they ascend.",
    .formula = "time's upper 48 bits | version | its lower 12 | variant, clock sequence (14) | node (48)",
    .source = "RFC 9562, section 5.6",
    .types = uuid_types,
    .options = uuid_time_based_options,
    .draws_from_sequence = false,
    .make = make_v6,
    .problem = uuid_form_problem,
    .misfit = uuid_form_misfit,
};

}  // namespace keycost
