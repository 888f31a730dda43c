// Is every file either records or refused with a place; are the fields those that a plain reader finds,
// wherever the buffer ends; and are rows of a table read or refused?
#include <stdlib.h>  // mkstemp
#include <unistd.h>

#include <fstream>

#include "sim/error.hpp"
#include "sim/rows/row_source.hpp"
#include "src/csv_reader.hpp"
#include "src/rows_file.hpp"
#include "tests/fuzz/target.hpp"

using namespace keycost;
using namespace keycost::fuzz;

namespace {

/// The input as a file, since readers read files.
class GivenFile {
 public:
  explicit GivenFile(std::string_view bytes) {
    const int descriptor = mkstemp(path_.data());
    check(descriptor >= 0, "a temporary file can be made");
    check(write(descriptor, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()), "and written");
    close(descriptor);
  }
  ~GivenFile() { unlink(path_.c_str()); }
  GivenFile(const GivenFile&) = delete;
  GivenFile& operator=(const GivenFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_ = "/tmp/keycost-fuzz-XXXXXX";
};

void read_records(const std::string& path) {
  try {
    CsvReader reader(path);
    std::uint64_t line = 1;
    while (reader.next()) {
      check(reader.line() == line, "records follow each other without a gap");
      check(reader.lines_spanned() >= 1, "a record takes a line at least");
      line += reader.lines_spanned();
      check(!reader.fields().empty(), "a record has a field at least");
      for (const CsvField& field : reader.fields()) {
        std::string unquoted;
        const std::string_view value = CsvReader::value(field, unquoted);
        check(value.size() <= field.written.size(), "a value is no longer than what is written");
        check(field.is_quoted || value.find_first_of(",\n\r") == std::string_view::npos,
              "plain fields end at a comma");
        check(reader.position(field).line >= reader.line(), "a field stands in its record");
      }
    }
  } catch (const InputOutputFailed& failed) {
    check(!failed.problem().message.empty(), "a refusal has a message");
  }
}

TableDefinition two_columns() {
  TableDefinition table;
  table.name = "t";
  table.rows_from_file = true;
  table.columns.resize(2);
  table.columns[0].name = "a";
  table.columns[1].name = "b";
  table.columns[1].type = SqlType::text;
  table.columns[1].nullable = true;
  return table;
}

void read_rows(const std::string& path) {
  const TableDefinition table = two_columns();
  try {
    const auto rows = open_rows_file(path, table);
    std::vector<ColumnBatch> batch{ColumnBatch(SqlType::bigint), ColumnBatch(SqlType::text)};
    while (rows->next(3, batch) != 0) {
    }
  } catch (const InputOutputFailed&) {
  } catch (const RowRefused&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const GivenFile file(as_text(data, size));
  read_records(file.path());
  read_rows(file.path());
  return 0;
}
