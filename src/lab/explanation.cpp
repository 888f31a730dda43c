#include "src/lab/explanation.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "src/report/counts.hpp"
#include "src/report/numbers.hpp"

namespace keycost {

namespace {

bool concerns(const std::string& metric, std::initializer_list<std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return metric.starts_with(prefix); });
}

bool is_other(const LabAbout& setting) {
  return !setting.real.empty() && !setting.simulated.empty() && setting.real != setting.simulated &&
         !(setting.name == "wal_compression" && setting.real + setting.simulated == "pglzon") &&
         !(setting.name == "wal_compression" && setting.real + setting.simulated == "onpglz");
}

double environment(const LabOutput& output, const LabLine& line, std::string_view name) {
  const LabLine* found = output.find(line.table, line.step, name);
  return found == nullptr ? 0 : found->real.value_or(0);
}

/// The first number of a version: 18 of "18.4 (Debian …)", 10 of "10.11.6-MariaDB".
int major_of(std::string_view version) {
  int number = 0;
  std::from_chars(version.data(), version.data() + version.size(), number);
  return number;
}

struct Causes {
  std::string text;

  void add(std::string_view cause) {
    if (!text.empty()) text += "; ";
    text += cause;
  }
};

void add_settings(const LabOutput& output, const LabLine& line, Causes& causes) {
  for (const LabAbout& setting : output.about) {
    if (!is_other(setting)) continue;
    const bool is_of_log = concerns(setting.name, {"full_page_writes", "data_checksums", "wal_"});
    const bool bears = setting.name == "block_size" || (is_of_log && concerns(line.metric, {"wal."})) ||
                       (setting.name == "shared_buffers" && concerns(line.metric, {"buffers."})) ||
                       (setting.name == "data_checksums" && concerns(line.metric, {"buffers."}));
    if (bears)
      causes.add(fmt::format("{} is {}, simulated {}", setting.name, setting.real, setting.simulated));
  }
}

/// A rule that is newer than some servers.
struct NewRule {
  int since_version;  ///< PostgreSQL's major one
  std::string_view metric;
  std::string_view words;
};

// Sources: PostgreSQL 16, src/backend/access/heap/hio.c, RelationAddBlocks; PostgreSQL 17,
// src/backend/storage/smgr/bulk_write.c.
constexpr std::array new_rules{
    NewRule{16, "heap.", "COPY extends a table by many pages at once since 16"},
    NewRule{16, "buffers.written", "COPY extends a table by many pages at once since 16"},
    NewRule{17, "wal.by_type.XLOG/FPI.", "building an index logs several pages in one record since 17"},
};

void add_version(const LabOutput& output, const LabLine& line, Causes& causes) {
  const std::string_view engine = output.simulated_about("engine");
  const int real = major_of(output.real_about("server_version"));
  if (!engine.starts_with("postgresql-") || real == 0) return;
  const int simulated = major_of(engine.substr(std::string_view("postgresql-").size()));
  if (real == simulated) return;
  const auto rule = std::ranges::find_if(new_rules, [&](const NewRule& one) {
    return real < one.since_version && line.metric.starts_with(one.metric);
  });
  causes.add(rule != new_rules.end() ? std::string(rule->words)
                                     : fmt::format("version {} instead of {}", real, simulated));
}

void add_events(const LabOutput& output, const LabLine& line, Causes& causes) {
  const double foreign = environment(output, line, "environment.foreign_records");
  const double checkpoints = environment(output, line, "wal.by_type.XLOG/CHECKPOINT_ONLINE.count");
  const double sessions = environment(output, line, "environment.other_sessions");
  if (checkpoints > 0 && concerns(line.metric, {"wal.", "buffers.dirtied"})) {
    causes.add(fmt::format("{} began or ended meanwhile, so that pages were logged whole once more",
                           counted(static_cast<std::size_t>(checkpoints), "checkpoint")));
  }
  if (foreign > 0 && concerns(line.metric, {"wal."})) {
    causes.add(fmt::format("{} in the log are of other sessions or of hints on catalogs",
                           counted(static_cast<std::size_t>(foreign), "record")));
  }
  if (sessions > 0 && concerns(line.metric, {"buffers.", "wal.lsn_bytes", "redo."}))
    causes.add(fmt::format("{} at work", counted(static_cast<std::size_t>(sessions), "other session")));
}

void add_nature(const LabOutput& output, const ComparedLine& compared, Causes& causes) {
  const LabLine& line = compared.line;
  if (output.has_own_keys(line.table)) {
    causes.add(line.sd ? fmt::format("other random keys than the simulated: those have ± {} (4 sd)",
                                     full_precision(
                                         static_cast<double>(static_cast<long long>(*line.sd * 400)) / 100))
                       : "other random keys than the simulated");
  }
  if (line.metric == "wal.lsn_bytes") {
    causes.add(
        "where in a page of the log a step begins decides on a header of 24 bytes, and what the background "
        "writes in between is in it");
  }
  if (line.metric == "redo.bytes")
    causes.add(
        "the server's redo is for all its work: purge, checkpoints, the dictionary; an old server's numbers take "
        "more bytes");
  // A build writes past the buffers, so an insert reads its index anew, unless somebody has looked at it.
  if (line.metric == "buffers.read" && line.real.value_or(0) < line.simulated.value_or(0)) {
    causes.add(
        "pgstatindex, by which the script looks at indexes between steps, has read their pages in already");
  } else if (concerns(line.metric, {"buffers.dirtied", "buffers.written", "buffers.read"}) &&
             compared.agreement == Agreement::differs && output.real_about("bgwriter_lru_maxpages") != "0") {
    causes.add("the background writer may have cleaned or the pool evicted pages meanwhile");
  }
}

}  // namespace

std::string explain_difference(const LabOutput& output, const ComparedLine& compared) {
  const LabLine& line = compared.line;
  Causes causes;
  if (compared.agreement == Agreement::foreign) {
    return line.metric.find("Standby/RUNNING_XACTS") != std::string::npos ||
                   line.metric.find("XLOG/CHECKPOINT") != std::string::npos
               ? "the server's background"
               : "another session, or hints on catalogs";
  }
  if (compared.agreement == Agreement::not_told) {
    if (line.metric.starts_with("wal.by_type."))
      return line.metric.ends_with(".fpi") ? "needs pg_get_wal_block_info, since PostgreSQL 16"
                                           : "needs pg_walinspect";
    return "";
  }
  add_nature(output, compared, causes);
  if (compared.agreement == Agreement::in_band) return causes.text;
  add_settings(output, line, causes);
  add_events(output, line, causes);
  add_version(output, line, causes);
  return causes.text;
}

std::vector<std::string> setting_differences(const LabOutput& output) {
  std::vector<std::string> differences;
  for (const LabAbout& setting : output.about)
    if (is_other(setting))
      differences.push_back(
          fmt::format("{}: {}, simulated {}", setting.name, setting.real, setting.simulated));
  return differences;
}

}  // namespace keycost
