// The words under which reports for people show metrics, in the order of their lines.
#pragma once

#include <span>
#include <string_view>

namespace keycost {

struct ReportLabel {
  std::string_view metric;  ///< path in the engine's metrics; left out where the engine has no such
  std::string_view words;   ///< "full-page images"
};

/// Of an index; its title stands before them: "primary key leaf pages".
std::span<const ReportLabel> index_labels();

std::span<const ReportLabel> step_labels();

/// What it costs a row, a day and by relation: "WAL a row", "WAL, heap".
std::span<const ReportLabel> cost_labels();

}  // namespace keycost
