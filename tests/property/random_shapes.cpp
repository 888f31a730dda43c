#include "tests/property/random_shapes.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/date_time.hpp"
#include "sim/error.hpp"

namespace keycost::test {

namespace {

/// How a column's values follow each other.
enum class Pattern { serial, backwards, cycle, runs, bursts, low_cardinality, skewed, random };

struct RandomColumn {
  ColumnDefinition definition;
  Pattern pattern = Pattern::random;
  std::uint64_t count = 1;  ///< of different values, or rows of one value
  std::size_t width = 0;    ///< characters or bytes of text at most
  std::uint64_t null_percent = 0;
  bool is_unique = false;
};

bool holds_many_values(SqlType type) {
  return type == SqlType::bigint || type == SqlType::uuid || type == SqlType::text ||
         type == SqlType::varchar || type == SqlType::character || type == SqlType::numeric ||
         type == SqlType::bytea;
}

TypeModifiers random_modifiers(Dice& dice, SqlType type, std::size_t width) {
  if (type == SqlType::varchar && dice.one_in(2)) return {.length = static_cast<int>(width)};
  if (type == SqlType::character) return {.length = static_cast<int>(width)};
  if (type == SqlType::numeric && dice.one_in(2)) {
    const int scale = static_cast<int>(dice.below(8)) - 2;
    return {.precision = 20 + std::max(scale, 0), .scale = scale};
  }
  if ((type == SqlType::timestamp || type == SqlType::timestamptz) && dice.one_in(2))
    return {.precision = static_cast<int>(dice.below(7))};
  return {};
}

RandomColumn random_column(Dice& dice, const std::string& name) {
  RandomColumn column;
  column.definition.name = name;
  const SqlType type =
      dice.among({SqlType::smallint, SqlType::integer, SqlType::bigint, SqlType::uuid, SqlType::text,
                  SqlType::text, SqlType::boolean, SqlType::date, SqlType::timestamp, SqlType::timestamptz,
                  SqlType::bytea, SqlType::varchar, SqlType::character, SqlType::numeric});
  column.definition.type = type;
  column.pattern = dice.among({Pattern::serial, Pattern::backwards, Pattern::cycle, Pattern::runs,
                               Pattern::bursts, Pattern::low_cardinality, Pattern::skewed, Pattern::random});
  column.count = dice.among<std::uint64_t>({1, 2, 7, 64, 1000, 5000});
  column.width = 20 + dice.among<std::size_t>({0, 4, 40, 106, 107, 200});
  column.definition.modifiers = random_modifiers(dice, type, column.width);
  column.definition.nullable = dice.one_in(3);
  if (column.definition.nullable) column.null_percent = dice.among<std::uint64_t>({5, 50, 95});
  column.is_unique =
      holds_many_values(type) && (column.pattern == Pattern::serial || column.pattern == Pattern::backwards);
  return column;
}

/// The number behind the value of row `row`.
std::uint64_t number_of(const RandomColumn& column, std::uint64_t row, Dice& dice, std::uint64_t& last) {
  switch (column.pattern) {
    case Pattern::serial:
      return row;
    case Pattern::backwards:
      return 10000000 - row;
    case Pattern::cycle:
      return row % column.count;
    case Pattern::runs:
      return row / column.count;
    case Pattern::bursts:
      if (dice.below(column.count + 1) == 0) last = dice.below(1000);
      return last;
    case Pattern::low_cardinality:
      return dice.below(column.count);
    case Pattern::skewed: {
      const std::uint64_t drawn = dice.below(1024);
      return drawn * drawn * drawn / (std::uint64_t{1024} * 1024 * 1024 / (column.count + 1) + 1);
    }
    case Pattern::random:
      break;
  }
  return dice.bits() >> 2;
}

/// The same text for the same number; its length depends on the number too.
std::string text_of(const RandomColumn& column, std::uint64_t number) {
  const std::string digits = fmt::format("{:0>8}", number);
  const std::size_t room = column.width > digits.size() ? column.width - digits.size() : 0;
  const std::size_t more = room == 0 ? 0 : number * 7919 % (room + 1);
  const char* filling = number % 5 == 0 ? "\u00e9" : "x";
  std::string text = number % 2 == 0 ? digits : "";
  for (std::size_t i = 0; i < more; ++i) text += filling;
  return number % 2 == 0 ? text : text + digits;
}

/// Equal numerics print with more or fewer zeros from row to row.
std::string spelled(const RandomColumn& column, std::uint64_t number, std::uint64_t row) {
  const SqlType type = column.definition.type;
  switch (type) {
    case SqlType::smallint:
      return fmt::format("{}", static_cast<std::int64_t>(number % 65536) - 32768);
    case SqlType::integer:
      return fmt::format("{}", static_cast<std::int64_t>(number % 4294967296) - 2147483648);
    case SqlType::bigint:
      return fmt::format("{}", number);
    case SqlType::uuid:
      return fmt::format("{:016x}{:016x}", number * 0x9E3779B97F4A7C15, number);
    case SqlType::boolean:
      return number % 2 == 0 ? "t" : "f";
    case SqlType::date:
      return print_date(static_cast<std::int32_t>(number % 20000));
    case SqlType::timestamp:
    case SqlType::timestamptz:
      return print_timestamp(static_cast<std::int64_t>(number % 3000000000000000), false);
    case SqlType::bytea:
      return fmt::format("\\x{:016x}{:0>{}}", number, "", number % (column.width / 2) * 2);
    case SqlType::numeric:
      return fmt::format("{}{}.{:0>{}}", number % 3 == 0 ? "-" : "", number, "", row % 4 + 1);
    default:
      return text_of(column, number);
  }
}

ColumnBatch values_of(const RandomColumn& column, std::uint64_t rows, Dice& dice) {
  ColumnBatch batch(column.definition.type);
  std::uint64_t last = 0;
  std::string payload;
  for (std::uint64_t row = 0; row < rows; ++row) {
    const std::uint64_t number = number_of(column, row, dice, last);
    if (dice.below(100) < column.null_percent) {
      batch.append_null();
      continue;
    }
    payload.clear();
    const std::string wrong = parse_value(column.definition.type, spelled(column, number, row), payload,
                                          column.definition.modifiers);
    require(wrong.empty(), "random values fit their column");
    batch.append(std::string_view(payload));
  }
  return batch;
}

Options random_index_options(Dice& dice) {
  Options options;
  if (dice.one_in(3)) options.set("fillfactor", std::int64_t{10} + static_cast<std::int64_t>(dice.below(91)));
  if (dice.one_in(4)) options.set("deduplicate_items", false);
  return options;
}

IndexDefinition random_index(Dice& dice, const std::string& name, const std::vector<RandomColumn>& columns) {
  IndexDefinition index;
  index.name = name;
  index.options = random_index_options(dice);
  std::vector<std::size_t> order(columns.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[dice.below(i)]);
  const std::size_t keys =
      std::min<std::size_t>(columns.size(), dice.among<std::size_t>({1, 1, 1, 2, 2, 3, 4}));
  bool can_be_unique = false;
  for (std::size_t i = 0; i < keys; ++i) {
    const bool descending = dice.one_in(4);
    index.columns.push_back({order[i], descending, dice.one_in(4) ? dice.one_in(2) : descending});
    can_be_unique = can_be_unique || columns[order[i]].is_unique;
  }
  index.unique = can_be_unique && dice.one_in(2);
  if (keys < order.size() && dice.one_in(5)) index.included.push_back(order[keys]);
  return index;
}

Step random_insert(Dice& dice, std::uint64_t rows_max) {
  const std::uint64_t rows = 1 + dice.below(rows_max);
  if (dice.one_in(3)) return {"", CopyStep{rows}};
  const std::uint64_t commit_every = dice.one_in(4) ? 1 + dice.below(60) : 0;
  return {"", InsertStep{rows, commit_every, dice.one_in(4)}};
}

void add_random_steps(Dice& dice, RandomShape& shape, const std::vector<RandomColumn>& columns) {
  const std::uint64_t count = 1 + dice.below(5);
  int created = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (dice.one_in(2)) shape.steps.push_back(checkpoint());
    shape.steps.push_back(random_insert(dice, 2500));
    if (dice.one_in(4)) {
      const IndexDefinition index = random_index(dice, fmt::format("created{}", created++), columns);
      shape.steps.push_back({"", CreateIndexStep{{index}}});
    }
    if (dice.one_in(8)) shape.steps.push_back({"", RebuildStep{}});
    if (dice.one_in(3))
      shape.steps.push_back(repeat(1 + dice.below(4), {checkpoint(), random_insert(dice, 400)}));
  }
}

}  // namespace

