// Is what servers print read for what it says, in every form that psql has? And is real held against
// simulated as stated: equal, within, in the band, somebody else's, or differing, with what is known to
// explain it?
#include <cmath>

#include <fmt/format.h>

#include "src/lab/comparison.hpp"
#include "src/lab/import.hpp"
#include "src/lab/output.hpp"
#include "src/lab/printed_rows.hpp"
#include "src/lab/real_figures.hpp"
#include "src/problem.hpp"
#include "tests/catch.hpp"

namespace keycost {
namespace {

constexpr std::string_view aligned =
    " version | tree_level | leaf_pages | avg_leaf_density \n"
    "---------+------------+------------+------------------\n"
    "       4 |          1 |         17 |            71.57 \n"
    "(1 row)\n\n";
constexpr std::string_view unaligned =
    "version|tree_level|leaf_pages|avg_leaf_density\n4|1|17|71.57\n(1 row)\n";
constexpr std::string_view comma_separated =
    "version,tree_level,leaf_pages,avg_leaf_density\r\n4,1,17,71.57\r\n";
constexpr std::string_view expanded =
    "-[ RECORD 1 ]----+------\nversion          | 4\ntree_level       | 1\nleaf_pages       | 17\n"
    "avg_leaf_density | 71.57\n\n";
constexpr std::string_view expanded_unaligned =
    "version|4\ntree_level|1\nleaf_pages|17\navg_leaf_density|71.57\n";
constexpr std::string_view expanded_csv = "version,4\ntree_level,1\nleaf_pages,17\navg_leaf_density,71.57\n";

double figure_of(const ImportedFigures& imported, const std::string& name) {
  for (const auto& [metric, value] : imported.figures)
    if (metric == name) return value;
  FAIL("no figure " << name);
  return 0;
}

LabOutput output_of(std::string_view lines) {
  return read_lab_output("lab.out", lines);
}

Agreement agreement_of(std::string_view line, double within_percent = 1) {
  return compare(output_of(line), within_percent).lines.at(0).agreement;
}

/// The message of the InputOutputFailed that `action` throws.
template <class Action>
std::string failure_of(Action action) {
  try {
    action();
  } catch (const InputOutputFailed& failed) {
    return failed.problem().text();
  }
  FAIL("nothing was thrown");
  return "";
}

}  // namespace

TEST_CASE("an index's statistics are read in every form that psql prints") {
  for (const std::string_view text :
       {aligned, unaligned, comma_separated, expanded, expanded_unaligned, expanded_csv}) {
    INFO(text);
    const ImportedFigures imported = read_server_figures("statindex.txt", text);
    CHECK(imported.origin == "pgstatindex");
    CHECK(imported.is_index);
    CHECK(imported.figures.size() == 3);  // the version is no figure
    CHECK(figure_of(imported, "tree_level") == 1);
    CHECK(figure_of(imported, "leaf_pages") == 17);
    CHECK(figure_of(imported, "avg_leaf_density") == 71.57);
  }
}

TEST_CASE("rows are told apart in expanded output too") {
  const std::vector<PrintedRow> headed =
      read_printed_rows("-[ RECORD 1 ]\na | 1\nb | 2\n-[ RECORD 2 ]\na | 3\nb | 4\n");
  const std::vector<PrintedRow> plain = read_printed_rows("a|1\nb|2\n\na|3\nb|4\n");
  const std::vector<PrintedRow> unbroken = read_printed_rows("a|1\nb|2\na|3\nb|4\n");
  for (const std::vector<PrintedRow>& rows : {headed, plain, unbroken}) {
    REQUIRE(rows.size() == 2);
    CHECK(*rows[1].find("a") == "3");
    CHECK(*rows[0].find("b") == "2");
    CHECK(rows[0].find("c") == nullptr);
  }
}

TEST_CASE("quotes of csv are heeded, and a separator in them is none") {
  const std::vector<PrintedRow> rows = read_printed_rows("name,note\n\"a,b\",\"say \"\"x\"\"\"\n");
  REQUIRE(rows.size() == 1);
  CHECK(*rows[0].find("name") == "a,b");
  CHECK(*rows[0].find("note") == "say \"x\"");
}

TEST_CASE("pg_waldump's statistics are read by resource manager and by record") {
  const std::string heading =
      "WAL statistics between 0/1528600 and 0/1633C30:\n"
      "Type          N      (%)   Record size      (%)   FPI size      (%)   Combined size      (%)\n"
      "----          -      ---   -----------      ---   --------      ---   -------------      ---\n";
  const std::string by_manager =
      heading +
      "XLOG          0 (  0.00)             0 (  0.00)          0 (  0.00)               0 (  0.00)\n"
      "Heap       1000 ( 66.64)         79000 ( 55.65)       8192 ( 99.99)           87192 ( 55.65)\n"
      "           --------            --------             --------            --------\n"
      "Total      1000              79000 [90.61%]       8192 [9.39%]             87192 [100%]\n";
  const ImportedFigures managers = read_server_figures("wal.txt", by_manager);
  CHECK(managers.by_resource_manager);
  CHECK(managers.figures.size() == 4);  // of XLOG there was nothing, the total is no type
  CHECK(figure_of(managers, "wal.by_type.Heap.count") == 1000);
  CHECK(figure_of(managers, "wal.by_type.Heap.fpi_size") == 8192);
  const ImportedFigures records = read_server_figures(
      "wal.txt", heading + "Heap/INSERT+INIT   8 ( 1.00)   632 ( 1.00)   0 ( 0.00)   632 ( 1.00)\n");
  CHECK_FALSE(records.by_resource_manager);
  CHECK(figure_of(records, "wal.by_type.Heap/INSERT+INIT.record_size") == 632);
  CHECK(failure_of([&] { read_server_figures("wal.txt", heading); }) ==
        "wal.txt: has no line of figures below pg_waldump's heading");
}

TEST_CASE("pg_stat_wal is one row since a reset, or a before and an after") {
  const std::string heading = "wal_records|wal_fpi|wal_bytes|wal_buffers_full\n";
  CHECK(figure_of(read_server_figures("w", heading + "120|3|9000|0\n"), "pg_stat_wal.wal_records") == 120);
  const ImportedFigures between = read_server_figures("w", heading + "120|3|9000|0\n150|5|9900|0\n");
  CHECK(figure_of(between, "pg_stat_wal.wal_records") == 30);
  CHECK(figure_of(between, "pg_stat_wal.wal_fpi") == 2);
  CHECK(figure_of(between, "pg_stat_wal.wal_bytes") == 900);
  CHECK(failure_of([&] { read_server_figures("w", heading + "1|1|1|1\n2|2|2|2\n3|3|3|3\n"); }) ==
        "w: has more than two rows of pg_stat_wal; a before and an after are wanted");
}

TEST_CASE("what is no output of a known tool is refused with what would be") {
  for (const std::string_view text : {"", "hello\n", "a|b\n1|2\n"}) {
    INFO(text);
    const std::string message = failure_of([&] { read_server_figures("x.txt", text); });
    CHECK(message.find("x.txt: is none of what can be read") == 0);
    CHECK(message.find("pg_waldump --stats=record") != std::string::npos);
  }
  CHECK(failure_of([] { read_server_figures("x", "avg_leaf_density|leaf_pages\n71.5|many\n"); }) ==
        "x: has \"many\" in column \"leaf_pages\", where a number should be");
}

TEST_CASE("a lab's output is read past whatever stands between its lines") {
  const LabOutput output = output_of(
      "WARNING: "
      "nothing\nkeycost-lab-about/1\tserver_version\t18.4\t\nkeycost-lab/1\tv4\tfirst\trows\t10\t10\t\n"
      "keycost-lab/1\tv4\tfirst\twal.fpi\t\t3\t\r\nkeycost-lab-about/1\tend\n");
  CHECK(output.is_complete);
  CHECK(output.real_about("server_version") == "18.4");
  REQUIRE(output.lines.size() == 2);
  CHECK(output.lines[0].metric == "rows");
  CHECK(output.lines[0].real == 10);
  CHECK_FALSE(output.lines[1].real);
  CHECK_FALSE(output_of("keycost-lab/1\tv4\tfirst\trows\t10\t10\n").is_complete);
  CHECK(failure_of([] { output_of("x\nkeycost-lab/1\tv4\tfirst\trows\tten\t10\n"); }) ==
        "lab.out:2: has \"ten\" where a number should be");
  CHECK(failure_of([] { output_of("keycost-lab/1\tv4\n"); }).find("lab.out:1: has fewer than 6 fields") == 0);
  CHECK(failure_of([] {
          output_of("nothing\n");
        }).find("lab.out: holds no line that begins with keycost-lab/1") == 0);
}

TEST_CASE("a figure agrees up to the tolerance and not by one beyond") {
  const auto line = [](int real) {
    return fmt::format("keycost-lab/1\tt\ts\twal.bytes\t{}\t10000\t\n", real);
  };
  CHECK(agreement_of(line(10000)) == Agreement::equal);
  CHECK(agreement_of(line(10100)) == Agreement::within);
  CHECK(agreement_of(line(9900)) == Agreement::within);
  CHECK(agreement_of(line(10101)) == Agreement::differs);
  CHECK(agreement_of(line(9899)) == Agreement::differs);
  CHECK(agreement_of(line(10001), 0) == Agreement::differs);
  const Comparison comparison = compare(output_of(line(10101)), 1);
  CHECK(*comparison.lines[0].deviation_percent == Approx(1.01));
  CHECK_FALSE(comparison.held());
  CHECK(agreement_of("keycost-lab/1\tt\ts\tconflicts\t1\t0\t\n") == Agreement::differs);
}

TEST_CASE("random keys of the server's own have a band of four deviations") {
  const auto line = [](int real) {
    return fmt::format("keycost-lab/1\tt\ts\tindexes.i.leaf_pages\t{}\t100\t5\n", real);
  };
  CHECK(agreement_of(line(120)) == Agreement::in_band);
  CHECK(agreement_of(line(80)) == Agreement::in_band);
  CHECK(agreement_of(line(121)) == Agreement::differs);
}

TEST_CASE("what the log does not name is 0, if the log was read") {
  const std::string read = "keycost-lab/1\tt\ts\twal.by_type.Heap/INSERT.count\t5\t5\t\n";
  const std::string missing = "keycost-lab/1\tt\ts\twal.by_type.Btree/SPLIT_R.count\t\t2\t\n";
  CHECK(compare(output_of(read + missing), 1).lines[1].agreement == Agreement::differs);
  CHECK(compare(output_of(missing), 1).lines[0].agreement == Agreement::not_told);
  const std::string images = "keycost-lab/1\tt\ts\twal.by_type.Heap/INSERT.fpi\t\t0\t\n";
  CHECK(compare(output_of(read + images), 1).lines[1].agreement == Agreement::equal);
  const std::string with_images = "keycost-lab/1\tt\ts\twal.by_type.Heap/INSERT.fpi_size\t8192\t8192\t\n";
  CHECK(compare(output_of(with_images + images), 1).lines[1].agreement == Agreement::not_told);
}

TEST_CASE("records of the background and of others are no part of what is compared") {
  const std::string background = "keycost-lab/1\tt\ts\twal.by_type.Standby/RUNNING_XACTS.count\t2\t\t\n";
  CHECK(agreement_of(background) == Agreement::foreign);
  CHECK(compare(output_of(background), 1).compared() == 0);
  CHECK_FALSE(compare(output_of(background), 1).held());  // nothing was compared
  const std::string hints = "keycost-lab/1\tt\ts\twal.by_type.XLOG/FPI_FOR_HINT.count\t1\t\t\n";
  CHECK(agreement_of(hints) == Agreement::differs);
  const std::string counted = "keycost-lab/1\tt\ts\tenvironment.foreign_records\t1\t\t\n";
  CHECK(agreement_of(hints + counted) == Agreement::foreign);
}

TEST_CASE("what is known to explain a difference is told, and nothing else is") {
  const std::string line = "keycost-lab/1\tt\ts\twal.fpi\t20\t10\t\n";
  const auto explanation = [&](const std::string& more) {
    return compare(output_of(line + more), 1).lines[0].explanation;
  };
  CHECK(explanation("").empty());
  CHECK(explanation("keycost-lab-about/1\tdata_checksums\toff\ton\n") ==
        "data_checksums is off, simulated on");
  CHECK(explanation("keycost-lab-about/1\tshared_buffers\t1\t2\n").empty());  // has no bearing on the log
  CHECK(explanation("keycost-lab/1\tt\ts\twal.by_type.XLOG/CHECKPOINT_ONLINE.count\t1\t\t\n")
            .find("1 checkpoint ") == 0);
  const std::string versions =
      "keycost-lab-about/1\tengine\t\tpostgresql-18\nkeycost-lab-about/1\tserver_version\t";
  CHECK(explanation(versions + "18.4\t\n").empty());
  CHECK(explanation(versions + "15.6 (Debian)\t\n").find("version 15 instead of 18") == 0);
  const std::string heap = "keycost-lab/1\tt\ts\theap.pages\t128\t176\t\n";
  CHECK(compare(output_of(heap + versions + "15.20\t\n"), 1).lines[0].explanation ==
        "COPY extends a table by many pages at once since 16");
  CHECK(compare(output_of(heap + versions + "16.1\t\n"), 1).lines[0].explanation ==
        "version 16 instead of 18");
  const std::string text = comparison_text(output_of(line), compare(output_of(line), 1), 1, true);
  CHECK(text.find("worth reporting") != std::string::npos);
}

}  // namespace keycost
