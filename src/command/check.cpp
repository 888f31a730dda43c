// keycost check: simulate and hold every expectation against the result.
#include <algorithm>
#include <cstdio>
#include <memory>

#include <fmt/format.h>

#include "src/command/command.hpp"
#include "src/command/report_options.hpp"
#include "src/command/scenario_run.hpp"
#include "src/report/counts.hpp"
#include "src/report/kinds.hpp"
#include "src/report/output_files.hpp"
#include "src/report/plain_text.hpp"
#include "src/report/verdict_text.hpp"
#include "src/standard_error.hpp"

namespace keycost {

namespace {

struct CheckArguments {
  std::vector<std::string> scenarios;
  std::vector<std::string> document_reports;
  ReportOptions report;
};

DeliveryOptions read_delivery(const CheckArguments& arguments) {
  DeliveryOptions delivery = arguments.report.delivery();
  for (const std::string& text : arguments.document_reports)
    delivery.outputs.push_back(read_output_request("--report", text, document_report_kinds()));
  return delivery;
}

/// What went wrong becomes part of the report, so that the other scenarios are still checked.
ScenarioReport report_failure(const std::string& path, std::shared_ptr<const ScenarioFile> scenario,
                              ExitStatus& status) {
  const Failure failure = describe_failure(std::current_exception(), path);
  if (failure.status == ExitStatus::interrupted) throw Interrupted{};
  print_failure(failure);
  status = worse(status, failure.status);
  ScenarioReport report;
  report.path = path;
  report.scenario = std::move(scenario);
  report.problems = failure.problems;
  return report;
}

ScenarioReport check_scenario(const std::string& path, const ExecuteOptions& options,
                              std::optional<std::uint64_t> memory_limit, ExitStatus& status) {
  LoadedScenario loaded;
  try {
    loaded = load_for_run(path, {});
    require_expectations(*loaded.scenario);
    ScenarioReport report = run_loaded(loaded, options, memory_limit);
    if (!all_held(report.verdicts)) status = worse(status, ExitStatus::expectation_failed);
    return report;
  } catch (...) {
    return report_failure(path, loaded.scenario, status);
  }
}

std::string check_lines(const ScenarioReport& report, const ReportStyle& style) {
  std::string lines;
  for (const Verdict& verdict : report.verdicts) {
    lines += fmt::format("{} {}: {}\n", verdict_mark(verdict.outcome, style),
                         printable(report.name(), style.ascii), verdict_line(verdict, style.ascii));
  }
  return lines;
}

ExitStatus check(const CheckArguments& arguments) {
  if (arguments.scenarios.empty()) throw UsageError("check: a SCENARIO or a folder of scenarios is missing");
  const DeliveryOptions delivery = read_delivery(arguments);
  const ExecuteOptions execution = arguments.report.execution();
  const std::optional<std::uint64_t> memory_limit = arguments.report.memory_limit_bytes();
  require_deliverable(delivery);

  // Lines are results and go to standard output, unless a report goes there: two formats in one stream serve
  // nobody.
  const bool is_output_taken = std::ranges::any_of(delivery.outputs, &OutputRequest::is_standard_output);
  const auto say = [&](const std::string& text) {
    if (is_output_taken) {
      tell(text);
    } else {
      write_standard_output(text);
    }
  };
  ExitStatus status = ExitStatus::held;
  std::vector<ScenarioReport> reports;
  const auto check_one = [&](const std::string& path) {
    reports.push_back(check_scenario(path, execution, memory_limit, status));
    say(check_lines(reports.back(), delivery.style));
  };
  for_each_scenario(arguments.scenarios, check_one, [&](const std::string& argument) {
    reports.push_back(report_failure(argument, nullptr, status));
  });
  say(fmt::format("{}, {}\n", counted(reports.size(), "scenario"), counts_text(count_outcomes(reports))));
  deliver(reports, delivery);
  return status;
}

CommandAction declare_check(CLI::App& app) {
  const auto arguments = std::make_shared<CheckArguments>();
  app.add_option("SCENARIO", arguments->scenarios, "scenario files, or folders of them");
  app.add_option("--report", arguments->document_reports,
                 "write one table of what the documents state and the simulation says; kinds: md")
      ->type_name("KIND[:PATH]")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  arguments->report.declare(app);
  return [arguments] { return check(*arguments); };
}

}  // namespace

const Command check_command{
    "check", "simulate scenarios and hold every expectation against the result",
    "One line an expectation. All scenarios are checked even if one fails or is invalid; the exit status is\n"
    "the worst that occurred. A scenario without \"expect\" counts as invalid.\n\n"
    "Example: keycost check scenarios -o junit:result.xml --report md:documents.md",
    declare_check};

}  // namespace keycost