RandomShape random_shape(std::uint64_t seed) {
  Dice dice(seed);
  std::vector<RandomColumn> columns;
  const std::uint64_t column_count = 1 + dice.below(dice.one_in(6) ? 14 : 6);
  for (std::uint64_t i = 0; i < column_count; ++i)
    columns.push_back(random_column(dice, fmt::format("c{}", i)));

  RandomShape shape;
  shape.table.name = "t";
  shape.table.rows_from_file = true;
  if (dice.one_in(3))
    shape.table.options = option("fillfactor", std::int64_t{10} + static_cast<std::int64_t>(dice.below(91)));
  for (const RandomColumn& column : columns) shape.table.columns.push_back(column.definition);
  const std::uint64_t indexes = dice.below(4);
  for (std::uint64_t i = 0; i < indexes; ++i)
    shape.table.indexes.push_back(random_index(dice, fmt::format("i{}", i), columns));
  add_random_steps(dice, shape, columns);
  if (dice.one_in(6)) shape.settings.set("full_page_writes", false);
  if (dice.one_in(6)) shape.settings.set("data_checksums", false);
  if (dice.one_in(4)) shape.settings.set("wal_log_hints", true);
  if (dice.one_in(4)) shape.settings.set("wal_compression", std::string("pglz"));
  const std::uint64_t rows = rows_asked_for(shape.steps);
  for (const RandomColumn& column : columns) shape.rows.push_back(values_of(column, rows, dice));
  return shape;
}

}  // namespace keycost::test
