// keycost import: what a server's own tools printed, beside a simulated step.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "sim/reported_steps.hpp"
#include "src/command/arguments.hpp"
#include "src/command/lab.hpp"
#include "src/lab/comparison.hpp"
#include "src/lab/import.hpp"
#include "src/lab/real_figures.hpp"
#include "src/nearest_name.hpp"
#include "src/report/output_files.hpp"
#include "src/report/style.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

struct ImportArguments {
  std::string file;
  std::string scenario;
  std::string step;
  std::optional<std::string> table;
  std::optional<std::string> index;
  std::optional<std::string> rows;
  std::optional<std::string> seed;
  std::optional<std::string> within;
};

/// The one there is, or the one that was named.
std::string choose(std::string_view option, std::string_view noun, const std::optional<std::string>& given,
                   const std::vector<std::string>& all) {
  const std::vector<std::string_view> known(all.begin(), all.end());
  if (given) {
    if (std::ranges::find(known, *given) != known.end()) return *given;
    throw UsageError(fmt::format("import: {}: {}", option, unknown_name(noun, *given, known)));
  }
  if (all.size() == 1) return all.front();
  throw UsageError(
      fmt::format("import: the scenario has {} of the kind {}; name the one that was measured with {}",
                  all.size(), noun, option));
}

ExitStatus import_figures(const ImportArguments& arguments) {
  if (arguments.file.empty() || arguments.scenario.empty() || arguments.step.empty())
    throw UsageError("import: takes a FILE, --scenario SCENARIO and --step NAME");
  const double within_percent =
      arguments.within ? read_percent("--within", *arguments.within) : within_percent_default;
  const ImportedFigures imported = read_server_figures(arguments.file, read_whole_file(arguments.file));

  const ScenarioFile file = load_scenario(arguments.scenario);
  if (!file.scenario.engine.starts_with("postgresql"))
    throw UsageError(fmt::format("import: reads what PostgreSQL prints; {} is a scenario for {}",
                                 in_quotes(arguments.scenario), file.scenario.engine));
  std::vector<std::string> tables;
  for (const TableDefinition& table : file.scenario.tables) tables.push_back(table.name);
  ImportRequest request;
  request.table = choose("--table", "table", arguments.table, tables);
  std::vector<std::string> steps;
  for (const ReportedStep& step : reported_steps(file.scenario.steps)) steps.push_back(step.name);
  request.step = choose("--step", "step", arguments.step, steps);
  if (imported.is_index) {
    const auto position = std::ranges::find(tables, request.table) - tables.begin();
    request.index = choose("--index", "index", arguments.index,
                           final_index_names(file.scenario, static_cast<std::size_t>(position)));
  }

  LabRequest lab;
  lab.scenario = arguments.scenario;
  lab.tables = {request.table};
  lab.rows = read_optional_number("--rows", arguments.rows, {1, 1'000'000'000});
  lab.for_script = false;
  lab.seed = read_optional_seed(arguments.seed);
  const LabOutput output = put_beside(imported, plan_lab(lab), request);
  const Comparison comparison = compare(output, within_percent);
  const bool ascii = choose_style(ColourChoice::never, false, standard_output_environment()).ascii;
  write_standard_output(comparison_text(output, comparison, within_percent, ascii));
  return comparison.held() ? ExitStatus::held : ExitStatus::expectation_failed;
}

CommandAction declare_import(CLI::App& app) {
  const auto arguments = std::make_shared<ImportArguments>();
  app.add_option("FILE", arguments->file, "what the tool printed; - is standard input");
  app.add_option("--scenario", arguments->scenario, "the scenario that was run")->type_name("SCENARIO");
  app.add_option("--step", arguments->step, "the step that was measured, as results name it")
      ->type_name("NAME");
  app.add_option("--table", arguments->table, "the table, if the scenario has several")->type_name("NAME");
  app.add_option("--index", arguments->index, "of pgstatindex: the index, if the table has several")
      ->type_name("NAME");
  app.add_option("--rows", arguments->rows, "as for lab: at most so many rows")->type_name("N");
  app.add_option("--seed", arguments->seed, "instead of the scenario's seed")->type_name("N");
  app.add_option("--within", arguments->within, "how far a real figure may lie from the simulated one (1%)")
      ->type_name("PERCENT");
  return [arguments] { return import_figures(*arguments); };
}

}  // namespace

const Command import_command{
    "import", "put what pg_waldump, pg_get_wal_stats, pgstatindex or pg_stat_wal printed beside a step",
    "Reads pg_waldump --stats and --stats=record, and rows of pg_get_wal_stats(start, end, true), "
    "pgstatindex() and\n"
    "pg_stat_wal (one since a reset, or a before and an after) as psql prints them: aligned, unaligned, csv "
    "or "
    "expanded,\n"
    "with column names. Exits with 1 if a figure is further off than --within.\n\n"
    "Example: keycost import wal.txt --scenario scenarios/your-project/orders.json --table chosen --step "
    "interval",
    declare_import};

}  // namespace keycost
