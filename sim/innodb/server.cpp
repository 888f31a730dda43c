#include "sim/innodb/server.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "sim/error.hpp"
#include "sim/innodb/check.hpp"
#include "sim/innodb/fast/condensed_table.hpp"
#include "sim/innodb/observer.hpp"
#include "sim/innodb/statistics.hpp"
#include "sim/reported_steps.hpp"
#include "sim/step_sums.hpp"
#include "sim/streams/key_stream.hpp"

namespace keycost::innodb {

namespace {

constexpr std::size_t batch_rows_max = 1024;

bool has_nullable_column(const TableDefinition& table, const IndexDefinition& index) {
  return std::any_of(index.columns.begin(), index.columns.end(),
                     [&](const IndexColumn& column) { return table.columns[column.column].nullable; });
}

/// CREATE TABLE makes unique indexes before others, those without nullable columns first. Source:
/// sql/sql_table.cc (sort_keys).
std::vector<const IndexDefinition*> secondary_indexes_in_order(const TableDefinition& table) {
  std::vector<const IndexDefinition*> indexes;
  for (const IndexDefinition& index : table.indexes) {
    if (!index.primary) indexes.push_back(&index);
  }
  const auto rank = [&table](const IndexDefinition* index) {
    return index->unique ? int{has_nullable_column(table, *index)} : 2;
  };
  std::stable_sort(indexes.begin(), indexes.end(),
                   [&](const auto* a, const auto* b) { return rank(a) < rank(b); });
  return indexes;
}

/// A table has at most one AUTO_INCREMENT column, and that leads a key. Source: sql/sql_table.cc
/// (mysql_prepare_create_table).
std::optional<std::size_t> find_auto_increment_column(const TableDefinition& table) {
  for (const IndexDefinition& index : table.indexes) {
    const std::size_t column = index.columns[0].column;
    const std::optional<StreamReference>& values = table.columns[column].values;
    if (values && find_key_stream(values->stream)->draws_from_sequence) return column;
  }
  return std::nullopt;
}

std::vector<StoredColumn> stored_columns(const TableDefinition& table) {
  return {table.columns.begin(), table.columns.end()};
}

}  // namespace

Server::Server(const ServerRules& rules, const Settings& settings, const TableDefinition& table,
               double rows_per_second, Observer* observer)
    : rules_(rules),
      settings_(settings),
      table_(table),
      columns_(stored_columns(table)),
      auto_increment_column_(find_auto_increment_column(table)),
      rows_per_second_(rows_per_second),
      pool_(rules, settings),
      log_(pool_, rules.redo_format),
      undo_(log_, rules, settings_),
      space_(make_space(first_table_space)),
      indexes_(make_indexes(*space_)) {
  pool_.checkpoint();  // the table is made long before its rows come
  charged_ = spent();
  for (Index& index : indexes_) index.cost = {};
  log_.set_observer(observer);
  if (observer != nullptr) observer->run_begins(*this);
}

Server::~Server() = default;

std::vector<Server::NamedIndex> Server::indexes() const {
  std::vector<NamedIndex> indexes;
  for (const Index& index : indexes_) indexes.push_back({index.name, index.tree.get()});
  return indexes;
}

Server::Index Server::make_index(const std::string& name, const IndexFields& fields, Tablespace& space) {
  Index index{name, fields.sources,
              std::make_unique<Btree>(fields.shape, rules_, space, next_index_id_++, log_)};
  charge(index.cost);
  return index;
}

// fil_ibd_create: a new file with its own pages.
std::unique_ptr<Tablespace> Server::make_space(std::uint32_t space_id) {
  MiniTransaction mtr(log_);
  auto space = std::make_unique<Tablespace>(rules_, space_id, mtr);
  mtr.commit();
  charge(file_cost_);
  return space;
}

std::vector<Server::Index> Server::make_indexes(Tablespace& space) {
  std::vector<Index> indexes;
  indexes.push_back(
      make_index(primary_key_of(table_)->name, clustered_index_fields(table_, columns_), space));
  for (const IndexDefinition* index : secondary_indexes_in_order(table_))
    indexes.push_back(make_index(index->name, secondary_index_fields(table_, columns_, *index), space));
  return indexes;
}

std::uint64_t Server::insert(RowSource& source, std::uint64_t rows, std::uint64_t commit_every,
                             const RunOptions& options) {
  if (condensed_) return insert_condensed(rows, commit_every, options);
  std::vector<ColumnBatch> columns;
  for (const ColumnDefinition& column : table_.columns) columns.emplace_back(column.type);
  std::uint64_t done = 0;
  while (done < rows) {
    const std::uint64_t wanted = std::min<std::uint64_t>(rows - done, batch_rows_max);
    const std::size_t got = source.next(wanted, columns);
    if (rows_per_second_ > 0)
      pool_.set_time(static_cast<std::uint64_t>(static_cast<double>(rows_) * 1000 / rows_per_second_));
    for (std::size_t row = 0; row < got; ++row) {
      insert_row(columns, row);
      if (++rows_uncommitted_ == commit_every) commit();
      if (is_to_be_condensed()) {
        condensed_ = std::exchange(condense_, {})();
        return done + row + 1 + insert_condensed(rows - (done + row + 1), commit_every, options);
      }
    }
    done += got;
    if (options.progress) options.progress(rows_);
    if (got < wanted) break;
  }
  commit();
  return done;
}

void Server::condense_leaves(std::function<std::unique_ptr<KeyColumn>()> open_keys, std::uint64_t rows,
                             bool key_is_short) {
  condensed_rows_ = rows;
  condense_ = [this, open = std::move(open_keys), rows, key_is_short] {
    const std::size_t column = primary_key_of(table_)->columns[0].column;
    Btree& tree = *indexes_[0].tree;
    return fast::condense(
        {tree, undo_, log_, [this] { charge(indexes_[0].cost); }, [this] { charge(undo_cost_); }},
        {table_.columns[column], tree.format().key_data_bytes(tree.leftmost_page(0).record(0)), key_is_short,
         auto_increment_column_.has_value(), open, rows, rows_});
  };
}

bool Server::is_to_be_condensed() const {
  return condense_ && indexes_[0].tree->root().level() > 0;
}

/// How many rows are done between two looks at the progress.
constexpr std::uint64_t condensed_rows_at_once = std::uint64_t{1} << 16;

std::uint64_t Server::insert_condensed(std::uint64_t rows, std::uint64_t commit_every,
                                       const RunOptions& options) {
  rows = std::min(rows, condensed_rows_ - rows_);
  for (std::uint64_t done = 0; done < rows;) {
    std::uint64_t now = std::min(rows - done, condensed_rows_at_once);
    if (commit_every > rows_uncommitted_) now = std::min(now, commit_every - rows_uncommitted_);
    condensed_->insert(now);
    rows_ += now;
    rows_uncommitted_ += now;
    done += now;
    if (rows_uncommitted_ == commit_every) commit();
    if (options.progress) options.progress(rows_);
  }
  commit();
  condensed_->settle();
  return rows;
}

void Server::checkpoint() {
  pool_.checkpoint();
  charge(checkpoint_cost_);
}

void Server::restart() {
  pool_.restart();
  charge(checkpoint_cost_);
}

void Server::prewarm() {
  for (Index& index : indexes_) {
    index.tree->read_all();
    charge(index.cost);
  }
}

void Server::commit() {
  undo_.commit();
  rows_uncommitted_ = 0;
  charge(undo_cost_);
}

/// Whatever has been spent since the last time is `payer`'s.
void Server::charge(Cost& payer) {
  const Cost now = spent();
  payer += now - charged_;
  charged_ = now;
}

std::vector<std::pair<std::string, Cost>> Server::costs_by_relation() const {
  std::vector<std::pair<std::string, Cost>> costs;
  for (const IndexDefinition& definition : table_.indexes) {
    for (const Index& index : indexes_) {
      if (index.name == definition.name) costs.emplace_back(index.name, index.cost);
    }
  }
  costs.emplace_back(charged::undo, undo_cost_);
  costs.emplace_back(charged::file, file_cost_);
  costs.emplace_back(charged::checkpoint, checkpoint_cost_);
  return costs;
}

std::vector<std::string> Server::relation_names(const Scenario& scenario, std::size_t table) {
  std::vector<std::string> names = final_index_names(scenario, table);
  for (const char* other : {charged::undo, charged::file, charged::checkpoint}) names.emplace_back(other);
  return names;
}

// row_ins: the clustered index first, then the others in the order of their creation.
void Server::insert_row(const std::vector<ColumnBatch>& columns, std::size_t row) {
  ++rows_;
  store_row(columns, row);
  for (Index& index : indexes_) {
    const NewRecord record = build_record(index, columns, row);
    refuse_if_too_wide(record);
    const bool is_clustered = index.tree->shape().is_clustered;
    if (is_clustered) {
      write_system_columns(index.tree->format(), undo_.report_insert(index.tree->format(), record.origin));
      charge(undo_cost_);
    }
    try {
      index.tree->insert(record, is_clustered ? auto_increment_value() : 0);
      charge(index.cost);
    } catch (const DuplicateKey&) {
      throw RowRefused(rows_, "", fmt::format("the key is already in the unique index {}", index.name));
    }
  }
  if (Observer* observer = log_.observer()) observer->row_arrived(rows_);
}

/// Of the row that was stored last: the value of the table's AUTO_INCREMENT column, 0 if that is not above 0
/// or there is no such column (row_parse_int).
std::uint64_t Server::auto_increment_value() const {
  if (!auto_increment_column_) return 0;
  const std::size_t column = *auto_increment_column_;
  const std::size_t begin = column == 0 ? 0 : row_.ends[column - 1];
  const std::span<const std::byte> stored = std::span(row_.bytes).subspan(begin, row_.ends[column] - begin);
  constexpr std::byte sign_bit{0x80};
  if (stored.empty() || (stored[0] & sign_bit) == std::byte{0}) return 0;
  return read_number(stored) - (std::uint64_t{1} << (8 * stored.size() - 1));
}

// Transaction and undo record, behind the primary key of the row just built.
void Server::write_system_columns(const RecordFormat& format, RollPointer roll_pointer) {
  const std::span<std::byte> columns =
      std::span(row_.record).subspan(row_.origin + format.key_data_bytes(row_.record.data() + row_.origin));
  write_number(columns.first(transaction_id_size_bytes), log_.transaction());
  write_number(columns.subspan(transaction_id_size_bytes, roll_pointer_size_bytes), roll_pointer);
}

void Server::store_row(const std::vector<ColumnBatch>& columns, std::size_t row) {
  row_.bytes.clear();
  row_.ends.clear();
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    if (!columns[column].is_null(row)) store_value(column, columns[column].value(row));
    row_.ends.push_back(row_.bytes.size());
  }
}

