// Question: does the buffer pool hold, read, write and evict the pages that InnoDB's would? Frames and the
// doublewrite rule were read from MariaDB 10.11.19.
#include <vector>

#include "sim/innodb/buffer_pool.hpp"
#include "sim/random/philox.hpp"
#include "tests/catch.hpp"

using namespace keycost;
using namespace keycost::innodb;

namespace {

constexpr std::uint64_t megabyte = 1048576;
constexpr std::uint32_t space = first_table_space;

Settings settings(std::uint64_t pool_bytes, std::size_t lru_scan_depth = 1536,
                  std::uint64_t old_blocks_time_ms = 1000) {
  return {.buffer_pool_size_bytes = pool_bytes,
          .old_blocks_percent = 37,
          .old_blocks_time_ms = old_blocks_time_ms,
          .lru_scan_depth = lru_scan_depth,
          .redo_log_size_bytes = 96 * megabyte};
}

struct Pool : BufferPool {
  explicit Pool(const Settings& settings, const ServerRules& rules = mariadb_10_11_rules)
      : BufferPool(rules, settings) {}

  void touch(PageNumber page) {
    get({space, page});
    release();
  }
  void change(PageNumber page) {
    get({space, page});
    note_modification({space, page}, ++lsn);
    release();
  }
  Lsn lsn = 0;
};

}  // namespace

TEST_CASE("a pool has as many frames as the server reports for its size") {
  const auto frames = [](std::uint64_t size_bytes) {
    return mariadb_10_11_rules.buffer_pool_frames(size_bytes);
  };
  CHECK(frames(6 * megabyte) == 379);
  CHECK(frames(8 * megabyte) == 507);
  CHECK(frames(12 * megabyte) == 758);
  CHECK(frames(20 * megabyte) == 1265);
  CHECK(frames(25 * megabyte) == 1580);
  CHECK(frames(128 * megabyte) == 8112);
  CHECK(frames(1024 * megabyte) == 64896);
  CHECK(mysql_8_0_rules.buffer_pool_frames(128 * megabyte) == 8192);
}

TEST_CASE("a page is read once as long as there is room, and dirtied once until it is written") {
  Pool pool(settings(64 * megabyte));
  for (int round = 0; round < 3; ++round) {
    for (PageNumber page = 0; page < 1000; ++page) pool.change(page);
  }
  CHECK(pool.usage().read == 1000);
  CHECK(pool.usage().dirtied == 1000);
  CHECK(pool.usage().written == 0);
  pool.checkpoint();
  CHECK(pool.usage().written == 1000);
  CHECK(pool.dirty_pages() == 0);
  pool.change(7);
  pool.checkpoint();
  CHECK(pool.usage().dirtied == 1001);
  CHECK(pool.usage().written == 1001);
  CHECK(pool.usage().read == 1000);
  pool.check();
}

TEST_CASE("MariaDB's first write of a new page bypasses the doublewrite buffer, MySQL's does not") {
  for (const ServerRules* rules : {&mariadb_10_11_rules, &mysql_8_0_rules}) {
    Pool pool(settings(64 * megabyte), *rules);
    pool.create({space, 4});
    pool.note_modification({space, 4}, 1);
    pool.release();
    pool.checkpoint();
    CHECK(pool.usage().doublewritten == (rules == &mysql_8_0_rules ? 1 : 0));
    pool.change(4);
    pool.checkpoint();
    CHECK(pool.usage().written == 2);
    CHECK(pool.usage().doublewritten == (rules == &mysql_8_0_rules ? 2 : 1));
  }
  Settings without = settings(64 * megabyte);
  without.has_doublewrite = false;
  Pool pool(without);
  pool.change(4);
  pool.checkpoint();
  CHECK(pool.usage().written == 1);
  CHECK(pool.usage().doublewritten == 0);
}

TEST_CASE("pages are evicted when fewer than half the scan depth are free, until as many are") {
  // 507 frames; 277 pages of the server, so that 31 more leave 199 free.
  Pool pool(settings(8 * megabyte, 400));
  for (PageNumber page = 0; page < 30; ++page) pool.touch(page);
  CHECK(pool.pages() == 307);
  pool.touch(30);
  CHECK(pool.pages() == 107);
  pool.check();
  // The server's pages came first and went first.
  for (PageNumber page = 0; page <= 30; ++page) CHECK(pool.holds({space, page}));
}

