// Does `keycost crash` say what full-page images are for: with them a torn page comes back whole, without
// them it does not, and nobody is told?
#include <string>

#include "tests/catch.hpp"
#include "tests/program/program_run.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace keycost {
namespace {

using namespace test;

const std::string pages = KEYCOST_SOURCE_DIR "/scenarios/see-it/twenty-keys-a-page.json";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

ProgramOutput crash(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "crash");
  arguments.insert(arguments.end(), {"--width", "200"});
  return run_keycost(arguments);
}

TEST_CASE("a crash loses what was not committed and nothing else, wherever it comes") {
  for (const char* event : {"start", "1", "19", "split:1", "root:2", "redo:1", "checkpoint:1", "record:200",
                            "image:3", "75", "before", "commit:20", "end"}) {
    CAPTURE(event);
    for (const char* table : {"random", "ascending"}) {
      const ProgramOutput output = crash({pages, "--table", table, "--at", event});
      CHECK(output.status == 0);
      CHECK(contains(output.out, "Nothing is lost but what was not committed"));
      CHECK_FALSE(contains(output.out, "misses"));
    }
  }
  CHECK(contains(crash({pages, "--at", "74"}).out, "Of 74 rows that had arrived, 70 are committed."));
}

TEST_CASE(
    "a torn page comes back byte for byte with images, and without them it does not, at the same place") {
  const std::vector<std::string> torn{pages, "--at", "75", "--tear", "random_pkey:4"};
  std::vector<std::string> without = torn;
  without.insert(without.end(), {"--full-page-images", "off"});
  const ProgramOutput with_images = crash(torn);
  CHECK(contains(with_images.out, "The torn page is, byte for byte, what it was before the crash."));
  CHECK(contains(with_images.out, "full-page images on"));
  const ProgramOutput without_images = crash(without);
  CHECK(without_images.status == 0);
  CHECK(contains(without_images.out, "block 4"));
  CHECK(contains(without_images.out, "not as before the crash"));
  CHECK(contains(without_images.out, "The server does not come up again"));
}

TEST_CASE("without checksums a torn page without an image is noticed by nobody") {
  const TemporaryFolder folder;
  const std::string path = folder / "s.json";
  write_file(path, R"({"title": "t", "engine": "postgresql-18",
    "settings": {"full_page_writes": false, "data_checksums": false},
    "tables": {"t": {"columns": [{"name": "id", "type": "uuid", "values": "uuidv4"}], "primary_key": ["id"]}},
    "steps": [{"do": "insert", "rows": 2000}, {"do": "checkpoint"}, {"do": "insert", "rows": 500, "commit_every": 10}]})");
  const ProgramOutput output = crash({path, "--at", "2300", "--tear", "t_pkey:1", "--torn-at", "1024"});
  CAPTURE(output.err);
  CHECK(output.status == 0);
  CHECK(contains(output.out, "nobody notices"));
  CHECK(contains(output.out, "The server comes up and nobody is told"));
  CHECK(contains(output.out, "misses"));
}

TEST_CASE("what cannot be torn or recovered is a usage error that says what can") {
  const auto refused = [](std::vector<std::string> arguments) {
    const ProgramOutput output = crash(std::move(arguments));
    CHECK(output.status == 2);
    CHECK(output.out.empty());
    return output.err;
  };
  CHECK(contains(refused({}), "a SCENARIO is missing"));
  CHECK(contains(refused({pages, "--at", "checkpoint:1", "--tear", "random_pkey:1"}),
                 "is not dirty at this moment"));
  CHECK(contains(refused({pages, "--at", "75", "--tear", "random_pkey:5"}), "random_pkey:4"));
  CHECK(contains(refused({pages, "--at", "split:2", "--tear", "random_pkey:1"}), "while a page splits"));
  CHECK(contains(refused({pages, "--at", "75", "--tear", "heap:99"}), "--tear RELATION:BLOCK"));
  CHECK(contains(refused({pages, "--at", "75", "--tear", "haep:1"}), "did you mean \"heap\""));
  CHECK(contains(refused({pages, "--torn-at", "1000"}), "a multiple of 512"));
  CHECK(contains(refused({pages, "--torn-at", "8192"}), "from 512 to 7680"));
  CHECK(contains(refused({pages, "--full-page-images", "maybe"}), "on or off"));
  CHECK(contains(refused({pages, "--at", "1000"}), "the run has 120 of them"));
  CHECK(contains(refused({KEYCOST_SOURCE_DIR "/tests/golden/show/innodb.json"}), "nothing can be replayed"));
}

}  // namespace
}  // namespace keycost
