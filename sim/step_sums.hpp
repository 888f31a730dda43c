// Adding up steps: a repeat reports the sum of its inserts.
#pragma once

#include "sim/result.hpp"

namespace keycost {

Cost& operator+=(Cost& sum, const Cost& part);
/// What has been spent between two totals.
Cost operator-(const Cost& after, const Cost& before);

/// Adds the counted quantities of `part` to `sum`, an index's splits among them. States (heap, indexes, file)
/// do not add up: an index that `sum` lacks is added with nothing but its splits.
void add_step(StepResult& sum, const StepResult& part);

}  // namespace keycost
