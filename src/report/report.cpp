#include "src/report/report.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

namespace keycost {

std::string ScenarioReport::name() const {
  return scenario ? scenario->name : std::filesystem::path(path).stem().string();
}

std::string ScenarioReport::seeds_text() const {
  const std::uint64_t seed = problems.empty() ? result.seed : scenario->scenario.seed;
  const std::size_t count = problems.empty() ? std::max<std::size_t>(1, result.replicates.size()) : 1;
  return count == 1 ? fmt::format("seed {}", seed)
                    : fmt::format("seed {} and {} that follow from it", seed, count - 1);
}

}  // namespace keycost
