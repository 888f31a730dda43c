// What recovery has brought back, held against the server as it was: page by page, row by row, entry by
// entry.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/postgresql/recovery/page_difference.hpp"
#include "sim/postgresql/recovery/recover.hpp"
#include "src/show/postgresql_watch.hpp"

namespace keycost {

struct RecoveredRelation {
  std::string name;
  std::uint64_t pages = 0;
  std::uint64_t old_on_disk = 0;  ///< pages that were older on disk than the log is
  std::uint64_t same = 0;
  std::uint64_t hints_only = 0;
  std::vector<postgresql::BlockNumber> different;
  bool is_map = false;  ///< changes without records, so it is not compared
};

struct RecoveredIndex {
  std::string name;
  std::uint64_t rows_missing = 0;      ///< committed rows that have no entry
  std::uint64_t entries_twice = 0;     ///< rows with more than one
  std::uint64_t entries_dangling = 0;  ///< entries that lead to no row
  std::string broken_rule;             ///< what a check of the tree finds first; empty: it is whole
};

struct Recovered {
  std::vector<RecoveredRelation> relations;
  std::uint64_t rows_committed = 0;
  std::uint64_t rows_lost = 0;  ///< of them: not there, or not as they were
  std::vector<RecoveredIndex> indexes;

  bool is_whole() const;
};

/// The relations of the server's that `state` has kept; those that are gone are left out.
Recovered hold_against_run(const PostgresqlWatch& watch, const postgresql::DurableState& state,
                           const postgresql::Recovery& recovery);

}  // namespace keycost
