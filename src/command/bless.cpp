// keycost bless: measured values in the place of bounds that failed, shown, and written on request.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "src/bless.hpp"
#include "src/command/command.hpp"
#include "src/command/report_options.hpp"
#include "src/command/scenario_run.hpp"
#include "src/execute/file_problem.hpp"
#include "src/report/counts.hpp"
#include "src/report/output_files.hpp"
#include "src/report/verdict_text.hpp"
#include "src/standard_error.hpp"

namespace keycost {

namespace {

struct BlessArguments {
  std::vector<std::string> scenarios;
  bool write = false;
  ReportOptions run;  ///< threads and memory
};

/// What has been read from one file, and what is to be written to it.
struct BlessedFile {
  std::string path;
  std::string before;
  std::string after;
};

/// Somebody may have edited the file during the run.
void write_back(const std::vector<BlessedFile>& files) {
  OutputFiles outputs;
  for (const BlessedFile& file : files) {
    if (read_scenario_text(file.path) != file.before)
      throw InputOutputFailed(
          file_problem(file.path, "has changed since it was read; nothing has been written"));
    outputs.add(file.path, file.after);
  }
  outputs.put_in_place();
}

/// How many of the expectations do not hold with the bounds of `blessing`.
std::size_t tell_what_is_left(const std::string& path, const ScenarioReport& report,
                              const Blessing& blessing) {
  const ScenarioFile after = decode_scenario(path, blessing.text);
  const std::vector<Verdict> verdicts = judge_all(after, report.result);
  std::size_t failing = 0;
  for (std::size_t position = 0; position < verdicts.size(); ++position) {
    if (verdicts[position].outcome == Outcome::held) continue;
    ++failing;
    const auto left = std::ranges::find(blessing.left, position, &Unblessed::expectation);
    const std::string reason =
        left != blessing.left.end() ? left->reason : "its values lie further apart than the bound is wide";
    tell(fmt::format("keycost: {}:{}: left as it is, since {}: {}\n", path,
                     report.verdicts[position].expectation->position.line, reason,
                     verdict_line(report.verdicts[position], false)));
  }
  return failing;
}

ExitStatus bless_all(const BlessArguments& arguments) {
  if (arguments.scenarios.empty()) throw UsageError("bless: a SCENARIO or a folder of scenarios is missing");
  const ExecuteOptions execution = arguments.run.execution();
  const std::optional<std::uint64_t> memory_limit = arguments.run.memory_limit_bytes();
  std::vector<BlessedFile> changed;
  std::size_t bounds = 0;
  std::size_t failing = 0;
  for (const std::string& path : find_all_scenarios(arguments.scenarios)) {
    const std::string text = read_scenario_text(path);
    const LoadedScenario loaded{std::make_shared<ScenarioFile>(decode_scenario(path, text)), {}};
    require_expectations(*loaded.scenario);
    const ScenarioReport report = run_loaded(loaded, execution, memory_limit);
    const Blessing blessing = bless(text, *loaded.scenario, report.verdicts);
    write_standard_output(changed_lines(path, text, blessing.text));
    failing += tell_what_is_left(path, report, blessing);
    bounds += blessing.changed;
    if (blessing.changed > 0) changed.push_back({path, text, blessing.text});
  }
  if (arguments.write) write_back(changed);
  tell(fmt::format("keycost: {} {}{}\n", counted(bounds, "bound"),
                   arguments.write ? "rewritten" : "would be rewritten",
                   bounds > 0 ? "; check that each \"because\" is still true" : ""));
  const bool all_hold = failing == 0 && (arguments.write || bounds == 0);
  return all_hold ? ExitStatus::held : ExitStatus::expectation_failed;
}

CommandAction declare_bless(CLI::App& app) {
  const auto arguments = std::make_shared<BlessArguments>();
  app.add_option("SCENARIO", arguments->scenarios, "scenario files, or folders of them");
  app.add_flag("--write", arguments->write, "write the values into the files; without it they are only shown")
      ->disable_flag_override();
  arguments->run.declare_resources(app);
  return [arguments] { return bless_all(*arguments); };
}

}  // namespace

const Command bless_command{"bless", "show, or write, measured values in the place of bounds that failed",
                            "Changes the number of each bound that does not hold to what the simulation "
                            "gives, and nothing else in the\n"
                            "file. What a document states (\"stated\") is left as it is. Exit status 1 while "
                            "an expectation does not hold.\n\n"
                            "Example: keycost bless scenarios/mine.json --write",
                            declare_bless};

}  // namespace keycost
