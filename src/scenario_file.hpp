// A scenario file, decoded and cross-checked: the model's values plus what only the program needs.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sim/scenario.hpp"
#include "src/bound.hpp"
#include "src/expression.hpp"
#include "src/problem.hpp"

namespace keycost {

/// What a document says about an expectation's value, in the value's own unit.
struct Statement {
  std::optional<double> number;
  std::string words;        ///< as the document prints it: "551 MB"; empty: the number says it
  std::string contradicts;  ///< why the simulation says something else; empty: it agrees

  bool is_given() const { return number.has_value() || !words.empty(); }
};

struct Expectation {
  Expression value;
  Bound bound;
  Statement stated;
  std::string because;
  std::string source;       ///< "DOCUMENT, PLACE"
  SourcePosition position;  ///< of the expectation's object

  /// The bound is what a document states, and the simulation must be outside of it.
  bool contradicts() const { return !stated.contradicts.empty(); }
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
  std::string predict;                   ///< of a lesson: what to guess before the run
  std::vector<std::string> explanation;  ///< of a lesson: why it came out as it did, in paragraphs
  std::string source;
  std::string hash;  ///< of the file's bytes, 32 hexadecimal digits
  std::string text;  ///< the file's bytes
  Scenario scenario;
  std::size_t replicates = 1;  ///< how many seeds it is run from
  std::vector<Expectation> expectations;
  std::vector<RowsFile> rows_files;
};

/// Reads, decodes and cross-checks. Throws InputOutputFailed (cannot be read) or ScenarioInvalid (everything
/// that is wrong with it, in file order). Reads no rows file beyond its header line.
ScenarioFile load_scenario(const std::string& path);

/// A scenario file's bytes. Throws InputOutputFailed.
std::string read_scenario_text(const std::string& path);

/// Same as load_scenario() from text already in memory; `path` is used in messages and to find rows files.
ScenarioFile decode_scenario(const std::string& path, std::string text);

/// The scenario files that an argument of the command line names: itself, or every *.json below a folder
/// except
/// *.schema.json, sorted by path. Throws InputOutputFailed when there is none.
std::vector<std::string> find_scenarios(const std::string& file_or_folder);

}  // namespace keycost
