// Rows minted by the key streams of a table's columns.
#include "sim/engine.hpp"
#include "sim/error.hpp"
#include "sim/streams/key_stream.hpp"

namespace keycost {

namespace {

std::unique_ptr<KeyStream> make_stream(const TableDefinition& table, std::size_t column, std::uint64_t seed) {
  const ColumnDefinition& definition = table.columns[column];
  require(definition.values.has_value(), "a table without a rows file has a stream for every column");
  const StreamDescription* description = find_key_stream(definition.values->stream);
  require(description != nullptr, "stream names are checked when a scenario is decoded");
  return description->make({definition.type, RandomKey{seed, static_cast<std::uint32_t>(column)},
                            definition.values->options, definition.modifiers});
}

class StreamRows : public RowSource {
 public:
  StreamRows(const TableDefinition& table, std::uint64_t seed) {
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
      streams_.push_back(make_stream(table, column, seed));
    }
  }

  std::size_t next(std::size_t rows_max, std::vector<ColumnBatch>& columns) override {
    for (std::size_t column = 0; column < streams_.size(); ++column) {
      columns[column].clear();
      streams_[column]->mint(rows_so_far_, rows_max, columns[column]);
    }
    rows_so_far_ += rows_max;
    return rows_max;
  }

 private:
  std::vector<std::unique_ptr<KeyStream>> streams_;
  std::uint64_t rows_so_far_ = 0;
};

}  // namespace

std::unique_ptr<RowSource> make_stream_rows(const TableDefinition& table, std::uint64_t seed) {
  return std::make_unique<StreamRows>(table, seed);
}

StreamLimit stream_limit(const TableDefinition& table, std::uint64_t seed) {
  StreamLimit limit{~std::uint64_t{0}, 0};
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    if (!table.columns[column].values) continue;
    const std::uint64_t rows_max = make_stream(table, column, seed)->rows_max();
    if (rows_max < limit.rows_max) limit = {rows_max, column};
  }
  return limit;
}

}  // namespace keycost
