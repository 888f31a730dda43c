#include "src/lab/script.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/engine.hpp"
#include "src/command/exit_status.hpp"
#include "src/decode/size_text.hpp"
#include "src/report/numbers.hpp"
#include "src/rows_file.hpp"

namespace keycost {

void ScriptText::add(std::string_view text) {
  if (text_.size() + text.size() > bytes_max_) {
    throw UsageError(
        fmt::format("lab: the script would hold more than {} of keys; take fewer rows (--rows N), let the "
                    "server make its own "
                    "keys (--keys server), or raise --size-limit",
                    print_size(static_cast<std::int64_t>(bytes_max_))));
  }
  text_ += text;
}

std::string write_lab_script(const LabPlan& plan, std::uint64_t bytes_max) {
  const bool is_postgresql = plan.file.scenario.engine.starts_with("postgresql");
  return is_postgresql ? write_postgresql_script(plan, bytes_max) : write_mariadb_script(plan, bytes_max);
}

std::unique_ptr<RowSource> open_lab_rows(const LabPlan& plan, std::size_t table) {
  const auto file = std::ranges::find(plan.file.rows_files, table, &RowsFile::table);
  if (file != plan.file.rows_files.end()) return open_rows_file(file->path, plan.file.scenario.tables[table]);
  return make_stream_rows(plan.file.scenario, table, plan.seed);
}

std::string figure_text(double value) {
  const auto whole = static_cast<std::int64_t>(value);
  if (static_cast<double>(whole) == value) return fmt::format("{}", whole);
  return full_precision(value);
}

std::string StepNames::name_of(const Step& step, bool at_top) {
  if (!step.name.empty() || !at_top) return step.name;
  if (std::holds_alternative<RepeatStep>(step.action)) return fmt::format("repeat-{}", ++unnamed_repeats_);
  const bool inserts =
      std::holds_alternative<InsertStep>(step.action) || std::holds_alternative<CopyStep>(step.action);
  return inserts ? fmt::format("insert-{}", ++unnamed_inserts_) : "";
}

ReportedNames with_name(const ReportedNames& outer, const std::string& name) {
  ReportedNames names = outer;
  if (!name.empty()) names.push_back(name);
  return names;
}

}  // namespace keycost
