// Every engine. To add one: a room beside sim/postgresql and a line here.
#include "sim/engine.hpp"

#include <algorithm>

#include "sim/error.hpp"
#include "sim/innodb/engine.hpp"
#include "sim/placement/engine.hpp"
#include "sim/postgresql/engine.hpp"

namespace keycost {

namespace {

constexpr const EngineDescription* engine_table[] = {
    &postgresql::postgresql_18, &innodb::mariadb_10_11,     &innodb::mysql_8_0,
    &placement::tidb_8_1,       &placement::cockroachdb_24, &placement::yugabytedb_2024,
    &placement::citus_13,       &placement::oceanbase_4,    &placement::vitess_21,
};

}  // namespace

std::span<const EngineDescription* const> engines() {
  return engine_table;
}

const EngineDescription* find_engine(std::string_view name) {
  for (const EngineDescription* engine : engine_table) {
    if (engine->name == name) return engine;
  }
  return nullptr;
}

const MetricSet& metrics_of(std::string_view engine) {
  const EngineDescription* description = find_engine(engine);
  require(description != nullptr, "engine names are checked when a scenario is decoded");
  return description->metrics();
}

std::vector<EngineMetrics> metrics_of_all_engines() {
  std::vector<EngineMetrics> all;
  for (const EngineDescription* engine : engine_table) {
    const MetricSet* metrics = &engine->metrics();
    const auto known = std::find_if(
        all.begin(), all.end(), [metrics](const EngineMetrics& other) { return other.metrics == metrics; });
    if (known == all.end()) {
      all.push_back({std::string(engine->name), metrics});
    } else {
      known->engines += ", " + std::string(engine->name);
    }
  }
  return all;
}

}  // namespace keycost
