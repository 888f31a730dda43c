#include "sim/reported_steps.hpp"

namespace keycost {

namespace {

struct Lister {
  std::vector<ReportedStep> found;
  std::uint64_t unnamed_inserts = 0;
  std::uint64_t unnamed_repeats = 0;

  void visit(const std::vector<Step>& steps, bool at_top, std::uint64_t executions) {
    for (const Step& step : steps) {
      const auto* repeat = std::get_if<RepeatStep>(&step.action);
      const bool inserts =
          std::holds_alternative<InsertStep>(step.action) || std::holds_alternative<CopyStep>(step.action);
      if (repeat == nullptr && !inserts && step.name.empty()) continue;
      if (at_top || !step.name.empty()) {
        std::string name = step.name;
        if (name.empty()) {
          name = repeat != nullptr ? "repeat-" + std::to_string(++unnamed_repeats)
                                   : "insert-" + std::to_string(++unnamed_inserts);
        }
        const std::uint64_t rounds =
            repeat != nullptr ? executions * repeat->times : (at_top ? 0 : executions);
        found.push_back({std::move(name), &step, rounds});
      }
      if (repeat != nullptr) visit(repeat->steps, false, executions * repeat->times);
    }
  }
};

}  // namespace

std::vector<ReportedStep> reported_steps(const std::vector<Step>& steps) {
  Lister lister;
  lister.visit(steps, true, 1);
  return lister.found;
}

std::vector<std::string> final_index_names(const Scenario& scenario, std::size_t table) {
  std::vector<std::string> names;
  for (const IndexDefinition& index : scenario.tables[table].indexes) names.push_back(index.name);
  for (const Step& step : scenario.steps) {
    const auto* create = std::get_if<CreateIndexStep>(&step.action);
    if (create != nullptr && table < create->indexes.size()) names.push_back(create->indexes[table].name);
  }
  return names;
}

std::uint64_t rows_asked_for(const std::vector<Step>& steps) {
  std::uint64_t total = 0;
  for (const Step& step : steps) {
    std::uint64_t rows = 0;
    if (const auto* insert = std::get_if<InsertStep>(&step.action)) {
      rows = insert->rows;
    } else if (const auto* copy = std::get_if<CopyStep>(&step.action)) {
      rows = copy->rows;
    } else if (const auto* repeat = std::get_if<RepeatStep>(&step.action)) {
      const std::uint64_t inner = rows_asked_for(repeat->steps);
      if (inner != 0 && repeat->times > all_remaining_rows / inner) return all_remaining_rows;
      rows = inner * repeat->times;
    }
    if (rows > all_remaining_rows - total) return all_remaining_rows;
    total += rows;
  }
  return total;
}

}  // namespace keycost
