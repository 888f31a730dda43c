// A small finished report for tests of the writers: made by hand, so that these tests ask about layout and
// not about the model. Two tables; a step and a repeat of two rounds; an expectation that holds, one that
// fails, one without a value.
#pragma once

#include <limits>
#include <memory>
#include <string>

#include "src/report/report.hpp"
#include "src/scenario_file.hpp"
#include "src/verdict.hpp"

namespace keycost::test {

inline constexpr const char* sample_scenario = R"({
  "title": "Keys | <tags> & \"quotes\"",
  "question": "What does it cost?",
  "engine": "postgresql-18",
  "seed": 7,
  "tables": {
    "a": { "columns": [ {"name": "id", "type": "bigint", "values": "counter"} ], "primary_key": ["id"] },
    "b": { "columns": [ {"name": "id", "type": "uuid", "values": "uuidv4"} ], "primary_key": ["id"] }
  },
  "steps": [
    {"do": "insert", "rows": 1000, "name": "first"},
    {"do": "repeat", "times": 2, "name": "second", "steps": [ {"do": "checkpoint"}, {"do": "insert", "rows": 10} ]}
  ],
  "expect": [
    {"value": "b.second.wal.bytes / a.second.wal.bytes", "min": 3, "because": "images | pages", "source": "table 1"},
    {"value": "a.second.wal.fpi", "max": 5},
    {"value": "a.first.indexes.a_pkey.leaf_fragmentation", "equals": 0}
  ]
})";

inline StepResult sample_step(std::string name, std::uint64_t scale) {
  StepResult step;
  step.name = std::move(name);
  step.rows = 1000 * scale;
  step.wal = {{2000 * scale, 7 * scale, 123456 * scale, 130000 * scale}, {}};
  step.wal.by_type = {{"Btree/INSERT_LEAF", 999 * scale, 63936 * scale, 7 * scale, 5000 * scale},
                      {"Heap/INSERT+INIT", 1, 67, 0, 0}};
  step.buffers = {4000 * scale, 1, 12 * scale, 13};
  step.heap = {5 * scale, 40960 * scale};
  return step;
}

inline IndexState sample_index(double density, double fragmentation) {
  IndexState index;
  index.tree_level = 1;
  index.index_size = 49152;
  index.root_block_no = 3;
  index.internal_pages = 1;
  index.leaf_pages = 4;
  index.avg_leaf_density = density;
  index.leaf_fragmentation = fragmentation;
  return index;
}

inline TableResult sample_table(std::string name, std::uint64_t scale, IndexState index) {
  TableResult table;
  table.name = std::move(name);
  for (const char* step_name : {"first", "second"}) {
    StepResult step = sample_step(step_name, scale);
    step.indexes = {{table.name + "_pkey", index}};
    table.steps.push_back(std::move(step));
  }
  for (const std::uint64_t part : {std::uint64_t{1}, std::uint64_t{2}}) {
    StepResult round = sample_step("", part * scale);
    round.indexes = table.steps[1].indexes;
    table.steps[1].each.push_back(std::move(round));
  }
  return table;
}

inline ScenarioResult sample_result() {
  ScenarioResult result;
  result.engine = "postgresql-18";
  result.seed = 7;
  const double none = std::numeric_limits<double>::quiet_NaN();
  result.tables.push_back(sample_table("a", 1, sample_index(none, none)));
  result.tables.push_back(sample_table("b", 4, sample_index(71.57, 50)));
  return result;
}

inline ScenarioReport sample_report(const std::string& text = sample_scenario) {
  ScenarioReport report;
  report.path = "folder/sample.json";
  report.scenario = std::make_shared<const ScenarioFile>(decode_scenario(report.path, text));
  report.result = sample_result();
  report.verdicts = judge_all(*report.scenario, report.result);
  return report;
}

/// What remains of a scenario that could not be decoded.
inline ScenarioReport refused_report() {
  ScenarioReport report;
  report.path = "folder/broken.json";
  report.problems = {
      Problem{report.path, SourcePosition{3, 5, "/steps/0"}, "unknown key \"row\"; did you mean \"rows\"?"}};
  return report;
}

}  // namespace keycost::test
