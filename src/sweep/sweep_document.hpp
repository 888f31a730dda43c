// What a sweep has found, as a document: "keycost-sweep/1". Parts of one grid can be put together again.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "src/execute.hpp"
#include "src/sweep/grid.hpp"

namespace keycost {

/// Without results yet.
nlohmann::ordered_json sweep_document(const Grid& grid, const Shard& shard);

/// One cell's results.
nlohmann::ordered_json sweep_cell(const Grid& grid, std::size_t cell, const ScenarioResult& result);

/// A part as it stands in a file.
struct SweepPart {
  std::string path;
  nlohmann::ordered_json document;
};

/// Reads one; throws InputOutputFailed if it is no document of a sweep.
SweepPart read_sweep_part(const std::string& path);

/// All parts of one grid as the whole would have been written. Throws InputOutputFailed if they are of
/// different grids, versions or scenarios, or if a cell is missing or there twice.
nlohmann::ordered_json merge_sweep(const std::vector<SweepPart>& parts);

std::string sweep_json(const nlohmann::ordered_json& document);
/// One line a quantity: cell, each varied field, seed, table, step, round, metric, value.
std::string sweep_csv(const nlohmann::ordered_json& document);

}  // namespace keycost
