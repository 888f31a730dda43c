// Do output files appear whole or not at all, where they were asked for and nowhere else?
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/problem.hpp"
#include "src/report/output_files.hpp"
#include "src/report/page_files.hpp"
#include "tests/catch.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace keycost {
namespace {

using test::TemporaryFolder;

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

TEST_CASE("files appear only when they are put in place, and leave nothing else behind") {
  const TemporaryFolder folder;
  OutputFiles files;
  files.add(folder / "one.txt", "one");
  files.add(folder / "two.txt", "two");
  CHECK_FALSE(std::filesystem::exists(folder / "one.txt"));
  files.put_in_place();
  CHECK(content_of(folder / "one.txt") == "one");
  CHECK(content_of(folder / "two.txt") == "two");
  CHECK(folder.entries() == 2);
}

TEST_CASE("a failure takes all files of the run with it and keeps the old ones") {
  const TemporaryFolder folder;
  std::ofstream(folder / "one.txt") << "old";
  {
    OutputFiles files;
    files.add(folder / "one.txt", "new");
    CHECK_THROWS_AS(files.add(folder / "absent/two.txt", "two"), InputOutputFailed);
  }
  CHECK(content_of(folder / "one.txt") == "old");
  CHECK(folder.entries() == 1);
}

TEST_CASE("an existing file is replaced as a whole and keeps its permissions; a link stays a link") {
  const TemporaryFolder folder;
  std::ofstream(folder / "real.txt") << "a longer old text";
  std::filesystem::permissions(folder / "real.txt", std::filesystem::perms(0640));
  std::filesystem::create_symlink("real.txt", folder / "link.txt");
  OutputFiles files;
  files.add(folder / "link.txt", "new");
  files.put_in_place();
  CHECK(std::filesystem::is_symlink(folder / "link.txt"));
  CHECK(content_of(folder / "real.txt") == "new");
  CHECK(std::filesystem::status(folder / "real.txt").permissions() == std::filesystem::perms(0640));
}

TEST_CASE("a pipe or device is written to, not replaced") {
  // A pipe of the test's own: asked of a real device, a fault here would replace it for the whole machine.
  const TemporaryFolder folder;
  const std::string pipe = folder / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  REQUIRE(reader >= 0);
  OutputFiles files;
  files.add(pipe, "text");
  files.put_in_place();
  char received[8] = {};
  CHECK(read(reader, received, sizeof received) == 4);
  CHECK(std::string(received) == "text");
  close(reader);
  CHECK(std::filesystem::is_fifo(pipe));
  CHECK(folder.entries() == 1);
}

TEST_CASE("two outputs cannot share a path") {
  const TemporaryFolder folder;
  OutputFiles files;
  files.add(folder / "one.txt", "a");
  CHECK_THROWS_AS(files.add(folder / "./one.txt", "b"), InputOutputFailed);
}

TEST_CASE("what can never be written is refused beforehand") {
  const TemporaryFolder folder;
  std::ofstream(folder / "file") << "";
  CHECK_NOTHROW(require_writable(folder / "new.txt"));
  CHECK_THROWS_AS(require_writable(folder.path()), InputOutputFailed);
  CHECK_THROWS_AS(require_writable(folder / "absent/new.txt"), InputOutputFailed);
  CHECK_THROWS_AS(require_writable(folder / "file/new.txt"), InputOutputFailed);
  CHECK_THROWS_AS(require_usable_folder(folder / "file"), InputOutputFailed);
  CHECK_NOTHROW(require_usable_folder(folder / "absent"));
}

TEST_CASE("no name of a table or index leads out of the folder") {
  CHECK(file_name_part("v4_pkey") == "v4_pkey");
  CHECK(file_name_part("public.v4") == "public.v4");
  CHECK(file_name_part("..") == "%2E.");
  CHECK(file_name_part("../../etc") == "%2E.%2F..%2Fetc");
  CHECK(file_name_part("/abs") == "%2Fabs");
  CHECK(file_name_part("50%\n") == "50%25%0A");
}

TEST_CASE("no output takes the place of what the run reads, however its path is spelled") {
  const TemporaryFolder folder;
  std::ofstream(folder / "scenario.json") << "input";
  OutputFiles files;
  files.protect(folder / "scenario.json");
  CHECK_THROWS_AS(files.add(folder / "./scenario.json", "report"), InputOutputFailed);
  files.add(folder / "report.json", "report");
  CHECK_THROWS_AS(files.add(folder / "./report.json", "report"), InputOutputFailed);
  files.put_in_place();
  CHECK(content_of(folder / "scenario.json") == "input");
  CHECK(content_of(folder / "report.json") == "report");
}

TEST_CASE("page files: a header line, a line a page, and images byte for byte") {
  const TemporaryFolder folder;
  ScenarioResult result;
  result.tables.push_back({"../t", {}});
  RelationPages index;
  index.name = "t_pkey";
  index.columns = {"blkno", "type"};
  index.lines = {{"1", "l"}, {"2", "r"}};
  index.image = std::string("\0\1\2", 3);
  RelationPages heap;
  heap.name = "heap";
  heap.image = "heap";
  result.pages_by_table = {{index, heap}};
  OutputFiles files;
  add_page_lines(files, folder / "new/pages", result);
  add_page_images(files, folder / "new/pages", result);
  files.put_in_place();
  CHECK(content_of(folder / "new/pages/%2E.%2Ft.t_pkey.tsv") == "blkno\ttype\n1\tl\n2\tr\n");
  CHECK(content_of(folder / "new/pages/%2E.%2Ft.t_pkey.bin") == index.image);
  CHECK(content_of(folder / "new/pages/%2E.%2Ft.heap.bin") == "heap");
  CHECK_FALSE(std::filesystem::exists(folder / "new/pages/%2E.%2Ft.heap.tsv"));
}

}  // namespace
}  // namespace keycost
