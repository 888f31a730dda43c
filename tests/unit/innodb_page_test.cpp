// Question: does an index page of InnoDB account for its space to the byte?
#include <memory>

#include "tests/catch.hpp"
#include "tests/support/innodb_tree.hpp"

using namespace keycost;
using namespace keycost::innodb;
using namespace keycost::test;

namespace {

/// A leaf page with records of its own width, put at its end one by one.
class TestPage {
 public:
  explicit TestPage(std::size_t record_bytes, const ServerRules& rules = mariadb_10_11_rules)
      : shape_{8, record_bytes, true},
        format_(fixed_format(shape_)),
        pool_(rules, read_settings(rules, {})),
        log_(pool_),
        mtr_(log_),
        page({5, 4}, 0, format_, rules) {}

  bool insert(std::size_t position, std::uint64_t key) {
    const FixedRow row(shape_, key);
    return page.insert(position, row.record(), mtr_);
  }
  bool append() { return insert(page.records(), page.records() + 1); }
  void fill(std::size_t records) {
    while (page.records() < records) REQUIRE(append());
  }
  MiniTransaction& mtr() { return mtr_; }

 private:
  RowShape shape_;
  RecordFormat format_;
  BufferPool pool_;
  RedoLog log_;
  MiniTransaction mtr_;

 public:
  Page page;
};

}  // namespace

TEST_CASE("the directory is reckoned as two bytes for every four records, rounded down") {
  CHECK(directory_reserved_space(0) == 0);
  CHECK(directory_reserved_space(1) == 1);
  CHECK(directory_reserved_space(2) == 1);
  CHECK(directory_reserved_space(3) == 2);
  CHECK(directory_reserved_space(233) == 117);
}

TEST_CASE("a page takes records up to its last byte") {
  // 16252 = 233 × 69 + 117 + 58: a 234th record of 69 bytes does not fit.
  TestPage full(69);
  full.fill(233);
  CHECK_FALSE(full.append());
  CHECK(full.page.max_insert_size(1) == 58);
  // 31 records of 523 bytes leave 16252 − 16213 − 16 = 23 for the next one's directory share and itself …
  TestPage wide(523);
  wide.fill(31);
  CHECK(wide.page.max_insert_size(1) == 23);
  CHECK(wide.page.heap_top() == 120 + 16213);
  // … and 2 of 8125 leave exactly nothing: 16252 − 16250 − 2.
  TestPage widest(8125);
  widest.fill(2);
  CHECK(widest.page.max_insert_size(1) == 0);
}

TEST_CASE("of the free list only the head is reused, and what it has too much stays garbage") {
  TestPage with_list(69, mysql_8_0_rules);
  with_list.fill(10);
  with_list.page.remove(3, with_list.mtr());
  with_list.page.remove(6, with_list.mtr());
  CHECK(with_list.page.garbage() == 138);
  CHECK(with_list.page.heap_records() == 12);
  const RecordOffset head = with_list.page.first_free();
  REQUIRE(with_list.insert(0, 0));
  CHECK(with_list.page.record_offset(0) == head);
  CHECK(with_list.page.garbage() == 69);
  CHECK(with_list.page.heap_records() == 12);
  CHECK(with_list.page.last_insert() == head);
  with_list.page.check();
}

TEST_CASE("deleting the topmost record lowers the heap top in MariaDB, and never in MySQL") {
  TestPage steps_back(69, mariadb_10_11_rules);
  TestPage keeps(69, mysql_8_0_rules);
  for (TestPage* test : {&steps_back, &keeps}) {
    test->fill(10);
    test->page.remove(9, test->mtr());
    test->page.check();
    CHECK(test->page.last_insert() == 0);
  }
  CHECK(steps_back.page.heap_top() == 120 + 9 * 69);
  CHECK(steps_back.page.heap_records() == 11);
  CHECK(steps_back.page.garbage() == 0);
  CHECK(keeps.page.heap_top() == 120 + 10 * 69);
  CHECK(keeps.page.heap_records() == 12);
  CHECK(keeps.page.garbage() == 69);
}

TEST_CASE("records cut off at the end stay in the heap as garbage, the first of them at the list's head") {
  TestPage test(69);
  test.fill(10);
  const RecordOffset first_removed = test.page.record_offset(6);
  test.page.remove_end(6, test.mtr());
  CHECK(test.page.records() == 6);
  CHECK(test.page.garbage() == 4 * 69);
  CHECK(test.page.heap_top() == 120 + 10 * 69);
  CHECK(test.page.heap_records() == 12);
  CHECK(test.page.first_free() == first_removed);
  CHECK(test.page.last_insert() == 0);
  test.page.check();
  SECTION("a reorganised page has no garbage, and its last record counts as inserted last") {
    test.page.reorganize(test.mtr());
    CHECK(test.page.garbage() == 0);
    CHECK(test.page.heap_top() == 120 + 6 * 69);
    CHECK(test.page.heap_records() == 8);
    CHECK(test.page.last_insert() == test.page.record_offset(5));
    test.page.check();
  }
}

TEST_CASE("room at the heap top and room after reorganising differ by the garbage and its heap numbers") {
  TestPage test(69);
  test.fill(10);
  test.page.remove_end(6, test.mtr());
  CHECK(test.page.max_insert_size(1) == 16252 - 690 - directory_reserved_space(11));
  CHECK(test.page.max_insert_size_after_reorganize(1) == 16252 - 414 - directory_reserved_space(7));
}