void Server::store_value(std::size_t column, std::span<const std::byte> payload) {
  if (const std::string_view refusal = columns_[column].refusal(payload); !refusal.empty())
    throw RowRefused(rows_, table_.columns[column].name, std::string(refusal));
  columns_[column].store(payload, row_.bytes);
}

NewRecord Server::build_record(const Index& index, const std::vector<ColumnBatch>& columns, std::size_t row) {
  static constexpr std::array<std::byte, transaction_id_size_bytes> transaction_id{};
  static constexpr std::array<std::byte, roll_pointer_size_bytes> roll_pointer{};
  row_.fields.clear();
  for (const FieldSource source : index.sources) {
    if (source == transaction_id_source) {
      row_.fields.push_back({transaction_id});
    } else if (source == roll_pointer_source) {
      row_.fields.push_back({roll_pointer});
    } else {
      const std::size_t start = source == 0 ? 0 : row_.ends[source - 1];
      row_.fields.push_back(
          {{row_.bytes.data() + start, row_.ends[source] - start}, columns[source].is_null(row)});
    }
  }
  const RecordFormat& format = index.tree->format();
  row_.origin = format.build_leaf(row_.fields, row_.record);
  return {row_.record.data() + row_.origin, format.size(row_.record.data() + row_.origin, true)};
}

