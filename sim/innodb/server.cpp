#include "sim/innodb/server.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "sim/error.hpp"
#include "sim/innodb/check.hpp"
#include "sim/innodb/observer.hpp"
#include "sim/innodb/statistics.hpp"

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
      rows_per_second_(rows_per_second),
      pool_(rules, settings),
      log_(pool_),
      undo_(log_),
      space_(std::make_unique<Tablespace>(rules)),
      space_id_(first_table_space),
      indexes_(make_indexes(*space_)) {
  pool_.checkpoint();  // the table is made long before its rows come
  log_.set_observer(observer);
  if (observer != nullptr) observer->run_begins(*this);
}

std::vector<Server::NamedIndex> Server::indexes() const {
  std::vector<NamedIndex> indexes;
  for (const Index& index : indexes_) indexes.push_back({index.name, index.tree.get()});
  return indexes;
}

Server::Index Server::make_index(const std::string& name, const IndexFields& fields, Tablespace& space) {
  return {name, fields.sources, std::make_unique<Btree>(fields.shape, rules_, space, space_id_, log_)};
}

// fsp_header_init, btr_create: the file's own pages, then the roots.
std::vector<Server::Index> Server::make_indexes(Tablespace& space) {
  constexpr PageNumber pages_of_file = 3;  // header, change buffer bitmap, segment inodes
  MiniTransaction mtr(log_);
  for (PageNumber page = 0; page < pages_of_file; ++page) mtr.initialise_page({space_id_, page});
  mtr.commit();
  std::vector<Index> indexes;
  indexes.push_back(
      make_index(primary_key_of(table_)->name, clustered_index_fields(table_, columns_), space));
  for (const IndexDefinition* index : secondary_indexes_in_order(table_))
    indexes.push_back(make_index(index->name, secondary_index_fields(table_, columns_, *index), space));
  return indexes;
}

std::uint64_t Server::insert(RowSource& source, std::uint64_t rows, std::uint64_t commit_every,
                             const RunOptions& options) {
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
    }
    done += got;
    if (options.progress) options.progress(rows_);
    if (got < wanted) break;
  }
  commit();
  return done;
}

void Server::prewarm() {
  for (const Index& index : indexes_) index.tree->read_all();
}

void Server::commit() {
  undo_.commit();
  rows_uncommitted_ = 0;
}

// row_ins: the clustered index first, then the others in the order of their creation.
void Server::insert_row(const std::vector<ColumnBatch>& columns, std::size_t row) {
  ++rows_;
  store_row(columns, row);
  for (Index& index : indexes_) {
    const NewRecord record = build_record(index, columns, row);
    refuse_if_too_wide(record);
    if (index.tree->shape().is_clustered) undo_.report_insert(index.tree->format(), record.origin);
    try {
      index.tree->insert(record);
    } catch (const DuplicateKey&) {
      throw RowRefused(rows_, "", fmt::format("the key is already in the unique index {}", index.name));
    }
  }
  if (Observer* observer = log_.observer()) observer->row_arrived(rows_);
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
  const std::size_t origin = format.build_leaf(row_.fields, row_.record);
  return {row_.record.data() + origin, format.size(row_.record.data() + origin, true)};
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
    relations.push_back({index.name, page_line_columns(), page_lines(*index.tree), {}});
  return relations;
}

void Server::check() const {
  pool_.check();
  space_->check();
  for (const Index& index : indexes_) check_index(*index.tree, rows_);
}

}  // namespace keycost::innodb
