// A grid of runs: one scenario, some of its fields with several values each, several seeds. Every combination
// is a cell with a number, the same wherever and in however many parts the grid is run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "src/scenario_file.hpp"

namespace keycost {

/// A field of the scenario and the values that it takes.
struct VariedField {
  std::string pointer;  ///< JSON pointer (RFC 6901): "/settings/shared_buffers"
  std::vector<nlohmann::ordered_json> values;
};

struct Grid {
  std::string path;  ///< of the scenario
  std::string text;
  std::vector<VariedField> fields;
  std::vector<std::uint64_t> seeds;  ///< at least one

  std::size_t cells() const;
  /// The value of each field in a cell; the last field changes fastest, the seed faster still.
  std::vector<nlohmann::ordered_json> values(std::size_t cell) const;
  std::uint64_t seed(std::size_t cell) const { return seeds[cell % seeds.size()]; }

  /// The scenario with a cell's values in it. Throws ScenarioInvalid, each problem with the cell's values.
  ScenarioFile scenario(std::size_t cell) const;
};

/// "settings.shared_buffers=128MB,1GB" or "/settings/shared_buffers=…": values are JSON, or text where they
/// are no JSON; a value with a comma in it stands in quotes or brackets. Throws UsageError.
VariedField read_varied_field(std::string_view argument);

/// "1..10", "1,5,9", "7". Throws UsageError.
std::vector<std::uint64_t> read_seeds(std::string_view argument);

/// One part of a grid: cells whose number leaves `index` − 1 when divided by `count`.
struct Shard {
  std::size_t index = 1;
  std::size_t count = 1;

  bool has(std::size_t cell) const { return cell % count == index - 1; }
};

/// "2/8". Throws UsageError.
Shard read_shard(std::string_view argument);

}  // namespace keycost
