// Question: does whoever watches a run see all of it, in an order that makes sense, and change nothing?
#include <array>
#include <cstdlib>
#include <map>
#include <set>

#include "sim/innodb/btree.hpp"
#include "sim/innodb/observer.hpp"
#include "sim/innodb/server.hpp"
#include "sim/postgresql/nbtree/index_page.hpp"
#include "sim/postgresql/observer.hpp"
#include "sim/postgresql/server.hpp"
#include "tests/catch.hpp"
#include "tests/property/random_shapes.hpp"

using namespace keycost;
using namespace keycost::test;

namespace {

using namespace keycost::postgresql;

/// Counts what it is told and holds each event against the server as it is then.
class Witness : public postgresql::Observer {
 public:
  struct Type {
    std::uint64_t count = 0;
    std::uint64_t size = 0;
    std::uint64_t images = 0;
    std::uint64_t images_size = 0;
  };
  std::array<Type, record_types> types{};
  std::uint64_t rows = 0;
  std::uint64_t splits = 0;
  std::uint64_t dirtied = 0;
  std::uint64_t read = 0;
  std::uint64_t evicted = 0;
  std::uint64_t extended = 0;
  std::uint64_t by_checkpoint = 0;
  std::uint64_t checkpoints = 0;
  std::map<const Relation*, std::uint64_t> entries;
  const Server* server = nullptr;

  void run_begins(const Server& now) override { server = &now; }
  void row_arrived(const RowEvent& row) override {
    ++rows;
    REQUIRE(row.number == rows);
    if (row.inserted) REQUIRE(row.id.block < server->relations()[0].pages->blocks());
  }
  void entry_inserted(const EntryEvent& entry) override {
    ++entries[entry.index];
    const Page& leaf = entry.index->page(entry.leaf);
    REQUIRE(index_page::is_leaf(leaf));
    const std::span<const std::byte> there = index_tuple::bytes(leaf.item(entry.offset));
    REQUIRE(std::equal(there.begin(), there.end(), entry.tuple.begin(), entry.tuple.end()));
  }
  void page_splits(const SplitEvent& split) override {
    ++splits;
    const Page& page = split.index->page(split.block);
    REQUIRE(page.free_bytes() < split.new_item.size());
    REQUIRE(split.new_block == split.index->blocks());
    REQUIRE(split.level == index_page::level(page));
    const SplitExplanation& why = split.why;
    REQUIRE(why.chosen < why.candidates.size());
    REQUIRE(why.near_best <= why.candidates.size());
    REQUIRE(why.looked_at <= why.near_best);
    if (why.strategy == SplitStrategy::balanced && why.near_best > 0) {
      REQUIRE(why.chosen < why.looked_at);
      for (std::size_t i = 0; i < why.looked_at; ++i)
        REQUIRE(why.candidates[why.chosen].penalty <= why.candidates[i].penalty);
    }
    expected_split_ = true;
  }
  void record_logged(const RecordEvent& record) override {
    REQUIRE(record.begin >= last_end_);
    REQUIRE(record.end > record.begin);
    last_end_ = record.end;
    Type& type = types[static_cast<std::size_t>(record.type)];
    ++type.count;
    type.size += record.size_bytes;
    for (const LoggedBlock& block : record.blocks) {
      REQUIRE(block.relation->page(block.block).lsn() == record.end);
      if (!block.has_image) continue;
      ++type.images;
      type.images_size += block.image_size_bytes;
    }
    const bool is_split =
        record.type == RecordType::btree_split_l || record.type == RecordType::btree_split_r;
    if (is_split) REQUIRE(std::exchange(expected_split_, false));
  }
  void page_dirtied(const Relation& relation, BlockNumber block) override {
    ++dirtied;
    REQUIRE(relation.buffer(block) != nullptr);
    REQUIRE(dirty_.insert({&relation, block}).second);
  }
  void page_written(const Relation& relation, BlockNumber block, PageWrite reason) override {
    ++(reason == PageWrite::eviction ? evicted : by_checkpoint);
    REQUIRE(dirty_.erase({&relation, block}) == 1);
  }
  void page_read(const Relation&, BlockNumber) override { ++read; }
  void relation_extended(const Relation&, BlockNumber) override { ++extended; }
  void relation_dropped(const Relation& relation) override {
    dirty_.erase(dirty_.lower_bound({&relation, 0}), dirty_.upper_bound({&relation, ~BlockNumber{0}}));
  }
  void checkpoint_begins(const CheckpointEvent& checkpoint) override {
    REQUIRE(checkpoint.redo == server->log().redo_point());
  }
  void checkpoint_ends(const CheckpointEvent&) override { ++checkpoints; }
  void step_ends(const Step&) override {
    usage = server->buffer_manager().usage();
    totals = server->log().totals();
    row_total = server->rows();
  }

