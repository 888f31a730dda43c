#include "sim/postgresql/fast/remembered_rows.hpp"

#include <algorithm>
#include <cstring>

namespace keycost::postgresql::fast {

namespace {

constexpr std::size_t batch_rows_max = 8192;

class RememberedColumn : public KeyColumn {
 public:
  RememberedColumn(const std::vector<std::byte>& payloads, std::size_t size_bytes)
      : payloads_(payloads), size_bytes_(size_bytes) {}

  void next(std::size_t rows, ColumnBatch& values) override {
    values.clear();
    std::memcpy(values.extend(rows), payloads_.data() + row_ * size_bytes_, rows * size_bytes_);
    row_ += rows;
  }
  bool is_addressable() const override { return true; }
  void go_to(std::uint64_t row) override { row_ = row; }

 private:
  const std::vector<std::byte>& payloads_;
  std::size_t size_bytes_;
  std::uint64_t row_ = 0;
};

}  // namespace

class RowsAgain : public RowSource {
 public:
  explicit RowsAgain(const RememberedRows& rows) : rows_(rows) {}

  std::size_t next(std::size_t rows_max, std::vector<ColumnBatch>& columns) override {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(rows_max, rows_.rows() - row_));
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const RememberedRows::Column& column = rows_.columns_[i];
      columns[i].clear();
      std::byte* const values = columns[i].extend(count);
      const std::size_t size = count * column.size_bytes;
      if (column.is_kept && size > 0)
        std::memcpy(values, column.payloads.data() + row_ * column.size_bytes, size);
    }
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
    columns_.push_back({column.type, static_cast<std::size_t>(describe(column.type).size_bytes)});
    batches.emplace_back(column.type);
  }
  for (const IndexDefinition& index : table.indexes) {
    for (const IndexColumn& column : index.columns) columns_[column.column].is_kept = true;
  }
  while (rows_ < rows_max) {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(batch_rows_max, rows_max - rows_));
    const std::size_t count = rows.next(wanted, batches);
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (!columns_[i].is_kept || count == 0) continue;
      const std::byte* const payloads = batches[i].value(0).data();
      columns_[i].payloads.insert(columns_[i].payloads.end(), payloads,
                                  payloads + count * columns_[i].size_bytes);
    }
    rows_ += count;
    if (options.progress) options.progress(rows_);
    if (count < wanted) break;
  }
}

std::unique_ptr<KeyColumn> RememberedRows::column(std::size_t position) const {
  return std::make_unique<RememberedColumn>(columns_[position].payloads, columns_[position].size_bytes);
}

std::unique_ptr<RowSource> RememberedRows::again() const {
  return std::make_unique<RowsAgain>(*this);
}

}  // namespace keycost::postgresql::fast
