// A sequence's values, scattered over the whole range so that neighbours in time are none in the index:
// bit-reversed, hashed, or with shard bits in front as TiDB's AUTO_RANDOM.
#include <bit>
#include <cstdint>

#include "sim/error.hpp"
#include "sim/ids/bits.hpp"
#include "sim/random/uniform.hpp"
#include "sim/streams/integers.hpp"
#include "sim/streams/streams.hpp"

namespace keycost {

namespace {

constexpr std::int64_t start_max = std::int64_t{1} << 62;

Declaration sequence_start_option() {
  return {"start", ValueKind::integer, std::int64_t{1}, 0, start_max, "", "The sequence's first value."};
}

const Declaration bit_reversed_options[] = {
    sequence_start_option(),
    {"bits", ValueKind::integer, std::int64_t{63}, 1, 63, "bits",
     "How many of the value's lowest bits are reversed: 63 spreads over all positive bigints."},
};

const Declaration hashed_options[] = {sequence_start_option()};

const Declaration auto_random_options[] = {
    {"shard_bits", ValueKind::integer, std::int64_t{5}, 1, 15, "bits", "S of AUTO_RANDOM(S, R)."},
    {"range_bits", ValueKind::integer, std::int64_t{64}, 32, 64, "bits", "R of AUTO_RANDOM(S, R)."},
    {"transaction_rows", ValueKind::integer, std::int64_t{1}, 1, 1'000'000'000, "rows",
     "How many rows a transaction inserts: its rows share a shard."},
};

constexpr std::uint64_t reversed(std::uint64_t value) {
  std::uint64_t bits = 0;
  for (int i = 0; i < 64; ++i) bits |= (value >> i & 1) << (63 - i);
  return bits;
}

class BitReversed : public KeyStream {
 public:
  explicit BitReversed(const StreamContext& context)
      : next_(static_cast<std::uint64_t>(context.options.integer(bit_reversed_options, "start"))),
        bits_(static_cast<int>(context.options.integer(bit_reversed_options, "bits"))) {}

  void mint(const Mint&, ColumnBatch& out) override {
    const std::uint64_t value = next_++;
    const std::uint64_t above = value >> bits_ << bits_;
    append_integer(static_cast<std::int64_t>(above | reversed(value) >> (64 - bits_)), out);
  }

 private:
  std::uint64_t next_;
  int bits_;
};

/// A one-to-one mixing of 64 bits. Source: Steele, Lea, Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014 (mix64, variant 13 of Stafford).
constexpr std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9;
  value = (value ^ value >> 27) * 0x94D049BB133111EB;
  return value ^ value >> 31;
}

class Hashed : public KeyStream {
 public:
  explicit Hashed(const StreamContext& context)
      : next_(static_cast<std::uint64_t>(context.options.integer(hashed_options, "start"))) {}

  void mint(const Mint&, ColumnBatch& out) override {
    append_integer(static_cast<std::int64_t>(mixed(next_++)), out);
  }

 private:
  std::uint64_t next_;
};

class AutoRandom : public KeyStream {
 public:
  explicit AutoRandom(const StreamContext& context)
      : random_(context.random),
        shard_bits_(static_cast<int>(context.options.integer(auto_random_options, "shard_bits"))),
        counter_bits_(static_cast<int>(context.options.integer(auto_random_options, "range_bits")) - 1 -
                      shard_bits_),
        transaction_rows_(
            static_cast<std::uint64_t>(context.options.integer(auto_random_options, "transaction_rows"))) {}

  void mint(const Mint& mint, ColumnBatch& out) override {
    // The shard is a hash of the transaction's start time: a draw for each transaction.
    if (count_ % transaction_rows_ == 0)
      shard_ = lowest_bits(half_of(random_.block(mint.number)), shard_bits_);
    append_integer(static_cast<std::int64_t>(shard_ << counter_bits_ | ++count_), out);
  }

  std::uint64_t rows_max() const override {
    return std::min(KeyStream::rows_max(), (std::uint64_t{1} << counter_bits_) - 1);
  }

 private:
  RandomKey random_;
  int shard_bits_;
  int counter_bits_;
  std::uint64_t transaction_rows_;
  std::uint64_t shard_ = 0;
  std::uint64_t count_ = 0;
};

template <class Stream>
std::unique_ptr<KeyStream> make(const StreamContext& context) {
  return std::make_unique<Stream>(context);
}

}  // namespace

const StreamDescription bit_reversed_stream{
    .name = "bit_reversed",
    .summary =
        "A sequence's values with their bits in reverse: unique, and each far from the one before, as "
        "Spanner's "
        "bit-reversed sequences.",
    .formula = "start + i with its lowest bits reversed",
    .source = "Spanner documentation, bit-reversed sequence (bit_reversed_positive)",
    .types = bigint_only,
    .options = bit_reversed_options,
    .draws_from_sequence = false,
    .make = make<BitReversed>,
};

const StreamDescription hashed_stream{
    .name = "hashed",
    .summary = "A sequence's values hashed one to one to 64 bits: unique, and without any order.",
    .formula = "mix64(start + i)",
    .source = "Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014 (mix64)",
    .types = bigint_only,
    .options = hashed_options,
    .draws_from_sequence = false,
    .make = make<Hashed>,
    // A hash of different numbers has no order that a tree could tell from chance.
    .independent_draws = [](const Options&) { return 0x1p64; },
};

const StreamDescription auto_random_stream{
    .name = "auto_random",
    .summary =
        "AUTO_RANDOM of TiDB: a count with random shard bits in front, so that as many ranges grow side by "
        "side as "
        "there are shards.",
    .formula =
        "sign 0 | 64 − R zero bits | S shard bits, drawn for each transaction | i + 1 in R − 1 − S bits",
    .source = "TiDB documentation, AUTO_RANDOM",
    .types = bigint_only,
    .options = auto_random_options,
    .draws_from_sequence = false,
    .make = make<AutoRandom>,
};

}  // namespace keycost
