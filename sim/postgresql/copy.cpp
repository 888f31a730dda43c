// COPY FROM: rows are gathered into batches; of each batch first all rows go to the heap, then all keys to
// the indexes. Source: src/backend/commands/copyfrom.c (CopyMultiInsertInfoStore,
// CopyMultiInsertBufferFlush).
#include <algorithm>

#include "sim/postgresql/observer.hpp"
#include "sim/postgresql/server.hpp"
#include "sim/postgresql/stored_value.hpp"
#include "sim/streams/key_stream.hpp"

namespace keycost::postgresql {

namespace {

constexpr std::size_t copied_batch_rows_max = 1000;  // MAX_BUFFERED_TUPLES
constexpr std::size_t batch_bytes_max = 65535;       // MAX_BUFFERED_BYTES, of input lines

/// The length of a row's line in the input: its values as they print, and what separates them. An identity
/// column is not in the input. (Quotes and escapes, which CSV and text need for some characters, are not
/// counted.)
std::size_t line_size_bytes(const TableDefinition& table, const std::vector<ColumnBatch>& columns,
                            std::size_t row) {
  std::size_t size = 0;
  std::size_t values = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto& stream = table.columns[i].values;
    if (stream && find_key_stream(stream->stream)->draws_from_sequence) continue;
    if (!columns[i].is_null(row)) size += print_value(columns[i].type(), columns[i].value(row)).size();
    ++values;
  }
  return size + (values > 0 ? values - 1 : 0);
}

void append_row(const std::vector<ColumnBatch>& from, std::size_t row, std::vector<ColumnBatch>& to) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (from[i].is_null(row)) {
      to[i].append_null();
    } else {
      to[i].append(from[i].value(row));
    }
  }
}

}  // namespace

std::uint64_t Server::copy(RowSource& source, std::uint64_t rows, const RunOptions& options) {
  std::vector<ColumnBatch> input;
  for (const Attribute& attribute : attributes_) input.emplace_back(attribute.type);
  std::vector<ColumnBatch> batch = input;
  std::size_t batch_bytes = 0;
  BulkInsertState bulk(buffers_);
  const auto flush = [&] {
    if (batch[0].rows() == 0) return;
    store_values(attributes_, batch);
    copy_batch(batch, bulk);
    for (ColumnBatch& column : batch) column.clear();
    batch_bytes = 0;
    if (options.progress) options.progress(rows_);
  };

  std::uint64_t done = 0;
  while (done < rows) {
    const std::uint64_t wanted = std::min<std::uint64_t>(rows - done, copied_batch_rows_max);
    const std::size_t got = source.next(wanted, input);
    for (std::size_t row = 0; row < got; ++row) {
      append_row(input, row, batch);
      batch_bytes += line_size_bytes(table_, input, row);
      if (batch[0].rows() == copied_batch_rows_max || batch_bytes >= batch_bytes_max) flush();
    }
    done += got;
    if (got < wanted) break;
  }
  flush();
  transactions_.commit();
  return done;
}

void Server::copy_batch(const std::vector<ColumnBatch>& columns, BulkInsertState& bulk) {
  const std::size_t rows = columns[0].rows();
  std::vector<std::vector<std::byte>> tuples;
  for (std::size_t row = 0; row < rows; ++row) {
    for (const auto& sequence : sequences_) sequence->next_value();
    const std::span<std::byte> tuple = tuple_builder_.build(columns, row, transactions_.current_id());
    refuse_if_too_wide(tuple.size(), rows_ + row + 1);
    tuples.emplace_back(tuple.begin(), tuple.end());
  }
  std::vector<TupleId> ids;
  heap_.insert_many(std::vector<std::span<std::byte>>(tuples.begin(), tuples.end()), bulk, ids);
  for (std::size_t row = 0; row < rows; ++row) {
    insert_into_indexes(columns, row, ids[row], rows_ + row + 1);
    if (observer_ != nullptr) observer_->row_arrived({rows_ + row + 1, true, ids[row]});
  }
  rows_ += rows;
  checkpointer_.rows_arrived(rows);
}

}  // namespace keycost::postgresql
