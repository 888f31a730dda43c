#include "src/report/quantities.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "sim/engine.hpp"
#include "src/report/numbers.hpp"

namespace keycost {

namespace {

constexpr const char* absent = "–";

struct Label {
  std::string_view metric;  ///< path in the engine's metrics; left out where the engine has no such
  std::string_view words;
};

// What is left out here is in the other kinds: quantities of a table's inner life (root_block_no), always
// zero ones (empty_pages, deleted_pages), and the share of each WAL record type.
constexpr std::array index_labels{
    Label{"index_size", "size"},
    Label{"avg_leaf_density", "average leaf density"},
    Label{"leaf_fragmentation", "leaf fragmentation"},
    Label{"leaf_pages", "leaf pages"},
    Label{"internal_pages", "internal pages"},
    Label{"tree_level", "tree level"},
};
constexpr std::array step_labels{
    Label{"heap.size", "heap size"},
    Label{"heap.pages", "heap pages"},
    Label{"wal.bytes", "WAL"},
    Label{"wal.records", "WAL records"},
    Label{"wal.fpi", "full-page images"},
    Label{"wal.lsn_bytes", "WAL position moved"},
    Label{"buffers.dirtied", "dirtied buffers"},
    Label{"buffers.hit", "buffers hit"},
    Label{"buffers.read", "buffers read"},
    Label{"buffers.written", "buffers written"},
};

const IndexDefinition* find_definition(const TableDefinition& table, const std::string& index) {
  const auto found = std::ranges::find(table.indexes, index, &IndexDefinition::name);
  return found == table.indexes.end() ? nullptr : &*found;
}

/// What people call an index across tables: "primary key", or its name without the table's: "index code_key".
/// The whole name where the table has another index of the short one.
std::string index_title(const Scenario& scenario, const std::string& table_name, const std::string& index) {
  const auto table = std::ranges::find(scenario.tables, table_name, &TableDefinition::name);
  if (table == scenario.tables.end()) return "index " + index;
  const IndexDefinition* definition = find_definition(*table, index);
  if (definition != nullptr && definition->primary) return "primary key";
  if (!index.starts_with(table_name + "_")) return "index " + index;
  const std::string short_name = index.substr(table_name.size() + 1);
  return "index " + (find_definition(*table, short_name) == nullptr ? short_name : index);
}

/// A step of one table: a column of the report.
struct Column {
  const TableResult* table;
  const StepResult* step;  ///< nullptr if the table has no such step
};

/// The metric of that path, or nullptr.
template <class Metrics>
auto find_metric(const Metrics& metrics, std::string_view path) {
  const auto found = std::ranges::find(metrics, path, [](const auto& metric) { return metric.path; });
  return found == metrics.end() ? nullptr : &*found;
}

class TableBuilder {
 public:
  TableBuilder(const Scenario& scenario, const MetricSet& metrics, std::vector<Column> columns)
      : scenario_(scenario), metrics_(metrics), columns_(std::move(columns)) {
    for (const Column& column : columns_) table_.columns.push_back(column.table->name);
  }

  QuantityTable build(const std::string& step) {
    table_.step = step;
    add_rows_inserted();
    for (const std::string& title : index_titles()) add_index(title);
    for (const Label& label : step_labels) add_step_metric(label);
    add_images_per_round();
    return std::move(table_);
  }

 private:
  template <class Cell>
  void add_row(std::string label, const Cell& cell) {
    QuantityTable::Row row{std::move(label), {}};
    for (const Column& column : columns_) row.cells.push_back(column.step == nullptr ? absent : cell(column));
    table_.rows.push_back(std::move(row));
  }

  void add_rows_inserted() {
    add_row("rows inserted", [](const Column& column) { return with_thousands(column.step->rows); });
  }

  void add_step_metric(const Label& label) {
    const StepMetric* metric = find_metric(metrics_.step, label.metric);
    if (metric == nullptr) return;
    add_row(std::string(label.words),
            [&](const Column& column) { return quantity_text(metric->read(*column.step), metric->unit); });
  }

  /// In the order in which the tables have them, each title once.
  std::vector<std::string> index_titles() const {
    std::vector<std::string> titles;
    for (const Column& column : columns_) {
      if (column.step == nullptr) continue;
      for (const auto& [name, index] : column.step->indexes) {
        std::string title = index_title(scenario_, column.table->name, name);
        if (std::ranges::find(titles, title) == titles.end()) titles.push_back(std::move(title));
      }
    }
    return titles;
  }

  const IndexState* find_index(const Column& column, const std::string& title) const {
    for (const auto& [name, index] : column.step->indexes) {
      if (index_title(scenario_, column.table->name, name) == title) return &index;
    }
    return nullptr;
  }

  void add_index(const std::string& title) {
    for (const Label& label : index_labels) {
      const IndexMetric* metric = find_metric(metrics_.index, label.metric);
      if (metric == nullptr) continue;
      add_row(fmt::format("{} {}", title, label.words), [&](const Column& column) -> std::string {
        const IndexState* index = find_index(column, title);
        return index == nullptr ? absent : quantity_text(metric->read(*index), metric->unit);
      });
    }
  }

  /// The fewest and the most images of any round: how steadily a repeat pays.
  void add_images_per_round() {
    const auto has_rounds = [](const Column& column) {
      return column.step != nullptr && !column.step->each.empty();
    };
    if (find_metric(metrics_.step, "wal.fpi") == nullptr || std::ranges::none_of(columns_, has_rounds))
      return;
    add_row("full-page images a round", [](const Column& column) -> std::string {
      const auto& each = column.step->each;
      if (each.empty()) return absent;
      const auto images = [](const StepResult& round) { return round.wal.fpi; };
      const auto [least, most] = std::ranges::minmax_element(each, {}, images);
      return fmt::format("{}…{}", with_thousands(least->wal.fpi), with_thousands(most->wal.fpi));
    });
  }

  const Scenario& scenario_;
  const MetricSet& metrics_;
  std::vector<Column> columns_;
  QuantityTable table_;
};

/// Every step name of any table, in order of first appearance.
std::vector<std::string> step_names(const ScenarioResult& result) {
  std::vector<std::string> names;
  for (const TableResult& table : result.tables) {
    for (const StepResult& step : table.steps) {
      if (std::ranges::find(names, step.name) == names.end()) names.push_back(step.name);
    }
  }
  return names;
}

}  // namespace

std::string quantity_text(const MetricValue& value, Unit unit) {
  if (const auto* number = std::get_if<double>(&value)) {
    return std::isnan(*number) ? absent : fmt::format("{:.2f} %", *number);
  }
  const auto* count = std::get_if<std::uint64_t>(&value);
  if (count == nullptr) return absent;
  return unit == Unit::bytes ? size_pretty(*count) : with_thousands(*count);
}

std::vector<QuantityTable> quantity_tables(const ScenarioReport& report) {
  std::vector<QuantityTable> tables;
  const MetricSet& metrics = metrics_of(report.result.engine);
  for (const std::string& name : step_names(report.result)) {
    std::vector<Column> columns;
    for (const TableResult& table : report.result.tables) {
      const auto step = std::ranges::find(table.steps, name, &StepResult::name);
      columns.push_back({&table, step == table.steps.end() ? nullptr : &*step});
    }
    tables.push_back(TableBuilder(report.scenario->scenario, metrics, std::move(columns)).build(name));
  }
  return tables;
}

}  // namespace keycost
