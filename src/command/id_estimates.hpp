// What can be concluded from ids: how many there are, how fast they come, when two of them are the same.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace keycost {

/// How many there are, from `numbers` of a sequence that starts at 1: m + m/k − 1 for k ids of which the
/// largest is m. Rounded down. The unbiased estimate of least variance. Source: L. A. Goodman, "Serial number
/// analysis", Journal of the American Statistical Association 47 (1952); the "German tank problem".
std::uint64_t estimated_count(std::span<const std::uint64_t> numbers);

/// Of how many random ids of `size` characters out of `alphabet_size` two are the same with probability
/// 10^-9: by the birthday bound √(2 · alphabet_size^size · 10^-9).
double ids_at_one_in_a_billion(std::uint64_t alphabet_size, std::uint64_t size);

/// "750", or, from 10^12 on, "4.12 × 10^14".
std::string print_count(double count);

}  // namespace keycost
