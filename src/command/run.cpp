// keycost run: simulate and show.
#include <algorithm>
#include <cstdio>
#include <memory>

#include <fmt/format.h>

#include "sim/engine.hpp"
#include "src/command/command.hpp"
#include "src/command/report_options.hpp"
#include "src/command/scenario_run.hpp"
#include "src/report/kinds.hpp"
#include "src/report/verdict_text.hpp"
#include "src/standard_error.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

struct RunArguments {
  std::vector<std::string> scenarios;
  std::vector<std::string> tables;
  std::string pages_folder;
  std::string page_images_folder;
  ReportOptions report;
};

DeliveryOptions read_delivery(const RunArguments& arguments) {
  DeliveryOptions delivery = arguments.report.delivery();
  if (delivery.outputs.empty()) delivery.outputs.push_back({find_report_kind("text"), "-"});
  delivery.pages_folder = arguments.pages_folder;
  delivery.page_images_folder = arguments.page_images_folder;
  return delivery;
}

/// Decodes every scenario before any is run: a slip in the last one should not cost the time of the others.
ExitStatus load_all(const RunArguments& arguments, const std::vector<std::string>& paths,
                    std::vector<LoadedScenario>& loaded) {
  ExitStatus status = ExitStatus::held;
  for (const std::string& path : paths) {
    try {
      loaded.push_back(load_for_run(path, arguments.tables));
    } catch (...) {
      const Failure failure = describe_failure(std::current_exception(), path);
      print_failure(failure);
      status = worse(status, failure.status);
    }
  }
  return status;
}

/// Whoever asked for JSON or a figure on standard output still wants to know why the exit status is 1.
void tell_failed_expectations(const std::vector<ScenarioReport>& reports, const DeliveryOptions& delivery) {
  const bool is_shown = std::ranges::any_of(delivery.outputs, [](const OutputRequest& output) {
    const std::string_view kind = output.kind->name;
    return output.is_standard_output() && kind != "json" && kind != "csv" && kind != "svg";
  });
  if (is_shown) return;
  for (const ScenarioReport& report : reports) {
    for (const Verdict& verdict : report.verdicts) {
      if (verdict.outcome == Outcome::held) continue;
      tell(fmt::format("keycost: {}: {}\n", report.name(), verdict_line(verdict, delivery.style.ascii)));
    }
  }
}

/// Throws UsageError if images are asked of an engine that does not keep every byte of its pages.
void require_page_images(const std::vector<LoadedScenario>& loaded) {
  for (const LoadedScenario& one : loaded) {
    const std::string& name = one.scenario->scenario.engine;
    if (find_engine(name)->has_page_images) continue;
    throw UsageError(
        fmt::format("--page-images: engine \"{}\" does not keep every byte of a page (in {}); "
                    "--pages writes what it knows of each",
                    name, path_in_quotes(one.scenario->path)));
  }
}

ExitStatus run(const RunArguments& arguments) {
  if (arguments.scenarios.empty()) throw UsageError("run: a SCENARIO is missing");
  const DeliveryOptions delivery = read_delivery(arguments);
  ExecuteOptions execution = arguments.report.execution();
  execution.tables = arguments.tables;
  execution.keep_pages = !arguments.pages_folder.empty();
  execution.keep_page_images = !arguments.page_images_folder.empty();
  const std::optional<std::uint64_t> memory_limit = arguments.report.memory_limit_bytes();
  require_deliverable(delivery);

  const std::vector<std::string> paths = find_all_scenarios(arguments.scenarios);
  if (paths.size() > 1 && (execution.keep_pages || execution.keep_page_images)) {
    throw UsageError(
        "--pages and --page-images take one SCENARIO at a time, since files are named after tables");
  }
  std::vector<LoadedScenario> loaded;
  if (const ExitStatus status = load_all(arguments, paths, loaded); status != ExitStatus::held) return status;
  if (execution.keep_page_images) require_page_images(loaded);
  std::vector<ScenarioReport> reports;
  for (const LoadedScenario& scenario : loaded)
    reports.push_back(run_loaded(scenario, execution, memory_limit));

  deliver(reports, delivery);
  tell_failed_expectations(reports, delivery);
  const bool held =
      std::ranges::all_of(reports, [](const auto& report) { return all_held(report.verdicts); });
  return held ? ExitStatus::held : ExitStatus::expectation_failed;
}

CommandAction declare_run(CLI::App& app) {
  const auto arguments = std::make_shared<RunArguments>();
  app.add_option("SCENARIO", arguments->scenarios, "scenario files, or folders of them");
  app.add_option("--table", arguments->tables, "simulate this table only, may repeat")
      ->type_name("NAME")
      ->allow_extra_args(false);
  app.add_option("--pages", arguments->pages_folder, "write DIR/TABLE.INDEX.tsv: one line a page, at the end")
      ->type_name("DIR");
  app.add_option("--page-images", arguments->page_images_folder,
                 "write DIR/TABLE.INDEX.bin and DIR/TABLE.heap.bin: the pages' bytes, at the end")
      ->type_name("DIR");
  arguments->report.declare(app);
  return [arguments] { return run(*arguments); };
}

}  // namespace

const Command run_command{
    "run", "simulate scenarios and show what they cost",
    "Without -o a text report is printed. A path of - is standard output.\n"
    "The same scenario and seed give the same result on every machine and with any number of threads.\n\n"
    "Example: keycost run scenarios/eight-kilobytes/second-million.json -o text -o json:wal.json",
    declare_run};

}  // namespace keycost
