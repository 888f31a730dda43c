// A script that takes a scenario through a real server, and what the scripts of all engines have in common.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "sim/rows/row_source.hpp"
#include "src/lab/plan.hpp"

namespace keycost {

/// What every line of a script's output begins with that `--verify` reads.
inline constexpr std::string_view lab_figure_mark = "keycost-lab/1";
inline constexpr std::string_view lab_about_mark = "keycost-lab-about/1";

/// Text that refuses to grow beyond what somebody would want to send to a server.
class ScriptText {
 public:
  explicit ScriptText(std::uint64_t bytes_max) : bytes_max_(bytes_max) {}

  /// Throws UsageError with what to do about it when the script is too large.
  void add(std::string_view text);
  std::string take() { return std::move(text_); }

 private:
  std::uint64_t bytes_max_;
  std::string text_;
};

/// The whole script for the plan's engine. `bytes_max`: how long it may be. Throws UsageError.
std::string write_lab_script(const LabPlan& plan, std::uint64_t bytes_max);
std::string write_postgresql_script(const LabPlan& plan, std::uint64_t bytes_max);
std::string write_mariadb_script(const LabPlan& plan, std::uint64_t bytes_max);

/// The rows of a table of the plan, from the first on.
std::unique_ptr<RowSource> open_lab_rows(const LabPlan& plan, std::size_t table);

/// "3", "71.57": a figure as a script spells it.
std::string figure_text(double value);

/// The name of an unnamed insert or repeat at the top, as results have it: "insert-1".
class StepNames {
 public:
  std::string name_of(const Step& step, bool at_top);

 private:
  std::uint64_t unnamed_inserts_ = 0;
  std::uint64_t unnamed_repeats_ = 0;
};

/// A step's reported name with all those it lies in: who is charged with what it does.
using ReportedNames = std::vector<std::string>;
ReportedNames with_name(const ReportedNames& outer, const std::string& name);

}  // namespace keycost
