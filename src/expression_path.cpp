#include "src/expression_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <span>

#include "sim/metrics.hpp"
#include "src/nearest_name.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

using Names = std::vector<std::string_view>;

bool is_metric_letter(char byte) {
  const char lower = static_cast<char>(byte | 0x20);
  return (lower >= 'a' && lower <= 'z') || (byte >= '0' && byte <= '9') || byte == '_' || byte == '.';
}

/// The longest of `known` at the start of `text` behind which `may_follow` accepts what comes; "" if there is
/// none.
template <class MayFollow>
std::string_view longest_match(std::string_view text, const Names& known, MayFollow may_follow) {
  std::string_view longest;
  for (const std::string_view name : known) {
    if (text.starts_with(name) && name.size() > longest.size() && may_follow(text.substr(name.size())))
      longest = name;
  }
  return longest;
}

bool path_goes_on(std::string_view rest) {
  return rest.starts_with('.') || rest.starts_with('[');
}
bool metric_ends(std::string_view rest) {
  return rest.empty() || !is_metric_letter(rest.front());
}

/// Walks along one path. Every function throws ExpressionError with the offset of the part that is wrong.
class PathReader {
 public:
  PathReader(std::string_view text, std::size_t offset) : text_(text), offset_(offset) {}

  std::size_t offset() const { return offset_; }
  std::string_view rest() const { return text_.substr(offset_); }

  /// A table, step, record type or index: `name` behind a dot (none before the first), or `["name"]`.
  std::string_view read_name(std::string_view what, const KnownNames& known, bool is_first) {
    if (rest().starts_with("[\"")) return read_quoted_name(what, known);
    if (!is_first) read_dot(what);
    const std::string_view name = known.longest_at_start(rest());
    if (name.empty()) refuse_name(what, known.in_order());
    offset_ += name.size();
    return name;
  }

  bool skip(std::string_view word) {
    const std::size_t end = offset_ + 1 + word.size();
    if (!rest().starts_with('.') || !text_.substr(offset_ + 1).starts_with(word)) return false;
    if (!path_goes_on(text_.substr(end))) return false;
    offset_ = end;
    return true;
  }

  /// `[n]` with n below `rounds`, or nothing.
  std::optional<std::uint64_t> read_round(const ReportedStep& step) {
    if (!rest().starts_with('[')) return std::nullopt;
    std::uint64_t round = 0;
    const char* end = text_.data() + text_.size();
    const auto [after, error] = std::from_chars(text_.data() + offset_ + 1, end, round);
    const bool is_number = after != text_.data() + offset_ + 1 && after != end && *after == ']';
    if (!is_number) throw ExpressionError{offset_ + 1, "a round's number is expected, as in each[0]"};
    if (error != std::errc() || round >= step.rounds) {
      throw ExpressionError{offset_ + 1, fmt::format("step {} has {} rounds: each[0] to each[{}]",
                                                     in_quotes(step.name), step.rounds, step.rounds - 1)};
    }
    offset_ = static_cast<std::size_t>(after + 1 - text_.data());
    return round;
  }

  template <class ScopedMetric>
  const ScopedMetric& read_metric(std::span<const ScopedMetric> metrics, std::string_view what,
                                  const Names& branches) {
    read_dot(what);
    Names known;
    for (const ScopedMetric& metric : metrics) known.push_back(metric.path);
    const std::string_view path = longest_match(rest(), known, metric_ends);
    if (path.empty()) {
      known.insert(known.end(), branches.begin(), branches.end());
      refuse_end_behind("", branches);
      std::string_view word = rest();
      while (!metric_ends(word)) word.remove_prefix(1);
      word = rest().substr(0, rest().size() - word.size());
      throw ExpressionError{offset_, word.empty() ? fmt::format("a {} is expected: {}", what, listed(known))
                                                  : unknown_name(what, word, known)};
    }
    offset_ += path.size();
    return *std::find_if(metrics.begin(), metrics.end(),
                         [path](const ScopedMetric& metric) { return metric.path == path; });
  }

