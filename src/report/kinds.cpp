#include "src/report/kinds.hpp"

#include <algorithm>
#include <array>

namespace keycost {

namespace {

// To add a kind: a file beside this one, its declaration in kinds.hpp and a line here.
constexpr std::array kind_table{
    ReportKind{"text", "tables for people", write_text_report},
    ReportKind{"json", "everything, for programs", write_json_report},
    ReportKind{"csv", "one line a quantity, for spreadsheets", write_csv_report},
    ReportKind{"md", "tables in Markdown", write_markdown_report},
    ReportKind{"junit", "expectations as JUnit XML", write_junit_report},
    ReportKind{"tap", "expectations as TAP version 14", write_tap_report},
    ReportKind{"github", "failed expectations as annotations of GitHub Actions", write_github_report},
    ReportKind{"svg", "a figure of each run: log by records and images, and how full the indexes are",
               write_svg_report},
    ReportKind{"html", "a page to hand on or print: figure, tables, verdicts, settings, how to repeat it",
               write_html_report},
};

constexpr std::array document_kind_table{
    ReportKind{"md", "a table in Markdown", write_documents_markdown},
};

}  // namespace

std::span<const ReportKind> report_kinds() {
  return kind_table;
}

std::span<const ReportKind> document_report_kinds() {
  return document_kind_table;
}

const ReportKind* find_report_kind(std::string_view name) {
  const auto found = std::ranges::find(kind_table, name, &ReportKind::name);
  return found == kind_table.end() ? nullptr : &*found;
}

}  // namespace keycost
