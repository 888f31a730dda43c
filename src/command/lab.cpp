// keycost lab: the same scenario on a real server, and the two side by side.
#include <algorithm>
#include <array>
#include <memory>

#include <fmt/format.h>

#include "sim/engine.hpp"
#include "src/command/arguments.hpp"
#include "src/command/lab.hpp"
#include "src/lab/comparison.hpp"
#include "src/lab/real_figures.hpp"
#include "src/lab/script.hpp"
#include "src/nearest_name.hpp"
#include "src/report/output_files.hpp"
#include "src/report/style.hpp"
#include "src/standard_error.hpp"

namespace keycost {

namespace {

struct LabArguments {
  std::string scenario;
  std::vector<std::string> tables;
  std::optional<std::string> rows;
  std::optional<std::string> seed;
  std::string keys = "simulated";
  std::string size_limit = "64MB";
  std::optional<std::string> verify;
  std::optional<std::string> within;
  std::string output = "text";
};

LabKeys read_keys(const std::string& text) {
  constexpr std::array<std::string_view, 2> choices{"simulated", "server"};
  if (text == "simulated") return LabKeys::simulated;
  if (text == "server") return LabKeys::server;
  throw UsageError("lab: --keys: " + unknown_name("choice", text, choices));
}

LabRequest read_request(const LabArguments& arguments) {
  LabRequest request;
  request.scenario = arguments.scenario;
  request.tables = arguments.tables;
  request.rows = read_optional_number("--rows", arguments.rows, {1, 1'000'000'000});
  request.seed = read_optional_seed(arguments.seed);
  request.keys = read_keys(arguments.keys);
  return request;
}

ExitStatus write_script(const LabArguments& arguments) {
  if (arguments.within) throw UsageError("lab: --within says how near --verify must find figures; give both");
  const LabRequest request = read_request(arguments);
  const std::uint64_t bytes_max = read_size_argument("--size-limit", arguments.size_limit);
  write_standard_output(write_lab_script(plan_lab(request), bytes_max));
  return ExitStatus::held;
}

/// Against the scenario as it is simulated now, not as it was when the script was written.
void simulate_anew(const LabArguments& arguments, LabOutput& output) {
  LabRequest request = read_request(arguments);
  if (!request.rows) request.rows = parse_count(output.simulated_about("rows"));
  if (!request.seed) request.seed = parse_count(output.simulated_about("seed"));
  if (output.simulated_about("keys") == "server") request.keys = LabKeys::server;
  replace_simulated(plan_lab(request), output);
}

ExitStatus verify(const LabArguments& arguments) {
  constexpr std::array<std::string_view, 2> kinds{"text", "csv"};
  if (std::ranges::find(kinds, arguments.output) == kinds.end())
    throw UsageError("lab: -o: " + unknown_name("kind", arguments.output, kinds));
  const double within_percent =
      arguments.within ? read_percent("--within", *arguments.within) : within_percent_default;
  LabOutput output = read_lab_output(*arguments.verify, read_whole_file(*arguments.verify));
  if (!arguments.scenario.empty()) simulate_anew(arguments, output);
  const Comparison comparison = compare(output, within_percent);
  const bool ascii = choose_style(ColourChoice::never, false, standard_output_environment()).ascii;
  write_standard_output(arguments.output == "csv"
                            ? comparison_csv(comparison)
                            : comparison_text(output, comparison, within_percent, ascii));
  if (!output.is_complete) {
    tell(fmt::format("keycost: {}: the script did not run to its end, so figures are missing\n",
                     *arguments.verify));
    return ExitStatus::expectation_failed;
  }
  return comparison.held() ? ExitStatus::held : ExitStatus::expectation_failed;
}

ExitStatus lab(const LabArguments& arguments) {
  if (arguments.verify) return verify(arguments);
  if (arguments.scenario.empty()) throw UsageError("lab: a SCENARIO is missing, or --verify OUTPUT");
  return write_script(arguments);
}

CommandAction declare_lab(CLI::App& app) {
  const auto arguments = std::make_shared<LabArguments>();
  app.add_option("SCENARIO", arguments->scenario, "a scenario file");
  app.add_option("--table", arguments->tables, "this table only, may repeat")
      ->type_name("NAME")
      ->allow_extra_args(false);
  app.add_option("--rows", arguments->rows, "at most so many rows a table, every step cut in proportion")
      ->type_name("N");
  app.add_option("--seed", arguments->seed, "instead of the scenario's seed")->type_name("N");
  app.add_option(
         "--keys", arguments->keys,
         "simulated: the script brings the simulated keys along, and every figure must come out; server: "
         "the server's own gen_random_uuid() and uuidv7() (simulated)")
      ->type_name("WHOSE");
  app.add_option("--size-limit", arguments->size_limit, "how large the script may become (64MB)")
      ->type_name("SIZE");
  app.add_option(
         "--verify", arguments->verify,
         "what the script printed (- is standard input): real beside simulated, line by line; with SCENARIO, "
         "simulated anew")
      ->type_name("OUTPUT");
  app.add_option("--within", arguments->within, "how far a real figure may lie from the simulated one (1%)")
      ->type_name("PERCENT");
  app.add_option("-o", arguments->output, "of --verify: text or csv (text)")->type_name("KIND");
  return [arguments] { return lab(*arguments); };
}

}  // namespace

const Command lab_command{
    "lab", "hold a scenario against your own server: a script for it, and its output",
    "The script says at its top what it needs, works in a schema of its own and drops it. For "
    "InnoDB's engines\n"
    "it is one for the mariadb client. Its output goes to --verify, which exits with 1 if a "
    "figure is further off\n"
    "than --within, and says what is known to explain it. tests/live/ACCURACY.md has what was "
    "measured so.\n\n"
    "Example: keycost lab scenarios/your-project/orders.json --rows 100000 > lab.sql; psql -X -f lab.sql "
    "test > lab.out; keycost lab --verify lab.out",
    declare_lab};

}  // namespace keycost
