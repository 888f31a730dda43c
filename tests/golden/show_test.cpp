// Does the same moment of the same run still look the same, in every view, in a wide and a narrow terminal,
// with and without characters beyond ASCII, and is no line ever wider than the terminal?
//
// The files are tests/golden/show/NAME.txt, made from scenarios/see-it and from innodb.json beside them. A
// change of theirs is a change that users see: rewrite them with KEYCOST_REWRITE_GOLDENS=1 only after reading
// the difference.
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "src/report/plain_text.hpp"
#include "src/show/crash.hpp"
#include "src/show/look.hpp"
#include "tests/catch.hpp"

namespace keycost {
namespace {

const std::string folder = KEYCOST_SOURCE_DIR "/tests/golden/show/";
const std::string pages = KEYCOST_SOURCE_DIR "/scenarios/see-it/twenty-keys-a-page.json";
const std::string innodb = folder + "innodb.json";

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

struct Picture {
  std::string name;
  std::string scenario;
  std::string table;
  std::string at;
  View view;
  std::optional<std::string> of;
  ReportStyle style{false, false, 80};
  std::optional<std::string> page_size = {};
};

std::string text_of(const Picture& picture) {
  WatchArguments arguments;
  arguments.scenario = picture.scenario;
  arguments.table = picture.table;
  arguments.page_size = picture.page_size;
  const WatchedTable watched = arguments.load();
  Look look;
  look.view = picture.view;
  look.of = picture.of;
  return show_at(watched, read_event(picture.at, watched.file.scenario), look, Screen(picture.style));
}

void check_width(const std::string& text, std::size_t width) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    CAPTURE(line);
    CHECK(display_width(line) <= width);
  }
}

const std::string narrow_rows = folder + "narrow-rows.json";

const Picture pictures[] = {
    {"page-small", narrow_rows, "t", "60", View::page, std::nullopt, {false, false, 80}, "1024"},
    {"split-small", narrow_rows, "t", "split:1", View::split, std::nullopt, {false, false, 80}, "1024"},
    {"tree-small", narrow_rows, "t", "end", View::tree, std::nullopt, {false, false, 80}, "1024"},
    {"page-first-row", pages, "random", "1", View::page, {}},
    {"page-full", pages, "random", "split:1", View::page, {}},
    {"page-internal", pages, "random", "end", View::page, "random_pkey:3"},
    {"page-meta", pages, "random", "start", View::page, "0"},
    {"page-heap", pages, "ascending", "20", View::page, "heap:0"},
    {"page-narrow-ascii", pages, "random", "75", View::page, {}, {false, true, 50}},
    {"tree", pages, "random", "end", View::tree, {}},
    {"tree-ascii", pages, "ascending", "end", View::tree, "ascending_pkey", {false, true, 60}},
    {"split-middle", pages, "random", "split:2", View::split, {}},
    {"split-rightmost", pages, "ascending", "40", View::split, {}},
    {"split-ascii", pages, "random", "before", View::split, {}, {false, true, 60}},
    {"wal-after-checkpoint", pages, "random", "75", View::wal, {}},
    {"wal-ascii", pages, "ascending", "before", View::wal, {}, {false, true, 60}},
    {"checkpoint-begins", pages, "random", "redo:1", View::checkpoint, {}},
    {"checkpoint-later", pages, "random", "75", View::checkpoint, {}, {false, true, 60}},
    {"innodb-page", innodb, "random", "split:1", View::page, {}},
    {"innodb-tree", innodb, "random", "end", View::tree, "by_n"},
    {"innodb-split-middle", innodb, "random", "split:2", View::split, {}},
    {"innodb-split-right", innodb, "ascending", "200", View::split, {}, {false, true, 60}},
};

struct CrashPicture {
  std::string name;
  std::string table;
  std::string at;
  std::optional<std::string> tear;
  std::size_t torn_at_bytes = 4096;
  bool has_images = true;
  bool has_checksums = true;
  ReportStyle style{false, false, 80};
};

std::string text_of(const CrashPicture& picture) {
  WatchArguments arguments;
  arguments.scenario = pages;
  arguments.table = picture.table;
  WatchedTable watched = arguments.load();
  watched.file.scenario.settings.set("full_page_writes", picture.has_images);
  watched.file.scenario.settings.set("data_checksums", picture.has_checksums);
  return show_crash(watched,
                    {read_event(picture.at, watched.file.scenario), picture.tear, picture.torn_at_bytes},
                    Screen(picture.style));
}

const CrashPicture crashes[] = {
    {"crash-not-torn", "random", "75", {}},
    {"crash-torn-with-images", "random", "75", "random_pkey:4"},
    {"crash-torn-without-images", "random", "75", "random_pkey:4", 4096, false},
    {"crash-torn-heap-rebuilt", "ascending", "80", "heap:4", 2048, false, false},
    {"crash-torn-heap", "random", "75", "heap:3", 4096, false, false},
    {"crash-torn-unnoticed", "random", "75", "random_pkey:4", 4096, false, false, {false, true, 60}},
};

}  // namespace

TEST_CASE("what crash tells is as it was") {
  const char* rewrite = std::getenv("KEYCOST_REWRITE_GOLDENS");
  for (const CrashPicture& picture : crashes) {
    CAPTURE(picture.name);
    const std::string text = text_of(picture);
    check_width(text, picture.style.width);
    const std::string path = folder + picture.name + ".txt";
    if (rewrite != nullptr && std::string(rewrite) == "1") std::ofstream(path, std::ios::binary) << text;
    CHECK(text == content_of(path));
    for (const std::size_t width : {40U, 100U}) {
      CrashPicture other = picture;
      other.style.width = width;
      check_width(text_of(other), width);
    }
  }
}

TEST_CASE("what show draws, for every view and both engines, is as it was") {
  const char* rewrite = std::getenv("KEYCOST_REWRITE_GOLDENS");
  for (const Picture& picture : pictures) {
    CAPTURE(picture.name);
    const std::string text = text_of(picture);
    check_width(text, picture.style.width);
    if (picture.style.ascii)
      CHECK(text.find_first_not_of("\n !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                   "[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~") == std::string::npos);
    const std::string path = folder + picture.name + ".txt";
    if (rewrite != nullptr && std::string(rewrite) == "1") std::ofstream(path, std::ios::binary) << text;
    CHECK(text == content_of(path));
  }
}

TEST_CASE("every view fits into every width, down to the least") {
  for (const Picture& picture : pictures) {
    for (const std::size_t width : {40U, 41U, 57U, 79U, 120U, 200U}) {
      Picture narrow = picture;
      narrow.style.width = width;
      CAPTURE(picture.name, width);
      check_width(text_of(narrow), width);
    }
  }
}

}  // namespace keycost
