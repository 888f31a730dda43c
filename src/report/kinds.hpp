// The kinds of report that `-o` knows, and those of `check --report`.
#pragma once

#include <span>
#include <string_view>

#include "src/report/report.hpp"

namespace keycost {

std::span<const ReportKind> report_kinds();
const ReportKind* find_report_kind(std::string_view name);

/// Of `check --report`: one table of what the documents state, over all scenarios.
std::span<const ReportKind> document_report_kinds();

// One for each kind, defined in the file of its name.
std::string write_text_report(std::span<const ScenarioReport> reports, const ReportStyle& style);
std::string write_json_report(std::span<const ScenarioReport> reports, const ReportStyle& style);
std::string write_csv_report(std::span<const ScenarioReport> reports, const ReportStyle& style);
std::string write_markdown_report(std::span<const ScenarioReport> reports, const ReportStyle& style);
std::string write_junit_report(std::span<const ScenarioReport> reports, const ReportStyle& style);
std::string write_tap_report(std::span<const ScenarioReport> reports, const ReportStyle& style);
std::string write_github_report(std::span<const ScenarioReport> reports, const ReportStyle& style);
std::string write_svg_report(std::span<const ScenarioReport> reports, const ReportStyle& style);
std::string write_html_report(std::span<const ScenarioReport> reports, const ReportStyle& style);
std::string write_documents_markdown(std::span<const ScenarioReport> reports, const ReportStyle& style);

}  // namespace keycost
