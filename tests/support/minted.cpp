#include "tests/support/minted.hpp"

#include <cstring>

#include "tests/support/table_run.hpp"

namespace keycost::test {

Options options_of(const std::vector<Named>& options) {
  Options made;
  for (const Named& option : options) made.set(option.name, option.value);
  return made;
}

ColumnBatch minted(const std::string& stream, SqlType type, std::size_t count, const Options& options,
                   const std::optional<Options>& arrival, std::uint64_t seed) {
  TableDefinition one_column = table({column("id", type, stream, options)});
  one_column.arrival = arrival;
  std::vector<ColumnBatch> columns{ColumnBatch(type)};
  make_stream_rows(one_column, seed)->next(count, columns);
  return columns[0];
}

std::vector<std::string> printed(const ColumnBatch& batch) {
  std::vector<std::string> texts;
  for (std::size_t row = 0; row < batch.rows(); ++row)
    texts.push_back(print_value(batch.type(), batch.value(row)));
  return texts;
}

std::vector<std::int64_t> numbers(const ColumnBatch& batch) {
  std::vector<std::int64_t> values;
  for (const std::string& text : printed(batch)) values.push_back(std::stoll(text));
  return values;
}

std::uint64_t hash_of(const ColumnBatch& batch) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::string& text : printed(batch)) {
    for (const char c : text + "\n") hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  return hash;
}

}  // namespace keycost::test
