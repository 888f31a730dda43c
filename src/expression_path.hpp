// Result paths in expressions: TABLE.STEP[.each[n]].METRIC, looked up in what a scenario will report.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/engine.hpp"
#include "sim/reported_steps.hpp"
#include "sim/scenario.hpp"
#include "src/expression.hpp"
#include "src/expression_node.hpp"

namespace keycost {

/// Names to be found at the start of a text, however many they are: O(text · log(names)).
class KnownNames {
 public:
  explicit KnownNames(std::vector<std::string> names);

  /// As they were given, for messages.
  std::vector<std::string_view> in_order() const { return {names_.begin(), names_.end()}; }
  /// The place of the first that is `name`, in the order in which they were given; nothing if none is.
  std::optional<std::size_t> find(std::string_view name) const;
  /// The longest at the start of `text` behind which a path goes on, with . or [; "" if there is none. Lives
  /// as long as `text`.
  std::string_view longest_at_start(std::string_view text) const;

 private:
  std::vector<std::string> names_;
  std::vector<std::size_t> sorted_;  ///< places in `names_`, by name and place
};

/// What the expressions of one scenario can name; made once for all of them. The scenario stays as it is,
/// where it is.
class ExpressionNames {
 public:
  explicit ExpressionNames(const Scenario& scenario);

  /// Reads the path at `offset` of `text` and moves `offset` behind it. Throws ExpressionError.
  ResultPath read_path(std::string_view text, std::size_t& offset) const;

  /// Whether a path must start at `offset` although a digit stands there: a known table and step,
  /// "2024.first".
  bool starts_path(std::string_view text, std::size_t offset) const;

 private:
  /// Of one table. Made when the first expression asks for them.
  const KnownNames& indexes(std::string_view table) const;
  const KnownNames& relations(std::string_view table) const;

  const Scenario& scenario_;
  const MetricSet& metrics_;
  std::vector<ReportedStep> steps_;
  KnownNames table_names_;
  KnownNames step_names_;
  KnownNames record_types_;
  mutable std::map<std::string, KnownNames, std::less<>> indexes_;
  mutable std::map<std::string, KnownNames, std::less<>> relations_;
};

}  // namespace keycost
