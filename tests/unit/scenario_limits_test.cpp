// Question: is what cannot be run refused, tight by one, and nothing else with it?
//
// All refusals and their words are in tests/golden/bad_scenarios; here stand those that need arithmetic or
// large files.
#include "src/decode/size_text.hpp"
#include "tests/catch.hpp"
#include "tests/unit/scenario_text.hpp"

using namespace keycost;
using namespace keycost::test;

TEST_CASE("numbers of rows and rounds: tight by one") {
  // A table without streams would not run out; identity on bigint does not either.
  CHECK(accepts(with_step(R"({"do": "insert", "rows": 1})")));
  CHECK_FALSE(accepts(with_step(R"({"do": "insert", "rows": 0})")));
  CHECK(accepts(with_step(R"({"do": "insert", "rows": 1099511627776})")));
  CHECK_FALSE(accepts(with_step(R"({"do": "insert", "rows": 1099511627777})")));
  CHECK_FALSE(accepts(with_step(R"({"do": "insert", "rows": 1099511627776}, {"do": "insert", "rows": 1})")));
  CHECK(accepts(with_step(R"({"do": "repeat", "times": 1000000, "steps": [{"do": "insert", "rows": 1}]})")));
  CHECK_FALSE(
      accepts(with_step(R"({"do": "repeat", "times": 1000001, "steps": [{"do": "insert", "rows": 1}]})")));
  const auto nested = [](const std::string& times) {
    return with_step(R"({"do": "repeat", "times": 1000, "steps": [{"do": "repeat", "times": )" + times +
                     R"(, "steps": [{"do": "insert", "rows": 1}]}]})");
  };
  CHECK(accepts(nested("1000")));
  CHECK_FALSE(accepts(nested("1001")));
}

TEST_CASE("repeats nest eight deep and no deeper") {
  std::string step = one_insert;
  for (int level = 0; level < 8; ++level) step = R"({"do": "repeat", "times": 1, "steps": [)" + step + "]}";
  CHECK(accepts(with_step(step)));
  CHECK_FALSE(accepts(with_step(R"({"do": "repeat", "times": 1, "steps": [)" + step + "]}")));
}

TEST_CASE("a stream that runs out is noticed before the run: tight by one") {
  const auto text = [](const std::string& rows) {
    return scenario_text(
        table_text(R"({"name": "n", "type": "smallint", "values": "counter"})"),
        R"({"do": "repeat", "times": 7, "steps": [{"do": "insert", "rows": 4681}]}, {"do": "insert", "rows": )" +
            rows + "}");
  };
  CHECK_FALSE(accepts(text("1")));  // 7 × 4681 = 32767 is all there is
  const std::string exact =
      scenario_text(table_text(R"({"name": "n", "type": "smallint", "values": "counter"})"),
                    R"({"do": "repeat", "times": 7, "steps": [{"do": "insert", "rows": 4681}]})");
  CHECK(accepts(exact));
}

TEST_CASE("names may have 63 bytes, spaces and any letters") {
  const auto with_name = [](const std::string& name) {
    return with_step(R"({"do": "insert", "rows": 1, "name": ")" + name + "\"}");
  };
  CHECK(accepts(with_name(std::string(63, 'n'))));
  CHECK_FALSE(accepts(with_name(std::string(64, 'n'))));
  CHECK(accepts(with_name("第一 batch: 1/2")));
  CHECK(accepts(with_name("insert-")));
  CHECK(accepts(with_name("insert-1a")));
  CHECK_FALSE(accepts(with_name("insert-1")));
  CHECK_FALSE(accepts(with_name("repeat-20")));
}

TEST_CASE("a mistake does not hide another, nor make one up") {
  // The table and the step exist, wrong as they are: the expectation about them is not refused.
  const std::vector<Problem> problems = problems_of(R"({
  "engine": "postgresql-18",
  "seed": -1,
  "steps": [{"do": "insert", "rows": 0, "name": "first"}, {"do": "copy", "rows": 0, "name": "copied"}],
  "tables": {"t": {"columns": [{"name": "id", "type": "bigint", "values": "uuidv4"}], "primary_key": ["id"]}},
  "expect": [{"value": "t.first.indexes.t_pkey.leaf_pages / t.copied.rows", "min": 1}, {"value": "t.last.rows", "min": 1}]
})");
  std::vector<std::size_t> lines;
  for (const Problem& problem : problems) lines.push_back(problem.position.line);
  CHECK(lines == std::vector<std::size_t>{3, 4, 4, 5, 6});
  CHECK(problems.back().position.pointer == "/expect/1/value");
}

