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
