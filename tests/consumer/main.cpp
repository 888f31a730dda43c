// A scenario built in memory, run, and three numbers of its result: what the program says of consumer.json.
#include <iostream>

#include "sim/engine.hpp"

int main() {
  using namespace keycost;
  ColumnDefinition id;
  id.name = "id";
  id.type = SqlType::uuid;
  id.values = StreamReference{"uuidv4", {}};

  TableDefinition table;
  table.name = "orders";
  table.columns.push_back(id);
  IndexDefinition primary_key;
  primary_key.name = "orders_pkey";
  primary_key.columns.push_back(IndexColumn{0});
  primary_key.unique = true;
  primary_key.primary = true;
  table.indexes.push_back(primary_key);

  Scenario scenario;
  scenario.engine = "postgresql-18";
  scenario.tables.push_back(table);
  InsertStep insert;
  insert.rows = 20000;
  scenario.steps.push_back(Step{"first", insert});

  const EngineDescription* engine = find_engine(scenario.engine);
  const auto rows = make_stream_rows(scenario, 0, scenario.seed);
  const TableRun run = engine->run(scenario, scenario.tables[0], *rows, {});
  const StepResult& first = run.result.steps.at(0);
  std::cout << first.rows << ' ' << first.indexes.at(0).second.leaf_pages << ' ' << first.wal.bytes << '\n';
}
