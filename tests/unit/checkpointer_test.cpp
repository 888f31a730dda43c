// When does a checkpoint begin by itself, and how are its writes spread?
#include <cstdint>

#include "sim/postgresql/checkpointer.hpp"
#include "sim/postgresql/wal/position.hpp"
#include "tests/catch.hpp"

using namespace keycost::postgresql;

namespace {

constexpr std::int64_t megabyte = std::int64_t{1} << 20;

/// A server with one relation of 100 pages, all in the pool.
struct Bench {
  explicit Bench(const CheckpointerSettings& settings)
      : buffers(1000, 100), log(Settings{}), checkpointer(settings, buffers, log) {
    for (BlockNumber block = 0; block < 100; ++block) {
      const PinnedPage page = buffers.extend(relation);
      page->initialize(0);
      buffers.mark_dirty(page);
    }
  }

  std::uint64_t dirty() const {
    std::uint64_t count = 0;
    for (const Buffer& buffer : buffers.replacement().buffers()) count += buffer.dirty ? 1 : 0;
    return count;
  }
  /// Writes records until the log has come to `lsn`.
  void write_log_up_to(Lsn lsn) {
    while (log.position() < lsn) log.insert(WalRecord(RecordType::transaction_commit).main_data(200));
  }

  Relation relation;
  BufferManager buffers;
  WriteAheadLog log;
  Checkpointer checkpointer;
};

}  // namespace

TEST_CASE("without a timeout and a WAL size nothing ever falls due") {
  Bench bench({.rows_per_second = 1});
  bench.write_log_up_to(bench.log.position() + 100 * static_cast<Lsn>(megabyte));
  bench.checkpointer.rows_arrived(1'000'000);
  CHECK(bench.checkpointer.usage().num_timed == 0);
  CHECK(bench.checkpointer.usage().num_requested == 0);
  CHECK(bench.dirty() == 100);
}

TEST_CASE("by the clock: at the second that ends the timeout, not one row earlier") {
  Bench bench({.timeout_seconds = 300, .completion_target = 0, .rows_per_second = 10});
  bench.checkpointer.rows_arrived(2999);
  CHECK(bench.checkpointer.usage().num_timed == 0);
  bench.checkpointer.rows_arrived(1);
  CHECK(bench.checkpointer.usage().num_timed == 1);
  bench.checkpointer.rows_arrived(2999);
  CHECK(bench.checkpointer.usage().num_timed == 1);
  bench.checkpointer.rows_arrived(1);
  CHECK(bench.checkpointer.usage().num_timed == 2);
}

TEST_CASE("a command begins the timeout anew") {
  Bench bench({.timeout_seconds = 300, .completion_target = 0, .rows_per_second = 10});
  bench.checkpointer.rows_arrived(2000);
  bench.checkpointer.checkpoint();
  CHECK(bench.dirty() == 0);
  bench.checkpointer.rows_arrived(2999);
  CHECK(bench.checkpointer.usage().num_timed == 0);
  bench.checkpointer.rows_arrived(1);
  CHECK(bench.checkpointer.usage().num_timed == 1);
}

TEST_CASE(
    "by volume: when max_wal_size / (1 + target) in whole segments have been filled since the redo point") {
  // 64 MB and 0.9: 4 / 1.9 segments, so 2.
  Bench bench({.max_wal_size_bytes = 64 * megabyte, .completion_target = 0.9});
  const Lsn due = (bench.log.position() / wal_segment_size_bytes + 2) * wal_segment_size_bytes;
  bench.write_log_up_to(due - 300);
  REQUIRE(bench.log.position() < due);
  bench.checkpointer.rows_arrived(1);
  CHECK(bench.checkpointer.usage().num_requested == 0);
  bench.write_log_up_to(due);
  bench.checkpointer.rows_arrived(1);
  CHECK(bench.checkpointer.usage().num_requested == 1);
  CHECK(bench.log.redo_point() >= due);
}

TEST_CASE(
    "spread over half the timeout: each page has its moment, and one every tenth of a second is the least") {
  // 100 pages over 150 s: one every 1.5 s; but a look every 0.1 s writes one at least, so it is through in 10
  // s.
  Bench bench({.timeout_seconds = 300, .completion_target = 0.5, .rows_per_second = 10});
  bench.checkpointer.rows_arrived(3000);
  CHECK(bench.dirty() == 99);  // the first at once
  bench.checkpointer.rows_arrived(10);
  CHECK(bench.dirty() == 89);
  bench.checkpointer.rows_arrived(89);
  CHECK(bench.dirty() == 0);
  CHECK(bench.checkpointer.usage().buffers_written == 100);
}

TEST_CASE("spread by volume without a clock: the share of pages written is the share of WAL written") {
  Bench bench({.max_wal_size_bytes = 64 * megabyte, .completion_target = 1});  // 4 / 2 segments
  bench.write_log_up_to((bench.log.position() / wal_segment_size_bytes + 2) * wal_segment_size_bytes);
  bench.checkpointer.rows_arrived(1);
  REQUIRE(bench.checkpointer.usage().num_requested == 1);
  const Lsn begun = bench.log.position();
  bench.write_log_up_to(begun + wal_segment_size_bytes);  // half way to the next
  bench.checkpointer.rows_arrived(1);
  CHECK(bench.dirty() <= 50);
  CHECK(bench.dirty() >= 48);
}

TEST_CASE("a page that is changed before its turn is dirty already; after its turn it is dirtied anew") {
  Bench bench({.timeout_seconds = 300, .completion_target = 0.5, .rows_per_second = 10});
  bench.checkpointer.rows_arrived(3010);
  const std::uint64_t before = bench.buffers.usage().dirtied;
  bench.buffers.mark_dirty(bench.buffers.read(bench.relation, 99));  // written last
  CHECK(bench.buffers.usage().dirtied == before);
  bench.buffers.mark_dirty(bench.buffers.read(bench.relation, 0));  // written first
  CHECK(bench.buffers.usage().dirtied == before + 1);
  bench.checkpointer.rows_arrived(1000);
  CHECK(bench.dirty() == 1);  // what was dirtied after the redo point's turn waits for the next checkpoint
}

TEST_CASE("a command that comes while one is being spread finishes it first") {
  Bench bench({.timeout_seconds = 300, .completion_target = 0.5, .rows_per_second = 10});
  bench.checkpointer.rows_arrived(3010);
  bench.buffers.mark_dirty(bench.buffers.read(bench.relation, 0));
  bench.checkpointer.checkpoint();
  CHECK(bench.dirty() == 0);
  CHECK(bench.checkpointer.usage().buffers_written == 101);
  CHECK(bench.checkpointer.usage().num_timed == 1);
  CHECK(bench.checkpointer.usage().num_requested == 1);
}
