// Question: does the model keep a value as the server keeps it, bit for bit, and order keys as the server
// does?
#include "sim/postgresql/stored_value.hpp"

#include <fmt/format.h>

#include "sim/error.hpp"
#include "sim/postgresql/numeric_digits.hpp"
#include "tests/catch.hpp"
#include "tests/support/table_run.hpp"

using namespace keycost;
using namespace keycost::test;

namespace {

std::vector<std::byte> stored_numeric(std::string_view decimal) {
  std::vector<std::byte> stored;
  postgresql::append_numeric(decimal, stored);
  return stored;
}

/// As 16-bit numbers in hexadecimal: the header, then base-10000 digits.
std::string words(std::string_view decimal) {
  const std::vector<std::byte> stored = stored_numeric(decimal);
  std::string text;
  for (std::size_t i = 0; i < stored.size(); i += 2) {
    text += fmt::format("{}{:02x}{:02x}", i == 0 ? "" : " ", std::to_integer<unsigned>(stored[i + 1]),
                        std::to_integer<unsigned>(stored[i]));
  }
  return text;
}

int order(std::string_view left, std::string_view right) {
  return postgresql::compare_numerics(stored_numeric(left), stored_numeric(right));
}

ColumnBatch texts(SqlType type, const std::vector<std::string>& values, const TypeModifiers& modifiers = {}) {
  ColumnBatch batch(type);
  for (const std::string& value : values) {
    std::string payload;
    REQUIRE(parse_value(type, value, payload, modifiers).empty());
    batch.append(std::string_view(payload));
  }
  return batch;
}

}  // namespace

// Read off a server: SELECT … with pageinspect's heap_page_items.
TEST_CASE("a numeric has two bytes of header and two for every four digits") {
  CHECK(words("0") == "8000");
  CHECK(words("0.00") == "8100");
  CHECK(words("1") == "8000 0001");
  CHECK(words("-1") == "a000 0001");
  CHECK(words("9999") == "8000 270f");
  CHECK(words("10000") == "8001 0001");
  CHECK(words("100010001") == "8002 0001 0001 0001");
  CHECK(words("12.50") == "8100 000c 1388");
  CHECK(words("0.0001") == "827f 0001");
  CHECK(words("0.00001") == "82fe 03e8");
  CHECK(words("1.0000") == "8200 0001");
}

TEST_CASE("the short header holds a scale of 63 and weights from -64 to 63, the long one more") {
  const std::string zeros(400, '0');
  CHECK(words("0." + zeros.substr(0, 62) + "1").substr(0, 4) == "9ff0");  // weight -16
  CHECK(words("0." + zeros.substr(0, 63) + "1") == "0040 fff0 0001");
  CHECK(words("1" + zeros.substr(0, 63 * 4)) == "803f 0001");
  CHECK(words("1" + zeros.substr(0, 64 * 4)) == "0000 0040 0001");
  CHECK(words("-1" + zeros.substr(0, 64 * 4)) == "4000 0040 0001");
}

TEST_CASE("a stored numeric prints as it was written") {
  for (const char* text : {"0", "0.000", "1", "-1", "10000", "123456789.10", "-0.00000012",
                           "99999999.99999999", "1000000000000", "0.1000", "-20000.0002"}) {
    CHECK(postgresql::print_numeric(stored_numeric(text)) == text);
  }
}

TEST_CASE("numerics compare by value") {
  CHECK(order("1.0", "1.00") == 0);
  CHECK(order("0", "0.00") == 0);
  CHECK(order("0", "0.01") < 0);
  CHECK(order("-0.01", "0") < 0);
  CHECK(order("-2", "-1") < 0);
  CHECK(order("9999", "10000") < 0);
  CHECK(order("10000", "10000.0001") < 0);
  CHECK(order("-10000", "-10000.0001") > 0);
  CHECK(order("0.1", "0.09") > 0);
  CHECK(order("0.00009", "0.0001") < 0);
}

TEST_CASE("char(n) is padded to n characters, whatever their bytes") {
  const TypeModifiers three{.length = 3};
  const std::vector<postgresql::Attribute> attributes{postgresql::Attribute(SqlType::character, three)};
  std::vector<ColumnBatch> columns{texts(SqlType::character, {"a", "\u00e4\u20ac", "abc", ""}, three)};
  postgresql::store_values(attributes, columns);
  const auto stored = [&columns](std::size_t row) {
    const auto value = columns[0].value(row);
    return std::string(reinterpret_cast<const char*>(value.data()), value.size());
  };
  CHECK(stored(0) == "a  ");
  CHECK(stored(1) == "\u00e4\u20ac ");
  CHECK(stored(2) == "abc");
  CHECK(stored(3) == "   ");
  CHECK(postgresql::print_stored(attributes[0], columns[0].value(1)) == "\u00e4\u20ac");
  CHECK(postgresql::print_stored(attributes[0], columns[0].value(3)).empty());
}

TEST_CASE("equal numerics are one key to a unique index, and two images to a plain one") {
  const TableDefinition definition = table({column("id", SqlType::numeric)});
  const std::vector<ColumnBatch> twice{texts(SqlType::numeric, {"1.0", "2", "1.00"})};
  try {
    run(definition, {insert(3)}, twice);
    FAIL("1.00 went in beside 1.0");
  } catch (const RowRefused& refused) {
    CHECK(refused.row_number() == 3);
    CHECK(std::string(refused.what()).find("the key (1.00) is already in") != std::string::npos);
  }
  TableDefinition plain = definition;
  plain.indexes[0].unique = plain.indexes[0].primary = false;
  // 400 rows of one value, as short as a bigint: merged they would fit on one page; numerics never are.
  ColumnBatch same(SqlType::numeric);
  for (int row = 0; row < 410; ++row) same.append(std::string_view("7"));
  CHECK(run(plain, {insert(410)}, std::vector<ColumnBatch>{same})
            .result.steps[0]
            .indexes[0]
            .second.leaf_pages == 2);
  CHECK_THROWS_AS(run(definition, {insert(2), {"", RebuildStep{}}, insert(1)}, twice), RowRefused);
}

TEST_CASE("a unique index cannot be built on numerics that are equal") {
  TableDefinition definition = table({column("id", SqlType::numeric)});
  const IndexDefinition unique = definition.indexes[0];
  definition.indexes.clear();
  const std::vector<ColumnBatch> twice{texts(SqlType::numeric, {"1.0", "2", "1.00"})};
  CHECK_THROWS_AS(run(definition, {insert(3), {"", CreateIndexStep{{unique}}}}, twice), RowRefused);
}

TEST_CASE("blanks at the end of char(n) do not count when keys are compared") {
  // With its padding "a" would come behind "a" and a tab; without, before it.
  const TypeModifiers three{.length = 3};
  ColumnDefinition key = column("id", SqlType::character);
  key.modifiers = three;
  const TableRun result = run(table({key}), {insert(2)}, {texts(SqlType::character, {"a\t", "a"}, three)});
  const std::string& leaf = result.pages.back().image;
  CHECK(leaf.find("a  ") != std::string::npos);
  // The first line pointer leads to the lesser key: the second row.
  const std::size_t first = static_cast<unsigned char>(leaf[8192 + 24]) +
                            (static_cast<unsigned char>(leaf[8192 + 25]) & 0x7Fu) * 256u;
  CHECK(leaf[8192 + first + 4] == 2);
}
