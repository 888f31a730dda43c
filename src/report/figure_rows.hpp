// What the figure of a run shows: for each step and table the log that was written, parted into records and
// images, and for each index how full it is. Values only; where they stand on paper is svg_figure.cpp's
// concern.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/report/report.hpp"

namespace keycost {

/// What one table wrote in one step. Parts in bytes; they add up to the bar.
struct LogBar {
  std::uint64_t records_bytes = 0;
  std::uint64_t images_bytes = 0;
  std::uint64_t images = 0;

  std::uint64_t bytes() const { return records_bytes + images_bytes; }
};

struct IndexBar {
  std::string title;            ///< "primary key"
  std::optional<double> value;  ///< none: an index without leaves has no density
  std::string text;             ///< the value as reports print it
};

struct FigureTable {
  std::string table;
  LogBar log;
  std::vector<IndexBar> indexes;
};

struct FigureStep {
  std::string step;
  std::vector<FigureTable> tables;
};

struct Figure {
  std::string_view log_name;    ///< "WAL"
  std::string_view log_title;   ///< "WAL written in the step, commits included"
  bool has_images = false;      ///< the engine writes images of pages
  std::string_view index_name;  ///< "average leaf density"
  std::string_view index_unit;  ///< "%"
  bool index_is_percent = false;
  std::vector<FigureStep> steps;
};

Figure figure_of(const ScenarioReport& report);

}  // namespace keycost
