// Rows minted by the key streams of a table's columns, delivered in the order of their arrival.
#include <algorithm>
#include <map>

#include "sim/arrival/arrival.hpp"
#include "sim/engine.hpp"
#include "sim/error.hpp"
#include "sim/rows/key_column.hpp"
#include "sim/rows/stream_schedule.hpp"
#include "sim/streams/key_stream.hpp"
#include "sim/streams/time_options.hpp"

namespace keycost {

namespace {

/// A stream at work. In a table without an arrival, or if a step gives it one, it has a clock of its own,
/// which starts with it.
struct StreamAtWork {
  std::unique_ptr<KeyStream> stream;
  std::optional<MintClock> clock;
};

class StreamMaker {
 public:
  StreamMaker(const TableDefinition& table, std::uint64_t seed) : table_(table), seed_(seed) {
    if (table.arrival) arrival_ = read_arrival(*table.arrival);
  }

  const std::optional<ArrivalSettings>& arrival() const { return arrival_; }
  const std::string& column_name(std::size_t column) const { return table_.columns[column].name; }

  StreamAtWork make(std::size_t column, const StreamReference& values) const {
    const StreamDescription* description = find_key_stream(values.stream);
    require(description != nullptr, "stream names are checked when a scenario is decoded");
    const bool has_own_clock = !arrival_ || !own_clock_option(values.options).empty();
    const ArrivalSettings settings = has_own_clock ? own_arrival(*description, values.options) : *arrival_;
    const RandomKey random{seed_, static_cast<std::uint32_t>(column)};
    StreamAtWork made{description->make({table_.columns[column].type, random, values.options,
                                         table_.columns[column].modifiers, settings.writers}),
                      std::nullopt};
    if (has_own_clock) made.clock.emplace(settings, arrival_random(seed_));
    return made;
  }

  /// The streams that the columns start with.
  std::vector<StreamAtWork> make_all() const {
    std::vector<StreamAtWork> streams;
    for (std::size_t column = 0; column < table_.columns.size(); ++column) {
      require(table_.columns[column].values.has_value(),
              "a table without a rows file has a stream for every column");
      streams.push_back(make(column, *table_.columns[column].values));
    }
    return streams;
  }

 private:
  const TableDefinition& table_;
  std::uint64_t seed_;
  std::optional<ArrivalSettings> arrival_;
};

/// Some gigabytes; nobody is offline with that many.
constexpr std::size_t held_rows_max = 20'000'000;

/// A row that was minted and has not arrived yet. Its values lie elsewhere, since these are moved about a
/// lot.
struct HeldRow {
  std::uint64_t arrives_ns;
  std::uint64_t number;
  std::size_t values;  ///< position in HeldValues
};

/// Payloads of held rows, one a column.
class HeldValues {
 public:
  std::size_t add(const std::vector<ColumnBatch>& row) {
    std::size_t position = values_.size();
    if (unused_.empty()) {
      values_.emplace_back(row.size());
    } else {
      position = unused_.back();
      unused_.pop_back();
    }
    for (std::size_t column = 0; column < row.size(); ++column) {
      const std::span<const std::byte> value = row[column].value(0);
      values_[position][column].assign(reinterpret_cast<const char*>(value.data()), value.size());
    }
    return position;
  }
  void take(std::size_t position, std::vector<ColumnBatch>& columns) {
    for (std::size_t column = 0; column < columns.size(); ++column)
      columns[column].append(std::string_view(values_[position][column]));
    unused_.push_back(position);
  }

 private:
  std::vector<std::vector<std::string>> values_;
  std::vector<std::size_t> unused_;
};

class StreamRows : public RowSource {
 public:
  /// `wanted`: the columns that are minted, in the order in which they are delivered.
  StreamRows(const TableDefinition& table, std::vector<std::size_t> wanted,
             std::vector<StreamSwitch> switches, std::uint64_t seed)
      : maker_(table, seed),
        wanted_(std::move(wanted)),
        switches_(std::move(switches)),
        random_(arrival_random(seed)),
        streams_(maker_.make_all()) {
    for (std::size_t column = 0; column < streams_.size(); ++column) current_.push_back(column);
    for (const std::size_t column : wanted_) one_row_.emplace_back(table.columns[column].type);
    if (maker_.arrival()) clock_.emplace(*maker_.arrival(), random_);
  }

  bool keeps_order() const { return !maker_.arrival() || maker_.arrival()->keeps_order(); }
  bool has_switches() const { return !switches_.empty(); }
  const KeyStream& first_stream(std::size_t column) const { return *streams_[column].stream; }

