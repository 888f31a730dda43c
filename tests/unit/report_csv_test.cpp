// Can every quantity be found in the CSV report by name, and can any name stand in it?
#include <algorithm>
#include <string>

#include "src/report/csv_field.hpp"
#include "src/report/kinds.hpp"
#include "tests/catch.hpp"
#include "tests/unit/report_sample.hpp"

namespace keycost {
namespace {

std::string sample() {
  return write_csv_report(std::vector{test::sample_report()}, {});
}

bool has_line(const std::string& line) {
  return sample().find("\n" + line + "\n") != std::string::npos;
}

TEST_CASE("fields are quoted when they must be, and only then") {
  CHECK(csv_field("plain text") == "plain text");
  CHECK(csv_field("a,b") == "\"a,b\"");
  CHECK(csv_field("say \"no\"") == "\"say \"\"no\"\"\"");
  CHECK(csv_field("two\nlines") == "\"two\nlines\"");
  CHECK(csv_field("two\rlines") == "\"two\rlines\"");
  CHECK(csv_field(" edge") == "\" edge\"");
  CHECK(csv_field("") == "");
}

TEST_CASE("a line names scenario, seed, table, step, round, metric and unit") {
  CHECK(sample().starts_with("scenario,engine,seed,table,step,round,metric,unit,value\n"));
  CHECK(has_line("sample,postgresql-18,7,a,first,,wal.bytes,bytes,123456"));
  CHECK(has_line("sample,postgresql-18,7,b,second,1,wal.fpi,images,56"));
  CHECK(has_line("sample,postgresql-18,7,a,first,,wal.by_type.Heap/INSERT+INIT.count,records,1"));
  CHECK(has_line("sample,postgresql-18,7,b,first,,indexes.b_pkey.avg_leaf_density,percent,71.57"));
}

TEST_CASE("a value that does not exist is an empty field") {
  CHECK(has_line("sample,postgresql-18,7,a,first,,indexes.a_pkey.avg_leaf_density,percent,"));
}

TEST_CASE("nothing is left out: two tables with two steps and two rounds each, of 33 quantities") {
  const std::string text = sample();
  CHECK(std::count(text.begin(), text.end(), '\n') == 1 + 2 * (2 + 2) * (16 + 8 + 2 * 5 + 9));
}

}  // namespace
}  // namespace keycost
