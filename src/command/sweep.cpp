// keycost sweep and merge: a grid of runs, whole or in shards, and the shards put together.
#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "src/command/arguments.hpp"
#include "src/command/command.hpp"
#include "src/command/report_options.hpp"
#include "src/execute/interrupt.hpp"
#include "src/execute/parallel.hpp"
#include "src/execute/within_memory.hpp"
#include "src/report/output_files.hpp"
#include "src/sweep/grid.hpp"
#include "src/sweep/sweep_document.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

struct SweepArguments {
  std::string scenario;
  std::vector<std::string> varied;
  std::string seeds;
  std::string shard;
  std::vector<std::string> outputs;
  ReportOptions resources;
};

/// "json", "csv:grid.csv".
struct SweepOutput {
  bool is_csv = false;
  std::string path = "-";
};

std::vector<SweepOutput> read_outputs(const std::vector<std::string>& texts) {
  std::vector<SweepOutput> outputs;
  for (const std::string& text : texts) {
    const std::size_t colon = text.find(':');
    const std::string kind = text.substr(0, colon);
    if (kind != "json" && kind != "csv")
      throw UsageError(fmt::format("-o: a sweep is written as json or csv, not as {}", in_quotes(kind)));
    outputs.push_back({kind == "csv", colon == std::string::npos ? "-" : text.substr(colon + 1)});
    if (outputs.back().path.empty())
      throw UsageError(fmt::format("-o: a path is missing behind the colon of {}", in_quotes(text)));
  }
  if (outputs.empty()) outputs.emplace_back();
  for (const SweepOutput& output : outputs) {
    if (output.path != "-") require_writable(output.path);
  }
  return outputs;
}

void deliver(const nlohmann::ordered_json& document, const std::vector<SweepOutput>& outputs) {
  OutputFiles files;
  std::string standard_output;
  for (const SweepOutput& output : outputs) {
    const std::string content = output.is_csv ? sweep_csv(document) : sweep_json(document);
    if (output.path == "-") {
      standard_output += content;
    } else {
      files.add(output.path, content);
    }
  }
  files.put_in_place();
  write_standard_output(standard_output);
}

Grid read_grid(const SweepArguments& arguments) {
  if (arguments.scenario.empty()) throw UsageError("sweep: a SCENARIO is missing");
  Grid grid{arguments.scenario, {}, {}, {}};
  for (const std::string& varied : arguments.varied) {
    grid.fields.push_back(read_varied_field(varied));
    const auto same = std::count_if(grid.fields.begin(), grid.fields.end(), [&](const VariedField& field) {
      return field.pointer == grid.fields.back().pointer;
    });
    if (same > 1) throw UsageError(fmt::format("--vary: {} is varied twice", grid.fields.back().pointer));
  }
  if (!arguments.seeds.empty()) grid.seeds = read_seeds(arguments.seeds);
  grid.text = read_scenario_text(arguments.scenario);
  if (grid.seeds.empty()) grid.seeds.push_back(decode_scenario(grid.path, grid.text).scenario.seed);
  return grid;
}

/// Cells that wait are taken by whoever is free; each is simulated by one thread, unless there are fewer than
/// threads.
std::vector<nlohmann::ordered_json> run_cells(const Grid& grid, const std::vector<std::size_t>& cells,
                                              const SweepArguments& arguments) {
  ExecuteOptions options = arguments.resources.execution();
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  const std::size_t threads = options.threads == 0 ? cores : options.threads;
  const std::size_t workers = std::max<std::size_t>(1, std::min(threads, cells.size()));
  options.threads = std::max<std::size_t>(1, threads / workers);
  options.shows_progress = workers == 1;
  std::vector<nlohmann::ordered_json> results(cells.size());
  std::atomic<std::size_t> next = 0;
  do_in_parallel(workers, [&](std::size_t) {
    for (std::size_t i = next++; i < cells.size(); i = next++) {
      stop_if_interrupted();
      ExecuteOptions of_cell = options;
      of_cell.seed = grid.seed(cells[i]);
      const ScenarioFile file = grid.scenario(cells[i]);
      results[i] = sweep_cell(grid, cells[i],
                              execute_within_memory(file, of_cell, arguments.resources.memory_limit_bytes()));
    }
  });
  return results;
}

