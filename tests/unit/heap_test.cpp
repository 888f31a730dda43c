// Does a heap page take exactly as many rows as fit, and what does leaving a page write?
#include "sim/error.hpp"
#include "sim/postgresql/heap/toast.hpp"
#include "tests/catch.hpp"
#include "tests/support/table_run.hpp"

using namespace keycost;
using namespace keycost::test;

namespace {

/// A table of one uuid key and `bigints` further columns: rows of 24 + 16 + 8 × bigints bytes.
TableDefinition uuid_table(int bigints, int smallints = 0) {
  std::vector<ColumnDefinition> columns{column("id", SqlType::uuid, "uuidv7")};
  for (int i = 0; i < bigints; ++i)
    columns.push_back(column("b" + std::to_string(i), SqlType::bigint, "counter"));
  for (int i = 0; i < smallints; ++i) {
    columns.push_back(
        column("s" + std::to_string(i), SqlType::smallint, "counter", option("increment", std::int64_t{0})));
  }
  return table(std::move(columns));
}

std::uint64_t heap_pages(const TableDefinition& definition, std::uint64_t rows) {
  return run(definition, {insert(rows)}).result.steps[0].heap.pages;
}

void check_rows_a_page(const TableDefinition& definition, std::uint64_t rows) {
  INFO(rows);
  CHECK(heap_pages(definition, rows) == 1);
  CHECK(heap_pages(definition, rows + 1) == 2);
}

}  // namespace

TEST_CASE("a heap page is filled to the last row that fits") {
  // floor(8168 / (MAXALIGN(row) + 4)). Rows of 25–32 bytes: 226; 33–40: 185; 41–48: 157; 49–56: 136.
  check_rows_a_page(table({column("id", SqlType::bigint, "counter")}), 226);
  check_rows_a_page(table({column("id", SqlType::integer, "counter")}), 226);
  check_rows_a_page(
      table({column("id", SqlType::bigint, "counter"), column("n", SqlType::integer, "counter")}), 185);
  check_rows_a_page(uuid_table(0, 4), 157);  // 48 bytes: the last that rounds up to 48 …
  check_rows_a_page(uuid_table(0, 5), 136);  // … and 50, the first that rounds up to 56
  check_rows_a_page(uuid_table(0), 185);     // 40 bytes
}

TEST_CASE("fillfactor keeps its share of a page free") {
  TableDefinition half = uuid_table(0);
  half.options = option("fillfactor", std::int64_t{50});
  // 8168 bytes less 4096 reserved, in steps of 44: the 92nd row still finds 40 + 4096 free, the 93rd does
  // not.
  check_rows_a_page(half, 92);
}

TEST_CASE("with nine columns and no NULL the row's header stays 24 bytes") {
  // The bitmap is there only for NULLs: 24 + 16 + 8 × 8 = 104 bytes, 75 rows.
  check_rows_a_page(uuid_table(8), 75);
}

TEST_CASE("the first row on a page is logged as making the page, and is never an image") {
  const TableRun result = run(uuid_table(0), {insert(185, "full"), checkpoint(), insert(1, "next")});
  CHECK(wal_type(result.result.steps[0], "Heap/INSERT+INIT").count == 1);
  CHECK(wal_type(result.result.steps[0], "Heap/INSERT").count == 184);
  CHECK(wal_type(result.result.steps[1], "Heap/INSERT+INIT").count == 1);
  CHECK(wal_type(result.result.steps[1], "Heap/INSERT+INIT").fpi == 0);
  // 31 + 40 bytes, as without a checkpoint.
  CHECK(wal_type(result.result.steps[1], "Heap/INSERT+INIT").record_size == 71);
}

TEST_CASE("an image of a heap page leaves out its hole") {
  const TableRun result = run(uuid_table(0), {insert(10), checkpoint(), insert(1, "next")});
  const WalTypeUsage usage = wal_type(result.result.steps[1], "Heap/INSERT");
  CHECK(usage.fpi == 1);
  CHECK(usage.fpi_size == 24 + 11 * (4 + 40));  // taken after the change
  CHECK(usage.record_size == 54);               // the row's bytes are in the image
}

namespace {

/// What leaving the first page writes beyond the row itself.
StepResult second_page(const TableDefinition& definition, std::uint64_t rows_a_page, Options settings = {}) {
  return run(definition, {insert(rows_a_page), insert(1, "over")}, 1, std::move(settings)).result.steps[1];
}

}  // namespace

