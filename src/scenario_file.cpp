#include "src/scenario_file.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "src/decode/decode_scenario.hpp"
#include "src/decode/findings.hpp"
#include "src/decode/json_reader.hpp"
#include "src/execute/interrupt.hpp"
#include "src/rows_file.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t file_bytes_max = std::size_t{16} << 20;

[[noreturn]] void fail(const std::string& file, const SourcePosition& position, std::string message) {
  throw InputOutputFailed({file, position, std::move(message)});
}

std::string system_message(int error) {
  return std::generic_category().message(error);
}

std::string read_text_file(const std::string& path) {
  std::error_code not_there;  // opening the file tells
  if (fs::is_directory(path, not_there)) fail(path, {}, "is a folder; a scenario is a file");
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) fail(path, {}, fmt::format("cannot be opened: {}", system_message(errno)));
  std::string text;
  std::array<char, 65536> chunk{};
  while (stream.read(chunk.data(), chunk.size()), stream.gcount() > 0) {
    text.append(chunk.data(), static_cast<std::size_t>(stream.gcount()));
    if (text.size() > file_bytes_max) break;  // decode_scenario() refuses it
  }
  stop_if_interrupted();
  if (stream.bad()) fail(path, {}, fmt::format("cannot be read: {}", system_message(errno)));
  return text;
}

/// XXH3, 128 bits, in its canonical (big-endian) form.
std::string hash_of(std::string_view text) {
  const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

/// Only a regular file is looked into beforehand: what has been read from a pipe cannot be read again.
void check_rows_file(const ScenarioFile& file, const RowsFile& rows_file) {
  if (rows_file.path == "-") return;
  std::error_code error;
  const fs::file_status status = fs::status(rows_file.path, error);
  if (!fs::exists(status)) {
    fail(file.path, rows_file.position,
         fmt::format("the rows file {} does not exist", path_in_quotes(rows_file.path)));
  }
  if (fs::is_directory(status)) {
    fail(file.path, rows_file.position,
         fmt::format("{} is a folder; \"rows\" names a CSV file", path_in_quotes(rows_file.path)));
  }
  if (fs::is_regular_file(status)) open_rows_file(rows_file.path, file.scenario.tables[rows_file.table]);
}

}  // namespace

ScenarioFile decode_scenario(const std::string& path, std::string text) {
  Findings findings(path);
  if (text.size() > file_bytes_max) {
    findings.add({}, fmt::format("is larger than {} MB; long lists of keys belong in a CSV file",
                                 file_bytes_max >> 20));
  }
  findings.throw_if_any();

  ScenarioFile file;
  file.path = path;
  file.name = fs::path(path).stem().string();
  file.hash = hash_of(text);
  if (const auto root = read_json(text, findings)) decode_scenario_object(*root, file, findings);
  findings.throw_if_any();
  file.text = std::move(text);
  for (const RowsFile& rows_file : file.rows_files) check_rows_file(file, rows_file);
  return file;
}

std::string read_scenario_text(const std::string& path) {
  return read_text_file(path);
}

ScenarioFile load_scenario(const std::string& path) {
  return decode_scenario(path, read_text_file(path));
}

std::vector<std::string> find_scenarios(const std::string& file_or_folder) {
  std::error_code error;
  const fs::file_status status = fs::status(file_or_folder, error);
  if (!fs::exists(status))
    fail(file_or_folder, {}, "does not exist; a scenario file or a folder of them is wanted");
  if (!fs::is_directory(status)) return {file_or_folder};

  std::vector<std::string> paths;
  for (auto entry = fs::recursive_directory_iterator(file_or_folder, error);
       !error && entry != fs::end(entry); entry.increment(error)) {
    const std::string path = entry->path().string();
    std::error_code not_a_file;
    if (entry->path().filename().string().starts_with('.')) {  // .git, and what an editor saves beside a file
      if (entry->is_directory(not_a_file)) entry.disable_recursion_pending();
      continue;
    }
    if (path.ends_with(".json") && !path.ends_with(".schema.json") && entry->is_regular_file(not_a_file)) {
      paths.push_back(path);
    }
  }
  if (error) fail(file_or_folder, {}, fmt::format("cannot be searched: {}", error.message()));
  if (paths.empty()) fail(file_or_folder, {}, "has no scenario: no file below it ends in .json");
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace keycost
