#include "sim/postgresql/fast/server.hpp"

#include <array>

#include "sim/postgresql/heap/heap_tuple.hpp"
#include "sim/postgresql/nbtree/statistics.hpp"
#include "sim/rows/column_batch.hpp"
#include "sim/step_sums.hpp"

namespace keycost::postgresql::fast {

namespace {

/// Of a row whose columns are all of fixed width and never NULL.
std::size_t row_size_bytes(const TableDefinition& table) {
  std::vector<Attribute> attributes;
  std::vector<ColumnBatch> columns;
  for (const ColumnDefinition& column : table.columns) {
    attributes.emplace_back(column.type, column.modifiers);
    columns.emplace_back(column.type);
    columns.back().extend(1);
  }
  return HeapTupleBuilder(attributes).build(columns, 0, 0).size();
}

int fillfactor(const TableDefinition& table) {
  return static_cast<int>(table.options.integer(table_option_declarations(), "fillfactor"));
}

}  // namespace

FastServer::FastServer(const Settings& settings, const TableDefinition& table, std::vector<Segment> segments,
                       std::vector<std::pair<std::string, IndexRun>> indexes)
    : buffers_(static_cast<std::uint64_t>(settings.shared_buffers_bytes) / block_size_bytes,
               static_cast<std::uint64_t>(settings.max_connections)),
      log_(settings),
      checkpointer_({}, buffers_, log_),
      transactions_(settings.first_transaction_id, log_),
      heap_(row_size_bytes(table), fillfactor(table), buffers_, log_),
      sequences_(make_sequences(table, transactions_, buffers_, log_)),
      segments_(std::move(segments)) {
  for (auto& [name, run] : indexes) indexes_.push_back({name, std::move(run), {}});
}

void FastServer::insert(const InsertStep& step) {
  const std::uint64_t rows = segments_[segment_].end_row - segments_[segment_].first_row;
  if (step.new_session) {
    for (const auto& sequence : sequences_) sequence->start_session();
    heap_.start_session();
  }
  for (const auto& sequence : sequences_) sequence->next_values(rows);
  heap_.insert(rows);
  for (Index& index : indexes_) add_index_costs(index);
  const std::uint64_t a_transaction = step.commit_every == 0 ? rows : step.commit_every;
  if (rows > 0) transactions_.commit_many((rows - 1) / a_transaction + 1);
  rows_ += rows;
  ++segment_;
}

void FastServer::add_index_costs(Index& index) {
  const IndexCosts& costs = index.run.costs[segment_];
  const auto add = [&](RecordType type, const RecordSums& sums) {
    log_.add({type, sums.count, sums.size_bytes, sums.aligned_bytes, sums.images, sums.images_bytes},
             index.cost);
  };
  add(RecordType::btree_insert_leaf, costs.insert_leaf);
  add(RecordType::btree_insert_upper, costs.insert_upper);
  add(RecordType::btree_newroot, costs.newroot);
  add(RecordType::btree_split_l, costs.split_left);
  add(RecordType::btree_split_r, costs.split_right);
  index.cost += Cost{{}, {}, costs.buffers};
}

// The pages that are kept are written by the model of the checkpointer; of the others it is known how many
// have been dirtied since the last time.
void FastServer::checkpoint() {
  heap_.checkpoint();
  checkpointer_.checkpoint();
  const std::uint64_t dirtied = phantom_dirtied();
  written_by_checkpointer_ += dirtied - dirtied_before_checkpoint_;
  dirtied_before_checkpoint_ = dirtied;
}

std::uint64_t FastServer::phantom_dirtied() const {
  std::uint64_t dirtied = heap_.cost().buffers.dirtied;
  for (const Index& index : indexes_) dirtied += index.cost.buffers.dirtied;
  return dirtied;
}

ServerTotals FastServer::totals() const {
  ServerTotals totals;
  totals.wal = log_.totals();
  totals.rows = rows_;
  totals.checkpointer = checkpointer_.usage();
  totals.checkpointer.buffers_written += written_by_checkpointer_;
  Cost heap = heap_.cost();
  heap += heap_.free_space_map().fork().cost();
  totals.by_relation.emplace_back(charged::heap, heap);
  for (const Index& index : indexes_) totals.by_relation.emplace_back(index.name, index.cost);
  for (const auto& sequence : sequences_) totals.by_relation.emplace_back(sequence->name(), sequence->cost());
  totals.by_relation.emplace_back(charged::transaction, log_.transaction_cost());
  totals.by_relation.emplace_back(charged::checkpoint, log_.checkpoint_cost());
  totals.by_relation.emplace_back(charged::wal_page_headers, log_.page_headers_cost());
  Cost all;
  for (const auto& [name, cost] : totals.by_relation) all += cost;
  totals.buffers = all.buffers;
  return totals;
}

HeapState FastServer::heap_state() const {
  return {heap_.pages(), heap_.pages() * block_size_bytes};
}

std::vector<std::pair<std::string, IndexState>> FastServer::index_states() const {
  std::vector<std::pair<std::string, IndexState>> states;
  for (const Index& index : indexes_) {
    // Before its first row an index is as CREATE TABLE leaves it.
    IndexState state;
    if (segment_ > 0) {
      state = index.run.states[segment_ - 1];
    } else {
      state.index_size = block_size_bytes;
      set_percentages(state, 0, 0);
    }
    states.emplace_back(index.name, state);
  }
  return states;
}

std::uint64_t FastServer::buffers_needed() const {
  std::uint64_t pages = buffers_.replacement().buffers().size() + heap_.pages();
  for (const auto& [name, state] : index_states()) pages += state.index_size / block_size_bytes;
  return pages;
}

}  // namespace keycost::postgresql::fast
