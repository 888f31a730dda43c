#include "src/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "src/utf8.hpp"

namespace keycost {

namespace {

constexpr std::size_t listed_names_max = 24;

/// Longer texts are no slips of a known name, and the distance takes quadratic time.
constexpr std::size_t compared_bytes_max = 200;

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

/// A third of the longer name may differ, but never all of it: "x" is no slip of "n".
std::size_t distance_max(std::size_t longer) {
  return std::min(std::max<std::size_t>(1, longer / 3), longer - 1);
}

}  // namespace

std::size_t edit_distance(std::string_view left, std::string_view right) {
  // Three rows of the usual table; the row before the previous one serves swaps.
  std::vector<std::size_t> before(right.size() + 1);
  std::vector<std::size_t> previous(right.size() + 1);
  std::vector<std::size_t> current(right.size() + 1);
  for (std::size_t column = 0; column <= right.size(); ++column) current[column] = column;

  for (std::size_t row = 1; row <= left.size(); ++row) {
    before.swap(previous);
    previous.swap(current);
    current[0] = row;
    for (std::size_t column = 1; column <= right.size(); ++column) {
      const bool same = lower(left[row - 1]) == lower(right[column - 1]);
      current[column] =
          std::min({previous[column] + 1, current[column - 1] + 1, previous[column - 1] + (same ? 0U : 1U)});
      const bool swapped = row > 1 && column > 1 && lower(left[row - 1]) == lower(right[column - 2]) &&
                           lower(left[row - 2]) == lower(right[column - 1]);
      if (swapped) current[column] = std::min(current[column], before[column - 2] + 1);
    }
  }
  return current[right.size()];
}

std::optional<std::string_view> nearest_name(std::string_view name, std::span<const std::string_view> known) {
  if (name.empty() || name.size() > compared_bytes_max) return std::nullopt;
  std::optional<std::string_view> nearest;
  std::size_t nearest_distance = 0;
  for (const std::string_view candidate : known) {
    const std::size_t distance = edit_distance(name, candidate);
    if (distance > distance_max(std::max(name.size(), candidate.size()))) continue;
    if (nearest && distance >= nearest_distance) continue;
    nearest = candidate;
    nearest_distance = distance;
  }
  return nearest;
}

std::string listed(std::span<const std::string_view> names) {
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), listed_names_max); ++i) {
    if (i > 0) list += ", ";
    list += in_quotes(names[i]);
  }
  if (names.size() > listed_names_max) list += fmt::format(" and {} more", names.size() - listed_names_max);
  return list;
}

std::string unknown_name(std::string_view what, std::string_view name,
                         std::span<const std::string_view> known) {
  const std::string unknown = fmt::format("unknown {} {}", what, in_quotes(name));
  if (const auto nearest = nearest_name(name, known))
    return fmt::format("{}; did you mean {}?", unknown, in_quotes(*nearest));
  if (known.empty()) return fmt::format("{}; there is none", unknown);
  return fmt::format("{}; known: {}", unknown, listed(known));
}

}  // namespace keycost
