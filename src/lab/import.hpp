// Figures that a server's own tools print, put beside a simulated step.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/lab/output.hpp"
#include "src/lab/plan.hpp"

namespace keycost {

/// What was read from a tool's output: figures by their names here, without table and step.
struct ImportedFigures {
  std::string_view origin;  ///< "pgstatindex"
  std::vector<std::pair<std::string, double>>
      figures;                       ///< "wal.by_type.Heap/INSERT.count"; of pgstatindex: "leaf_pages"
  bool by_resource_manager = false;  ///< pg_waldump --stats: types stand for all of a manager's
  bool is_index = false;             ///< names are to be put below an index
};

/// Tells by its columns what printed `text`: pg_waldump --stats (=record), pg_get_wal_stats, pgstatindex or
/// pg_stat_wal. Of pg_stat_wal two rows are a before and an after: what counts is their difference. `path` is
/// for messages. Throws InputOutputFailed.
ImportedFigures read_server_figures(const std::string& path, std::string_view text);

struct ImportRequest {
  std::string table;
  std::string step;
  std::string index;
};

/// As a lab's output: the imported figures real, those of the plan's step simulated.
LabOutput put_beside(const ImportedFigures& imported, const LabPlan& plan, const ImportRequest& request);

}  // namespace keycost
