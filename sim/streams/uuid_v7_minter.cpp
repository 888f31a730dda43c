#include "sim/streams/uuid_v7_minter.hpp"

#include "sim/error.hpp"
#include "sim/ids/uuid.hpp"
#include "sim/random/uniform.hpp"
#include "sim/streams/time_options.hpp"

namespace keycost {

namespace {

constexpr std::int64_t nanoseconds_per_ms = 1'000'000;
// The smallest step that always changes the 12 bits of fraction: 1,000,000 / 4096, rounded up.
// Source: PostgreSQL 18, src/backend/utils/adt/uuid.c (SUBMS_MINIMAL_STEP_NS).
constexpr std::int64_t step_min_ns = nanoseconds_per_ms / 4096 + 1;

constexpr int rand_a_bits = 12;
constexpr int rand_b_bits = 62;
constexpr int unix_ms_bits = 48;
// RFC 9562, section 6.2, method 1, advises at most 42 bits of counter.
constexpr int counter_bits_max = 42;
constexpr int node_bits_max = 10;
// Source: uuid-creator 6, TimeOrderedEpochFactory (DefaultFunction): rand_a and the 14 bits after the variant
// count up, the last 48 are drawn anew for each value.
constexpr int uuid_creator_counter_bits = 26;
constexpr int uuid_creator_random_bits = 48;

constexpr std::uint32_t draw_of_offset = 1;
constexpr std::uint32_t draw_of_counter_start = 2;
constexpr std::uint32_t draw_of_increment = 3;

// In the order of Manner.
constexpr std::string_view manners[] = {"sub_ms", "random", "counter", "random_counter", "uuid_creator"};
constexpr std::string_view counter_starts[] = {"zero", "random"};

bool is_past(const ClockReading& reading, const ClockReading& last) {
  return reading.unix_ms > last.unix_ms;
}

/// Two's complement over rand_a and rand_b together: 74 bits.
Bits128 added(const Bits128& random, std::uint64_t increment) {
  const std::uint64_t low = random.low + increment;
  return {random.high + (low >> rand_b_bits), lowest_bits(low, rand_b_bits)};
}

}  // namespace

std::vector<Declaration> uuid_v7_options() {
  return {
      ids_per_ms_option(2000, 1'000'000),
      start_ms_option(0, std::int64_t{1} << 47),
      writers_option(1024, "How many mint in turn, each with a clock and counters of its own."),
      {"within_ms", ValueKind::choice, std::string("sub_ms"), 0, 0, "",
       "What orders the values of one millisecond: 12 bits of the time within it, as PostgreSQL 18; nothing; "
       "a counter of counter_bits; the random bits themselves, raised by a random increment; or the counter "
       "of 26 bits of the library uuid-creator.",
       manners},
      {"counter_bits", ValueKind::integer, std::int64_t{rand_a_bits}, 1, counter_bits_max, "bits",
       "Of within_ms \"counter\": the counter's width; it begins in rand_a, after the node."},
      {"node_bits", ValueKind::integer, std::int64_t{0}, 0, node_bits_max, "bits",
       "Of within_ms \"counter\": bits in front of the counter that hold the writer's number."},
      {"counter_start", ValueKind::choice, std::string("zero"), 0, 0, "",
       "Of within_ms \"counter\": where a millisecond's count starts; at random means anywhere in the lower "
       "half.",
       counter_starts},
      {"increment_max", ValueKind::integer, std::int64_t{1} << 32, 1, std::int64_t{1} << 48, "",
       "Of within_ms \"random_counter\": each value is a random 1 to this much above the one before; 1 "
       "counts "
       "as a monotonic ULID does."},
      {"offset_ms", ValueKind::integer, std::int64_t{0}, -(std::int64_t{1} << 45), std::int64_t{1} << 45,
       "ms", "Added to the time of every value, as by uuidv7(interval)."},
      {"random_offset_ms", ValueKind::integer, std::int64_t{0}, 0, std::int64_t{1} << 45, "ms",
       "Taken from the time of each value: a random 0 to this much, so that keys are minted for moments of "
       "the past."},
  };
}

std::string uuid_v7_problem(std::span<const Declaration> declared, const Options& options) {
  const std::string& manner = options.text(declared, "within_ms");
  for (const std::string_view of_counter : {"counter_bits", "node_bits", "counter_start"}) {
    if (options.contains(of_counter) && manner != "counter")
      return "\"" + std::string(of_counter) + "\" needs within_ms \"counter\", which this is not";
  }
  if (options.contains("increment_max") && manner != "random_counter")
    return "\"increment_max\" needs within_ms \"random_counter\", which this is not";
  const std::int64_t bits =
      options.integer(declared, "counter_bits") + options.integer(declared, "node_bits");
  if (bits > counter_bits_max)
    return "node_bits and counter_bits make " + std::to_string(bits) + "; together they may be " +
           std::to_string(counter_bits_max);
  return "";
}

UuidV7Minter::UuidV7Minter(std::span<const Declaration> declared, const StreamContext& context)
    : random_(context.random), writers_(context.writers) {
  const Options& options = context.options;
  const std::string& manner = options.text(declared, "within_ms");
  int position = 0;
  while (manners[position] != manner) ++position;
  manner_ = static_cast<Manner>(position);
  counter_bits_ = static_cast<int>(options.integer(declared, "counter_bits"));
  node_bits_ = static_cast<int>(options.integer(declared, "node_bits"));
  counter_starts_at_random_ = options.text(declared, "counter_start") == "random";
  increment_max_ = static_cast<std::uint64_t>(options.integer(declared, "increment_max"));
  offset_ms_ = options.integer(declared, "offset_ms");
  random_offset_ms_ = static_cast<std::uint64_t>(options.integer(declared, "random_offset_ms"));
}

Bits128 UuidV7Minter::next(const Mint& mint) {
  const PhiloxBlock bits = random_.block(mint.number);
  Fields fields = this->fields(mint, bits);
  fields.unix_ms += offset_ms(mint);
  if (fields.unix_ms < 0 || fields.unix_ms >> unix_ms_bits != 0) {
    throw RowRefused(mint.number + 1, "",
                     "the time, " + std::to_string(fields.unix_ms) +
                         " ms since 1970, does not fit the 48 bits that a UUID of version 7 has for it");
  }
  return make_uuid_v7(static_cast<std::uint64_t>(fields.unix_ms), fields.rand_a, fields.rand_b);
}

UuidV7Minter::Fields UuidV7Minter::fields(const Mint& mint, const PhiloxBlock& bits) {
  switch (manner_) {
    case Manner::sub_ms:
      return sub_ms(mint, bits);
    case Manner::random:
      return {mint.clock.unix_ms, lowest_bits(half_of(bits, 1), rand_a_bits), half_of(bits, 0)};
    case Manner::counter:
      return counted(mint, bits);
    case Manner::random_counter:
      return random_counted(mint, bits);
    case Manner::uuid_creator:
      return as_uuid_creator(mint, bits);
  }
  throw InvariantBroken("a manner of version 7 that does not exist");
}

// Section 6.2, method 3. The server takes the clock, but at least its previous value + step_min_ns.
UuidV7Minter::Fields UuidV7Minter::sub_ms(const Mint& mint, const PhiloxBlock& bits) {
  Writer& writer = writers_[mint.writer];
  writer.last = writer.has_minted ? std::max(mint.clock, moved(writer.last, step_min_ns)) : mint.clock;
  writer.has_minted = true;
  const std::uint64_t fraction = std::uint64_t{writer.last.nanoseconds} * 4096 / nanoseconds_per_ms;
  return {writer.last.unix_ms, fraction, half_of(bits, 0)};
}

// Section 6.2, method 1. A counter that is full borrows from the time, which then runs ahead of the clock.
UuidV7Minter::Fields UuidV7Minter::counted(const Mint& mint, const PhiloxBlock& bits) {
  if (node_bits_ > 0 && mint.writer >> node_bits_ != 0) {
    throw RowRefused(mint.number + 1, "",
                     "writer " + std::to_string(mint.writer) + " does not fit the " +
                         std::to_string(node_bits_) + " bits of \"node_bits\"");
  }
  Writer& writer = writers_[mint.writer];
  if (!writer.has_minted || is_past(mint.clock, writer.last)) {
    writer.last = mint.clock;
    writer.counter = counter_start(mint);
  } else if (++writer.counter >> counter_bits_ != 0) {
    ++writer.last.unix_ms;
    writer.counter = counter_start(mint);
  }
  writer.has_minted = true;
  const int width = node_bits_ + counter_bits_;
  const std::uint64_t node = node_bits_ > 0 ? std::uint64_t{mint.writer} << counter_bits_ : 0;
  const std::uint64_t ordered = node | writer.counter;
  // The ordered bits fill rand_a first, then the front of rand_b; random ones take what is left.
  if (width <= rand_a_bits) {
    const int random_bits = rand_a_bits - width;
    const std::uint64_t random = random_bits == 0 ? 0 : lowest_bits(half_of(bits, 1), random_bits);
    return {writer.last.unix_ms, ordered << random_bits | random, half_of(bits, 0)};
  }
  const int in_rand_b = width - rand_a_bits;
  const std::uint64_t front = lowest_bits(ordered, in_rand_b) << (rand_b_bits - in_rand_b);
  return {writer.last.unix_ms, ordered >> in_rand_b,
          front | lowest_bits(half_of(bits, 0), rand_b_bits - in_rand_b)};
}

std::uint64_t UuidV7Minter::counter_start(const Mint& mint) const {
  if (!counter_starts_at_random_ || counter_bits_ == 1) return 0;
  return lowest_bits(half_of(random_.block(mint.number, draw_of_counter_start)), counter_bits_ - 1);
}

// Section 6.2, method 2.
UuidV7Minter::Fields UuidV7Minter::random_counted(const Mint& mint, const PhiloxBlock& bits) {
  Writer& writer = writers_[mint.writer];
  const Bits128 drawn{lowest_bits(half_of(bits, 1), rand_a_bits), lowest_bits(half_of(bits, 0), rand_b_bits)};
  if (!writer.has_minted || is_past(mint.clock, writer.last)) {
    writer.last = mint.clock;
    writer.random = drawn;
  } else {
    const std::uint64_t random = half_of(random_.block(mint.number, draw_of_increment));
    writer.random = added(writer.random, 1 + scaled_below(random, increment_max_));
    if (writer.random.high >> rand_a_bits != 0) {
      ++writer.last.unix_ms;
      writer.random = drawn;
    }
  }
  writer.has_minted = true;
  return {writer.last.unix_ms, writer.random.high, writer.random.low};
}

UuidV7Minter::Fields UuidV7Minter::as_uuid_creator(const Mint& mint, const PhiloxBlock& bits) {
  Writer& writer = writers_[mint.writer];
  if (!writer.has_minted || is_past(mint.clock, writer.last)) {
    writer.last = mint.clock;
    writer.counter = lowest_bits(half_of(bits, 1), uuid_creator_counter_bits);
  } else if (++writer.counter >> uuid_creator_counter_bits != 0) {
    ++writer.last.unix_ms;
    writer.counter = 0;
  }
  writer.has_minted = true;
  constexpr int in_rand_b = uuid_creator_counter_bits - rand_a_bits;
  return {writer.last.unix_ms, writer.counter >> in_rand_b,
          lowest_bits(writer.counter, in_rand_b) << uuid_creator_random_bits |
              lowest_bits(half_of(bits, 0), uuid_creator_random_bits)};
}

std::int64_t UuidV7Minter::offset_ms(const Mint& mint) const {
  if (random_offset_ms_ == 0) return offset_ms_;
  const std::uint64_t bits = half_of(random_.block(mint.number, draw_of_offset));
  return offset_ms_ - static_cast<std::int64_t>(scaled_below(bits, random_offset_ms_ + 1));
}

}  // namespace keycost