TEST_CASE("a page left with 32 bytes or more marks the free space map, one with less does not") {
  // A row of 40 bytes and its pointer take 44: 185 of them leave 28, 24 after another pointer. Of 76: 107
  // leave 36, so 32.
  const StepResult below = second_page(uuid_table(0), 185);
  CHECK(wal_type(below, "XLOG/FPI_FOR_HINT").count == 0);
  CHECK(below.buffers.written == 1 + 3);  // the new page and three pages of map
  CHECK(below.buffers.dirtied == 1);

  const StepResult above = second_page(uuid_table(4), 107);
  CHECK(wal_type(above, "XLOG/FPI_FOR_HINT").count == 1);
  CHECK(wal_type(above, "XLOG/FPI_FOR_HINT").fpi_size == 8192);  // the whole page: a map has no hole
  CHECK(wal_type(above, "XLOG/FPI_FOR_HINT").record_size == 49);
  CHECK(above.buffers.dirtied == 2);
}

TEST_CASE("without checksums the free space map's hints are not logged unless wal_log_hints asks for it") {
  Options hints = option("data_checksums", false);
  hints.set("wal_log_hints", true);
  const StepResult logged = second_page(uuid_table(4), 107, hints);
  CHECK(wal_type(logged, "XLOG/FPI_FOR_HINT").count == 1);
  CHECK(wal_type(logged, "XLOG/FPI_FOR_HINT").fpi_size == 8192);

  hints.set("full_page_writes", false);
  const StepResult without_image = second_page(uuid_table(4), 107, hints);
  CHECK(wal_type(without_image, "XLOG/FPI_FOR_HINT").count == 1);
  CHECK(wal_type(without_image, "XLOG/FPI_FOR_HINT").record_size == 44);
  CHECK(wal_type(without_image, "XLOG/FPI_FOR_HINT").fpi == 0);
}

TEST_CASE("without checksums the free space map's hints are not logged, without images they carry none") {
  const StepResult unlogged = second_page(uuid_table(4), 107, option("data_checksums", false));
  CHECK(wal_type(unlogged, "XLOG/FPI_FOR_HINT").count == 0);
  CHECK(unlogged.buffers.dirtied == 2);

  const StepResult without_image = second_page(uuid_table(4), 107, option("full_page_writes", false));
  CHECK(wal_type(without_image, "XLOG/FPI_FOR_HINT").count == 1);
  CHECK(wal_type(without_image, "XLOG/FPI_FOR_HINT").record_size == 44);
  CHECK(wal_type(without_image, "XLOG/FPI_FOR_HINT").fpi == 0);
}

namespace {

/// Inserts a short row, then one whose text has `text_size_bytes`; whether the second was refused.
bool refuses_text_of(std::size_t text_size_bytes) {
  ColumnBatch texts(SqlType::text);
  texts.append(std::string_view("short"));
  texts.append(std::string_view(std::string(text_size_bytes, 'x')));
  const TableDefinition definition = table({column("id", SqlType::bigint), column("t", SqlType::text)});
  try {
    run(definition, {insert(2)}, {integers(SqlType::bigint, {1, 2}), texts});
    return false;
  } catch (const RowRefused& refused) {
    CHECK(refused.row_number() == 2);
    return true;
  }
}

}  // namespace

// Asked of PostgreSQL 18.4: whether pg_class.reltoastrelid is 0.
TEST_CASE("a table has out-of-line storage from the first byte on that its widest row may be too wide") {
  const auto has_toast = [](std::size_t smallints, int text_length) {
    TableDefinition definition;
    for (std::size_t i = 0; i < smallints; ++i) definition.columns.push_back(column("n", SqlType::smallint));
    definition.columns.push_back(column("t", SqlType::varchar));
    definition.columns.back().modifiers.length = text_length;
    return postgresql::needs_toast_table(definition, postgresql::block_size_bytes);
  };
  CHECK_FALSE(has_toast(7, 497));
  CHECK(has_toast(7, 498));
  CHECK_FALSE(has_toast(8, 495));  // nine columns: another byte of NULL bitmap, and eight of header
  CHECK(has_toast(8, 496));
}

TEST_CASE("a row that the server would compress or move out of line is refused, naming the row") {
  // 24 + 8 + 4 + text: above 2032 bytes.
  CHECK_FALSE(refuses_text_of(2032 - 36));
  CHECK(refuses_text_of(2032 - 36 + 1));
}

TEST_CASE("a row of fixed width may fill a page") {
  // A uuid and 1015 bigints: 24 + 16 + 8120 = 8160 bytes, the most that a page takes.
  check_rows_a_page(uuid_table(1015), 1);
}
