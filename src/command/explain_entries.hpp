// Everything that `keycost explain` knows, gathered from the tables that the program itself works with.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace keycost {

struct ExplainEntry {
  std::string name;               ///< "indexes.INDEX.leaf_pages"
  std::vector<std::string> also;  ///< further names that find it: "leaf_pages"
  std::string kind;               ///< "metric of an index"
  std::string meaning;
  std::vector<std::pair<std::string, std::string>> facts;  ///< "unit", "pages"
  std::string label = {};                                  ///< of a metric that reports show: its words there
};

/// Metrics, streams and their options, engines, settings, table and index options, WAL record types, kinds of
/// report, scenario fields.
std::vector<ExplainEntry> explain_entries();

/// Those that `name` finds, in that order: by full name, by last part, or with a name of the user's own in
/// the place of TYPE, INDEX, TABLE and STEP ("v4.second.wal.fpi"), or as a report shows it ("primary key leaf
/// pages").
std::vector<ExplainEntry> find_entries(const std::vector<ExplainEntry>& entries, const std::string& name);

}  // namespace keycost