void Server::refuse_if_too_wide(const NewRecord& record) const {
  if (record.size.bytes() < record_size_limit_bytes) return;
  throw RowRefused(rows_, "",
                   fmt::format("the row takes {} bytes; from {} on the server stores columns off the page or "
                               "refuses the row, which is not modelled",
                               record.size.bytes(), record_size_limit_bytes));
}

FileState Server::file_state() const {
  return {std::uint64_t{space_->size_pages()} * page_size_bytes};
}

std::vector<std::pair<std::string, IndexState>> Server::index_states() const {
  std::vector<std::pair<std::string, IndexState>> states;
  for (const Index& index : indexes_) {
    states.emplace_back(index.name, index_statistics(*index.tree, *space_));
    SplitCounts& splits = states.back().second.splits;
    splits = sum(splits, index.splits_before_rebuild);
  }
  return states;
}

std::vector<RelationPages> Server::pages() const {
  std::vector<RelationPages> relations;
  for (const Index& index : indexes_)
    relations.push_back({index.name, page_line_columns(), page_lines(*index.tree, condensed_ ? 1 : 0), {}});
  if (condensed_) {
    std::vector<std::vector<std::string>> leaves = condensed_->leaf_lines();
    std::move(leaves.begin(), leaves.end(), std::back_inserter(relations[0].lines));
  }
  return relations;
}

void Server::check() const {
  pool_.check();
  space_->check();
  if (condensed_) return condensed_->check(rows_);
  for (const Index& index : indexes_) check_index(*index.tree, rows_);
}

}  // namespace keycost::innodb
