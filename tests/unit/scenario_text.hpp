// Small scenarios as text, for the tests of their decoder.
#pragma once

#include <string>
#include <vector>

#include "src/scenario_file.hpp"

namespace keycost::test {

inline const std::string id_column = R"({"name": "id", "type": "bigint", "values": "identity"})";
inline const std::string one_insert = R"({"do": "insert", "rows": 10, "name": "first"})";

inline std::string scenario_text(const std::string& tables, const std::string& steps,
                                 const std::string& rest = "") {
  return R"({"engine": "postgresql-18", "tables": {)" + tables + R"(}, "steps": [)" + steps + "]" + rest +
         "}";
}

inline std::string table_text(const std::string& columns, const std::string& rest = "") {
  return R"("t": {"columns": [)" + columns + "]" + rest + "}";
}

inline std::string with_step(const std::string& step) {
  return scenario_text(table_text(id_column), step);
}

inline std::string with_rest(const std::string& rest) {
  return scenario_text(table_text(id_column), one_insert, rest);
}

inline ScenarioFile decoded(const std::string& text) {
  return decode_scenario("folder/example.json", text);
}

/// What is refused in `text`; empty if nothing is.
inline std::vector<Problem> problems_of(const std::string& text) {
  try {
    decoded(text);
  } catch (const ScenarioInvalid& invalid) {
    return invalid.problems();
  }
  return {};
}

inline bool accepts(const std::string& text) {
  return problems_of(text).empty();
}

}  // namespace keycost::test
