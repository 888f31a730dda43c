#include "sim/postgresql/pglz.hpp"

#include <algorithm>
#include <cstring>

namespace keycost::postgresql {

namespace {

// The default strategy, which full-page images and values alike are compressed with.
constexpr std::size_t input_min_bytes = 32;           // min_input_size
constexpr std::size_t saving_min_percent = 25;        // min_comp_rate
constexpr std::size_t first_success_by_bytes = 1024;  // first_success_by
constexpr int good_match_length = 128;                // match_size_good
constexpr int good_match_drop_percent = 10;           // match_size_drop

constexpr std::size_t match_min = 3;         // a reference takes two bytes, so three are the first to pay
constexpr std::size_t match_max = 273;       // PGLZ_MAX_MATCH: 18 + 255
constexpr std::size_t short_match_max = 17;  // what four bits of a reference tell, beyond the minimum
constexpr std::size_t distance_end =
    0x0FFF;  // twelve bits of a reference, of which the server spares the last

/// How many bytes from `a` and from `b` on are equal, at most `limit`.
std::size_t equal_bytes(const std::byte* a, const std::byte* b, std::size_t limit) {
  std::size_t length = 0;
  while (length + sizeof(std::uint64_t) <= limit &&
         std::memcmp(a + length, b + length, sizeof(std::uint64_t)) == 0) {
    length += sizeof(std::uint64_t);
  }
  while (length < limit && a[length] == b[length]) ++length;
  return length;
}

}  // namespace

std::optional<std::span<const std::byte>> Pglz::compress(std::span<const std::byte> source) {
  if (source.size() < input_min_bytes) return std::nullopt;
  start(source);
  const std::size_t output_end = source.size() * (100 - saving_min_percent) / 100;
  bool found_any = false;
  for (std::size_t position = 0; position < source.size();) {
    if (output_.size() >= output_end) return std::nullopt;
    if (!found_any && output_.size() >= first_success_by_bytes) return std::nullopt;
    const Match match = longest_match(position);
    std::size_t taken = 1;
    if (match.length >= match_min) {
      put_reference(match);
      taken = match.length;
      found_any = true;
    } else {
      put_literal(source[position]);
    }
    for (; taken > 0; --taken) remember(position++);
  }
  if (output_.size() >= output_end) return std::nullopt;
  return output_;
}

// A short input gets fewer chains, since to empty them is most of the work then.
void Pglz::start(std::span<const std::byte> source) {
  source_ = source;
  std::size_t chains = 512;
  while (chains < chains_max && source.size() >= chains / 4) chains *= 2;
  chain_mask_ = chains - 1;
  std::fill_n(newest_.begin(), chains, nowhere);
  output_.clear();
  items_in_control_ = 8;
}

// Positions are chained by what their next four bytes hash to; near the end by the next byte. Bytes count as
// signed, as they do to the server where char is signed. Other bytes with the same hash are in the chain too,
// and to pass them costs patience.
std::size_t Pglz::chain_of(std::size_t position) const {
  const auto at = [&](std::size_t i) {
    return static_cast<int>(static_cast<std::int8_t>(source_[position + i]));
  };
  const int hash = source_.size() - position < 4 ? at(0) : (at(0) << 6) ^ (at(1) << 4) ^ (at(2) << 2) ^ at(3);
  return static_cast<std::size_t>(hash) & chain_mask_;
}

// From the newest occurrence to the oldest. A match counts as good enough at 128 bytes, and at a tenth less
// with every candidate that has been looked at.
Pglz::Match Pglz::longest_match(std::size_t position) const {
  const std::byte* here = source_.data() + position;
  const std::size_t limit = std::min(source_.size() - position, match_max);
  Match best;
  int good_enough = good_match_length;
  std::uint32_t candidate = newest_[chain_of(position)];
  while (candidate != nowhere) {
    const std::size_t earlier = candidate - 1;
    const std::size_t distance = position - earlier;
    if (distance >= distance_end) break;
    const std::byte* there = source_.data() + earlier;
    // Only a longer match counts, so the byte behind the best one so far tells at once whether to compare.
    if (best.length < limit && there[best.length] == here[best.length]) {
      const std::size_t length = equal_bytes(here, there, limit);
      if (length > best.length) best = {length, distance};
    }
    candidate = older_[earlier % history_size];
    if (static_cast<int>(best.length) >= good_enough) break;
    good_enough -= good_enough * good_match_drop_percent / 100;
  }
  return best;
}

void Pglz::remember(std::size_t position) {
  std::uint32_t& newest = newest_[chain_of(position)];
  older_[position % history_size] = newest;
  newest = static_cast<std::uint32_t>(position + 1);
}

void Pglz::start_item(bool is_reference) {
  if (items_in_control_ == 8) {
    control_ = output_.size();
    output_.push_back(std::byte{0});
    items_in_control_ = 0;
  }
  if (is_reference) output_[control_] |= static_cast<std::byte>(1u << items_in_control_);
  ++items_in_control_;
}

void Pglz::put_literal(std::byte value) {
  start_item(false);
  output_.push_back(value);
}

void Pglz::put_reference(Match match) {
  start_item(true);
  const bool is_short = match.length <= short_match_max;
  const std::size_t length_bits = is_short ? match.length - match_min : 0x0F;
  output_.push_back(static_cast<std::byte>((match.distance & 0xF00) >> 4 | length_bits));
  output_.push_back(static_cast<std::byte>(match.distance & 0xFF));
  if (!is_short) output_.push_back(static_cast<std::byte>(match.length - short_match_max - 1));
}

}  // namespace keycost::postgresql
