#include "src/command/report_options.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "src/command/arguments.hpp"
#include "src/command/exit_status.hpp"
#include "src/nearest_name.hpp"
#include "src/replicates.hpp"
#include "src/report/kinds.hpp"
#include "src/report/style.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

constexpr const char* memory_limit_variable = "KEYCOST_MEMORY_LIMIT";
constexpr NumberRange thread_range{1, 1024};
constexpr NumberRange replicate_range{1, replicates_max};

std::vector<std::string_view> kind_names(std::span<const ReportKind> kinds) {
  std::vector<std::string_view> names;
  for (const ReportKind& kind : kinds) names.push_back(kind.name);
  return names;
}

ColourChoice read_colour(const std::string& text) {
  if (text == "auto") return ColourChoice::automatic;
  if (text == "always") return ColourChoice::always;
  if (text == "never") return ColourChoice::never;
  throw UsageError(fmt::format("--color takes auto, always or never, not {}", in_quotes(text)));
}

}  // namespace

void ReportOptions::declare(CLI::App& app) {
  std::string kinds;
  for (const std::string_view name : kind_names(report_kinds()))
    kinds += fmt::format("{}{}", kinds.empty() ? "" : " ", name);
  app.add_option("-o,--output", outputs, fmt::format("write a report, may repeat; kinds: {}", kinds))
      ->type_name("KIND[:PATH]")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("--seed", seed, "instead of the scenario's seed; those of its replicates follow from it")
      ->type_name("N");
  app.add_option("--replicates", replicates,
                 "instead of the scenario's replicates: from how many seeds to run")
      ->type_name("N");
  declare_resources(app);
  app.add_option("--color", colour, "auto, always or never (NO_COLOR and CLICOLOR_FORCE are honoured)")
      ->type_name("WHEN");
  app.add_flag("--ascii", ascii, "text reports in ASCII only")->disable_flag_override();
}

void ReportOptions::declare_resources(CLI::App& app) {
  app.add_option("--threads", threads, "tables simulated at the same time; changes no result")
      ->type_name("N");
  app.add_flag("--plain", plain, "simulate every page, also where a shortcut gives the same result")
      ->disable_flag_override();
  app.add_option(
         "--memory-limit", memory_limit,
         fmt::format("memory the run may use, as 2GB (or {}); by default what the system has available",
                     memory_limit_variable))
      ->type_name("SIZE");
}

DeliveryOptions ReportOptions::delivery() const {
  DeliveryOptions delivery;
  for (const std::string& output : outputs)
    delivery.outputs.push_back(read_output_request("-o", output, report_kinds()));
  const ColourChoice choice = read_colour(colour);
  delivery.style = choose_style(choice, ascii, standard_output_environment());
  delivery.file_style = delivery.style;
  delivery.file_style.width = 0;
  if (choice != ColourChoice::always) delivery.file_style.colour = false;
  return delivery;
}

ExecuteOptions ReportOptions::execution() const {
  ExecuteOptions options;
  options.seed = read_optional_seed(seed);
  options.replicates = read_optional_number("--replicates", replicates, replicate_range);
  options.threads = read_optional_number("--threads", threads, thread_range).value_or(0);
  options.may_be_fast = !plain;
  return options;
}

std::optional<std::uint64_t> ReportOptions::memory_limit_bytes() const {
  if (memory_limit) return read_size_argument("--memory-limit", *memory_limit);
  const char* const variable = std::getenv(memory_limit_variable);
  if (variable == nullptr || *variable == '\0') return std::nullopt;
  return read_size_argument(memory_limit_variable, variable);
}

OutputRequest read_output_request(std::string_view option, const std::string& text,
                                  std::span<const ReportKind> kinds) {
  const std::size_t colon = text.find(':');
  const std::string name = text.substr(0, colon);
  const auto found = std::ranges::find(kinds, name, &ReportKind::name);
  if (found == kinds.end())
    throw UsageError(fmt::format("{}: {}", option, unknown_name("kind of report", name, kind_names(kinds))));
  OutputRequest request{&*found, "-"};
  if (colon == std::string::npos) return request;
  request.path = text.substr(colon + 1);
  if (request.path.empty())
    throw UsageError(fmt::format("{}: a path is missing behind the colon of {}", option, in_quotes(text)));
  return request;
}

}  // namespace keycost