ExitStatus sweep(const SweepArguments& arguments) {
  const Grid grid = read_grid(arguments);
  const Shard shard = arguments.shard.empty() ? Shard{} : read_shard(arguments.shard);
  const std::vector<SweepOutput> outputs = read_outputs(arguments.outputs);
  std::vector<std::size_t> cells;
  for (std::size_t cell = 0; cell < grid.cells(); ++cell) {
    // What is wrong anywhere in the grid is told before anything is run. Seeds make no difference there.
    if (cell % grid.seeds.size() == 0) grid.scenario(cell);
    if (shard.has(cell)) cells.push_back(cell);
  }
  nlohmann::ordered_json document = sweep_document(grid, shard);
  for (auto& result : run_cells(grid, cells, arguments)) document["results"].push_back(std::move(result));
  deliver(document, outputs);
  return ExitStatus::held;
}

CommandAction declare_sweep(CLI::App& app) {
  const auto arguments = std::make_shared<SweepArguments>();
  app.add_option("SCENARIO", arguments->scenario, "a scenario file");
  app.add_option("--vary", arguments->varied,
                 "a field and the values it takes, may repeat: settings.shared_buffers=128MB,1GB")
      ->type_name("FIELD=VALUE,…")
      ->allow_extra_args(false);
  app.add_option("--seeds", arguments->seeds, "1..10 or 1,5,9; the scenario's own by default")
      ->type_name("SEEDS");
  app.add_option("--shard", arguments->shard, "only each N-th cell, from the I-th on: one of N parts")
      ->type_name("I/N");
  app.add_option("-o,--output", arguments->outputs, "json or csv, may repeat")
      ->type_name("KIND[:PATH]")
      ->allow_extra_args(false);
  arguments->resources.declare_resources(app);
  return [arguments] { return sweep(*arguments); };
}

struct MergeArguments {
  std::vector<std::string> parts;
  std::vector<std::string> outputs;
};

ExitStatus merge(const MergeArguments& arguments) {
  if (arguments.parts.empty()) throw UsageError("merge: the shards' FILEs are missing");
  const std::vector<SweepOutput> outputs = read_outputs(arguments.outputs);
  std::vector<SweepPart> parts;
  for (const std::string& path : arguments.parts) parts.push_back(read_sweep_part(path));
  deliver(merge_sweep(parts), outputs);
  return ExitStatus::held;
}

CommandAction declare_merge(CLI::App& app) {
  const auto arguments = std::make_shared<MergeArguments>();
  app.add_option("FILE", arguments->parts,
                 "what `keycost sweep --shard I/N -o json:FILE` has written, all N");
  app.add_option("-o,--output", arguments->outputs, "json or csv, may repeat")
      ->type_name("KIND[:PATH]")
      ->allow_extra_args(false);
  return [arguments] { return merge(*arguments); };
}

}  // namespace

const Command sweep_command{
    "sweep", "run a scenario with other values of its fields, and from many seeds",
    "A FIELD is a path in the scenario, with dots (tables.v4.fillfactor, steps[1].rows) or as a JSON "
    "pointer.\n"
    "Every combination of values and seeds is a cell. With --shard I/N a batch system runs the grid in N "
    "parts:\n"
    "  parallel keycost sweep S.json --seeds 1..100 --shard {}/8 -o json:part-{}.json ::: $(seq 8)\n"
    "  keycost merge part-*.json -o csv:grid.csv\n\n"
    "Example: keycost sweep scenarios/your-project/orders.json --vary settings.full_page_writes=true,false",
    declare_sweep};

const Command merge_command{
    "merge", "put the shards of a sweep together",
    "The output is that of the whole grid run at once. A shard that is missing or there "
    "twice is an error.\n\n"
    "Example: keycost merge part-*.json -o json:grid.json",
    declare_merge};

}  // namespace keycost