TEST_CASE("MariaDB writes dirty pages in one round and evicts them in the next, MySQL at once") {
  for (const ServerRules* rules : {&mariadb_10_11_rules, &mysql_8_0_rules}) {
    Pool pool(settings(8 * megabyte, 100), *rules);
    std::size_t evicted_from = 0;
    for (PageNumber page = 0; page < 3000 && evicted_from == 0; ++page) {
      pool.change(page);
      if (pool.usage().written > 0) evicted_from = page;
    }
    REQUIRE(evicted_from > 0);
    pool.check();
    // MariaDB: everything but the page that is in use. MySQL: as many as have to be free.
    CHECK(pool.dirty_pages() == (rules == &mysql_8_0_rules ? pool.pages() : 1));
  }
}

TEST_CASE("a page in use is neither written nor evicted") {
  Pool pool(settings(8 * megabyte, 400));
  pool.get({space, 1000});
  pool.note_modification({space, 1000}, ++pool.lsn);
  for (PageNumber page = 0; page < 900; ++page) {
    pool.get({space, page});
    if (page % 50 == 49) {
      pool.release();
      pool.get({space, 1000});
    }
  }
  CHECK(pool.holds({space, 1000}));
  CHECK(pool.is_dirty({space, 1000}));
}

TEST_CASE("a page that was read moves to the young part once its first use lies back long enough") {
  // A long list with an old part of 37 %: pages that are read pass through it and are gone, unless they are
  // used again later than innodb_old_blocks_time.
  const auto survives = [](std::uint64_t after_ms) {
    Pool pool(settings(32 * megabyte, 200));
    PageNumber next = 0;
    while (pool.usage().read < 4000) pool.touch(next++);  // so that pages have been evicted
    pool.touch(100000);
    pool.set_time(after_ms);
    pool.touch(100000);
    for (int i = 0; i < 1400; ++i) pool.touch(next++);
    return pool.holds({space, 100000});
  };
  CHECK_FALSE(survives(999));
  CHECK(survives(1000));
}

TEST_CASE("everything dirty is written when the log has grown beyond its limit, to the byte") {
  constexpr Lsn limit = mariadb_modified_age_max(96 * megabyte);
  CHECK(limit == 70717088);
  Pool pool(settings(64 * megabyte));
  pool.change(1);
  pool.note_log(limit);
  CHECK(pool.usage().written == 0);
  pool.note_log(limit + 1);
  CHECK(pool.usage().written == 1);
}

TEST_CASE("MySQL writes the pages that have been dirty for longest as the log grows") {
  constexpr Lsn limit = mysql_modified_age_max(96 * megabyte);
  Pool pool(settings(64 * megabyte), mysql_8_0_rules);
  for (PageNumber page = 0; page < 10; ++page) pool.change(page);  // at positions 1 to 10
  pool.note_log(limit + 4);
  CHECK(pool.usage().written == 3);
  CHECK_FALSE(pool.is_dirty({space, 2}));
  CHECK(pool.is_dirty({space, 3}));
}

TEST_CASE("a restart writes what is dirty and forgets everything, a dropped file is not written") {
  Pool pool(settings(64 * megabyte));
  for (PageNumber page = 0; page < 5; ++page) pool.change(page);
  pool.restart();
  CHECK(pool.usage().written == 5);
  pool.touch(0);
  CHECK(pool.usage().read == 6);
  for (PageNumber page = 0; page < 5; ++page) pool.change(page);
  pool.drop_file(space);
  pool.checkpoint();
  CHECK(pool.usage().written == 5);
  pool.drop_file(space + 1);  // of which nothing was ever read
  pool.check();
}

TEST_CASE("a pool is whole after any uses") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    INFO("seed " << seed);
    const RandomKey random{seed, 0};
    std::uint64_t draw = 0;
    const auto next = [&](std::uint32_t below) { return random.block(draw++)[0] % below; };
    Pool pool(settings((5 + next(40)) * megabyte, 100 + next(1500), next(3) * 500),
              seed % 2 == 0 ? mariadb_10_11_rules : mysql_8_0_rules);
    for (int i = 0; i < 20000; ++i) {
      const PageNumber page = next(2) == 0 ? next(50) : next(4000);
      switch (next(40)) {
        case 0:
          pool.create({space, page});
          pool.note_modification({space, page}, ++pool.lsn);
          pool.release();
          break;
        case 1:
          pool.free({space, page});
          break;
        case 2:
          pool.set_time(static_cast<std::uint64_t>(i) / 10);
          break;
        default:
          if (next(3) == 0) {
            pool.touch(page);
          } else {
            pool.change(page);
          }
      }
      if (i % 5000 == 4999) pool.check();
    }
    pool.checkpoint();
    pool.check();
    CHECK(pool.dirty_pages() == 0);
    CHECK(pool.usage().written <= pool.usage().dirtied);
    CHECK(pool.usage().doublewritten <= pool.usage().written);
  }
}
