#include "src/report/report.hpp"

#include <filesystem>

namespace keycost {

std::string ScenarioReport::name() const {
  return scenario ? scenario->name : std::filesystem::path(path).stem().string();
}

}  // namespace keycost
