// The quantities that results of this engine hold, each with its unit, formula, meaning and source.
#pragma once

#include "sim/metrics.hpp"

namespace keycost::postgresql {

const MetricSet& metrics();

}  // namespace keycost::postgresql
