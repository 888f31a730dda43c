// What a lab script is made from: the scenario, cut to size, and what the simulation says of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/execute.hpp"
#include "src/scenario_file.hpp"

namespace keycost {

/// Where a real server's keys come from.
enum class LabKeys {
  simulated,  ///< the script brings the simulated keys along: what comes out must be the same
  server      ///< the server's own gen_random_uuid() and uuidv7(), where the scenario means those
};

struct LabRequest {
  std::string scenario;               ///< path
  std::vector<std::string> tables;    ///< only these, all if empty
  std::optional<std::uint64_t> rows;  ///< at most so many a table, every step cut in proportion
  std::optional<std::uint64_t> seed;  ///< instead of the scenario's
  std::optional<LabKeys> keys;        ///< absent: simulated
  bool for_script = true;  ///< false: nothing is written from it, so that a step may take "all" rows
};

/// A simulated figure that a server can be asked for as well.
struct LabFigure {
  std::string step;
  std::string metric;        ///< as expectations write it below the step
  double value = 0;          ///< of random keys of the server's own: the mean over seeds
  std::optional<double> sd;  ///< then, and where it is not 0
};

struct LabTable {
  std::size_t position = 0;   ///< in Scenario::tables
  bool has_own_keys = false;  ///< random keys of the server's, other ones than the simulated
  std::vector<LabFigure> figures;
};

struct LabPlan {
  ScenarioFile file;  ///< its steps cut to size
  std::uint64_t seed = 0;
  LabKeys keys = LabKeys::simulated;
  std::optional<std::uint64_t> rows;  ///< what the request said
  std::vector<LabTable> tables;
};

/// Decodes, cuts and simulates. Throws what load_scenario() and execute() throw, UsageError for tables that
/// are not there, and ScenarioInvalid for steps that no script can take.
LabPlan plan_lab(const LabRequest& request);

/// Whether the step copies, or a step inside it does.
bool contains_copy(const Step& step);

/// Whether a step gives the column another stream. Positions in the scenario.
bool is_switched(const std::vector<Step>& steps, std::size_t table, std::size_t column);

/// Whether the server makes this column's values itself: under LabKeys::server, if its stream is one that the
/// server has, no step switches it to another and no COPY brings rows. Positions in the scenario.
bool is_made_by_server(const LabPlan& plan, std::size_t table, std::size_t column);

}  // namespace keycost
