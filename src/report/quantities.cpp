#include "src/report/quantities.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "sim/engine.hpp"
#include "src/report/cost_quantities.hpp"
#include "src/report/labels.hpp"
#include "src/report/numbers.hpp"
#include "src/report/replicated.hpp"
#include "src/report/step_columns.hpp"

namespace keycost {

namespace {

class TableBuilder {
 public:
  TableBuilder(const Scenario& scenario, const MetricSet& metrics, std::vector<StepColumn> columns)
      : scenario_(scenario), metrics_(metrics), columns_(std::move(columns)) {
    for (const StepColumn& column : columns_) table_.columns.push_back(column.table->name);
  }

  QuantityTable build(const std::string& step) {
    table_.step = step;
    add_rows_inserted();
    for (const std::string& title : index_titles()) {
      add_index(title);
      add_expected(title);
    }
    for (const ReportLabel& label : step_labels()) add_step_metric(label);
    add_checkpoints();
    add_images_per_round();
    for (QuantityTable::Row& row : rate_rows(metrics_, columns_)) table_.rows.push_back(std::move(row));
    return std::move(table_);
  }

  /// Mean and standard deviation over the seeds; what does not depend on the seed in any column is left out.
  QuantityTable build_spreads(const std::string& title) {
    table_.step = title;
    for (const std::string& index : index_titles()) add_index(index);
    for (const ReportLabel& label : step_labels()) add_step_metric(label);
    return std::move(table_);
  }

 private:
  /// `read` gives the quantity of a step that has it.
  void add_quantity(const std::string& label, Unit unit, const auto& has, const auto& read) {
    bool varies = false;
    add_row(label, [&](const StepColumn& column) -> std::string {
      if (!has(column)) return absent;
      if (column.replicates.empty()) return quantity_text(read(column, *column.step), unit);
      const auto spread =
          spread_over(column.replicates, [&](const StepResult& step) { return read(column, step); });
      varies = varies || (spread && spread->sd > 0);
      return spread ? spread_text(*spread, unit) : absent;
    });
    const bool is_spread =
        std::ranges::any_of(columns_, [](const StepColumn& column) { return !column.replicates.empty(); });
    if (is_spread && !varies) table_.rows.pop_back();
  }

  template <class Cell>
  void add_row(std::string label, const Cell& cell) {
    QuantityTable::Row row{std::move(label), {}};
    for (const StepColumn& column : columns_)
      row.cells.push_back(column.step == nullptr ? absent : cell(column));
    table_.rows.push_back(std::move(row));
  }

  /// Only where there were any: most scenarios ask for their checkpoints.
  void add_checkpoints() {
    const auto count = [](const StepColumn& column) {
      return column.step->checkpointer.num_timed + column.step->checkpointer.num_requested;
    };
    if (!std::ranges::any_of(
            columns_, [&](const StepColumn& column) { return column.step != nullptr && count(column) > 0; }))
      return;
    add_row("checkpoints that fell due",
            [&](const StepColumn& column) { return with_thousands(count(column)); });
    add_row("pages that they wrote", [](const StepColumn& column) {
      return with_thousands(column.step->checkpointer.buffers_written);
    });
  }

  void add_rows_inserted() {
    add_row("rows inserted", [](const StepColumn& column) { return with_thousands(column.step->rows); });
    add_rows_if_any("rows left out (conflicts)", &StepResult::conflicts);
    add_rows_if_any("rows rolled back", &StepResult::rolled_back);
  }

  /// Most scenarios have no such rows.
  void add_rows_if_any(const char* label, std::uint64_t StepResult::*rows) {
    const auto has_any = [&](const StepColumn& column) {
      return column.step != nullptr && column.step->*rows > 0;
    };
    if (std::ranges::none_of(columns_, has_any)) return;
    add_row(label, [&](const StepColumn& column) { return with_thousands(column.step->*rows); });
  }

  void add_step_metric(const ReportLabel& label) {
    const StepMetric* metric = find_metric(metrics_.step, label.metric);
    if (metric == nullptr) return;
    const std::size_t rows_before = table_.rows.size();
    add_quantity(
        words_of(label, *metric), metric->unit, [](const StepColumn&) { return true; },
        [&](const StepColumn&, const StepResult& step) { return metric->read(step); });
    if (metric->only_where_known) drop_unknown(rows_before);
  }

