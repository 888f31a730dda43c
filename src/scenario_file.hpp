// A scenario file, decoded and cross-checked: the model's values plus what only the program needs.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sim/scenario.hpp"
#include "src/expression.hpp"
#include "src/problem.hpp"

namespace keycost {

enum class BoundKind { equals, minimum, maximum, near };

struct Bound {
  BoundKind kind = BoundKind::equals;
  double value = 0;
  double within = 0;              ///< near only: absolute, or a share of `value`
  bool within_percent = false;    ///< near only: `within` is in percent of `value`
};

struct Expectation {
  Expression value;
  Bound bound;
  std::string because;
  std::string source;
  SourcePosition position;  ///< of the expectation's object
};

/// A table's rows in a CSV file.
struct RowsFile {
  std::size_t table = 0;  ///< position in Scenario::tables
  std::string path;       ///< as to be opened; "-" is standard input
  SourcePosition position;
};

struct ScenarioFile {
  std::string path;  ///< as given by the user
  std::string name;  ///< the file's name without ".json"
  std::string title;
  std::string question;
  std::string source;
  std::string hash;  ///< of the file's bytes, 32 hexadecimal digits
  Scenario scenario;
  std::vector<Expectation> expectations;
  std::vector<RowsFile> rows_files;
};

/// Reads, decodes and cross-checks. Throws InputOutputFailed (cannot be read) or ScenarioInvalid (everything that is
/// wrong with it, in file order). Reads no rows file beyond its header line.
ScenarioFile load_scenario(const std::string& path);

/// Same from text already in memory; `path` is used in messages and to find rows files.
ScenarioFile decode_scenario(const std::string& path, std::string text);

/// The scenario files that an argument of the command line names: itself, or every *.json below a folder except
/// *.schema.json, sorted by path. Throws InputOutputFailed when there is none.
std::vector<std::string> find_scenarios(const std::string& file_or_folder);

}  // namespace keycost
