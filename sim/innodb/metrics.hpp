// The quantities that results of InnoDB engines hold, each with its unit, formula, meaning and source.
#pragma once

#include "sim/metrics.hpp"

namespace keycost::innodb {

const MetricSet& metrics();

}  // namespace keycost::innodb
