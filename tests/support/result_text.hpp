// A result as text, every number of it: so that two can be compared, and a difference be read.
#pragma once

#include <string>

#include "sim/engine.hpp"

namespace keycost::test {

std::string result_text(const TableResult& result);
/// The same of what an engine reports: every metric of every step and round, index and relation.
std::string metrics_text(const MetricSet& metrics, const TableResult& result);
/// A line a page, of all relations.
std::string pages_text(const std::vector<RelationPages>& pages);

}  // namespace keycost::test
