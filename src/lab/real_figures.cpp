#include "src/lab/real_figures.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <memory>

#include <fmt/format.h>

#include "src/command/exit_status.hpp"
#include "src/decimal.hpp"
#include "src/execute/file_problem.hpp"
#include "src/execute/interrupt.hpp"
#include "src/problem.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

struct CloseFile {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};

[[noreturn]] void fail_to_read(const std::string& path) {
  throw InputOutputFailed(
      file_problem(path, fmt::format("cannot be read: {}", std::strerror(errno == 0 ? EIO : errno))));
}

}  // namespace

std::string read_whole_file(const std::string& path) {
  errno = 0;
  const std::unique_ptr<std::FILE, CloseFile> file(path == "-" ? stdin : std::fopen(path.c_str(), "rb"));
  if (!file) fail_to_read(path);
  std::string text;
  std::array<char, 1 << 16> buffer;
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), file.get()))
    text.append(buffer.data(), got);
  stop_if_interrupted();
  if (std::ferror(file.get())) fail_to_read(path);
  return text;
}

double read_percent(std::string_view option, std::string_view text) {
  std::string_view number = text;
  if (number.ends_with('%')) number.remove_suffix(1);
  const std::optional<double> percent = parse_decimal(number);
  if (percent && *percent >= 0 && *percent <= 1000) return *percent;
  throw UsageError(
      fmt::format("{} takes a percentage from 0 to 1000, such as 0.5%, not {}", option, in_quotes(text)));
}

std::optional<std::uint64_t> parse_count(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return number;
}

void replace_simulated(const LabPlan& plan, LabOutput& output) {
  for (LabLine& line : output.lines) {
    const auto table = std::ranges::find_if(plan.tables, [&](const LabTable& one) {
      return plan.file.scenario.tables[one.position].name == line.table;
    });
    line.simulated.reset();
    line.sd.reset();
    if (table == plan.tables.end()) continue;
    const auto figure = std::ranges::find_if(table->figures, [&](const LabFigure& one) {
      return one.metric == line.metric && one.step == line.step;
    });
    if (figure == table->figures.end()) continue;
    line.simulated = figure->value;
    line.sd = figure->sd;
  }
}

}  // namespace keycost
