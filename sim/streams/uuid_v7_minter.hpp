// Version 7 in every manner that RFC 9562 allows for the order within a millisecond.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/ids/bits.hpp"
#include "sim/streams/key_stream.hpp"

namespace keycost {

/// The options of every stream that gives UUIDs of version 7, without those of their form.
std::vector<Declaration> uuid_v7_options();
std::string uuid_v7_problem(std::span<const Declaration> declared, const Options& options);

class UuidV7Minter {
 public:
  UuidV7Minter(std::span<const Declaration> declared, const StreamContext& context);

  /// Each writer's values ascend strictly, except within_ms "random" and with a random offset.
  Bits128 next(const Mint& mint);

  /// Whether they do, and there is but one writer.
  bool ascends() const {
    return writers_.size() == 1 && manner_ != Manner::random && random_offset_ms_ == 0;
  }

 private:
  enum class Manner { sub_ms, random, counter, random_counter, uuid_creator };

  /// The 122 bits that a manner decides: milliseconds, rand_a and rand_b.
  struct Fields {
    std::int64_t unix_ms;
    std::uint64_t rand_a;
    std::uint64_t rand_b;
  };
  /// What a writer remembers of its last value.
  struct Writer {
    ClockReading last;
    bool has_minted = false;
    std::uint64_t counter = 0;
    Bits128 random = {};  ///< rand_a in `high`, rand_b in `low`
  };

  Fields fields(const Mint& mint, const PhiloxBlock& bits);
  Fields sub_ms(const Mint& mint, const PhiloxBlock& bits);
  Fields counted(const Mint& mint, const PhiloxBlock& bits);
  Fields random_counted(const Mint& mint, const PhiloxBlock& bits);
  Fields as_uuid_creator(const Mint& mint, const PhiloxBlock& bits);
  std::uint64_t counter_start(const Mint& mint) const;
  std::int64_t offset_ms(const Mint& mint) const;

  RandomKey random_;
  Manner manner_;
  int counter_bits_;
  int node_bits_;
  bool counter_starts_at_random_;
  std::uint64_t increment_max_;
  std::int64_t offset_ms_;
  std::uint64_t random_offset_ms_;
  std::vector<Writer> writers_;
};

}  // namespace keycost