  std::size_t next(std::size_t rows_max, std::vector<ColumnBatch>& columns) override {
    for (ColumnBatch& column : columns) column.clear();
    const bool in_order = keeps_order();
    for (std::size_t row = 0; row < rows_max; ++row) {
      switch_streams();
      if (in_order) {
        mint_row(columns);
      } else if (maker_.arrival()->late_percent > 0) {
        deliver_late(columns);
      } else {
        deliver_shuffled(columns);
      }
      ++delivered_;
    }
    return rows_max;
  }

 private:
  /// Rows that are minted from here on take the new streams; rows that are held keep what they have.
  void switch_streams() {
    while (next_switch_ < switches_.size() && switches_[next_switch_].first_row == delivered_) {
      for (const ColumnSwitch& change : *switches_[next_switch_].switches) {
        const auto [known, is_new] = switched_to_.emplace(&change, streams_.size());
        if (is_new) streams_.push_back(maker_.make(change.column, change.values));
        current_[change.column] = known->second;
      }
      ++next_switch_;
    }
  }

  /// Returns the true time at which the row is minted.
  std::uint64_t mint_row(std::vector<ColumnBatch>& columns) {
    const MintClock::Reading reading = clock_ ? clock_->next() : MintClock::Reading{};
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
      StreamAtWork& stream = streams_[current_[wanted_[i]]];
      Mint mint = stream.clock ? stream.clock->next().mint : reading.mint;
      // A stream's own clock starts with the stream, draws go on: no row repeats another's.
      mint.number = minted_;
      try {
        stream.stream->mint(mint, columns[i]);
      } catch (const RowRefused& refused) {
        throw RowRefused(refused.row_number(), maker_.column_name(wanted_[i]), refused.what());
      }
    }
    ++minted_;
    return reading.elapsed_ns;
  }

  /// Mints into one_row_.
  HeldRow mint_one_row() {
    for (ColumnBatch& column : one_row_) column.clear();
    const std::uint64_t number = minted_;
    return {mint_row(one_row_), number, 0};
  }

  void deliver(const HeldRow& row, std::vector<ColumnBatch>& columns) { values_.take(row.values, columns); }

  /// The row with the earliest arrival is at the front; of two at the same time, the one minted first.
  static bool arrives_later(const HeldRow& left, const HeldRow& right) {
    return left.arrives_ns != right.arrives_ns ? left.arrives_ns > right.arrives_ns
                                               : left.number > right.number;
  }

  // A row that is minted later cannot arrive before the last minting: what is due by then comes next. Most
  // rows are not late, and need not be held.
  void deliver_late(std::vector<ColumnBatch>& columns) {
    while (held_.empty() || held_.front().arrives_ns > last_minting_ns_) {
      if (held_.size() == held_rows_max) {
        throw RowRefused(delivered_ + 1, "",
                         "more than " + std::to_string(held_rows_max) +
                             " rows are under way; make fewer of them late, or less late");
      }
      HeldRow row = mint_one_row();
      last_minting_ns_ = row.arrives_ns;
      row.arrives_ns += delay_ns(*maker_.arrival(), random_, row.number);
      const bool is_due = row.arrives_ns == last_minting_ns_;
      if (is_due && (held_.empty() || arrives_later(held_.front(), row))) {
        for (std::size_t column = 0; column < columns.size(); ++column)
          columns[column].append(one_row_[column].value(0));
        return;
      }
      row.values = values_.add(one_row_);
      held_.push_back(row);
      std::push_heap(held_.begin(), held_.end(), arrives_later);
    }
    std::pop_heap(held_.begin(), held_.end(), arrives_later);
    deliver(held_.back(), columns);
    held_.pop_back();
  }

  void deliver_shuffled(std::vector<ColumnBatch>& columns) {
    if (held_.empty()) {
      for (std::uint64_t i = 0; i < maker_.arrival()->shuffle_rows; ++i) {
        held_.push_back(mint_one_row());
        held_.back().values = values_.add(one_row_);
      }
    }
    std::swap(held_[shuffled_choice(random_, delivered_, held_.size())], held_.back());
    deliver(held_.back(), columns);
    held_.pop_back();
  }

