// Which page leaves the pool when another needs its place, and what does that cost the statement?
#include <utility>
#include <vector>

#include "sim/postgresql/buffercache.hpp"
#include "sim/postgresql/buffers.hpp"
#include "tests/catch.hpp"

using namespace keycost::postgresql;

namespace {

constexpr std::uint64_t connections = 100;

/// A relation of `blocks` empty pages, on disk only.
Relation relation_of(BlockNumber blocks) {
  Relation relation;
  for (BlockNumber block = 0; block < blocks; ++block) relation.page(relation.extend()).initialize(0);
  return relation;
}

std::vector<BlockNumber> resident(const Relation& relation) {
  std::vector<BlockNumber> blocks;
  for (BlockNumber block = 0; block < relation.blocks(); ++block)
    if (relation.buffer(block) != nullptr) blocks.push_back(block);
  return blocks;
}

}  // namespace

TEST_CASE("a page that fits in is read once and hit from then on; one page more evicts one") {
  Relation relation = relation_of(17);
  BufferManager buffers(16, connections);
  for (int round = 0; round < 2; ++round)
    for (BlockNumber block = 0; block < 16; ++block) buffers.read(relation, block);
  CHECK(buffers.usage().read == 16);
  CHECK(buffers.usage().hit == 16);
  buffers.read(relation, 16);
  CHECK(resident(relation).size() == 16);
  CHECK(relation.buffer(0) == nullptr);  // equally used all, so the hand's first is the victim
}

TEST_CASE("the sweep takes the least used page, and five uses are the most that count") {
  Relation relation = relation_of(40);
  BufferManager buffers(16, connections);
  for (BlockNumber block = 0; block < 16; ++block) buffers.read(relation, block);
  for (int i = 0; i < 100; ++i) buffers.read(relation, 3);
  CHECK(relation.buffer(3)->usage_count == 5);
  for (BlockNumber block = 16; block < 31; ++block) buffers.read(relation, block);
  CHECK(relation.buffer(3) != nullptr);
  CHECK(relation.buffer(3)->usage_count == 3);  // the hand has come by twice
  CHECK(relation.buffer(4) == nullptr);
}

TEST_CASE("a page that is held is no victim, however seldom it was used") {
  Relation relation = relation_of(200);
  BufferManager buffers(16, connections);
  const PinnedPage held = buffers.read(relation, 0);
  for (BlockNumber block = 1; block < 200; ++block) buffers.read(relation, block);
  CHECK(relation.buffer(0) != nullptr);
  CHECK(held->lower() == page_header_size_bytes);
}

TEST_CASE("a page that is held already is a hit but no further use") {
  Relation relation = relation_of(1);
  BufferManager buffers(16, connections);
  const PinnedPage held = buffers.read(relation, 0);
  buffers.read(relation, 0);
  CHECK(buffers.usage().hit == 1);
  CHECK(relation.buffer(0)->usage_count == 1);
}

TEST_CASE("whoever evicts a dirty page writes it; a page that grows a file is written too") {
  Relation relation = relation_of(32);
  BufferManager buffers(16, connections);
  for (BlockNumber block = 0; block < 16; ++block) buffers.mark_dirty(buffers.read(relation, block));
  CHECK(buffers.usage().dirtied == 16);
  CHECK(buffers.usage().written == 0);
  buffers.read(relation, 16);
  CHECK(buffers.usage().written == 1);
  buffers.extend(relation);
  CHECK(buffers.usage().written == 3);  // the next dirty victim, and the new page
  buffers.write_all_dirty();
  buffers.read(relation, 17);
  CHECK(buffers.usage().written == 3);
}

TEST_CASE("a ring goes round in its own buffers, and leaves one to others that use it as well") {
  Relation relation = relation_of(100);
  BufferManager buffers(64, connections);
  BufferRing ring = buffers.make_ring(std::size_t{16} << 20);  // an eighth of the pool: 8
  for (BlockNumber block = 0; block < 20; ++block) buffers.read(relation, block, &ring);
  CHECK(resident(relation).size() == 8);
  CHECK(resident(relation).front() == 12);
  for (int i = 0; i < 2; ++i) buffers.read(relation, 12);  // used by somebody else, twice
  for (BlockNumber block = 20; block < 28; ++block) buffers.read(relation, block, &ring);
  CHECK(relation.buffer(12) != nullptr);
  CHECK(resident(relation).size() == 9);
}

TEST_CASE("what was dropped is taken first, the last dropped before the others") {
  std::vector<std::unique_ptr<Relation>> dropped;
  dropped.push_back(std::make_unique<Relation>(relation_of(3)));
  Relation other = relation_of(4);
  BufferManager buffers(16, connections);
  for (BlockNumber block = 0; block < 3; ++block) buffers.read(*dropped[0], block);
  buffers.drop(dropped);
  buffers.read(other, 0);
  CHECK(other.buffer(0) == &buffers.replacement().at(2));
  buffers.read(other, 1);
  CHECK(other.buffer(1) == &buffers.replacement().at(1));
}

TEST_CASE("how many pages COPY may add at once follows from the pool's size") {
  // 100 connections and 74 other processes: 174 shares, of which 8 pages are taken to be held.
  for (const auto& [pool, at_once] :
       {std::pair<std::uint64_t, std::uint64_t>{512, 1}, {174 * 9 - 1, 1}, {174 * 10, 2}, {16384, 86}}) {
    INFO(pool);
    CHECK(BufferManager(pool, connections).pages_held_at_once() == at_once);
  }
}

TEST_CASE("a pool in use from the start: its buffers are passed over by the free list, not by the clock") {
  Relation index = relation_of(2);
  const std::vector<NamedFork> forks{{"t_pkey", "main", &index}};
  BufferManager buffers(16, connections);
  std::vector<BufferInUse> in_use;
  CHECK_FALSE(parse_buffers_in_use("1-3:5 5:0* 6:2=t_pkey/main/1", 16, in_use));
  CHECK(in_use.size() == 5);
  CHECK_FALSE(use_buffers(in_use, forks, buffers));
  CHECK(index.buffer(1) == &buffers.replacement().at(5));
  buffers.read(index, 0);
  CHECK(index.buffer(0) == &buffers.replacement().at(3));  // the first that is free
  CHECK(buffer_lines(buffers, forks)[3] == std::vector<std::string>{"4", "t_pkey", "main", "0", "f", "1"});
}

TEST_CASE("what is wrong with a pool's description is said") {
  std::vector<BufferInUse> in_use;
  for (const char* text : {"1", "1:6", "0:1", "2:1 2:1", "1-17:1", "3-2:1", "1:1=t", "1-2:1=t/main/0",
                           "1:1=t/main/x", "1:1 x"}) {
    INFO(text);
    CHECK(parse_buffers_in_use(text, 16, in_use));
  }
  in_use.clear();
  CHECK_FALSE(parse_buffers_in_use("1:1=t/main/2", 16, in_use));
  Relation table = relation_of(2);
  BufferManager buffers(16, connections);
  CHECK(use_buffers(in_use, {{"t", "main", &table}}, buffers));
}
