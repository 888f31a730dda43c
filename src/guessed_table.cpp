#include "src/guessed_table.hpp"

#include <algorithm>
#include <array>
#include <unordered_set>

#include <fmt/format.h>

#include "src/command/exit_status.hpp"
#include "src/csv_reader.hpp"
#include "src/decimal.hpp"
#include "src/execute/interrupt.hpp"
#include "src/nearest_name.hpp"
#include "src/report/counts.hpp"
#include "src/report/numbers.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

constexpr std::uint64_t unique_rows_max = 100'000;  // beyond, values are no longer remembered
constexpr int time_precision_max = 6;               // digits of a second that PostgreSQL and MySQL keep

struct Candidate {
  SqlType type;
  std::string_view reason;
};

/// The first that every value fits is taken: what is narrow, or seldom met by chance, comes first.
constexpr std::array candidate_table{
    Candidate{SqlType::uuid, "every value is a UUID"},
    Candidate{SqlType::bigint, "every value is a whole number; the table may have int or smallint"},
    Candidate{SqlType::numeric, "every value is a number"},
    Candidate{SqlType::boolean, "every value is true or false"},
    Candidate{SqlType::date, "every value is a day"},
    Candidate{SqlType::datetime, "every value is a time"},
    Candidate{SqlType::timestamp, "every value is a time without a zone"},
    Candidate{SqlType::timestamptz, "every value is a time with a zone"},
    Candidate{SqlType::bytea, "every value is written in hexadecimal behind \\x"},
    Candidate{SqlType::text, "values of no other form"},
};

/// What the values of one column have in common.
class ColumnGuess {
 public:
  ColumnGuess(std::string name, const EngineDescription& engine) : name_(std::move(name)), engine_(engine) {
    for (const Candidate& candidate : candidate_table) {
      const AcceptedType* accepted = find_accepted(engine.types, candidate.type);
      if (accepted != nullptr && accepted->refusal.empty()) candidates_.push_back(candidate);
    }
  }

  const std::string& name() const { return name_; }
  bool has_nulls() const { return has_nulls_; }
  bool repeats() const { return repeats_; }

  void take_null() { has_nulls_ = true; }

  void take(std::string_view text, bool remember) {
    std::erase_if(candidates_, [&](const Candidate& candidate) { return !fits(candidate.type, text); });
    has_values_ = true;
    longest_ = std::max(longest_, count_characters(text));
    const std::size_t point = text.find('.');
    whole_digits_ = std::max(whole_digits_, digits_at(text, text.starts_with('-') ? 1 : 0));
    if (point != std::string_view::npos)
      fraction_digits_ = std::max(fraction_digits_, digits_at(text, point + 1));
    if (remember && !repeats_) repeats_ = !seen_.emplace(text).second;
    if (repeats_ || !remember) seen_.clear();
  }

  GuessedColumn result(bool is_key) const {
    const Candidate& best = candidates_.front();
    GuessedColumn column{name_, std::string(describe(best.type).name), has_nulls_, std::string(best.reason)};
    if (best.type == SqlType::text) {
      column.reason += fmt::format(", up to {}", counted(longest_, "character"));
      // InnoDB has no text without a length in a key, and PostgreSQL stores both alike.
      if (is_key) column.type = fmt::format("varchar({})", roomy(longest_));
    }
    if (!has_values_) {
      column.type = describe(SqlType::text).name;
      column.reason = "no row has a value";
    }
    column.type += modifiers_of(best.type);
    if (has_nulls_ && has_values_) column.reason += "; some rows have none";
    return column;
  }

 private:
  static std::size_t digits_at(std::string_view text, std::size_t offset) {
    std::size_t end = offset;
    while (end < text.size() && is_digit(text[end])) ++end;
    return end - offset;
  }

  /// A length that people write into CREATE TABLE and that holds `characters`.
  static std::size_t roomy(std::size_t characters) {
    for (const std::size_t usual : std::array<std::size_t, 5>{16, 32, 64, 128, 255}) {
      if (characters <= usual) return usual;
    }
    return characters;
  }

  bool fits(SqlType type, std::string_view text) {
    if (type == SqlType::bytea && !text.starts_with("\\x")) return false;
    payload_.clear();
    return parse_value(type, text, payload_).empty();
  }

  /// Where the plain name would round the values: MySQL's decimal has no places, its times no fraction.
  std::string modifiers_of(SqlType type) const {
    const AcceptedType& accepted = *find_accepted(engine_.types, type);
    if (!accepted.when_absent.precision || fraction_digits_ == 0) return "";
    if (type == SqlType::numeric) {
      return fmt::format("({},{})", std::max<std::size_t>(whole_digits_, 1) + fraction_digits_,
                         fraction_digits_);
    }
    return fmt::format("({})", std::min<std::size_t>(fraction_digits_, time_precision_max));
  }

  std::string name_;
  const EngineDescription& engine_;
  std::vector<Candidate> candidates_;
  std::unordered_set<std::string> seen_;
  std::string payload_;
  std::size_t longest_ = 0;
  std::size_t whole_digits_ = 0;
  std::size_t fraction_digits_ = 0;
  bool has_values_ = false;
  bool has_nulls_ = false;
  bool repeats_ = false;
};