  StreamMaker maker_;
  std::vector<std::size_t> wanted_;
  std::vector<StreamSwitch> switches_;
  RandomKey random_;
  std::vector<StreamAtWork> streams_;  ///< those of the columns, then those that steps switch to
  std::vector<std::size_t> current_;   ///< for each column, which of them
  std::map<const ColumnSwitch*, std::size_t> switched_to_;  ///< looked up only, never walked
  std::optional<MintClock> clock_;
  std::vector<HeldRow> held_;
  HeldValues values_;
  std::vector<ColumnBatch> one_row_;
  std::uint64_t last_minting_ns_ = 0;
  std::uint64_t minted_ = 0;
  std::uint64_t delivered_ = 0;
  std::size_t next_switch_ = 0;
};

std::vector<std::size_t> all_columns(const TableDefinition& table) {
  std::vector<std::size_t> columns;
  for (std::size_t column = 0; column < table.columns.size(); ++column) columns.push_back(column);
  return columns;
}

/// One column's values, whole runs of them at once where they depend on nothing but the row's number.
class StreamColumn : public KeyColumn {
 public:
  StreamColumn(const TableDefinition& table, std::size_t column, std::vector<StreamSwitch> switches,
               std::uint64_t seed)
      : rows_(table, {column}, std::move(switches), seed), column_(column) {
    batches_.emplace_back(table.columns[column].type);
    ColumnBatch tried(table.columns[column].type);
    is_addressable_ = is_plain() && stream().mint_run(0, 1, tried);
  }

  void next(std::size_t rows, ColumnBatch& values) override {
    if (is_addressable_) {
      values.clear();
      stream().mint_run(row_, rows, values);
      row_ += rows;
      return;
    }
    rows_.next(rows, batches_);
    std::swap(values, batches_[0]);
  }

  bool is_addressable() const override { return is_addressable_; }
  void go_to(std::uint64_t row) override { row_ = row; }
  bool ascends() const override { return is_plain() && stream().ascends(); }

 private:
  bool is_plain() const { return rows_.keeps_order() && !rows_.has_switches(); }
  const KeyStream& stream() const { return rows_.first_stream(column_); }

  StreamRows rows_;
  std::size_t column_;
  std::vector<ColumnBatch> batches_;
  bool is_addressable_ = false;
  std::uint64_t row_ = 0;
};

StreamLimit limit_of(const TableDefinition& table, const std::vector<StreamSwitch>& switches,
                     std::uint64_t seed) {
  struct Use {
    std::uint64_t rows_left;
    std::string stream;
  };
  const StreamMaker maker(table, seed);
  std::vector<Use> uses;
  std::vector<std::size_t> current;
  std::map<const ColumnSwitch*, std::size_t> known;
  const auto add = [&](std::size_t column, const StreamReference& values) {
    uses.push_back({maker.make(column, values).stream->rows_max(), values.stream});
    return uses.size() - 1;
  };
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    if (!table.columns[column].values) return {~std::uint64_t{0}, 0, ""};
    current.push_back(add(column, *table.columns[column].values));
  }
  std::uint64_t row = 0;
  for (std::size_t i = 0; i <= switches.size(); ++i) {
    // The last stretch has no end.
    const std::uint64_t rows = i < switches.size() ? switches[i].first_row - row : ~std::uint64_t{0};
    StreamLimit limit{~std::uint64_t{0}, 0, ""};
    for (std::size_t column = 0; column < current.size(); ++column) {
      Use& use = uses[current[column]];
      if (use.rows_left < rows && row + use.rows_left < limit.rows_max)
        limit = {row + use.rows_left, column, use.stream};
      use.rows_left -= std::min(use.rows_left, rows);
    }
    if (limit.rows_max != ~std::uint64_t{0} || i == switches.size()) return limit;
    for (const ColumnSwitch& change : *switches[i].switches) {
      const auto [found, is_new] = known.emplace(&change, uses.size());
      if (is_new) add(change.column, change.values);
      current[change.column] = found->second;
    }
    row += rows;
  }
  return {~std::uint64_t{0}, 0, ""};
}

}  // namespace

std::unique_ptr<RowSource> make_stream_rows(const Scenario& scenario, std::size_t table, std::uint64_t seed) {
  const TableDefinition& definition = scenario.tables[table];
  return std::make_unique<StreamRows>(definition, all_columns(definition),
                                      stream_switches(scenario.steps, table), seed);
}

std::unique_ptr<KeyColumn> make_key_column(const Scenario& scenario, std::size_t table, std::size_t column,
                                           std::uint64_t seed) {
  return std::make_unique<StreamColumn>(scenario.tables[table], column,
                                        stream_switches(scenario.steps, table), seed);
}

std::unique_ptr<RowSource> make_stream_rows(const TableDefinition& table, std::uint64_t seed) {
  return std::make_unique<StreamRows>(table, all_columns(table), std::vector<StreamSwitch>{}, seed);
}

StreamLimit stream_limit(const Scenario& scenario, std::size_t table, std::uint64_t seed) {
  return limit_of(scenario.tables[table], stream_switches(scenario.steps, table), seed);
}

StreamLimit stream_limit(const TableDefinition& table, std::uint64_t seed) {
  return limit_of(table, {}, seed);
}

}  // namespace keycost
