#include "src/report/deliver.hpp"

#include <algorithm>
#include <cstdlib>

#include "src/report/kinds.hpp"
#include "src/report/output_files.hpp"
#include "src/report/page_files.hpp"

namespace keycost {

namespace {

/// GitHub shows at most ten annotations a step; the step's summary takes everything.
void append_step_summary(std::span<const ScenarioReport> reports, const DeliveryOptions& options) {
  const char* path = std::getenv("GITHUB_STEP_SUMMARY");
  const bool is_asked = std::ranges::any_of(options.outputs, [](const OutputRequest& output) {
    return output.kind->write == &write_github_report;
  });
  if (!is_asked || path == nullptr || *path == '\0') return;
  append_to_file(path, write_markdown_report(reports, {}));
}

}  // namespace

void require_deliverable(const DeliveryOptions& options) {
  for (const OutputRequest& output : options.outputs) {
    if (!output.is_standard_output()) require_writable(output.path);
  }
  for (const std::string& folder : {options.pages_folder, options.page_images_folder}) {
    if (!folder.empty()) require_usable_folder(folder);
  }
}

namespace {

void protect_inputs(std::span<const ScenarioReport> reports, OutputFiles& files) {
  for (const ScenarioReport& report : reports) {
    files.protect(report.path);
    if (report.scenario == nullptr) continue;
    for (const RowsFile& rows : report.scenario->rows_files) files.protect(rows.path);
  }
}

}  // namespace

void deliver(std::span<const ScenarioReport> reports, const DeliveryOptions& options) {
  OutputFiles files;
  protect_inputs(reports, files);
  std::string standard_output;
  for (const OutputRequest& output : options.outputs) {
    if (output.is_standard_output()) {
      standard_output += output.kind->write(reports, options.style);
    } else {
      files.add(output.path, output.kind->write(reports, options.file_style));
    }
  }
  for (const ScenarioReport& report : reports) {
    if (!options.pages_folder.empty()) add_page_lines(files, options.pages_folder, report.result);
    if (!options.page_images_folder.empty())
      add_page_images(files, options.page_images_folder, report.result);
  }
  files.put_in_place();
  append_step_summary(reports, options);
  write_standard_output(standard_output);
}

}  // namespace keycost
