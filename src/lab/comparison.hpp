// Real beside simulated, line by line: how far apart, whether that is allowed, and what explains it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "src/lab/output.hpp"

namespace keycost {

enum class Agreement {
  equal,
  within,    ///< of the tolerance
  in_band,   ///< of random keys of the server's own
  foreign,   ///< the server's background, or somebody else: no part of what is simulated
  not_told,  ///< by the server
  differs,
};

struct ComparedLine {
  LabLine line;
  Agreement agreement = Agreement::equal;
  std::optional<double>
      deviation_percent;    ///< of real from simulated; absent where there is nothing to divide by
  std::string explanation;  ///< of a line that differs, or is not told; may be empty
};

struct Comparison {
  std::vector<ComparedLine> lines;  ///< in the output's order, without those about the environment

  std::size_t count(Agreement agreement) const;
  std::size_t compared() const;  ///< lines with figures on both sides
  bool held() const { return count(Agreement::differs) == 0 && compared() > 0; }
};

/// Without --within.
inline constexpr double within_percent_default = 1;

/// A figure agrees if it lies within `within_percent` of the simulated one; of random keys of the server's
/// own, also if it lies within four standard deviations of the simulated mean.
Comparison compare(const LabOutput& output, double within_percent);

/// What a record type's name in wal.by_type says: one that the server's background writes by the clock.
bool is_background(std::string_view record_type);

/// One line a figure, with a heading.
std::string comparison_csv(const Comparison& comparison);

/// The table that people read. `ascii`: see ReportStyle.
std::string comparison_text(const LabOutput& output, const Comparison& comparison, double within_percent,
                            bool ascii);

}  // namespace keycost
