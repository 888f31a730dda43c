// Question: is text counted in characters, is what is not UTF-8 found, and is every text safe to show?
#include "src/utf8.hpp"

#include "tests/catch.hpp"

using namespace keycost;

namespace {

constexpr std::size_t valid = std::string_view::npos;

}  // namespace

TEST_CASE("well-formed text is accepted, up to the ends of every range") {
  for (const char* text : {"", "plain", "\x7F", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF",
                           "\xEE\x80\x80", "\xEF\xBF\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"}) {
    CHECK(find_invalid_utf8(text) == valid);
  }
}

TEST_CASE("what lies just beyond the ranges is not UTF-8") {
  for (const char* text :
       {"\x80", "\xBF", "\xC0\x80", "\xC1\xBF", "\xC2", "\xC2\x7F", "\xC2\xC0", "\xE0\x9F\xBF", "\xE1\x80",
        "\xE1\x80\x7F", "\xED\xA0\x80", "\xED\xBF\xBF", "\xF0\x8F\xBF\xBF", "\xF0\x90\x80",
        "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF"}) {
    CHECK(find_invalid_utf8(text) == 0);
  }
}

TEST_CASE("a bad byte is found wherever it stands among others") {
  for (std::size_t before = 0; before <= 40; ++before) {
    for (const char* rest : {"", "x", "and more than eight bytes"}) {
      CHECK(find_invalid_utf8(std::string(before, 'a') + "\xFF" + rest) == before);
      CHECK(find_invalid_utf8(std::string(before, 'a') + "\xC3\xA4" + rest) == valid);
    }
  }
}

TEST_CASE("characters are counted, not bytes") {
  CHECK(count_characters("") == 0);
  CHECK(count_characters("größer") == 6);
  CHECK(count_characters("慎选键") == 3);
  CHECK(count_characters("😀") == 1);
}

TEST_CASE("what a message shows cannot move a terminal's cursor, and ends") {
  CHECK(in_quotes("plain") == "\"plain\"");
  CHECK(in_quotes("größer") == "\"größer\"");
  CHECK(in_quotes("a\x1B[2J\n\x7F") == R"("a\x1B[2J\x0A\x7F")");
  CHECK(in_quotes("caf\xE9") == R"("caf\xE9")");
  CHECK(presentable(std::string(60, 'x')) == std::string(60, 'x'));
  CHECK(presentable(std::string(61, 'x')) == std::string(60, 'x') + "…");
  CHECK(has_control_character("\t"));
  CHECK(has_control_character("a\x7F"));
  CHECK_FALSE(has_control_character("a ~ ä"));
}

TEST_CASE("a path is told whole, however long") {
  const std::string path = std::string(200, 'd') + "/rows.csv";
  CHECK(path_in_quotes(path) == '"' + path + '"');
  CHECK(path_in_quotes("a\tb") == "\"a\\x09b\"");
  CHECK(in_quotes(path).size() < path.size());
}
