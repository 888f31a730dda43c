// Failed expectations as annotations of GitHub Actions, each at the expectation's own line.
// Source: GitHub documentation, "Workflow commands for GitHub Actions"; escaping as in actions/toolkit,
// command.ts.
#include <vector>

#include <fmt/format.h>

#include "src/report/kinds.hpp"
#include "src/report/plain_text.hpp"
#include "src/report/verdict_text.hpp"

namespace keycost {

namespace {

/// GitHub shows ten annotations of a kind for each step and drops the others without a word.
constexpr std::size_t annotations_max = 10;

std::string escaped_message(std::string_view text) {
  std::string result;
  for (const char character : text) {
    switch (character) {
      case '%':
        result += "%25";
        break;
      case '\r':
        result += "%0D";
        break;
      case '\n':
        result += "%0A";
        break;
      default:
        result += character;
    }
  }
  return result;
}

/// Properties end at a comma and the list of them at a colon.
std::string escaped_property(std::string_view text) {
  std::string result;
  for (const char character : escaped_message(text)) {
    switch (character) {
      case ':':
        result += "%3A";
        break;
      case ',':
        result += "%2C";
        break;
      default:
        result += character;
    }
  }
  return result;
}

struct Annotation {
  std::string file;
  SourcePosition position;
  std::string title;
  std::string message;
};

std::vector<Annotation> annotations(std::span<const ScenarioReport> reports) {
  std::vector<Annotation> found;
  for (const ScenarioReport& report : reports) {
    for (const Problem& problem : report.problems) {
      found.push_back(
          {problem.file, problem.position, report.name() + ": could not be run", problem.message});
    }
    for (const Verdict& verdict : report.verdicts) {
      if (verdict.outcome == Outcome::held) continue;
      const Expectation& expectation = *verdict.expectation;
      std::string message = verdict_line(verdict, false);
      for (const std::string& line : reason_lines(expectation)) message += "\n" + line;
      const std::string title =
          fmt::format("{}: expectation {}", report.name(), outcome_word(verdict.outcome));
      found.push_back({report.path, expectation.position, title, std::move(message)});
    }
  }
  return found;
}

std::string command(const Annotation& annotation) {
  std::string properties = "file=" + escaped_property(annotation.file);
  if (annotation.position.line != 0) properties += fmt::format(",line={}", annotation.position.line);
  if (annotation.position.column != 0) properties += fmt::format(",col={}", annotation.position.column);
  properties += ",title=" + escaped_property(printable(annotation.title, false));
  return fmt::format("::error {}::{}\n", properties, escaped_message(annotation.message));
}

}  // namespace

std::string write_github_report(std::span<const ScenarioReport> reports, const ReportStyle&) {
  std::vector<Annotation> found = annotations(reports);
  if (found.size() > annotations_max) {
    const std::size_t more = found.size() - annotations_max;
    found.resize(annotations_max);
    found.back().message += fmt::format("\n… and {} more, see the summary of this step", more);
  }
  std::string text;
  for (const Annotation& annotation : found) text += command(annotation);
  return text;
}

}  // namespace keycost
