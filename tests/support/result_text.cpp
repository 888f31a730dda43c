#include "tests/support/result_text.hpp"

#include <type_traits>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace keycost::test {

namespace {

std::string cost_text(const WalVolume& wal, const BufferUsage& buffers) {
  return fmt::format("records {} fpi {} bytes {} lsn_bytes {} hit {} read {} dirtied {} written {}\n",
                     wal.records, wal.fpi, wal.bytes, wal.lsn_bytes, buffers.hit, buffers.read,
                     buffers.dirtied, buffers.written);
}

std::string index_text(const IndexState& state) {
  return fmt::format(
      "level {} internal {} leaf {} size {} root {} empty {} deleted {} density {} fragmentation {}\n",
      state.tree_level, state.internal_pages, state.leaf_pages, state.index_size, state.root_block_no,
      state.empty_pages, state.deleted_pages, state.avg_leaf_density, state.leaf_fragmentation);
}

std::string step_text(const StepResult& step, const std::string& indent) {
  std::string text = fmt::format("{}{}: rows {} conflicts {} rolled back {}\n", indent, step.name, step.rows,
                                 step.conflicts, step.rolled_back);
  text += indent + cost_text(step.wal, step.buffers);
  for (const WalTypeUsage& type : step.wal.by_type) {
    text += fmt::format("{}{} count {} size {} fpi {} fpi_size {}\n", indent, type.type, type.count,
                        type.record_size, type.fpi, type.fpi_size);
  }
  text += fmt::format("{}checkpointer {} {} {}\n{}heap {} {}\n", indent, step.checkpointer.num_timed,
                      step.checkpointer.num_requested, step.checkpointer.buffers_written, indent,
                      step.heap.pages, step.heap.size);
  for (const auto& [name, state] : step.indexes) text += indent + name + " " + index_text(state);
  for (const auto& [name, cost] : step.by_relation)
    text += indent + name + " " + cost_text(cost.wal, cost.buffers);
  for (const StepResult& round : step.each) text += step_text(round, indent + "  ");
  return text;
}

std::string value_text(const MetricValue& value) {
  return std::visit(
      [](const auto& number) -> std::string {
        if constexpr (std::is_same_v<std::decay_t<decltype(number)>, std::monostate>) {
          return "-";
        } else {
          return fmt::format("{}", number);
        }
      },
      value);
}

std::string metrics_text(const MetricSet& metrics, const StepResult& step, const std::string& indent) {
  std::string text = indent + step.name + "\n";
  for (const StepMetric& metric : metrics.step)
    text += fmt::format("{}{} {}\n", indent, metric.path, value_text(metric.read(step)));
  for (const auto& [name, state] : step.indexes) {
    for (const IndexMetric& metric : metrics.index)
      text += fmt::format("{}{}: {} {}\n", indent, name, metric.path, value_text(metric.read(state)));
  }
  for (const auto& [name, cost] : step.by_relation) {
    for (const CostMetric& metric : metrics.cost)
      text += fmt::format("{}{}: {} {}\n", indent, name, metric.path, metric.read(cost));
  }
  for (const StepResult& round : step.each) text += metrics_text(metrics, round, indent + "  ");
  return text;
}

}  // namespace

std::string metrics_text(const MetricSet& metrics, const TableResult& result) {
  std::string text = result.name + "\n";
  for (const StepResult& step : result.steps) text += metrics_text(metrics, step, "");
  return text;
}

std::string result_text(const TableResult& result) {
  std::string text = result.name + "\n";
  for (const StepResult& step : result.steps) text += step_text(step, "");
  return text;
}

std::string pages_text(const std::vector<RelationPages>& pages) {
  std::string text;
  for (const RelationPages& relation : pages) {
    text += relation.name + "\n";
    for (const auto& line : relation.lines) text += fmt::format("{}\n", fmt::join(line, " "));
  }
  return text;
}

}  // namespace keycost::test
