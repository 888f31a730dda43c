// The lab in a browser: a scenario in, its result and recorded moments out, all of it as text.
//
// Results are those of `keycost run`: the same decoder, the same run, the same report. Whatever it tells is
// JSON; quantities carry the names of the engine's metrics, and words() says what they mean.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "src/browser/recorder.hpp"
#include "src/report/report.hpp"

namespace keycost::browser {

/// Called now and then with the rows that a table has taken so far.
using Progress = std::function<void(std::size_t table, std::uint64_t rows)>;

/// Tables that are recorded: the first ones of a scenario.
inline constexpr std::size_t tables_recorded_max = 2;

class Lab {
 public:
  /// Runs the scenario `text`; `path` names it in messages and results, and is where its rows' files are
  /// looked for beside. Answers {"result": the text of `keycost run -o json`, "tables": [what was recorded
  /// …]}, or
  /// {"problems": [{"line", "column", "pointer", "message", "text"} …]}.
  std::string run(const std::string& path, const std::string& text, const Progress& progress);

  /// Another kind of report of the same run ("text", "html", "svg", "csv", "md" …); empty without a run.
  std::string report(const std::string& kind) const;

  /// What there is at a tick of a recorded table: leaves in key order, the log so far, and what has just
  /// happened.
  std::string moment(std::size_t table, std::size_t tick);

  /// Quantities over the whole run, at `points` ticks evenly spaced, the first and the last among them.
  std::string series(std::size_t table, std::size_t points);

 private:
  struct Recorded {
    std::unique_ptr<PostgresqlRecorder> postgresql;
    std::unique_ptr<InnodbRecorder> innodb;

    Recording& recording() { return postgresql ? postgresql->recording() : innodb->recording(); }
    const Recording& recording() const { return postgresql ? postgresql->recording() : innodb->recording(); }
  };

  std::vector<Recorded> recorded_;
  std::vector<ScenarioReport> reports_;  ///< one, or none
};

/// Engines with their settings, key streams, fields of an arrival, and every metric: name, unit, meaning,
/// formula, source, as declared.
std::string words();

}  // namespace keycost::browser