/// A value or name as it must be to stand in a scenario.
std::string_view read_text(const CsvReader& reader, const CsvField& field, std::string& unquoted) {
  const std::string_view text = CsvReader::value(field, unquoted);
  if (find_invalid_utf8(text) != std::string_view::npos)
    reader.fail(reader.position(field), fmt::format("{} is not UTF-8", in_quotes(text)));
  return text;
}

std::vector<ColumnGuess> read_header(CsvReader& reader, const EngineDescription& engine) {
  if (!reader.next()) reader.fail({}, "is empty; the first line names the columns");
  std::vector<ColumnGuess> columns;
  std::string unquoted;
  for (const CsvField& field : reader.fields()) {
    const std::string name(read_text(reader, field, unquoted));
    if (name.empty())
      reader.fail(reader.position(field), "a column without a name; the first line names them all");
    if (std::ranges::find(columns, name, &ColumnGuess::name) != columns.end()) {
      reader.fail(reader.position(field),
                  fmt::format("column {} stands in the header line twice", in_quotes(name)));
    }
    columns.emplace_back(name, engine);
  }
  return columns;
}

std::uint64_t read_rows(CsvReader& reader, std::vector<ColumnGuess>& columns) {
  std::string unquoted;
  std::uint64_t rows = 0;
  while (reader.next()) {
    if (rows % 4096 == 0) stop_if_interrupted();
    const std::span<const CsvField> fields = reader.fields();
    if (fields.size() != columns.size()) {
      reader.fail({reader.line(), 0, {}},
                  fmt::format("has {}, the header line names {}", counted(fields.size(), "value"),
                              counted(columns.size(), "column")));
    }
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (fields[i].written.empty() && !fields[i].is_quoted) {
        columns[i].take_null();
      } else {
        columns[i].take(read_text(reader, fields[i], unquoted), rows < unique_rows_max);
      }
    }
    ++rows;
  }
  return rows;
}

const ColumnGuess& named_column(const std::vector<ColumnGuess>& columns, std::string_view option,
                                const std::string& name) {
  const auto found = std::ranges::find(columns, name, &ColumnGuess::name);
  if (found != columns.end()) return *found;
  std::vector<std::string_view> known;
  for (const ColumnGuess& column : columns) known.push_back(column.name());
  throw UsageError(fmt::format("{}: {}", option, unknown_name("column", name, known)));
}

bool can_be_key(const ColumnGuess& column) {
  return !column.has_nulls() && !column.repeats();
}

bool is_called_id(const ColumnGuess& column) {
  const std::string& name = column.name();
  return name.size() == 2 && (name[0] == 'i' || name[0] == 'I') && (name[1] == 'd' || name[1] == 'D');
}

void choose_primary_key(const std::vector<ColumnGuess>& columns, const GuessRequest& request,
                        GuessedTable& table) {
  table.primary_key = request.primary_key;
  table.primary_key_reason = "as --primary-key says";
  for (const std::string& name : request.primary_key) {
    if (named_column(columns, "--primary-key", name).has_nulls()) {
      throw UsageError(fmt::format("--primary-key: not every row has a value in column {}", in_quotes(name)));
    }
  }
  if (!table.primary_key.empty()) return;
  const auto id = std::ranges::find_if(
      columns, [](const ColumnGuess& column) { return is_called_id(column) && can_be_key(column); });
  const auto chosen = id != columns.end() ? id : std::ranges::find_if(columns, can_be_key);
  if (chosen == columns.end())
    throw UsageError(
        "init: no column has another value in each row; say which the key is: --primary-key NAME, once for "
        "each of its columns");
  table.primary_key = {chosen->name()};
  table.primary_key_reason =
      id != columns.end() ? "by its name" : "the first column in which each row has another value";
  if (id == columns.end() && table.rows > unique_rows_max)
    table.primary_key_reason += fmt::format(", of the first {} rows", with_thousands(unique_rows_max));
}

}  // namespace

GuessedTable guess_table(const std::string& path, const GuessRequest& request) {
  CsvReader reader(path);
  std::vector<ColumnGuess> columns = read_header(reader, *request.engine);
  for (const auto& [name, type] : request.types) named_column(columns, "--type", name);
  GuessedTable table;
  table.rows = read_rows(reader, columns);
  if (table.rows < 2)
    reader.fail({}, fmt::format("has {} below the header line; two are the least to compare",
                                counted(table.rows, "row")));
  choose_primary_key(columns, request, table);
  for (const ColumnGuess& column : columns) {
    const bool is_key = std::ranges::find(table.primary_key, column.name()) != table.primary_key.end();
    table.columns.push_back(column.result(is_key));
    for (const auto& [name, type] : request.types) {
      if (name != column.name()) continue;
      table.columns.back().type = type;
      table.columns.back().reason = "as --type says";
    }
  }
  return table;
}

}  // namespace keycost
