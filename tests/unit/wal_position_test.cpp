// Do positions in the log skip page and segment headers as the server's do?
#include "sim/postgresql/wal/position.hpp"

#include "tests/catch.hpp"

using namespace keycost::postgresql;

namespace {

constexpr std::uint64_t page = 8192 - 24;                   // record bytes on a page
constexpr std::uint64_t first_page = 8192 - 40;             // on the first of a segment
constexpr std::uint64_t segment = 2048 * page - (40 - 24);  // in a segment

}  // namespace

TEST_CASE("a record begins behind the header of its page") {
  CHECK(lsn_of_record_start(0) == 40);
  CHECK(lsn_of_record_start(first_page - 1) == 8191);
  CHECK(lsn_of_record_start(first_page) == 8192 + 24);
  CHECK(lsn_of_record_start(first_page + page - 1) == 2 * 8192 - 1);
  CHECK(lsn_of_record_start(first_page + page) == 2 * 8192 + 24);
  CHECK(lsn_of_record_start(segment - 1) == (16 << 20) - 1);
  CHECK(lsn_of_record_start(segment) == (16 << 20) + 40);
}

TEST_CASE("a record that fills a page ends at the page's end, not behind the next header") {
  CHECK(lsn_of_record_end(first_page) == 8192);
  CHECK(lsn_of_record_end(first_page + 1) == 8192 + 25);
  CHECK(lsn_of_record_end(first_page + page) == 2 * 8192);
  CHECK(lsn_of_record_end(segment) == (16 << 20));
  CHECK(lsn_of_record_end(segment + 8) == (16 << 20) + 48);
}

TEST_CASE("from a record's place back to the bytes before it") {
  for (const std::uint64_t bytes : {std::uint64_t{0}, first_page - 8, first_page, first_page + page - 8,
                                    first_page + page, segment - 8, segment, 3 * segment + 5 * page + 16}) {
    CHECK(record_bytes_before(lsn_of_record_start(bytes)) == bytes);
  }
  CHECK(record_bytes_before((16 << 20) + 40) == segment);
}

TEST_CASE("where no record can begin, the next place counts") {
  CHECK(record_bytes_before(0) == 0);
  CHECK(record_bytes_before(8192) == first_page);
  CHECK(record_bytes_before(8192 + 8) == first_page);
  CHECK(record_bytes_before(8192 + 25) == first_page + 8);
}
