// Is the JSON result exactly of the layout that other tools rely on?
#include <limits>

#include <nlohmann/json.hpp>

#include "src/report/kinds.hpp"
#include "tests/catch.hpp"
#include "tests/unit/report_sample.hpp"

namespace keycost {
namespace {

using Json = nlohmann::ordered_json;

std::string written(std::vector<ScenarioReport> reports) {
  return write_json_report(reports, {});
}

Json sample() {
  return Json::parse(written({test::sample_report()}));
}

std::vector<std::string> keys_of(const Json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

using Names = std::vector<std::string>;

TEST_CASE("keys stand in the order of the documented layout") {
  const Json document = sample();
  CHECK(keys_of(document) == Names{"format", "version", "engine", "seed", "scenario", "tables", "expect"});
  CHECK(document["format"] == "keycost-result/1");
  CHECK(keys_of(document["scenario"]) == Names{"name", "title", "hash"});
  CHECK(keys_of(document["tables"]) == Names{"a", "b"});
  const Json& step = document["tables"]["a"]["steps"]["first"];
  CHECK(keys_of(step) == Names{"rows", "conflicts", "rolled_back", "wal", "buffers", "heap", "checkpointer",
                               "per_row", "indexes", "by_relation", "each"});
  CHECK(keys_of(step["wal"]) == Names{"records", "fpi", "bytes", "lsn_bytes", "by_type"});
  CHECK(keys_of(step["wal"]["by_type"]["Btree/INSERT_LEAF"]) ==
        Names{"count", "record_size", "fpi", "fpi_size", "combined_size"});
  CHECK(keys_of(step["buffers"]) == Names{"hit", "read", "dirtied", "written"});
  CHECK(keys_of(step["heap"]) == Names{"pages", "size"});
  CHECK(keys_of(step["indexes"]["a_pkey"]) ==
        Names{"tree_level", "index_size", "root_block_no", "internal_pages", "leaf_pages", "empty_pages",
              "deleted_pages", "avg_leaf_density", "leaf_fragmentation"});
}

TEST_CASE("a repeat lists its rounds, an insert an empty list, a round none") {
  const Json document = sample();
  const Json& steps = document["tables"]["b"]["steps"];
  CHECK(steps["first"]["each"] == Json::array());
  REQUIRE(steps["second"]["each"].size() == 2);
  CHECK_FALSE(steps["second"]["each"][1].contains("each"));
  CHECK(steps["second"]["each"][1]["rows"] == 8000);
  CHECK(steps["second"]["each"][1]["indexes"]["b_pkey"]["leaf_pages"] == 4);
}

TEST_CASE("a percentage of nothing is null, not zero") {
  const Json document = sample();
  CHECK(document["tables"]["a"]["steps"]["first"]["indexes"]["a_pkey"]["avg_leaf_density"].is_null());
}

TEST_CASE("percentages print in hundredths, all of them") {
  ScenarioReport report = test::sample_report();
  IndexState& index = report.result.tables[1].steps[0].indexes[0].second;
  for (int hundredths = 0; hundredths <= 10000; ++hundredths) {
    // As a scenario writes it and pgstatindex prints it: the double nearest to the decimal number.
    const std::string text = std::to_string(hundredths / 100) + "." + std::to_string(hundredths / 10 % 10) +
                             (hundredths % 10 == 0 ? "" : std::to_string(hundredths % 10));
    index.avg_leaf_density = std::stod(text);
    const std::string line = "\"avg_leaf_density\": " + text + ",";
    if (hundredths % 97 == 0 || hundredths == 7157) {
      CAPTURE(text);
      CHECK(written({report}).find(line) != std::string::npos);
    }
    // The whole report for each would take long; the number alone is what can go wrong.
    if (Json(index.avg_leaf_density).dump() != text)
      FAIL(Json(index.avg_leaf_density).dump() + " is not " + text);
  }
}

TEST_CASE("counts beyond 2^53 stay exact") {
  ScenarioReport report = test::sample_report();
  report.result.tables[0].steps[0].wal.bytes = std::numeric_limits<std::uint64_t>::max();
  CHECK(written({report}).find("\"bytes\": 18446744073709551615") != std::string::npos);
}

TEST_CASE("verdicts are listed with the numbers that were compared") {
  const Json expect = sample()["expect"];
  REQUIRE(expect.size() == 3);
  CHECK(expect[0]["outcome"] == "held");
  CHECK(expect[0]["value"] == 4);
  CHECK(expect[0]["lowest"] == 3);
  CHECK(expect[0]["highest"].is_null());
  CHECK(expect[0]["margin"] == 1);
  CHECK(expect[0]["because"] == "images | pages");
  CHECK(expect[1]["outcome"] == "failed");
  CHECK(expect[1]["margin"] == -2);
  CHECK(expect[2]["outcome"] == "missing");
  CHECK(expect[2]["value"].is_null());
}

TEST_CASE("one scenario is an object, several are a list of such objects") {
  const Json list = Json::parse(written({test::sample_report(), test::refused_report()}));
  REQUIRE(list.is_array());
  CHECK(list[0] == sample());
  CHECK(list[1]["scenario"]["name"] == "broken");
  CHECK(list[1]["problems"][0]["line"] == 3);
  CHECK_FALSE(list[1].contains("tables"));
}

TEST_CASE("no path reaches the result: it would differ from folder to folder") {
  CHECK(written({test::sample_report(), test::refused_report()}).find("folder") == std::string::npos);
}

TEST_CASE("a newline ends the document") {
  CHECK(written({test::sample_report()}).ends_with("}\n"));
}

}  // namespace
}  // namespace keycost
