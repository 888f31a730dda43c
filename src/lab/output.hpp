// What a lab script printed: figures, real beside simulated, and what was run on what.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keycost {

struct LabLine {
  std::string table;
  std::string step;
  std::string metric;
  std::optional<double> real;       ///< absent: the server did not tell
  std::optional<double> simulated;  ///< absent: the simulation has no such figure
  std::optional<double> sd;         ///< of the simulated, over seeds
};

struct LabAbout {
  std::string name;
  std::string real;
  std::string simulated;
};

struct LabOutput {
  std::vector<LabAbout> about;
  std::vector<LabLine> lines;
  bool is_complete = false;  ///< the script ran to its end

  /// Empty if there is no such line.
  std::string_view real_about(std::string_view name) const;
  std::string_view simulated_about(std::string_view name) const;
  bool has_own_keys(std::string_view table) const;
  const LabLine* find(std::string_view table, std::string_view step, std::string_view metric) const;
};

/// Lines with other beginnings than the marks are left alone: a server's warnings may stand between. `path`
/// is for messages. Throws InputOutputFailed with the line for one that cannot be read, or if there is none
/// at all.
LabOutput read_lab_output(const std::string& path, std::string_view text);

}  // namespace keycost
