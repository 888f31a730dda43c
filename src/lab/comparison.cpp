#include "src/lab/comparison.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "src/lab/explanation.hpp"
#include "src/lab/script.hpp"
#include "src/report/counts.hpp"
#include "src/report/csv_field.hpp"
#include "src/report/numbers.hpp"
#include "src/report/plain_text.hpp"

namespace keycost {

namespace {

/// Ten seeds tell the mean to about a third of a deviation and the deviation itself to about a quarter.
constexpr double band_deviations = 4;

constexpr std::string_view type_prefix = "wal.by_type.";

std::string record_type_of(const std::string& metric) {
  if (!metric.starts_with(type_prefix)) return "";
  const std::size_t end = metric.rfind('.');
  return metric.substr(type_prefix.size(), end - type_prefix.size());
}

bool is_about_environment(const LabLine& line) {
  return line.metric.starts_with("environment.");
}

/// A record type that is not simulated may be somebody else's, if the log has at least as many records that
/// the statements did not write.
bool is_somebody_elses(const LabOutput& output, const LabLine& line) {
  const std::string type = record_type_of(line.metric);
  if (type.empty()) return false;
  const LabLine* foreign = output.find(line.table, line.step, "environment.foreign_records");
  const LabLine* count = output.find(line.table, line.step, fmt::format("{}{}.count", type_prefix, type));
  return foreign != nullptr && count != nullptr && foreign->real.value_or(0) >= count->real.value_or(0);
}

/// The log by record type names only types that occurred, and images only where there are some: what it
/// leaves out is 0, if it was read at all.
std::optional<double> real_of(const LabOutput& output, const LabLine& line) {
  if (line.real || !line.metric.starts_with(type_prefix)) return line.real;
  const bool counts_images = line.metric.ends_with(".fpi");
  bool was_read = false;
  bool has_images = false;
  for (const LabLine& other : output.lines) {
    if (!other.real || other.step != line.step || other.table != line.table ||
        !other.metric.starts_with(type_prefix))
      continue;
    was_read = true;
    if (other.metric.ends_with(".fpi")) return 0;
    if (other.metric.ends_with(".fpi_size")) has_images |= *other.real > 0;
  }
  if (!was_read || (counts_images && has_images)) return std::nullopt;
  return 0;
}

Agreement judge(const LabOutput& output, const LabLine& line, double within_percent) {
  if (!line.real) return Agreement::not_told;
  if (!line.simulated) {
    if (is_background(record_type_of(line.metric)) || is_somebody_elses(output, line))
      return Agreement::foreign;
    if (record_type_of(line.metric).empty()) return Agreement::not_told;
    return *line.real == 0 ? Agreement::equal : Agreement::differs;
  }
  const double distance = std::abs(*line.real - *line.simulated);
  if (distance == 0) return Agreement::equal;
  if (distance <= within_percent / 100 * std::abs(*line.simulated)) return Agreement::within;
  if (line.sd && distance <= band_deviations * *line.sd) return Agreement::in_band;
  return Agreement::differs;
}

ComparedLine compare_line(const LabOutput& output, const LabLine& line, double within_percent) {
  ComparedLine compared{line, Agreement::equal, {}, ""};
  compared.line.real = real_of(output, line);
  compared.agreement = judge(output, compared.line, within_percent);
  const std::optional<double>& real = compared.line.real;
  if (real && line.simulated && *line.simulated != 0)
    compared.deviation_percent = (*real - *line.simulated) / *line.simulated * 100;
  if (compared.agreement != Agreement::equal) compared.explanation = explain_difference(output, compared);
  return compared;
}

std::string number_text(const std::optional<double>& value, bool ascii) {
  return value ? full_precision_with_thousands(*value) : (ascii ? "-" : "–");
}

std::string deviation_text(const ComparedLine& line) {
  if (line.agreement == Agreement::equal) return "=";
  if (!line.deviation_percent) return "";
  return fmt::format("{:+.2f} %", *line.deviation_percent);
}

std::string_view agreement_word(Agreement agreement) {
  switch (agreement) {
    case Agreement::equal:
      return "";
    case Agreement::within:
      return "within";
    case Agreement::in_band:
      return "in band";
    case Agreement::foreign:
      return "foreign";
    case Agreement::not_told:
      return "not told";
    case Agreement::differs:
      return "differs";
  }
  return "";
}

struct Widths {
  std::size_t metric = 0;
  std::size_t real = 4;
  std::size_t simulated = 9;
};

Widths widths_of(const Comparison& comparison) {
  Widths widths;
  for (const ComparedLine& line : comparison.lines) {
    widths.metric = std::max(widths.metric, display_width(line.line.metric));
    widths.real = std::max(widths.real, display_width(number_text(line.line.real, true)));
    widths.simulated = std::max(widths.simulated, display_width(number_text(line.line.simulated, true)));
  }
  return widths;
}

std::string printed_line(const ComparedLine& line, const Widths& widths, bool ascii) {
  std::string text = fmt::format(
      "  {}  {}  {}  {:>10}", padded_right(printable(line.line.metric, ascii), widths.metric),
      padded_left(number_text(line.line.real, ascii), widths.real),
      padded_left(number_text(line.line.simulated, ascii), widths.simulated), deviation_text(line));
  if (line.agreement != Agreement::equal) text += fmt::format("  {}", agreement_word(line.agreement));
  if (!line.explanation.empty()) text += fmt::format(": {}", line.explanation);
  return text + "\n";
}

std::string about_text(const LabOutput& output) {
  std::string text;
  const std::string_view version = output.real_about("server_version");
  const std::string_view engine = output.simulated_about("engine");
  if (!engine.empty()) {
    text += fmt::format("{}: {} simulated, server {}\n", output.simulated_about("scenario"), engine,
                        version.empty() ? "of unknown version" : version);
  }
  for (const std::string& difference : setting_differences(output)) text += fmt::format("  {}\n", difference);
  return text;
}

std::string summary(const Comparison& comparison, double within_percent) {
  std::string text = fmt::format("{}: {} equal", counted(comparison.compared(), "figure"),
                                 comparison.count(Agreement::equal));
  const std::size_t within = comparison.count(Agreement::within);
  if (within > 0) text += fmt::format(", {} within {} %", within, full_precision(within_percent));
  constexpr std::array<std::pair<Agreement, std::string_view>, 2> others{
      {{Agreement::in_band, "in the band of random keys"}, {Agreement::differs, "beyond"}}};
  for (const auto& [agreement, words] : others)
    if (comparison.count(agreement) > 0) text += fmt::format(", {} {}", comparison.count(agreement), words);
  if (const std::size_t not_told = comparison.count(Agreement::not_told); not_told > 0)
    text += fmt::format("; {} not told by the server", not_told);
  return text + "\n";
}

constexpr std::string_view how_to_report =
    "What nothing explains is a mismatch worth reporting: the scenario file and the script's whole output "
    "say all "
    "that is needed.\n";

}  // namespace

std::size_t Comparison::count(Agreement agreement) const {
  return static_cast<std::size_t>(std::ranges::count(lines, agreement, &ComparedLine::agreement));
}

std::size_t Comparison::compared() const {
  return lines.size() - count(Agreement::foreign) - count(Agreement::not_told);
}

bool is_background(std::string_view record_type) {
  return record_type == "Standby/RUNNING_XACTS" || record_type.starts_with("XLOG/CHECKPOINT");
}

Comparison compare(const LabOutput& output, double within_percent) {
  Comparison comparison;
  for (const LabLine& line : output.lines)
    if (!is_about_environment(line)) comparison.lines.push_back(compare_line(output, line, within_percent));
  return comparison;
}

std::string comparison_csv(const Comparison& comparison) {
  std::string text = "table,step,metric,real,simulated,sd,deviation_percent,agreement,explanation\n";
  const auto field = [](const std::optional<double>& value) { return value ? full_precision(*value) : ""; };
  for (const ComparedLine& line : comparison.lines) {
    const std::string_view word =
        line.agreement == Agreement::equal ? "equal" : agreement_word(line.agreement);
    text +=
        fmt::format("{},{},{},{},{},{},{},{},{}\n", csv_field(line.line.table), csv_field(line.line.step),
                    csv_field(line.line.metric), field(line.line.real), field(line.line.simulated),
                    field(line.line.sd), field(line.deviation_percent), word, csv_field(line.explanation));
  }
  return text;
}

std::string comparison_text(const LabOutput& output, const Comparison& comparison, double within_percent,
                            bool ascii) {
  std::string text = about_text(output);
  const Widths widths = widths_of(comparison);
  const LabLine* before = nullptr;
  for (const ComparedLine& line : comparison.lines) {
    if (before == nullptr || before->table != line.line.table || before->step != line.line.step) {
      text += fmt::format("\n{}\n  {}  {}  {}  {:>10}\n",
                          printable(fmt::format("{} {}", line.line.table, line.line.step), ascii),
                          padded_right("", widths.metric), padded_left("real", widths.real),
                          padded_left("simulated", widths.simulated), "deviation");
    }
    before = &line.line;
    text += printed_line(line, widths, ascii);
  }
  text += "\n" + summary(comparison, within_percent);
  const bool is_unexplained = std::ranges::any_of(comparison.lines, [](const ComparedLine& line) {
    return line.agreement == Agreement::differs && line.explanation.empty();
  });
  if (is_unexplained) text += how_to_report;
  return text;
}

}  // namespace keycost
