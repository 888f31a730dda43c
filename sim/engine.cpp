// Every engine. To add one: a room beside sim/postgresql and a line here.
#include "sim/engine.hpp"

#include "sim/metrics.hpp"
#include "sim/postgresql/engine.hpp"
#include "sim/postgresql/wal/record_type.hpp"

namespace keycost {

namespace {

constexpr const EngineDescription* engine_table[] = {&postgresql::postgresql_18};

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

std::span<const std::string_view> wal_record_type_names() {
  return postgresql::record_type_names();
}

}  // namespace keycost
