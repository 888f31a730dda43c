#include "src/report/step_columns.hpp"

namespace keycost {

namespace {

const IndexDefinition* find_definition(const TableDefinition& table, const std::string& index) {
  const auto found = std::ranges::find(table.indexes, index, &IndexDefinition::name);
  return found == table.indexes.end() ? nullptr : &*found;
}

bool is_index(const TableResult& table, const std::string& name) {
  return !table.steps.empty() && std::ranges::any_of(table.steps.back().indexes,
                                                     [&](const auto& index) { return index.first == name; });
}

}  // namespace

std::string index_title(const Scenario& scenario, const std::string& table_name, const std::string& index) {
  const auto table = std::ranges::find(scenario.tables, table_name, &TableDefinition::name);
  if (table == scenario.tables.end()) return "index " + index;
  const IndexDefinition* definition = find_definition(*table, index);
  if (definition != nullptr && definition->primary) return "primary key";
  if (!index.starts_with(table_name + "_")) return "index " + index;
  const std::string short_name = index.substr(table_name.size() + 1);
  return "index " + (find_definition(*table, short_name) == nullptr ? short_name : index);
}

std::string relation_title(const Scenario& scenario, const TableResult& table, const std::string& relation) {
  if (is_index(table, relation)) return index_title(scenario, table.name, relation);
  const std::string start = table.name + "_";
  constexpr std::string_view ending = "_seq";
  if (!relation.starts_with(start) || !relation.ends_with(ending)) return relation;
  return "sequence of " + relation.substr(start.size(), relation.size() - start.size() - ending.size());
}

}  // namespace keycost