  BufferUsage usage;
  WalTotals totals;
  std::uint64_t row_total = 0;

 private:
  std::set<std::pair<const Relation*, BlockNumber>> dirty_;
  Lsn last_end_ = 0;
  bool expected_split_ = false;
};

bool same_cost(const StepResult& a, const StepResult& b) {
  return a.rows == b.rows && a.wal.bytes == b.wal.bytes && a.wal.fpi == b.wal.fpi &&
         a.wal.lsn_bytes == b.wal.lsn_bytes && a.buffers.hit == b.buffers.hit &&
         a.buffers.written == b.buffers.written && a.buffers.dirtied == b.buffers.dirtied;
}

void check_shape(std::uint64_t seed) {
  INFO("KEYCOST_PROPERTY_SEED=" << seed);
  RandomShape shape = random_shape(seed);
  if (seed % 2 == 0) shape.settings.set("shared_buffers", std::int64_t{128 * 1024} * 3);
  const TableRun alone = run(shape.table, shape.steps, shape.rows, shape.settings);
  Witness witness;
  const TableRun watched = run(shape.table, shape.steps, shape.rows, shape.settings, &witness);
  REQUIRE(alone.pages.size() == watched.pages.size());
  for (std::size_t i = 0; i < alone.pages.size(); ++i)
    REQUIRE(alone.pages[i].image == watched.pages[i].image);
  for (std::size_t i = 0; i < alone.result.steps.size(); ++i)
    REQUIRE(same_cost(alone.result.steps[i], watched.result.steps[i]));

  REQUIRE(witness.rows == witness.row_total);
  REQUIRE(witness.read == witness.usage.read);
  REQUIRE(witness.evicted + witness.extended == witness.usage.written);
  for (std::size_t i = 0; i < record_types; ++i) {
    const WalTotals::OfType& type = witness.totals.types[i];
    INFO(record_type_name(static_cast<RecordType>(i)));
    REQUIRE(witness.types[i].count == type.count);
    REQUIRE(witness.types[i].size == type.size_bytes);
    REQUIRE(witness.types[i].images == type.images);
    REQUIRE(witness.types[i].images_size == type.images_size_bytes);
  }
  const auto count = [&](RecordType type) { return witness.types[static_cast<std::size_t>(type)].count; };
  REQUIRE(witness.splits == count(RecordType::btree_split_l) + count(RecordType::btree_split_r));
  REQUIRE(witness.checkpoints == count(RecordType::checkpoint_online));
}

}  // namespace

TEST_CASE("an observer of PostgreSQL's engine is told of all that the totals count, and changes nothing") {
  if (const char* given = std::getenv("KEYCOST_PROPERTY_SEED"))
    return check_shape(std::strtoull(given, nullptr, 10));
  for (std::uint64_t seed = 1; seed <= 40; ++seed) check_shape(seed);
}

namespace {

struct Stopped {};

class Stopper : public postgresql::Observer {
 public:
  void row_arrived(const RowEvent& row) override {
    if (row.number == 1234) throw Stopped{};
  }
};

}  // namespace

TEST_CASE("an observer stops a run by what it throws") {
  Stopper stopper;
  const TableDefinition definition = table({column("id", SqlType::uuid, "uuidv4")});
  CHECK_THROWS_AS(run(definition, {insert(5000)}, 1, {}, &stopper), Stopped);
}

