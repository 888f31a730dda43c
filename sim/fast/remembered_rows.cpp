#include "sim/fast/remembered_rows.hpp"

#include <algorithm>
#include <cstring>

namespace keycost::fast {

namespace {

constexpr std::size_t batch_rows_max = 8192;

class RememberedColumn : public KeyColumn {
 public:
  explicit RememberedColumn(const RememberedRows::Column& column) : column_(column) {}

  void next(std::size_t rows, ColumnBatch& values) override {
    column_.copy(row_, rows, values);
    row_ += rows;
  }
  bool is_addressable() const override { return true; }
  void go_to(std::uint64_t row) override { row_ = row; }

 private:
  const RememberedRows::Column& column_;
  std::uint64_t row_ = 0;
};

}  // namespace

RememberedRows::Column::Column(SqlType column_type)
    : type(column_type),
      size_bytes(describe(type).size_bytes == variable_size
                     ? 0
                     : static_cast<std::size_t>(describe(type).size_bytes)) {}

void RememberedRows::Column::add(const ColumnBatch& values) {
  const std::size_t rows = is_kept ? values.rows() : std::min<std::size_t>(1, values.rows());
  if (rows > 0 && size_bytes > 0) {
    const std::byte* const begin = values.value(0).data();
    payloads.insert(payloads.end(), begin, begin + rows * size_bytes);
    return;
  }
  for (std::size_t row = 0; row < rows; ++row) {
    const std::span<const std::byte> payload = values.value(row);
    payloads.insert(payloads.end(), payload.begin(), payload.end());
    ends.push_back(payloads.size());
  }
}

void RememberedRows::Column::copy(std::uint64_t first, std::size_t rows, ColumnBatch& values) const {
  values.clear();
  if (!is_kept) {
    for (std::size_t row = 0; row < rows; ++row) values.append(payloads);
  } else if (size_bytes > 0) {
    if (rows > 0) std::memcpy(values.extend(rows), payloads.data() + first * size_bytes, rows * size_bytes);
  } else {
    for (std::uint64_t row = first; row < first + rows; ++row) {
      const std::uint64_t begin = row == 0 ? 0 : ends[row - 1];
      values.append(std::span(payloads).subspan(begin, ends[row] - begin));
    }
  }
}

class RowsAgain : public RowSource {
 public:
  explicit RowsAgain(const RememberedRows& rows) : rows_(rows) {}

  std::size_t next(std::size_t rows_max, std::vector<ColumnBatch>& columns) override {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(rows_max, rows_.rows() - row_));
    for (std::size_t i = 0; i < columns.size(); ++i) rows_.columns_[i].copy(row_, count, columns[i]);
    row_ += count;
    return count;
  }

 private:
  const RememberedRows& rows_;
  std::uint64_t row_ = 0;
};

RememberedRows::RememberedRows(const TableDefinition& table, RowSource& rows, std::uint64_t rows_max,
                               const RunOptions& options) {
  std::vector<ColumnBatch> batches;
  for (const ColumnDefinition& column : table.columns) {
    columns_.emplace_back(column.type);
    batches.emplace_back(column.type);
  }
  for (const IndexDefinition& index : table.indexes) {
    for (const IndexColumn& column : index.columns) columns_[column.column].is_kept = true;
  }
  while (rows_ < rows_max) {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(batch_rows_max, rows_max - rows_));
    const std::size_t count = rows.next(wanted, batches);
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (columns_[i].is_kept || rows_ == 0) columns_[i].add(batches[i]);
    }
    rows_ += count;
    if (options.progress) options.progress(rows_);
    if (count < wanted) break;
  }
}

std::unique_ptr<KeyColumn> RememberedRows::column(std::size_t position) const {
  return std::make_unique<RememberedColumn>(columns_[position]);
}

std::unique_ptr<RowSource> RememberedRows::again() const {
  return std::make_unique<RowsAgain>(*this);
}

}  // namespace keycost::fast