TEST_CASE("a row that no page can hold is refused before the run: tight by one column") {
  // 24 bytes of header and 16 for each uuid: 508 of them take 8152 bytes, 509 take 8168, and a page holds
  // rows of 8160.
  const auto with_columns = [](std::size_t uuids) {
    std::string columns;
    for (std::size_t i = 0; i < uuids; ++i) {
      columns += (i == 0 ? "" : ", ") +
                 (R"({"name": "c)" + std::to_string(i) + R"(", "type": "uuid", "values": "uuidv4"})");
    }
    return scenario_text(table_text(columns), R"({"do": "insert", "rows": 1})");
  };
  CHECK(accepts(with_columns(508)));
  CHECK_FALSE(accepts(with_columns(509)));
}

TEST_CASE("the place of a mistake in an expression takes escapes into account") {
  const std::vector<Problem> problems =
      problems_of(with_rest(",\n"
                            R"("expect": [{"value": "\u0074.first.rows / [\"t\"].zzz.rows", "min": 1}])"));
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].position.line == 2);
  const std::string line = R"("expect": [{"value": "\u0074.first.rows / [\"t\"].zzz.rows", "min": 1}])";
  CHECK(problems[0].position.column == line.find("zzz") + 1);
}

TEST_CASE("a file may have 16 MB and 64 levels: tight by one") {
  const std::string text = with_rest("");
  const std::size_t bytes_max = std::size_t{16} << 20;
  CHECK(accepts(text + std::string(bytes_max - text.size(), ' ')));
  CHECK_FALSE(accepts(text + std::string(bytes_max - text.size() + 1, ' ')));
  const auto first_message = [](std::size_t lists) {
    return problems_of(R"({"title": )" + std::string(lists, '[') + std::string(lists, ']') + "}")
        .front()
        .message;
  };
  CHECK(first_message(64) == "nested deeper than 64 levels");
  CHECK(first_message(63) != "nested deeper than 64 levels");
}

TEST_CASE("no prefix of a scenario crashes or is accepted") {
  const std::string text = with_rest(
      R"(, "seed": 1.5e1, "title": "a\u00e4\n", "expect": [{"value": "t.first.rows", "near": 1, "within": "3%"}])");
  for (std::size_t length = 0; length < text.size(); ++length) CHECK_FALSE(accepts(text.substr(0, length)));
}

TEST_CASE("sizes are read and printed in PostgreSQL's units") {
  CHECK(read_size("0B").bytes == 0);
  CHECK(read_size("7B").bytes == 7);
  CHECK(read_size("8kB").bytes == 8192);
  CHECK(read_size("128MB").bytes == 134217728);
  CHECK(read_size("1GB").bytes == 1073741824);
  CHECK(read_size("2TB").bytes == 2199023255552);
  CHECK(read_size("8388607TB").bytes == 8388607 * (std::int64_t{1} << 40));
  CHECK_FALSE(read_size("8388608TB").bytes.has_value());
  for (const char* text : {"0B", "7B", "8kB", "129MB", "1GB", "2TB", "1025kB"})
    CHECK(print_size(*read_size(text).bytes) == text);
  for (const char* text :
       {"", "MB", "8", "8kb", "8KB", "8Mb", "8 MB", " 8MB", "8MB ", "8.5MB", "0x8MB", "8MBs"}) {
    INFO(text);
    CHECK_FALSE(read_size(text).bytes.has_value());
    CHECK_FALSE(read_size(text).wrong.empty());
  }
  CHECK(decoded(with_rest(R"(, "settings": {"shared_buffers": 134217728})"))
            .scenario.settings.given()
            .at("shared_buffers") == OptionValue(std::int64_t{134217728}));
}