namespace {

class InnodbWitness : public innodb::Observer {
 public:
  const innodb::Server* server = nullptr;
  std::uint64_t rows = 0;
  std::map<std::string, SplitCounts> splits;
  std::map<std::string, std::uint64_t> pages;
  std::uint64_t leaf_entries = 0;
  std::map<std::string, std::uint64_t> levels;

  void run_begins(const innodb::Server& now) override { server = &now; }
  void row_arrived(std::uint64_t number) override { REQUIRE(number == ++rows); }
  void entry_inserted(const innodb::EntryEvent& entry) override {
    const innodb::Page& page = entry.index->page(entry.page);
    REQUIRE(page.level() == entry.level);
    REQUIRE(page.record_offset(entry.position) == page.last_insert());
    if (entry.level == 0) ++leaf_entries;
  }
  void page_splits(const innodb::SplitEvent& split) override {
    REQUIRE(split.index->page(split.page).records() == split.records);
    REQUIRE(split.index->page(split.new_page).records() == 0);
    SplitCounts& counts = splits[name_of(split.index)];
    switch (split.point.kind) {
      case innodb::SplitKind::right:
        REQUIRE(split.last_insert == split.position - 1);
        ++counts.right;
        break;
      case innodb::SplitKind::left:
        REQUIRE(split.last_insert == split.position);
        ++counts.left;
        break;
      case innodb::SplitKind::middle:
        ++counts.middle;
        break;
    }
  }
  void root_raised(const innodb::RootEvent& root) override { ++levels[name_of(root.index)]; }
  void page_allocated(const innodb::Btree& index, innodb::PageNumber, std::uint16_t) override {
    ++pages[name_of(&index)];
  }
  void page_freed(const innodb::Btree& index, innodb::PageNumber) override { --pages[name_of(&index)]; }

 private:
  std::string name_of(const innodb::Btree* tree) const {
    for (const auto& index : server->indexes())
      if (index.tree == tree) return index.name;
    FAIL("an event of an index that the server does not have");
    return "";
  }
};

}  // namespace

TEST_CASE("an observer of InnoDB's engine is told of every row, entry, split and page, and changes nothing") {
  for (const char* stream : {"uuidv4", "uuidv7", "counter"}) {
    INFO(stream);
    const bool is_number = std::string(stream) == "counter";
    TableDefinition definition =
        table({is_number ? column("id", SqlType::bigint, stream) : column("id", SqlType::binary, stream)});
    if (!is_number) definition.columns[0].modifiers.length = 16;
    definition.columns.push_back(column("n", SqlType::bigint, "hashed"));
    definition.indexes[0].name = "PRIMARY";
    definition.indexes.push_back({"by_n", {{1}}, false, false, {}});
    Scenario scenario;
    scenario.engine = "mariadb-10.11";
    scenario.tables = {definition};
    scenario.steps = {insert(20000)};
    const auto run_with = [&](innodb::Observer* observer) {
      RunOptions options;
      options.keep_pages = true;
      options.innodb_observer = observer;
      const auto rows = make_stream_rows(scenario, 0, 1);
      return find_engine(scenario.engine)->run(scenario, definition, *rows, options);
    };
    const TableRun alone = run_with(nullptr);
    InnodbWitness witness;
    const TableRun watched = run_with(&witness);
    for (std::size_t i = 0; i < alone.pages.size(); ++i)
      REQUIRE(alone.pages[i].lines == watched.pages[i].lines);
    REQUIRE(alone.result.steps[0].redo.bytes == watched.result.steps[0].redo.bytes);
    CHECK(witness.rows == 20000);
    CHECK(witness.leaf_entries == 40000);
    for (const auto& [name, state] : watched.result.steps[0].indexes) {
      INFO(name);
      CHECK(witness.splits[name].right == state.splits.right);
      CHECK(witness.splits[name].left == state.splits.left);
      CHECK(witness.splits[name].middle == state.splits.middle);
      CHECK(witness.levels[name] == state.tree_level);
      // Its root was there before the observer.
      CHECK(witness.pages[name] + 1 == state.leaf_pages + state.internal_pages);
    }
  }
}