  /// In the order in which the tables have them, each title once.
  std::vector<std::string> index_titles() const {
    std::vector<std::string> titles;
    for (const StepColumn& column : columns_) {
      if (column.step == nullptr) continue;
      for (const auto& [name, index] : column.step->indexes) {
        std::string title = index_title(scenario_, column.table->name, name);
        if (std::ranges::find(titles, title) == titles.end()) titles.push_back(std::move(title));
      }
    }
    return titles;
  }

  /// The position of the index that is called `title`, the same in every step after its creation.
  std::optional<std::size_t> find_index(const StepColumn& column, const std::string& title) const {
    const auto& indexes = column.step->indexes;
    for (std::size_t index = 0; index < indexes.size(); ++index) {
      if (index_title(scenario_, column.table->name, indexes[index].first) == title) return index;
    }
    return std::nullopt;
  }

  void add_index(const std::string& title) {
    for (const ReportLabel& label : index_labels()) {
      const IndexMetric* metric = find_metric(metrics_.index, label.metric);
      if (metric == nullptr) continue;
      const std::size_t rows_before = table_.rows.size();
      add_quantity(
          fmt::format("{} {}", title, label.words), metric->unit,
          [&](const StepColumn& column) { return find_index(column, title).has_value(); },
          [&](const StepColumn& column, const StepResult& step) {
            return metric->read(step.indexes[*find_index(column, title)].second);
          });
      if (metric->only_where_known) drop_unknown(rows_before);
    }
  }

  /// What is not held against a server is marked where it is read.
  static std::string words_of(const ReportLabel& label, const Metric& metric) {
    return fmt::format("{}{}", label.words, metric.meaning.starts_with("Estimate") ? " (estimate)" : "");
  }

  /// Takes the last row out again if it came and has no value in any column.
  void drop_unknown(std::size_t rows_before) {
    if (table_.rows.size() == rows_before) return;
    const bool is_known =
        std::ranges::any_of(table_.rows.back().cells, [](const std::string& cell) { return cell != absent; });
    if (!is_known) table_.rows.pop_back();
  }

  /// What theory expects of an index of random keys, beside the simulated figures: four standard deviations
  /// either way.
  void add_expected(const std::string& title) {
    const auto expected_in = [&](const StepColumn& column) -> const ExpectedLeaves* {
      const std::optional<std::size_t> index =
          column.step == nullptr ? std::nullopt : find_index(column, title);
      if (!index || !column.step->indexes[*index].second.expected) return nullptr;
      return &*column.step->indexes[*index].second.expected;
    };
    if (std::ranges::none_of(columns_, expected_in)) return;
    const auto add = [&](const char* words, const auto& text) {
      add_row(fmt::format("{} {}", title, words), [&](const StepColumn& column) -> std::string {
        const ExpectedLeaves* expected = expected_in(column);
        return expected == nullptr ? absent : text(*expected);
      });
    };
    constexpr double deviations = 4;
    add("leaf pages expected, ± 4 sd", [](const ExpectedLeaves& expected) {
      return fmt::format("{} ± {}", with_thousands(rounded(expected.leaf_pages)),
                         with_thousands(rounded(deviations * expected.leaf_pages_sd)));
    });
    const bool has_density = find_metric(metrics_.index, "theory.avg_leaf_density") != nullptr;
    add(has_density ? "leaf density expected, ± 4 sd" : "rows a leaf page expected, ± 4 sd",
        [has_density](const ExpectedLeaves& expected) {
          return fmt::format("{:.2f} ± {:.2f}{}", expected.fill, deviations * expected.fill_sd,
                             has_density ? " %" : "");
        });
  }

  static std::uint64_t rounded(double number) { return static_cast<std::uint64_t>(std::llround(number)); }

