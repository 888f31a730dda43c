#include "sim/order_statistics.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace keycost {

namespace {

/// Whether `left` sorts before `right` in an index: numbers by value, everything else by its bytes.
bool sorts_before(std::span<const std::byte> left, std::span<const std::byte> right, bool is_number) {
  if (is_number) {
    // Little-endian two's complement: the top bit is the sign, so it counts the other way round.
    for (std::size_t i = left.size(); i-- > 0;) {
      const std::byte flip = i + 1 == left.size() ? std::byte{0x80} : std::byte{0};
      if (left[i] != right[i]) return (left[i] ^ flip) < (right[i] ^ flip);
    }
    return false;
  }
  const int order = std::memcmp(left.data(), right.data(), std::min(left.size(), right.size()));
  return order != 0 ? order < 0 : left.size() < right.size();
}

bool is_number(SqlType type) {
  return describe(type).is_integer || type == SqlType::date || type == SqlType::timestamp ||
         type == SqlType::timestamptz || type == SqlType::datetime;
}

/// Sorts `values` and returns how many pairs stood the wrong way round.
std::uint64_t sort_counting(std::vector<std::uint64_t>& values, std::vector<std::uint64_t>& room,
                            std::size_t first, std::size_t end) {
  if (end - first < 2) return 0;
  const std::size_t middle = first + (end - first) / 2;
  std::uint64_t inversions =
      sort_counting(values, room, first, middle) + sort_counting(values, room, middle, end);
  std::size_t left = first;
  std::size_t right = middle;
  for (std::size_t to = first; to < end; ++to) {
    if (right == end || (left < middle && values[left] <= values[right])) {
      room[to] = values[left++];
    } else {
      room[to] = values[right++];
      inversions += middle - left;
    }
  }
  std::copy(room.begin() + static_cast<std::ptrdiff_t>(first),
            room.begin() + static_cast<std::ptrdiff_t>(end),
            values.begin() + static_cast<std::ptrdiff_t>(first));
  return inversions;
}

}  // namespace

double OrderStatistics::inversions_percent() const {
  if (keys < 2) return 0;
  const double pairs = static_cast<double>(keys) * static_cast<double>(keys - 1) / 2;
  return 100 * static_cast<double>(inversions) / pairs;
}

OrderStatistics order_statistics(std::span<const std::uint64_t> ranks) {
  OrderStatistics statistics;
  statistics.keys = ranks.size();
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    const std::uint64_t displacement = ranks[i] > i ? ranks[i] - i : i - ranks[i];
    statistics.largest_displacement = std::max(statistics.largest_displacement, displacement);
    if (displacement > 0) ++statistics.displaced;
    if (i == 0 || ranks[i] < ranks[i - 1]) ++statistics.ascending_runs;
  }
  std::vector<std::uint64_t> values(ranks.begin(), ranks.end());
  std::vector<std::uint64_t> room(values.size());
  statistics.inversions = sort_counting(values, room, 0, values.size());
  return statistics;
}

OrderStatistics order_statistics(const std::vector<ColumnBatch>& batches) {
  std::vector<std::span<const std::byte>> keys;
  for (const ColumnBatch& batch : batches) {
    for (std::size_t row = 0; row < batch.rows(); ++row) keys.push_back(batch.value(row));
  }
  const bool numbers = !batches.empty() && is_number(batches[0].type());
  std::vector<std::uint64_t> in_order(keys.size());
  std::iota(in_order.begin(), in_order.end(), 0);
  std::stable_sort(in_order.begin(), in_order.end(), [&](std::uint64_t left, std::uint64_t right) {
    return sorts_before(keys[left], keys[right], numbers);
  });
  std::vector<std::uint64_t> ranks(keys.size());
  for (std::size_t rank = 0; rank < in_order.size(); ++rank) ranks[in_order[rank]] = rank;
  return order_statistics(ranks);
}

}  // namespace keycost
