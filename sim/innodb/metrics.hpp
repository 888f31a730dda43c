// The quantities that results of InnoDB engines hold, each with its unit, formula, meaning and source.
#pragma once

#include "sim/metrics.hpp"

namespace keycost::innodb {

const MetricSet& mariadb_metrics();
/// The same without the redo log, whose format differs and is not modelled.
const MetricSet& mysql_metrics();

}  // namespace keycost::innodb
