// Tables of every shape, rows for them and histories, each a function of its seed and nothing else.
#pragma once

#include <vector>

#include "tests/property/dice.hpp"
#include "tests/support/table_run.hpp"

namespace keycost::test {

struct RandomShape {
  TableDefinition table;
  std::vector<ColumnBatch> rows;
  std::vector<Step> steps;
  Options settings;
};

/// Columns of every type that the engine stores, with values in every order; indexes of every kind over them,
/// there from the start or created on the way; rows by INSERT and by COPY.
RandomShape random_shape(std::uint64_t seed);

}  // namespace keycost::test
