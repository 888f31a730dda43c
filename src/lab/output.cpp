#include "src/lab/output.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "src/decimal.hpp"
#include "src/execute/file_problem.hpp"
#include "src/lab/script.hpp"
#include "src/problem.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  while (true) {
    const std::size_t tab = line.find('\t');
    fields.push_back(line.substr(0, tab));
    if (tab == std::string_view::npos) return fields;
    line.remove_prefix(tab + 1);
  }
}

class OutputReader {
 public:
  explicit OutputReader(const std::string& path) : path_(path) {}

  void read_line(std::string_view line) {
    ++line_number_;
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::vector<std::string_view> fields = fields_of(line);
    if (fields[0] == lab_figure_mark) {
      read_figure(fields);
    } else if (fields[0] == lab_about_mark) {
      read_about(fields);
    }
  }

  LabOutput finish() {
    if (output_.lines.empty() && output_.about.empty()) {
      throw InputOutputFailed(file_problem(
          path_, fmt::format(
                     "holds no line that begins with {}: it is not the output of a lab script, which psql or "
                     "the mariadb client prints on standard output",
                     lab_figure_mark)));
    }
    return std::move(output_);
  }

 private:
  void read_figure(const std::vector<std::string_view>& fields) {
    if (fields.size() < 6)
      fail("has fewer than 6 fields: table, step, metric, real and simulated, after tabs");
    LabLine line;
    line.table = fields[1];
    line.step = fields[2];
    line.metric = fields[3];
    line.real = number(fields[4]);
    line.simulated = number(fields[5]);
    if (fields.size() > 6) line.sd = number(fields[6]);
    output_.lines.push_back(std::move(line));
  }

  void read_about(const std::vector<std::string_view>& fields) {
    if (fields.size() == 2 && fields[1] == "end") {
      output_.is_complete = true;
      return;
    }
    if (fields.size() < 4) fail("has fewer than 4 fields: name, real and simulated, after tabs");
    output_.about.push_back({std::string(fields[1]), std::string(fields[2]), std::string(fields[3])});
  }

  /// What MySQL's clients print for NULL counts as nothing.
  std::optional<double> number(std::string_view text) const {
    if (text.empty() || text == "NULL") return std::nullopt;
    const std::optional<double> value = parse_decimal(text);
    if (!value) fail(fmt::format("has {} where a number should be", in_quotes(text)));
    return value;
  }

  [[noreturn]] void fail(std::string message) const {
    Problem problem = file_problem(path_, std::move(message));
    problem.position.line = line_number_;
    throw InputOutputFailed(std::move(problem));
  }

  const std::string& path_;
  std::size_t line_number_ = 0;
  LabOutput output_;
};

}  // namespace

std::string_view LabOutput::real_about(std::string_view name) const {
  const auto found = std::ranges::find(about, name, &LabAbout::name);
  return found == about.end() ? std::string_view{} : found->real;
}

std::string_view LabOutput::simulated_about(std::string_view name) const {
  const auto found = std::ranges::find(about, name, &LabAbout::name);
  return found == about.end() ? std::string_view{} : found->simulated;
}

bool LabOutput::has_own_keys(std::string_view table) const {
  return std::ranges::any_of(
      about, [&](const LabAbout& one) { return one.name == "own_keys" && one.real == table; });
}

const LabLine* LabOutput::find(std::string_view table, std::string_view step, std::string_view metric) const {
  const auto found = std::ranges::find_if(lines, [&](const LabLine& line) {
    return line.metric == metric && line.step == step && line.table == table;
  });
  return found == lines.end() ? nullptr : &*found;
}

LabOutput read_lab_output(const std::string& path, std::string_view text) {
  OutputReader reader(path);
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    reader.read_line(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return reader.finish();
}

}  // namespace keycost
