// The quantities that results of the databases of this room hold.
#pragma once

#include "sim/metrics.hpp"

namespace keycost::placement {

const MetricSet& metrics();

}  // namespace keycost::placement
