#include "sim/postgresql/server.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "sim/error.hpp"
#include "sim/postgresql/heap/toast.hpp"
#include "sim/postgresql/nbtree/bulk_build.hpp"
#include "sim/postgresql/nbtree/check.hpp"
#include "sim/postgresql/nbtree/statistics.hpp"
#include "sim/postgresql/observer.hpp"
#include "sim/postgresql/relation_name.hpp"
#include "sim/postgresql/stored_value.hpp"
#include "sim/reported_steps.hpp"
#include "sim/step_sums.hpp"
#include "sim/streams/key_stream.hpp"

namespace keycost::postgresql {

namespace {

constexpr std::size_t batch_rows_max = 1024;

std::vector<Attribute> attributes_of(const TableDefinition& table) {
  std::vector<Attribute> attributes;
  for (const ColumnDefinition& column : table.columns) attributes.emplace_back(column.type, column.modifiers);
  return attributes;
}

KeyAttribute key_attribute(const TableDefinition& table, const IndexColumn& column) {
  const ColumnDefinition& definition = table.columns[column.column];
  return {Attribute(definition.type, definition.modifiers), column.column, definition.nullable,
          column.descending, column.nulls_first};
}

KeyDescriptor key_of(const TableDefinition& table, const IndexDefinition& index) {
  std::vector<KeyAttribute> key;
  std::vector<KeyAttribute> included;
  for (const IndexColumn& column : index.columns) key.push_back(key_attribute(table, column));
  for (const std::size_t column : index.included) included.push_back(key_attribute(table, {column}));
  return {std::move(key), std::move(included)};
}

BtreeOptions btree_options(const IndexDefinition& index) {
  const std::span<const Declaration> declared = index_option_declarations();
  return {.unique = index.unique,
          .fillfactor_percent = static_cast<int>(index.options.integer(declared, "fillfactor")),
          .deduplicate_items = index.options.boolean(declared, "deduplicate_items")};
}

bool is_of_variable_width(const ColumnDefinition& column) {
  return describe(column.type).size_bytes == variable_size;
}

}  // namespace

Server::Server(const Settings& settings, const TableDefinition& table, double rows_per_second,
               Observer* observer)
    : buffers_(static_cast<std::uint64_t>(settings.shared_buffers_bytes) / settings.page_size_bytes,
               static_cast<std::uint64_t>(settings.max_connections), settings.page_size_bytes),
      log_(settings),
      checkpointer_({.timeout_seconds = settings.checkpoint_timeout_seconds,
                     .max_wal_size_bytes = settings.max_wal_size_bytes,
                     .completion_target = settings.checkpoint_completion_target,
                     .rows_per_second = rows_per_second},
                    buffers_, log_),
      transactions_(settings.first_transaction_id, log_),
      table_(table),
      attributes_(attributes_of(table)),
      tuple_builder_(attributes_),
      heap_(static_cast<int>(table.options.integer(table_option_declarations(), "fillfactor")), transactions_,
            buffers_, log_),
      observer_(observer) {
  for (const ColumnDefinition& column : table.columns)
    has_variable_width_ = has_variable_width_ || is_of_variable_width(column);
  sequences_ = make_sequences(table, transactions_, buffers_, log_);
  for (const auto& sequence : sequences_) number_file(sequence->fork());
  number_file(heap_.main_fork());
  heap_.free_space_map_fork().set_file_number(free_space_map_fork_of(file_numbers_));
  for (const IndexDefinition& index : table.indexes) add_index(index);
  buffers_.set_observer(observer);
  log_.set_observer(observer);
  if (observer_ != nullptr) observer_->run_begins(*this);
}

void Server::add_index(const IndexDefinition& index) {
  std::vector<std::size_t> key_columns;
  for (const IndexColumn& column : index.columns) key_columns.push_back(column.column);
  indexes_.push_back(
      {index.name,
       std::make_unique<Btree>(key_of(table_, index), btree_options(index), heap_, buffers_, log_),
       std::move(key_columns)});
  number_file(indexes_.back().tree->main_fork());
}

void Server::create_index(const IndexDefinition& index, const RunOptions& options) {
  add_index(index);
  build(indexes_.back(), options);
  transactions_.current_id();  // the catalogs change
  transactions_.commit();
  // What was cached about the table is invalid, its target block with it; other indexes are not touched.
  heap_.start_session();
}

// REINDEX TABLE rebuilds the index of the table's out-of-line storage too, which is empty here. A table with
// no index of its own is not touched. Source: src/backend/catalog/index.c (reindex_relation).
void Server::rebuild(const RunOptions& options) {
  std::vector<std::unique_ptr<Relation>> old;
  for (const Index& index : indexes_) old.push_back(build(index, options));
  if (needs_toast_table(table_, buffers_.page_size_bytes())) log_empty_index();
  transactions_.current_id();
  transactions_.commit();
  buffers_.drop(old);
  if (!indexes_.empty()) forget_cached();
}

void Server::log_empty_index() {
  const KeyDescriptor key({}, {});
  Relation empty;
  BulkBuild(key, 90, buffers_.page_size_bytes(), empty, log_).finish();
  toast_cost_ += empty.cost();
}

std::unique_ptr<Relation> Server::build(const Index& index, const RunOptions& options) {
  if (options.progress) options.progress(rows_);  // a build may take a while: this is where it can be stopped
  heap_.read_all_and_hint();
  try {
    std::unique_ptr<Relation> old = index.tree->build(heap_.main_fork(), attributes_);
    number_file(index.tree->main_fork());
    return old;
  } catch (const KeyTooWide& wide) {
    throw RowRefused(0, "", fmt::format("index {}: {}", index.name, wide.reason));
  } catch (const DuplicateKey& duplicate) {
    throw RowRefused(0, "",
                     "the key " + duplicate.key + " is there twice, so the unique index " + index.name +
                         " cannot be built");
  }
}

std::uint64_t Server::insert(RowSource& source, const InsertStep& step, const RunOptions& options) {
  if (step.new_session) start_session();
  choose_arbiters(step);
  transactions_in_step_ = 0;
  std::vector<ColumnBatch> columns;
  for (const Attribute& attribute : attributes_) columns.emplace_back(attribute.type);
  std::uint64_t done = 0;
  while (done < step.rows) {
    const std::uint64_t wanted = std::min<std::uint64_t>(step.rows - done, batch_rows_max);
    const std::size_t rows = source.next(wanted, columns);
    store_values(attributes_, columns);
    insert_batch(columns, rows, step);
    done += rows;
    if (options.progress) options.progress(rows_);
    if (rows < wanted) break;
  }
  if (rows_in_transaction_ > 0) end_transaction(step);
  return done;
}

void Server::insert_batch(const std::vector<ColumnBatch>& columns, std::size_t rows, const InsertStep& step) {
  for (std::size_t row = 0; row < rows; ++row) {
    ++rows_;
    if (insert_row(columns, row, step)) {
      ++inserted_in_transaction_;
    } else {
      ++conflicts_;
    }
    checkpointer_.rows_arrived(1);
    if (++rows_in_transaction_ == step.commit_every) end_transaction(step);
  }
}

void Server::end_transaction(const InsertStep& step) {
  ++transactions_in_step_;
  if (step.rollback_every != 0 && transactions_in_step_ % step.rollback_every == 0) {
    transactions_.roll_back();
    rolled_back_ += inserted_in_transaction_;
  } else {
    transactions_.commit();
  }
  rows_in_transaction_ = 0;
  inserted_in_transaction_ = 0;
}

// ExecInsert: default expressions first, then the heap, then each index in the order of its creation. Returns
// whether the row went in. With ON CONFLICT each insertion is speculative as long as the table has an index,
// whatever the chances of a conflict: the row is confirmed when all its entries are there.
// Source: src/backend/executor/nodeModifyTable.c, execIndexing.c.
bool Server::insert_row(const std::vector<ColumnBatch>& columns, std::size_t row, const InsertStep& step) {
  for (const auto& sequence : sequences_) sequence->next_value();
  const bool speculative = step.on_conflict && !indexes_.empty();
  if (speculative && has_conflict(columns, row)) {
    if (observer_ != nullptr) observer_->row_arrived({rows_, false, {}});
    return false;
  }
  const std::span<std::byte> tuple = tuple_builder_.build(columns, row, transactions_.current_id());
  refuse_if_too_wide(tuple.size(), rows_);
  if (speculative && ++speculative_token_ == 0) speculative_token_ = 1;  // SpeculativeInsertionLockAcquire
  const TupleId id = heap_.insert(tuple, speculative ? speculative_token_ : 0);
  insert_into_indexes(columns, row, id, rows_);
  if (speculative) heap_.confirm(id);
  if (observer_ != nullptr) observer_->row_arrived({rows_, true, id});
  return true;
}

// ExecCheckIndexConstraints: index after index, up to the first that has the key.
bool Server::has_conflict(const std::vector<ColumnBatch>& columns, std::size_t row) const {
  return std::any_of(indexes_.begin(), indexes_.end(), [&](const Index& index) {
    return index.is_arbiter && index.tree->has_live_row(columns, row);
  });
}

// infer_arbiter_indexes: those whose key has the target's columns, in any order; without a target every
// unique index. Source: src/backend/optimizer/util/plancat.c.
void Server::choose_arbiters(const InsertStep& step) {
  if (!step.on_conflict) return;
  std::set<std::size_t> target;
  for (std::size_t column = 0; column < table_.columns.size(); ++column) {
    const auto& names = step.on_conflict->target;
    if (std::find(names.begin(), names.end(), table_.columns[column].name) != names.end())
      target.insert(column);
  }
  bool has_arbiter = target.empty();
  for (Index& index : indexes_) {
    const std::set<std::size_t> key(index.key_columns.begin(), index.key_columns.end());
    index.is_arbiter = index.tree->is_unique() && (target.empty() || key == target);
    has_arbiter = has_arbiter || index.is_arbiter;
  }
  require(has_arbiter, "a conflict target without a unique index is refused before the run");
}

void Server::insert_into_indexes(const std::vector<ColumnBatch>& columns, std::size_t row, TupleId id,
                                 std::uint64_t row_number) {
  for (const Index& index : indexes_) {
    try {
      index.tree->insert(columns, row, id);
    } catch (const KeyTooWide& wide) {
      throw RowRefused(row_number, "", fmt::format("index {}: {}", index.name, wide.reason));
    } catch (const DuplicateKey& duplicate) {
      throw RowRefused(row_number, "",
                       "the key " + duplicate.key + " is already in the unique index " + index.name);
    }
  }
}

void Server::refuse_if_too_wide(std::size_t tuple_size_bytes, std::uint64_t row_number) const {
  if (has_variable_width_ && tuple_size_bytes > toast_tuple_threshold_bytes(buffers_.page_size_bytes())) {
    throw RowRefused(
        row_number, "",
        fmt::format(
            "the row takes {} bytes; above {} the server compresses text or moves it out of line, which is "
            "not modelled",
            tuple_size_bytes, toast_tuple_threshold_bytes(buffers_.page_size_bytes())));
  }
  if (maxalign(tuple_size_bytes) > heap_tuple_max_size_bytes(buffers_.page_size_bytes())) {
    throw RowRefused(row_number, "",
                     fmt::format("the row takes {} bytes, more than the {} that a page holds",
                                 tuple_size_bytes, heap_tuple_max_size_bytes(buffers_.page_size_bytes())));
  }
}

void Server::checkpoint() {
  checkpointer_.checkpoint();
}

void Server::restart(const RestartStep& step) {
  checkpointer_.checkpoint_at_shutdown();
  buffers_.restart();
  start_session();
  std::vector<BufferInUse> in_use;
  std::optional<std::string> problem = parse_buffers_in_use(step.buffers, buffers_.buffers_max(), in_use);
  if (!problem) problem = use_buffers(in_use, forks(), buffers_);
  if (problem) throw RowRefused(0, "", *problem);
}

// The server reads a few pages ahead and holds them meanwhile, which is not modelled: where the table does
// not fit into the pool, a few other pages may be left in it.
void Server::prewarm() {
  const auto read_all = [this](Relation& relation) {
    for (BlockNumber block = 0; block < relation.blocks(); ++block) buffers_.read(relation, block);
  };
  read_all(heap_.main_fork());
  for (const Index& index : indexes_) read_all(index.tree->main_fork());
}

std::vector<NamedFork> Server::forks() {
  std::vector<NamedFork> forks{{table_.name, "main", &heap_.main_fork()},
                               {table_.name, "fsm", &heap_.free_space_map_fork()}};
  for (const Index& index : indexes_) forks.push_back({index.name, "main", &index.tree->main_fork()});
  for (const auto& sequence : sequences_) forks.push_back({sequence->name(), "main", &sequence->fork()});
  return forks;
}

std::vector<Server::NamedRelation> Server::relations() const {
  std::vector<NamedRelation> relations{{table_.name, "main", &heap_.main_fork()},
                                       {table_.name, "fsm", &heap_.free_space_map_fork()}};
  for (const Index& index : indexes_)
    relations.push_back({index.name, "main", &index.tree->main_fork(), index.tree.get()});
  for (const auto& sequence : sequences_) relations.push_back({sequence->name(), "main", &sequence->fork()});
  return relations;
}

void Server::start_session() {
  for (const auto& sequence : sequences_) sequence->start_session();
  speculative_token_ = 0;
  forget_cached();
}

// What is cached about the table and its indexes is invalid, as after DDL.
void Server::forget_cached() {
  heap_.start_session();
  for (const Index& index : indexes_) index.tree->start_session();
}

ServerTotals Server::totals() const {
  return {log_.totals(),         buffers_.usage(),   rows_, conflicts_, rolled_back_,
          checkpointer_.usage(), costs_by_relation()};
}

std::vector<std::pair<std::string, Cost>> Server::costs_by_relation() const {
  std::vector<std::pair<std::string, Cost>> costs;
  costs.emplace_back(charged::heap, heap_.cost());
  for (const Index& index : indexes_) costs.emplace_back(index.name, index.tree->main_fork().cost());
  for (const auto& sequence : sequences_) costs.emplace_back(sequence->name(), sequence->cost());
  if (needs_toast_table(table_, buffers_.page_size_bytes())) costs.emplace_back(charged::toast, toast_cost_);
  costs.emplace_back(charged::transaction, log_.transaction_cost());
  costs.emplace_back(charged::checkpoint, log_.checkpoint_cost());
  costs.emplace_back(charged::wal_page_headers, log_.page_headers_cost());
  return costs;
}

std::vector<std::string> Server::relation_names(const Scenario& scenario, std::size_t table) {
  const TableDefinition& definition = scenario.tables[table];
  std::vector<std::string> names{charged::heap};
  for (const std::string& index : final_index_names(scenario, table)) names.push_back(index);
  for (const ColumnDefinition& column : definition.columns) {
    if (draws_from_sequence(column)) names.push_back(sequence_name(definition.name, column.name));
  }
  if (needs_toast_table(definition, read_settings(scenario.settings).page_size_bytes))
    names.push_back(charged::toast);
  names.push_back(charged::transaction);
  names.push_back(charged::checkpoint);
  names.push_back(charged::wal_page_headers);
  return names;
}

HeapState Server::heap_state() const {
  const std::uint64_t pages = heap_.main_fork().blocks();
  return {pages, pages * buffers_.page_size_bytes()};
}

std::vector<std::pair<std::string, IndexState>> Server::index_states() const {
  std::vector<std::pair<std::string, IndexState>> states;
  for (const Index& index : indexes_)
    states.emplace_back(index.name, index_statistics(index.tree->main_fork()));
  return states;
}

namespace {

std::string image_of(const Relation& relation) {
  std::string image;
  image.reserve(relation.blocks() * block_size_bytes);
  for (BlockNumber block = 0; block < relation.blocks(); ++block) {
    const auto bytes = relation.page(block).bytes();
    image.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  return image;
}

}  // namespace

std::vector<RelationPages> Server::pages(const RunOptions& options) {
  std::vector<RelationPages> relations;
  if (options.keep_page_images) relations.push_back({"heap", {}, {}, image_of(heap_.main_fork())});
  for (const Index& index : indexes_) {
    const Relation& relation = index.tree->main_fork();
    RelationPages pages{index.name, page_line_columns(), {}, {}};
    if (options.keep_pages) pages.lines = page_lines(relation);
    if (options.keep_page_images) pages.image = image_of(relation);
    relations.push_back(std::move(pages));
  }
  return relations;
}

RelationPages Server::buffers() {
  return {"pg_buffercache", buffer_line_columns(), buffer_lines(buffers_, forks()), {}};
}

void Server::check() const {
  for (const Index& index : indexes_)
    check_index(index.tree->main_fork(), index.tree->key(), index.tree->entries());
}

}  // namespace keycost::postgresql
