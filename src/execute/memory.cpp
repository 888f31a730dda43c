#include "src/execute/memory.hpp"

#include <algorithm>
#include <fstream>
#include <functional>
#include <numeric>
#include <sstream>
#include <string>

#include <fmt/format.h>
#include <sys/stat.h>

#include "sim/engine.hpp"
#include "sim/error.hpp"
#include "src/execute/file_problem.hpp"
#include "src/report/numbers.hpp"

namespace keycost {

namespace {

/// The number in a file such as /sys/fs/cgroup/memory.max; nothing for "max" or no such file.
std::optional<std::uint64_t> number_in_file(const std::string& path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  if (file >> number) return number;
  return std::nullopt;
}

/// The number after `key` in a file of lines "key number".
std::optional<std::uint64_t> number_after(const std::string& path, const std::string& key) {
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::string word;
    std::uint64_t number = 0;
    if (words >> word >> number && word == key) return number;
  }
  return std::nullopt;
}

/// What a control group of version 2 still allows. Its page cache counts as used although it gives way.
std::optional<std::uint64_t> group_room_bytes(const std::string& folder) {
  const auto limit = number_in_file(folder + "/memory.max");
  const auto used = number_in_file(folder + "/memory.current");
  if (!limit || !used) return std::nullopt;
  const std::uint64_t cache = number_after(folder + "/memory.stat", "inactive_file").value_or(0);
  const std::uint64_t held = *used - std::min(*used, cache);
  return *limit - std::min(*limit, held);
}

/// The smallest room along the groups from this process's own up to the root.
std::optional<std::uint64_t> all_groups_room_bytes() {
  std::ifstream file("/proc/self/cgroup");
  std::string line;
  std::string group;
  while (std::getline(file, line)) {
    if (line.starts_with("0::")) group = line.substr(3);
  }
  std::optional<std::uint64_t> room = group_room_bytes("/sys/fs/cgroup");
  while (group.size() > 1) {
    if (const auto here = group_room_bytes("/sys/fs/cgroup" + group))
      room = std::min(room.value_or(*here), *here);
    group.resize(group.rfind('/'));
  }
  return room;
}

/// Rows of a CSV file, from its size and the length of the lines at its start. Early lines tend to be the
/// shortest (identity counts up), so this errs to more rows.
std::uint64_t estimated_rows(const std::string& path) {
  struct stat status = {};
  if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return 0;
  std::string sample(std::size_t{1} << 16, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(sample.data(), static_cast<std::streamsize>(sample.size()));
  sample.resize(static_cast<std::size_t>(file.gcount()));
  const auto lines = static_cast<std::uint64_t>(std::count(sample.begin(), sample.end(), '\n')) + 1;
  const std::uint64_t line_bytes = std::max<std::uint64_t>(1, sample.size() / lines);
  return static_cast<std::uint64_t>(status.st_size) / line_bytes + 1;
}

std::uint64_t saturating_sum(const std::vector<std::uint64_t>& numbers, std::size_t count) {
  return std::accumulate(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(count),
                         std::uint64_t{0}, [](std::uint64_t sum, std::uint64_t number) {
                           return number > ~sum ? ~std::uint64_t{0} : sum + number;
                         });
}

}  // namespace

std::optional<std::uint64_t> available_memory_bytes() {
  std::optional<std::uint64_t> available = number_after("/proc/meminfo", "MemAvailable:");
  if (available) *available *= 1024;
  if (const auto room = all_groups_room_bytes()) available = std::min(available.value_or(*room), *room);
  return available;
}

std::uint64_t table_memory_bytes(const ScenarioFile& scenario, std::size_t table) {
  const EngineDescription* engine = find_engine(scenario.scenario.engine);
  require(engine != nullptr, "an engine's name is checked when a scenario is decoded");
  std::uint64_t rows = rows_asked_for(scenario.scenario.steps);
  for (const RowsFile& file : scenario.rows_files) {
    if (file.table == table && rows == all_remaining_rows) rows = estimated_rows(file.path);
  }
  return engine->memory_bytes(scenario.scenario, scenario.scenario.tables[table], rows);
}

std::size_t tables_at_a_time(const ScenarioFile& scenario, const TableRuns& runs, std::size_t threads,
                             std::optional<std::uint64_t> available) {
  std::size_t count = std::max<std::size_t>(1, std::min(threads, runs.tables.size() * runs.replicates));
  if (!available || runs.tables.empty()) return count;
  std::vector<std::uint64_t> needs;
  for (const std::size_t table : runs.tables) {
    // Any two replicates of the largest table may meet.
    for (std::size_t replicate = 0; replicate < std::min(runs.replicates, count); ++replicate)
      needs.push_back(table_memory_bytes(scenario, table));
  }
  std::sort(needs.begin(), needs.end(), std::greater<>());
  const auto needed = [&](std::size_t running) {
    return saturating_sum(needs, runs.keep_all ? needs.size() : running);
  };
  while (count > 1 && needed(count) > *available) --count;
  if (needed(count) <= *available) return count;
  const std::string advice =
      runs.keep_all && needs.size() > 1 ? "keep the pages of fewer tables (--table)" : "insert fewer rows";
  throw InputOutputFailed(file_problem(
      scenario.path,
      fmt::format(
          "the run may need {} of memory and {} are available; {}, free some memory, or take the risk with "
          "--memory-limit SIZE",
          size_pretty(needed(count)), size_pretty(*available), advice)));
}

}  // namespace keycost
