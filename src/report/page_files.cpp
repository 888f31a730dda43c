#include "src/report/page_files.hpp"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "src/execute/file_problem.hpp"
#include "src/problem.hpp"

namespace keycost {

namespace {

void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw InputOutputFailed(file_problem(folder, "cannot be made: " + error.message()));
}

std::string page_file_path(const std::string& folder, const std::string& table, const std::string& relation,
                           std::string_view ending) {
  return fmt::format("{}/{}.{}.{}", folder, file_name_part(table), file_name_part(relation), ending);
}

std::string page_lines(const RelationPages& pages) {
  std::string text = fmt::format("{}\n", fmt::join(pages.columns, "\t"));
  for (const auto& line : pages.lines)
    fmt::format_to(std::back_inserter(text), "{}\n", fmt::join(line, "\t"));
  return text;
}

}  // namespace

std::string file_name_part(std::string_view name) {
  std::string part;
  for (const char character : name) {
    const auto byte = static_cast<unsigned char>(character);
    const bool is_control = byte < 0x20 || byte == 0x7f;
    const bool is_leading_dot = character == '.' && part.empty();
    if (is_control || is_leading_dot || character == '/' || character == '\\' || character == '%') {
      part += fmt::format("%{:02X}", byte);
    } else {
      part += character;
    }
  }
  return part;
}

void add_page_lines(OutputFiles& files, const std::string& folder, const ScenarioResult& result) {
  make_folder(folder);
  for (std::size_t table = 0; table < result.pages_by_table.size(); ++table) {
    for (const RelationPages& pages : result.pages_by_table[table]) {
      if (pages.columns.empty()) continue;
      files.add(page_file_path(folder, result.tables[table].name, pages.name, "tsv"), page_lines(pages));
    }
  }
}

void add_page_images(OutputFiles& files, const std::string& folder, const ScenarioResult& result) {
  make_folder(folder);
  for (std::size_t table = 0; table < result.pages_by_table.size(); ++table) {
    for (const RelationPages& pages : result.pages_by_table[table]) {
      if (pages.image.empty() && !pages.columns.empty()) continue;  // the pool, not a relation
      files.add(page_file_path(folder, result.tables[table].name, pages.name, "bin"), pages.image);
    }
  }
}

void require_usable_folder(const std::string& folder) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(folder, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_directory(status)) {
    throw InputOutputFailed(file_problem(folder, "is no folder"));
  }
}

}  // namespace keycost