 private:
  void read_dot(std::string_view what) {
    if (!rest().starts_with('.'))
      throw ExpressionError{offset_, fmt::format("a . and a {} are expected", what)};
    ++offset_;
  }

  std::string_view read_quoted_name(std::string_view what, const KnownNames& known) {
    const std::size_t start = offset_ + 2;
    const std::size_t end = text_.find("\"]", start);
    if (end == std::string_view::npos)
      throw ExpressionError{offset_, "the closing \"] of this name is missing"};
    const std::string_view name = text_.substr(start, end - start);
    if (!known.find(name)) throw ExpressionError{start, unknown_name(what, name, known.in_order())};
    offset_ = end + 2;
    return name;
  }

  /// A known name behind which nothing follows, although it is not a metric.
  void refuse_end_behind(std::string_view what, const Names& known) const {
    const std::string_view complete = longest_match(rest(), known, metric_ends);
    if (complete.empty()) return;
    throw ExpressionError{offset_ + complete.size(),
                          fmt::format("{}{}{} is not a value yet; the path goes on behind it", what,
                                      what.empty() ? "" : " ", in_quotes(complete))};
  }

  [[noreturn]] void refuse_name(std::string_view what, const Names& known) const {
    refuse_end_behind(what, known);
    // Record types have / and + in their names, "Heap/INSERT+INIT"; elsewhere these are operators.
    const std::string_view word =
        rest().substr(0, rest().find_first_of(what == "record type" ? ".[]() ," : ".[]() ,+*/"));
    throw ExpressionError{offset_, word.empty() ? fmt::format("a {} is expected: {}", what, listed(known))
                                                : unknown_name(what, word, known)};
  }

  std::string_view text_;
  std::size_t offset_;
};

std::vector<std::string> table_names(const Scenario& scenario) {
  std::vector<std::string> names;
  for (const TableDefinition& table : scenario.tables) names.push_back(table.name);
  return names;
}

std::vector<std::string> step_names(const std::vector<ReportedStep>& steps) {
  std::vector<std::string> names;
  for (const ReportedStep& step : steps) names.push_back(step.name);
  return names;
}

std::vector<std::string> index_names(const Scenario& scenario, std::string_view table_name) {
  for (std::size_t table = 0; table < scenario.tables.size(); ++table) {
    if (scenario.tables[table].name == table_name) return final_index_names(scenario, table);
  }
  return {};
}

std::vector<std::string> relation_names(const Scenario& scenario, std::string_view table_name) {
  const EngineDescription* engine = find_engine(scenario.engine);
  for (std::size_t table = 0; engine->relation_names != nullptr && table < scenario.tables.size(); ++table) {
    if (scenario.tables[table].name == table_name) return engine->relation_names(scenario, table);
  }
  return {};
}

/// Reads `.per_row` or `.per_day`, if one of them comes.
bool read_view(PathReader& reader, const Scenario& scenario, ResultPath& path) {
  for (const CostViewDescription& view : cost_views()) {
    const std::size_t start = reader.offset() + 1;
    if (!reader.skip(view.name)) continue;
    if (view.view == CostView::per_day && scenario.rows_per_second == 0) {
      throw ExpressionError{start, "\"per_day\" needs the scenario's \"rows_per_second\""};
    }
    path.view = view.view;
    return true;
  }
  return false;
}

Names views() {
  Names names;
  for (const CostViewDescription& view : cost_views()) names.push_back(view.name);
  return names;
}

void read_each(PathReader& reader, const ReportedStep& step, ResultPath& path) {
  const std::size_t start = reader.offset() + 1;
  if (!reader.skip("each")) return;
  if (step.rounds == 0) {
    throw ExpressionError{start,
                          fmt::format("step {} runs once; only a repeat and what is inside has \"each\"",
                                      in_quotes(step.name))};
  }
  path.round = reader.read_round(step);
  path.every_round = !path.round.has_value();
}

}  // namespace

