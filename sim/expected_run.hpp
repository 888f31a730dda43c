// What theory expects of each index of a table at each reported step: the scenario's steps, walked with
// expectations in the place of rows.
#pragma once

#include <cstddef>
#include <optional>

#include "sim/result.hpp"
#include "sim/scenario.hpp"

namespace keycost {

/// The steps, rounds and indexes that a run of the table reports, with nothing in them but
/// IndexState::expected, where there is an expectation: the index's first column has a stream that says that
/// it draws independently, hardly ever the same value twice among the rows asked for, and the engine has told
/// the theory its rules. None from the step on that switches the column to another stream, and none in tables
/// whose inserts may leave out rows or roll back. Nothing where no index has one at any time. O(capacity² ·
/// log(rows)) for each index.
std::optional<TableResult> expected_leaves(const Scenario& scenario, std::size_t table);

/// Puts what `expected` has of them into a run's result.
void set_expected_leaves(const TableResult& expected, TableResult& result);

}  // namespace keycost
