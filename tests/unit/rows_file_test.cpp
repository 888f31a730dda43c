// Question: does a CSV file give exactly its rows, and does each row know its line?
#include "src/rows_file.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "src/problem.hpp"
#include "tests/catch.hpp"

using namespace keycost;

namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 20;  // of the reader

/// A file of this process that is gone when the test is over.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& content)
      : path_(std::filesystem::temp_directory_path() /
              ("keycost_rows_" + std::to_string(getpid()) + "_" + std::to_string(++count_) + ".csv")) {
    std::ofstream(path_, std::ios::binary) << content;
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { std::filesystem::remove(path_); }

  const std::string& path() const { return path_; }

 private:
  inline static int count_ = 0;
  std::string path_;
};

TableDefinition table_of(std::vector<ColumnDefinition> columns) {
  TableDefinition table;
  table.columns = std::move(columns);
  return table;
}

const TableDefinition& id_and_note() {
  static const TableDefinition table =
      table_of({{"id", SqlType::bigint, false, {}}, {"note", SqlType::text, true, {}}});
  return table;
}

using Row = std::vector<std::string>;

/// All rows as they print, NULL as "NULL"; read `batch` at a time.
std::vector<Row> rows_of(RowsFileSource& source, const TableDefinition& table, std::size_t batch = 7) {
  std::vector<ColumnBatch> columns;
  for (const ColumnDefinition& column : table.columns) columns.emplace_back(column.type);
  std::vector<Row> rows;
  while (true) {
    const std::size_t count = source.next(batch, columns);
    for (std::size_t row = 0; row < count; ++row) {
      Row values;
      for (const ColumnBatch& column : columns) {
        values.push_back(column.is_null(row) ? "NULL" : print_value(column.type(), column.value(row)));
      }
      rows.push_back(values);
    }
    if (count < batch) return rows;
  }
}

std::vector<Row> rows_of_text(const std::string& content, const TableDefinition& table = id_and_note()) {
  const TemporaryFile file(content);
  const auto source = open_rows_file(file.path(), table);
  return rows_of(*source, table);
}

Problem problem_of(const std::string& content, const TableDefinition& table = id_and_note()) {
  try {
    rows_of_text(content, table);
  } catch (const InputOutputFailed& failed) {
    return failed.problem();
  }
  FAIL("accepted: " << content.substr(0, 100));
  return {};
}

const std::vector<Row> two_rows = {{"1", "a"}, {"2", "b"}};

}  // namespace

TEST_CASE("lines end with LF or CRLF, and the last one need not end") {
  CHECK(rows_of_text("id,note\n1,a\n2,b\n") == two_rows);
  CHECK(rows_of_text("id,note\n1,a\n2,b") == two_rows);
  CHECK(rows_of_text("id,note\r\n1,a\r\n2,b\r\n") == two_rows);
  CHECK(rows_of_text("id,note\r\n1,a\r\n2,b") == two_rows);
  CHECK(rows_of_text("id,note\n1,\"a\"\r\n2,\"b\"") == two_rows);
}

TEST_CASE("a byte order mark is passed over") {
  CHECK(rows_of_text("\xEF\xBB\xBFid,note\n1,a\n2,b\n") == two_rows);
}

TEST_CASE("columns may stand in any order, and their names may be quoted") {
  CHECK(rows_of_text("note,id\na,1\nb,2\n") == two_rows);
  CHECK(rows_of_text("\"note\",\"id\"\na,1\nb,2\n") == two_rows);
}

TEST_CASE("a file with a header alone has no rows") {
  CHECK(rows_of_text("id,note\n").empty());
  CHECK(rows_of_text("id,note").empty());
}

TEST_CASE("quotes keep commas, line ends and doubled quotes") {
  CHECK(rows_of_text("id,note\n1,\"a,b\"\n2,\"a\nb\"\n3,\"a\r\nb\"\n4,\"say \"\"a\"\"\"\n5,\"\"\"\"\n") ==
        std::vector<Row>{{"1", "a,b"}, {"2", "a\nb"}, {"3", "a\r\nb"}, {"4", "say \"a\""}, {"5", "\""}});
}