  /// The fewest and the most images of any round: how steadily a repeat pays.
  void add_images_per_round() {
    const auto has_rounds = [](const StepColumn& column) {
      return column.step != nullptr && !column.step->each.empty();
    };
    if (find_metric(metrics_.step, "wal.fpi") == nullptr || std::ranges::none_of(columns_, has_rounds))
      return;
    add_row("full-page images a round", [](const StepColumn& column) -> std::string {
      const auto& each = column.step->each;
      if (each.empty()) return absent;
      const auto images = [](const StepResult& round) { return round.wal.fpi; };
      const auto [least, most] = std::ranges::minmax_element(each, {}, images);
      return fmt::format("{}…{}", with_thousands(least->wal.fpi), with_thousands(most->wal.fpi));
    });
  }

  const Scenario& scenario_;
  const MetricSet& metrics_;
  std::vector<StepColumn> columns_;
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
    if (std::isnan(*number)) return absent;
    return unit == Unit::percent ? fmt::format("{:.2f} %", *number) : fmt::format("{:.2f}", *number);
  }
  const auto* count = std::get_if<std::uint64_t>(&value);
  if (count == nullptr) return absent;
  return unit == Unit::bytes ? size_pretty(*count) : with_thousands(*count);
}

namespace {

/// Digits behind the point, so that the standard deviation shows two that count.
int decimals_for(double sd) {
  const double magnitude = std::floor(std::log10(sd));
  return std::clamp(1 - static_cast<int>(magnitude), 0, 6);
}

std::vector<StepColumn> columns_of(const ScenarioResult& result, const std::string& step_name,
                                   bool with_replicates) {
  std::vector<StepColumn> columns;
  for (std::size_t table = 0; table < result.tables.size(); ++table) {
    const std::vector<StepResult>& steps = result.tables[table].steps;
    const auto step = std::ranges::find(steps, step_name, &StepResult::name);
    StepColumn column{&result.tables[table], step == steps.end() ? nullptr : &*step, {}};
    if (with_replicates && column.step != nullptr)
      column.replicates = replicated_step(result, table, static_cast<std::size_t>(step - steps.begin()));
    columns.push_back(std::move(column));
  }
  return columns;
}

}  // namespace

std::string spread_text(const Spread& spread, Unit unit) {
  double divisor = 1;
  std::string_view suffix = unit == Unit::percent ? " %" : "";
  if (unit == Unit::bytes) {
    const bool is_large = spread.mean >= 10 * 1048576.0;
    divisor = is_large ? 1048576 : 1024;
    suffix = is_large ? " MB" : " kB";
  }
  const double sd = spread.sd / divisor;
  if (sd == 0) {
    // All seeds agree.
    return unit == Unit::percent ? quantity_text(spread.mean, unit)
                                 : quantity_text(static_cast<std::uint64_t>(spread.mean), unit);
  }
  const int decimals = decimals_for(sd);
  if (decimals == 0) {
    const auto whole = [](double number) {
      return with_thousands(static_cast<std::uint64_t>(std::llround(number)));
    };
    return fmt::format("{} ± {}{}", whole(spread.mean / divisor), whole(sd), suffix);
  }
  return fmt::format("{:.{}f} ± {:.{}f}{}", spread.mean / divisor, decimals, sd, decimals, suffix);
}

std::vector<QuantityTable> quantity_tables(const ScenarioReport& report) {
  std::vector<QuantityTable> tables;
  const ScenarioResult& result = report.result;
  const MetricSet& metrics = metrics_of(result.engine);
  const Scenario& scenario = report.scenario->scenario;
  for (const std::string& name : step_names(result)) {
    const std::vector<StepColumn> columns = columns_of(result, name, false);
    tables.push_back(TableBuilder(scenario, metrics, columns).build(name));
    QuantityTable by_relation = costs_by_relation(scenario, metrics, columns, name);
    if (!by_relation.rows.empty()) tables.push_back(std::move(by_relation));
    if (result.replicates.empty()) continue;
    QuantityTable spreads = TableBuilder(scenario, metrics, columns_of(result, name, true))
                                .build_spreads(fmt::format("{}, {} seeds", name, result.replicates.size()));
    if (!spreads.rows.empty()) tables.push_back(std::move(spreads));
  }
  return tables;
}

}  // namespace keycost
