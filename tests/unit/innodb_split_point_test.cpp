// Question: is a full InnoDB page split where the last insert says?
#include "tests/catch.hpp"
#include "tests/support/innodb_tree.hpp"

using namespace keycost;
using namespace keycost::innodb;
using namespace keycost::test;

namespace {

constexpr RowShape shape{8, 100, true};

/// A page of `records` records whose record at `last` (from 0) was inserted last; none if `last` is
/// `records`.
class SplitPage {
 public:
  SplitPage(std::size_t records, std::size_t last)
      : format_(fixed_format(shape)),
        pool_(mariadb_10_11_rules, read_settings(mariadb_10_11_rules, {})),
        log_(pool_),
        mtr_(log_),
        page({5, 4}, 0, format_, mariadb_10_11_rules) {
    for (std::size_t i = 0; i < records; ++i) {
      if (i != last) insert(page.records(), i);
    }
    if (last == records) {
      page.forget_last_insert();
    } else {
      insert(last, last);
    }
  }

 private:
  void insert(std::size_t position, std::uint64_t key) {
    const FixedRow row(shape, key);
    REQUIRE(page.insert(position, row.record(), mtr_));
  }

  RecordFormat format_;
  BufferPool pool_;
  RedoLog log_;
  MiniTransaction mtr_;

 public:
  Page page;
};

SplitPoint split(std::size_t records, std::size_t last, std::size_t position) {
  const SplitPage test(records, last);
  return choose_split_point(test.page, position);
}

}  // namespace

TEST_CASE("behind the last insert, with nothing or one record behind: the new record begins the new page") {
  CHECK(split(10, 9, 10) == SplitPoint{SplitKind::right, 10, false, true});
  CHECK(split(10, 8, 9) == SplitPoint{SplitKind::right, 9, false, true});
}

TEST_CASE("behind the last insert, with two or more behind: it stays, with one follower") {
  CHECK(split(10, 7, 8) == SplitPoint{SplitKind::right, 9, true, false});
  CHECK(split(10, 0, 1) == SplitPoint{SplitKind::right, 2, true, false});
}

TEST_CASE("before the last insert: the record in front goes up with it, unless it is the first") {
  CHECK(split(10, 5, 5) == SplitPoint{SplitKind::left, 4, false, false});
  CHECK(split(10, 2, 2) == SplitPoint{SplitKind::left, 1, false, false});
  CHECK(split(10, 1, 1) == SplitPoint{SplitKind::left, 1, true, false});
  CHECK(split(10, 0, 0) == SplitPoint{SplitKind::left, 0, true, false});
}

TEST_CASE("anywhere else the page is split in the middle of its records, the new one not counted") {
  CHECK(split(10, 10, 5) == SplitPoint{SplitKind::middle, 5, true, false});
  CHECK(split(10, 10, 6) == SplitPoint{SplitKind::middle, 5, false, false});
  CHECK(split(11, 11, 5) == SplitPoint{SplitKind::middle, 5, true, false});
  CHECK(split(11, 3, 8) == SplitPoint{SplitKind::middle, 5, false, false});
  CHECK(split(2, 2, 2) == SplitPoint{SplitKind::middle, 1, false, false});
}

TEST_CASE("a page with one record is split before or behind it") {
  CHECK(split(1, 1, 0) == SplitPoint{SplitKind::middle, 0, true, false});
  CHECK(split(1, 1, 1) == SplitPoint{SplitKind::middle, 1, false, true});
}

TEST_CASE(
    "by size: the records are cut where half of the bytes is passed, the new one counted where it goes") {
  const SplitPage test(10, 10);
  // 10 records of 100 bytes and the new one of 5000: 6000 + 5 = 6005, half is 3002.
  CHECK(choose_split_point_by_size(test.page, 0, 5000) == SplitPoint{SplitKind::middle, 0, true, false});
  CHECK(choose_split_point_by_size(test.page, 5, 5000) == SplitPoint{SplitKind::middle, 5, true, false});
  CHECK(choose_split_point_by_size(test.page, 10, 5000) == SplitPoint{SplitKind::middle, 10, false, true});
  // Half is passed by the record before it: the new one is the first of the upper page.
  CHECK(choose_split_point_by_size(test.page, 5, 100) == SplitPoint{SplitKind::middle, 5, true, false});
}