TEST_CASE("an empty field is NULL, an empty text has quotes") {
  CHECK(rows_of_text("id,note\n1,\n2,\"\"\n") == std::vector<Row>{{"1", "NULL"}, {"2", ""}});
  CHECK(rows_of_text("id,note\n1,") == std::vector<Row>{{"1", "NULL"}});
}

TEST_CASE("an empty line is the NULL of a table with one column, as for COPY") {
  const TableDefinition table = table_of({{"note", SqlType::text, true, {}}});
  CHECK(rows_of_text("note\na\n\nb\n", table) == std::vector<Row>{{"a"}, {"NULL"}, {"b"}});
}

TEST_CASE("values are read as their column's type") {
  const TableDefinition table = table_of({{"u", SqlType::uuid, false, {}},
                                          {"s", SqlType::smallint, false, {}},
                                          {"i", SqlType::integer, false, {}}});
  CHECK(rows_of_text("u,s,i\n01890A5DAC96774BBCCEB302099A8057,-32768,2147483647\n", table) ==
        std::vector<Row>{{"01890a5d-ac96-774b-bcce-b302099a8057", "-32768", "2147483647"}});
  CHECK(problem_of("u,s,i\n01890A5DAC96774BBCCEB302099A8057,-32769,0\n", table).position.column == 34);
}

TEST_CASE("rows come in batches of any size") {
  std::string content = "id,note\n";
  std::vector<Row> expected;
  for (int i = 0; i < 20; ++i) {
    content += std::to_string(i) + ",x\n";
    expected.push_back({std::to_string(i), "x"});
  }
  const TemporaryFile file(content);
  for (const std::size_t batch : {1U, 3U, 19U, 20U, 21U, 1000U}) {
    const auto source = open_rows_file(file.path(), id_and_note());
    CHECK(rows_of(*source, id_and_note(), batch) == expected);
  }
}

TEST_CASE("a record may lie across the end of the buffer in any way") {
  // The record's every byte is the last one in the first buffer once.
  const std::string record = "2,\"a \"\"quoted\"\"\r\ntext\"\r\n3,plain\r\n4,\r\n";
  const std::string header = "id,note\n";
  for (std::size_t before = 0; before <= record.size() + 1; ++before) {
    const std::size_t filler = buffer_bytes - before - header.size() - std::string("1,\n").size();
    const std::string content = header + "1," + std::string(filler, 'x') + "\n" + record;
    const std::vector<Row> rows = rows_of_text(content);
    REQUIRE(rows.size() == 4);
    CHECK(rows[0][1].size() == filler);
    CHECK(rows[1] == Row{"2", "a \"quoted\"\r\ntext"});
    CHECK(rows[2] == Row{"3", "plain"});
    CHECK(rows[3] == Row{"4", "NULL"});
  }
}

TEST_CASE("a file that ends where the buffer ends loses nothing") {
  for (const std::size_t size : {buffer_bytes - 1, buffer_bytes, buffer_bytes + 1, 2 * buffer_bytes}) {
    std::string content = "id,note\n1,";
    content += std::string(size - content.size() - 1, 'x') + "\n";
    CHECK(rows_of_text(content).size() == 1);
    content.pop_back();
    CHECK(rows_of_text(content + "y").size() == 1);
  }
}

TEST_CASE("a field may be larger than the buffer, but a row has a limit") {
  const std::string large(5 * buffer_bytes + 3, 'x');
  const std::vector<Row> rows = rows_of_text("id,note\n1,\"" + large + "\"\n2,b\n");
  REQUIRE(rows.size() == 2);
  CHECK(rows[0][1] == large);
  CHECK(problem_of("id,note\n1,\"" + std::string(65 * buffer_bytes, 'x')).message ==
        "a row larger than 64 MB");
}

TEST_CASE("each row knows its line, also behind rows of several lines") {
  const TemporaryFile file("id,\"note\"\n1,a\n2,\"b\nb\nb\"\n3,c\n4,\"d\nd\"\n5,\"e\ne\"\n6,f");
  const auto source = open_rows_file(file.path(), id_and_note());
  CHECK(source->line_of_row(1) == 0);
  CHECK(rows_of(*source, id_and_note()).size() == 6);
  const std::vector<std::uint64_t> lines = {2, 3, 6, 7, 9, 11};
  for (std::size_t row = 1; row <= lines.size(); ++row) CHECK(source->line_of_row(row) == lines[row - 1]);
  CHECK(source->line_of_row(0) == 0);
  CHECK(source->line_of_row(7) == 0);
}

