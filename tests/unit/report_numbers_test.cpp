// Are numbers printed as people know them from PostgreSQL, and exactly where exactness is promised?
#include <limits>

#include "src/report/numbers.hpp"
#include "tests/catch.hpp"

namespace keycost {
namespace {

TEST_CASE("sizes are those of pg_size_pretty, to the byte at which a unit changes") {
  // Source: PostgreSQL 18, src/test/regress/expected/dbsize.out.
  CHECK(size_pretty(0) == "0 bytes");
  CHECK(size_pretty(8192) == "8192 bytes");
  CHECK(size_pretty(10239) == "10239 bytes");
  CHECK(size_pretty(10240) == "10 kB");
  CHECK(size_pretty(10485247) == "10239 kB");
  CHECK(size_pretty(10485248) == "10 MB");
  CHECK(size_pretty(10736893951) == "10239 MB");
  CHECK(size_pretty(10736893952) == "10 GB");
  CHECK(size_pretty(10994579406847) == "10239 GB");
  CHECK(size_pretty(10994579406848) == "10 TB");
  CHECK(size_pretty(11258449312612351) == "10239 TB");
  CHECK(size_pretty(11258449312612352) == "10 PB");
}

TEST_CASE("sizes round half a unit up") {
  CHECK(size_pretty(10 * 1024 + 511) == "10 kB");
  CHECK(size_pretty(10 * 1024 + 512) == "11 kB");
  CHECK(size_pretty(6184 * 1024) == "6184 kB");
  CHECK(size_pretty(std::numeric_limits<std::uint64_t>::max()) == "16384 PB");
}

TEST_CASE("counts get a separator every three digits") {
  CHECK(with_thousands(0) == "0");
  CHECK(with_thousands(999) == "999");
  CHECK(with_thousands(1000) == "1,000");
  CHECK(with_thousands(1234567) == "1,234,567");
  CHECK(with_thousands(std::numeric_limits<std::uint64_t>::max()) == "18,446,744,073,709,551,615");
}

TEST_CASE("a number at full precision reads back as itself") {
  CHECK(full_precision(3) == "3");
  CHECK(full_precision(-3) == "-3");
  CHECK(full_precision(72753) == "72753");
  CHECK(full_precision(1e15) == "1000000000000000");
  CHECK(full_precision(71.57) == "71.57");
  CHECK(full_precision(0.1 + 0.2) == "0.30000000000000004");
  CHECK(full_precision_with_thousands(-1234567.5) == "-1,234,567.5");
  CHECK(full_precision_with_thousands(72753) == "72,753");
  CHECK(full_precision_with_thousands(1e300) == "1e+300");
}

}  // namespace
}  // namespace keycost
