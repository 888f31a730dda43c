// keycost selftest: the twin held against theory, here and now.
#include <algorithm>
#include <array>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "src/command/command.hpp"
#include "src/command/console_text.hpp"
#include "src/execute/interrupt.hpp"
#include "src/nearest_name.hpp"
#include "src/report/output_files.hpp"
#include "src/selftest/selftest.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

using Json = nlohmann::ordered_json;

struct SelftestArguments {
  std::vector<std::string> names;
  std::string output = "text";
};

struct CheckedLines {
  const SelfCheck* check;
  std::vector<CheckLine> lines;
};

std::vector<const SelfCheck*> chosen_checks(const std::vector<std::string>& names) {
  std::vector<const SelfCheck*> chosen;
  std::vector<std::string_view> known;
  for (const SelfCheck& check : self_checks()) known.push_back(check.name);
  for (const std::string& name : names) {
    if (std::ranges::find(known, name) == known.end())
      throw UsageError("selftest: " + unknown_name("check", name, known));
  }
  for (const SelfCheck& check : self_checks()) {
    if (names.empty() || std::ranges::find(names, check.name) != names.end()) chosen.push_back(&check);
  }
  return chosen;
}

std::string check_text(const CheckedLines& checked) {
  std::string text = fmt::format("{}: {}\n", checked.check->name, checked.check->question);
  for (const CheckLine& line : checked.lines) {
    text +=
        fmt::format("  {} {:<52} expected {:>14.{}f}  found {:>14.{}f}  ± {:.3g}\n", line.held() ? "✓" : "✗",
                    line.what, line.expected, line.decimals, line.measured, line.decimals, line.allowed);
  }
  return text;
}

Json check_json(const CheckedLines& checked) {
  Json object = {
      {"name", checked.check->name}, {"question", checked.check->question}, {"lines", Json::array()}};
  for (const CheckLine& line : checked.lines) {
    object["lines"].push_back({{"what", line.what},
                               {"held", line.held()},
                               {"expected", line.expected},
                               {"measured", line.measured},
                               {"allowed", line.allowed}});
  }
  return object;
}

ExitStatus run_selftest(const SelftestArguments& arguments) {
  constexpr std::array<std::string_view, 2> kinds{"text", "json"};
  if (std::ranges::find(kinds, arguments.output) == kinds.end())
    throw UsageError("selftest: -o: " + unknown_name("kind", arguments.output, kinds));
  const bool as_json = arguments.output == "json";
  Json root = {{"schema", "keycost-selftest/1"}, {"checks", Json::array()}};
  std::size_t lines = 0;
  std::size_t held = 0;
  for (const SelfCheck* check : chosen_checks(arguments.names)) {
    stop_if_interrupted();
    const CheckedLines checked{check, check->run()};
    lines += checked.lines.size();
    held += static_cast<std::size_t>(std::ranges::count_if(checked.lines, &CheckLine::held));
    if (as_json) {
      root["checks"].push_back(check_json(checked));
    } else {
      write_standard_output(in_character_set(check_text(checked)));
    }
  }
  write_standard_output(as_json ? root.dump(2) + "\n" : fmt::format("\n{} of {} held\n", held, lines));
  return held == lines ? ExitStatus::held : ExitStatus::expectation_failed;
}

CommandAction declare_selftest(CLI::App& app) {
  const auto arguments = std::make_shared<SelftestArguments>();
  std::string names;
  for (const SelfCheck& check : self_checks())
    names += fmt::format("{}{}", names.empty() ? "" : " ", check.name);
  app.add_option("CHECK", arguments->names, "only these: " + names);
  app.add_option("-o", arguments->output, "text or json (text)")->type_name("KIND");
  return [arguments] { return run_selftest(*arguments); };
}

}  // namespace

const Command selftest_command{"selftest", "hold the simulation against theory",
                               "Runs the PostgreSQL twin on loads whose outcome is known beforehand: as "
                               "whole numbers where nothing is left to\n"
                               "chance, else within four standard deviations of what is expected. A bound "
                               "that does not hold is a bug of this\n"
                               "program (exit status 1).\n\n"
                               "Example: keycost selftest random k-sorted",
                               declare_selftest};

}  // namespace keycost