KnownNames::KnownNames(std::vector<std::string> names) : names_(std::move(names)), sorted_(names_.size()) {
  std::iota(sorted_.begin(), sorted_.end(), std::size_t{0});
  std::stable_sort(sorted_.begin(), sorted_.end(),
                   [this](std::size_t a, std::size_t b) { return names_[a] < names_[b]; });
}

std::optional<std::size_t> KnownNames::find(std::string_view name) const {
  const auto found =
      std::lower_bound(sorted_.begin(), sorted_.end(), name,
                       [this](std::size_t place, std::string_view wanted) { return names_[place] < wanted; });
  if (found == sorted_.end() || names_[*found] != name) return std::nullopt;
  return *found;
}

std::string_view KnownNames::longest_at_start(std::string_view text) const {
  for (std::size_t size = text.size(); size-- > 1;) {
    if (path_goes_on(text.substr(size)) && find(text.substr(0, size))) return text.substr(0, size);
  }
  return {};
}

ExpressionNames::ExpressionNames(const Scenario& scenario)
    : scenario_(scenario),
      metrics_(metrics_of(scenario.engine)),
      steps_(reported_steps(scenario.steps)),
      table_names_(table_names(scenario)),
      step_names_(step_names(steps_)),
      record_types_({metrics_.wal_record_types.begin(), metrics_.wal_record_types.end()}) {}

const KnownNames& ExpressionNames::indexes(std::string_view table) const {
  auto names = indexes_.find(table);
  if (names == indexes_.end()) names = indexes_.emplace(table, index_names(scenario_, table)).first;
  return names->second;
}

const KnownNames& ExpressionNames::relations(std::string_view table) const {
  auto names = relations_.find(table);
  if (names == relations_.end()) names = relations_.emplace(table, relation_names(scenario_, table)).first;
  return names->second;
}

ResultPath ExpressionNames::read_path(std::string_view text, std::size_t& offset) const {
  PathReader reader(text, offset);
  ResultPath path;
  path.table = reader.read_name("table", table_names_, true);
  path.step = reader.read_name("step", step_names_, false);
  const ReportedStep& step = steps_[*step_names_.find(path.step)];
  read_each(reader, step, path);
  Names branches{"indexes"};
  if (!metrics_.wal_type.empty()) branches.insert(branches.begin(), "wal.by_type");
  if (!metrics_.cost.empty()) {
    branches.push_back("by_relation");
    for (const std::string_view view : views()) branches.push_back(view);
  }
  if (step.rounds > 0 && !path.every_round && !path.round) branches.push_back("each");

  if (!metrics_.wal_type.empty() && reader.skip("wal.by_type")) {
    path.detail = reader.read_name("record type", record_types_, false);
    path.read_wal_type = reader.read_metric(metrics_.wal_type, "metric of a record type", {}).read;
  } else if (reader.skip("indexes")) {
    path.detail = reader.read_name("index", indexes(path.table), false);
    path.read_index = reader.read_metric(metrics_.index, "metric of an index", {}).read;
  } else if (!metrics_.cost.empty() && reader.skip("by_relation")) {
    path.detail = reader.read_name("relation", relations(path.table), false);
    read_view(reader, scenario_, path);
    path.cost = &reader.read_metric(metrics_.cost, "metric of a relation", views());
  } else if (!metrics_.cost.empty() && read_view(reader, scenario_, path)) {
    path.cost = &reader.read_metric(metrics_.cost, "metric that is told so", {});
  } else {
    path.read_step = reader.read_metric(metrics_.step, "metric", branches).read;
  }
  path.text = text.substr(offset, reader.offset() - offset);
  offset = reader.offset();
  return path;
}

bool ExpressionNames::starts_path(std::string_view text, std::size_t offset) const {
  PathReader reader(text, offset);
  try {
    reader.read_name("table", table_names_, true);
    reader.read_name("step", step_names_, false);
    return true;
  } catch (const ExpressionError&) {
    return false;
  }
}

}  // namespace keycost
