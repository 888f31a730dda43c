// "did you mean": the known name that is nearest to one that is not known.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace keycost {

/// Edits that turn `left` into `right`: a byte added, dropped or changed, or two neighbours swapped. Case
/// does not count.
std::size_t edit_distance(std::string_view left, std::string_view right);

/// The nearest of `known`, the first of equals; nothing if none is near enough to have been meant.
std::optional<std::string_view> nearest_name(std::string_view name, std::span<const std::string_view> known);

/// `unknown table "v5"; did you mean "v4"?`, or the known names when none is near. `what` is "table".
std::string unknown_name(std::string_view what, std::string_view name,
                         std::span<const std::string_view> known);

/// "a", "b" and so many more: at most 24 of `names`, quoted.
std::string listed(std::span<const std::string_view> names);

}  // namespace keycost
