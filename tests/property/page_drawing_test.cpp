// Question: does every page of every table, at any moment, in either engine, come apart into regions that add
// up to the page exactly?
#include <cstdlib>

#include "sim/error.hpp"
#include "sim/innodb/btree.hpp"
#include "src/show/innodb_views.hpp"
#include "src/show/postgresql_views.hpp"
#include "tests/catch.hpp"
#include "tests/property/random_shapes.hpp"

using namespace keycost;
using namespace keycost::test;

namespace {

std::size_t count_bytes(const PageDrawing& page) {
  std::size_t bytes = 0;
  for (const ByteSum& sum : sum_of_bytes(page)) bytes += sum.bytes;  // throws where two regions overlap
  return bytes;
}

void draw_every_page(const PostgresqlWatch& watch) {
  for (const auto& relation : watch.relations()) {
    for (postgresql::BlockNumber block = 0; block < relation.pages->blocks(); ++block) {
      INFO(relation.name << " " << relation.fork << " " << block);
      REQUIRE(count_bytes(postgresql_page(watch, {relation, block})) == 8192);
    }
    if (relation.tree == nullptr) continue;
    Screen screen({false, true, 60});
    draw(screen, postgresql_tree(watch, relation), 4);
    REQUIRE(!screen.text().empty());
  }
}

void check_shape(std::uint64_t seed) {
  INFO("KEYCOST_PROPERTY_SEED=" << seed);
  const RandomShape shape = random_shape(seed);
  Dice dice(seed);
  std::uint64_t events_left = dice.below(2000);
  const PostgresqlWatch* seen = nullptr;
  PostgresqlWatch watch([&](EventKind kind, std::uint64_t, const Step*) {
    if (kind != EventKind::end && events_left-- > 0) return;
    events_left = 1000 + dice.below(20000);
    draw_every_page(*seen);
  });
  seen = &watch;
  run(shape.table, shape.steps, shape.rows, shape.settings, &watch);
}

}  // namespace

TEST_CASE("the regions of every page of PostgreSQL's add up to 8192 bytes, at any moment") {
  if (const char* given = std::getenv("KEYCOST_PROPERTY_SEED"))
    return check_shape(std::strtoull(given, nullptr, 10));
  for (std::uint64_t seed = 1; seed <= 60; ++seed) check_shape(seed);
}

TEST_CASE("the regions of every page of InnoDB's add up to 16384 bytes, at any split") {
  for (const char* stream : {"uuidv4", "uuidv7", "ulid"}) {
    INFO(stream);
    TableDefinition definition = table({column("id", SqlType::binary, stream)});
    definition.columns[0].modifiers.length = 16;
    definition.columns.push_back(column("n", SqlType::bigint, "hashed"));
    definition.indexes[0].name = "PRIMARY";
    definition.indexes.push_back({"by_n", {{1}}, false, false, {}});
    Scenario scenario;
    scenario.engine = "mariadb-10.11";
    scenario.tables = {definition};
    scenario.steps = {insert(20000)};
    const InnodbWatch* seen = nullptr;
    InnodbWatch watch([&](EventKind kind, std::uint64_t number, const Step*) {
      if (kind != EventKind::end && (kind != EventKind::split || number % 17 != 0)) return;
      for (const auto& index : seen->server().indexes()) {
        for (innodb::PageNumber page = 0; page < index.tree->page_numbers_end(); ++page) {
          if (index.tree->has_page(page))
            REQUIRE(count_bytes(innodb_page(*seen, {index.tree, page})) == 16384);
        }
      }
    });
    seen = &watch;
    RunOptions options;
    options.innodb_observer = &watch;
    const auto rows = make_stream_rows(scenario, 0, 1);
    find_engine(scenario.engine)->run(scenario, definition, *rows, options);
  }
}

TEST_CASE("a drawing whose regions leave a byte out, overlap or go beyond the page is refused") {
  PageDrawing page;
  page.size_bytes = 100;
  page.regions = {{ByteUse::header, 0, 24}, {ByteUse::free, 24, 100}};
  CHECK(count_bytes(page) == 100);
  page.regions[1].end = 99;
  CHECK_THROWS_AS(sum_of_bytes(page), InvariantBroken);
  page.regions[1] = {ByteUse::free, 25, 100};
  CHECK_THROWS_AS(sum_of_bytes(page), InvariantBroken);
  page.regions[1] = {ByteUse::free, 23, 100};
  CHECK_THROWS_AS(sum_of_bytes(page), InvariantBroken);
  page.regions[1] = {ByteUse::free, 24, 101};
  CHECK_THROWS_AS(sum_of_bytes(page), InvariantBroken);
}
