// Takes finished reports to where the user wants them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/report/report.hpp"

namespace keycost {

/// One `-o KIND[:PATH]`.
struct OutputRequest {
  const ReportKind* kind = nullptr;
  std::string path = "-";  ///< "-" is standard output

  bool is_standard_output() const { return path == "-"; }
};

struct DeliveryOptions {
  std::vector<OutputRequest> outputs;
  ReportStyle style;               ///< of standard output
  ReportStyle file_style;          ///< of files
  std::string pages_folder;        ///< empty: none
  std::string page_images_folder;  ///< empty: none
};

/// Throws InputOutputFailed if something asked for could never be written.
void require_deliverable(const DeliveryOptions& options);

/// Writes every report and page file. Either all files appear or, if one cannot be written, none:
/// InputOutputFailed.
void deliver(std::span<const ScenarioReport> reports, const DeliveryOptions& options);

}  // namespace keycost
