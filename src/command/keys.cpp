// keycost keys: the values of one key stream, one a line.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "sim/arrival/arrival.hpp"
#include "sim/engine.hpp"
#include "sim/error.hpp"
#include "sim/order_statistics.hpp"
#include "sim/streams/key_stream.hpp"
#include "sim/streams/time_options.hpp"
#include "src/command/arguments.hpp"
#include "src/command/command.hpp"
#include "src/command/option_text.hpp"
#include "src/command/print_batches.hpp"
#include "src/execute/interrupt.hpp"
#include "src/nearest_name.hpp"
#include "src/report/output_files.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

struct KeysArguments {
  std::string stream;
  std::string count = "10";
  std::string seed = "1";
  std::vector<std::string> options;
  std::vector<std::string> arrival;
  std::optional<std::string> type;
  bool order_statistics = false;
};

const StreamDescription& find_stream(const std::string& name) {
  if (const StreamDescription* stream = find_key_stream(name)) return *stream;
  std::vector<std::string_view> known;
  for (const StreamDescription* stream : key_streams()) known.push_back(stream->name);
  throw UsageError(unknown_name("stream", name, known));
}

SqlType choose_type(const StreamDescription& stream, const std::optional<std::string>& name) {
  if (!name) return stream.types.front();
  const SqlTypeDescription* type = find_sql_type(*name);
  if (type != nullptr && std::ranges::find(stream.types, type->type) != stream.types.end()) return type->type;
  std::vector<std::string_view> known;
  for (const SqlType possible : stream.types) known.push_back(describe(possible).name);
  throw UsageError(
      fmt::format("--type: stream \"{}\" gives {}, not {}", stream.name, listed(known), in_quotes(*name)));
}

/// Nothing if none are given: the stream has its own clock then.
std::optional<Options> read_arrival_options(const std::vector<std::string>& texts, const Options& of_stream) {
  if (texts.empty()) return std::nullopt;
  Options arrival = read_options(arrival_options(), texts, "--arrival");
  if (const std::string problem = arrival_problem(arrival); !problem.empty())
    throw UsageError("--arrival: " + problem);
  if (const std::string_view option = own_clock_option(of_stream); !option.empty()) {
    throw UsageError(
        fmt::format("--set: {} sets a clock of the stream's own, but --arrival says when keys are "
                    "minted and by whom; leave one out",
                    in_quotes(option)));
  }
  return arrival;
}

/// A table of one column, which is the first: its values are those of the first column in a scenario.
TableDefinition one_column_table(const StreamDescription& stream, const KeysArguments& arguments) {
  ColumnDefinition column;
  column.name = "key";
  column.type = choose_type(stream, arguments.type);
  const Options options = read_options(stream.options, arguments.options);
  const std::string problem = stream.problem == nullptr ? "" : stream.problem(column.type, options);
  if (!problem.empty()) {
    throw UsageError(
        fmt::format("stream \"{}\" of type {}: {}", stream.name, describe(column.type).name, problem));
  }
  column.values = StreamReference{std::string(stream.name), options};
  TableDefinition table;
  table.arrival = read_arrival_options(arguments.arrival, options);
  table.name = "keys";
  table.columns.push_back(std::move(column));
  return table;
}

void print_keys(RowSource& rows, SqlType type, std::uint64_t count) {
  std::vector<ColumnBatch> columns{ColumnBatch(type)};
  print_batches(rows, columns, count,
                [type](std::string& text, const std::vector<ColumnBatch>& keys, std::size_t row) {
                  if (!keys[0].is_null(row)) text += print_value(type, keys[0].value(row));
                });
}

void print_order_statistics(RowSource& rows, SqlType type, std::uint64_t count) {
  constexpr std::uint64_t batch_rows = 65536;
  std::vector<ColumnBatch> batches;
  for (std::uint64_t done = 0; done < count; done += batch_rows) {
    stop_if_interrupted();
    std::vector<ColumnBatch> batch{ColumnBatch(type)};
    rows.next(static_cast<std::size_t>(std::min(batch_rows, count - done)), batch);
    batches.push_back(std::move(batch[0]));
  }
  const OrderStatistics statistics = order_statistics(batches);
  write_standard_output(
      fmt::format("keys                  {}\n"
                  "largest displacement  {}\n"
                  "displaced keys        {}\n"
                  "inversions            {}\n"
                  "inversions of pairs   {:.4f} %\n"
                  "ascending runs        {}\n",
                  statistics.keys, statistics.largest_displacement, statistics.displaced,
                  statistics.inversions, statistics.inversions_percent(), statistics.ascending_runs));
}

ExitStatus keys(const KeysArguments& arguments) {
  if (arguments.stream.empty()) throw UsageError("keys: a STREAM is missing; see `keycost list streams`");
  const StreamDescription& stream = find_stream(arguments.stream);
  const std::uint64_t seed = *read_optional_seed(arguments.seed);
  const TableDefinition table = one_column_table(stream, arguments);
  const std::uint64_t rows_max = stream_limit(table, seed).rows_max;
  const std::uint64_t count = read_whole_number("-n", arguments.count, {0, rows_max});
  const std::unique_ptr<RowSource> rows = make_stream_rows(table, seed);
  try {
    if (arguments.order_statistics) {
      print_order_statistics(*rows, table.columns[0].type, count);
    } else {
      print_keys(*rows, table.columns[0].type, count);
    }
  } catch (const RowRefused& refused) {
    throw UsageError(fmt::format("key {}: {}", refused.row_number(), refused.what()));
  }
  return ExitStatus::held;
}

CommandAction declare_keys(CLI::App& app) {
  const auto arguments = std::make_shared<KeysArguments>();
  app.add_option("STREAM", arguments->stream, "a name of `keycost list streams`");
  app.add_option("-n", arguments->count, "how many (10)")->type_name("N");
  app.add_option("--seed", arguments->seed, "family of values (1)")->type_name("N");
  app.add_option("--set", arguments->options,
                 "an option of the stream, may repeat; see `keycost explain STREAM`")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  app.add_option("--arrival", arguments->arrival,
                 "how keys arrive, may repeat; see `keycost explain arrival`")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  app.add_flag("--order-statistics", arguments->order_statistics,
               "instead of the keys, how far out of order they are");
  app.add_option("--type", arguments->type, "SQL type of the column; by default the stream's own")
      ->type_name("TYPE");
  return [arguments] { return keys(*arguments); };
}

}  // namespace

const Command keys_command{
    "keys", "print keys of a stream, one a line",
    "Keys are printed as the database would print them. They are those of a table's first column.\n"
    "With --order-statistics: the largest displacement is k, the most places between a key's arrival and "
    "where\n"
    "it stands once all are sorted; an inversion is a pair of which the later key is the smaller one (0 % of "
    "all\n"
    "pairs in order, 50 % at random).\n\n"
    "Example: keycost keys uuidv7 -n 3 --set ids_per_ms=2000",
    declare_keys};

}  // namespace keycost
