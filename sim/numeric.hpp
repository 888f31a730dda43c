// Exact decimal numbers as text: how one is read, rounded to its column's scale, and spelled in one way only.
//
// Sources: PostgreSQL src/backend/utils/adt/numeric.c (numeric_in, apply_typmod, round_var); documentation,
// 8.1.2 "Arbitrary Precision Numbers". MySQL's DECIMAL(p,s) rounds and refuses alike (Reference Manual, 12.25
// "Precision Math").
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace keycost {

/// Appends to `payload` the number that `text` spells ("12", "-.5", "1.20e3"): a minus sign if it is
/// negative, digits without leading zeros (but one before the point), and behind the point exactly `scale`
/// digits, or as many as the text has where there is no scale. Rounds half away from zero. Zero has no sign.
/// Returns an empty string, or what is wrong: no number, or one that numeric(precision, scale) does not hold.
std::string parse_numeric(std::string_view text, std::optional<int> precision, std::optional<int> scale,
                          std::string& payload);

}  // namespace keycost