TEST_CASE("a row that has not been read has no line yet") {
  const TemporaryFile file("id,note\n1,a\n2,b\n");
  const auto source = open_rows_file(file.path(), id_and_note());
  std::vector<ColumnBatch> columns = {ColumnBatch(SqlType::bigint), ColumnBatch(SqlType::text)};
  CHECK(source->next(1, columns) == 1);
  CHECK(source->line_of_row(1) == 2);
  CHECK(source->line_of_row(2) == 0);
}

TEST_CASE("a problem is placed by line and character") {
  const Problem problem = problem_of("id,note\n1,\"größer\n慎选键\"\nx,y\n");
  CHECK(problem.position.line == 4);
  CHECK(problem.position.column == 1);
  const Problem behind = problem_of("note,id\n\"größer\n慎选键\",x\n");
  CHECK(behind.position.line == 3);
  CHECK(behind.position.column == 6);
}

TEST_CASE("an empty field of another column than the last is found at its place") {
  const Problem problem = problem_of("note,id\na,1\nb,\n");
  CHECK(problem.position.line == 3);
  CHECK(problem.position.column == 3);
}

TEST_CASE("standard input is read like a file") {
  const TemporaryFile file("id,note\n1,a\n2,b\n");
  REQUIRE(std::freopen(file.path().c_str(), "rb", stdin) != nullptr);
  const auto source = open_rows_file("-", id_and_note());
  CHECK(rows_of(*source, id_and_note()) == two_rows);

  const TemporaryFile bad("id,note\nx,a\n");
  REQUIRE(std::freopen(bad.path().c_str(), "rb", stdin) != nullptr);
  const auto bad_source = open_rows_file("-", id_and_note());
  std::vector<ColumnBatch> columns = {ColumnBatch(SqlType::bigint), ColumnBatch(SqlType::text)};
  try {
    bad_source->next(1, columns);
    FAIL("accepted");
  } catch (const InputOutputFailed& failed) {
    CHECK(failed.problem().file == "standard input");
    CHECK(failed.problem().position.line == 2);
  }
}

TEST_CASE("rows that gzip has compressed are read as if they were not, in one member or several") {
  // What gzip makes of "id,note\n1,a\n2,b\n", and of the same in two parts one behind the other.
  const auto compressed = [](const std::string& text) {
    const TemporaryFile plain(text);
    const std::string made = plain.path() + ".gz";
    REQUIRE(std::system(("gzip -c '" + plain.path() + "' > '" + made + "'").c_str()) == 0);
    std::ifstream file(made, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(file), {}};
    std::filesystem::remove(made);
    return bytes;
  };
  const std::string whole = compressed("id,note\n1,a\n2,b\n");
  const auto rows_in = [](const std::string& bytes) {
    const TemporaryFile file(bytes);
    return rows_of(*open_rows_file(file.path(), id_and_note()), id_and_note());
  };
  CHECK(rows_in(whole) == two_rows);
  CHECK(rows_in(compressed("id,note\n1,") + compressed("a\n2,b\n")) == two_rows);
  // Cut off at any byte but the first two, or changed in the middle, it is refused.
  const auto problem_of = [&](const std::string& bytes) -> std::string {
    try {
      rows_in(bytes);
    } catch (const InputOutputFailed& failed) {
      return failed.problem().message;
    }
    return "";
  };
  for (std::size_t size = 2; size < whole.size(); ++size) {
    CAPTURE(size);
    CHECK(problem_of(whole.substr(0, size)).find("cut off") != std::string::npos);
  }
  std::string damaged = whole;
  damaged[damaged.size() - 6] = static_cast<char>(damaged[damaged.size() - 6] ^ 1);  // of its checksum
  CHECK(problem_of(damaged).find("damaged") != std::string::npos);
}

TEST_CASE("a file that is not there, or is a folder, cannot be read") {
  CHECK_THROWS_AS(open_rows_file("no_such_file.csv", id_and_note()), InputOutputFailed);
  CHECK_THROWS_AS(open_rows_file(std::filesystem::temp_directory_path().string(), id_and_note()),
                  InputOutputFailed);
}
