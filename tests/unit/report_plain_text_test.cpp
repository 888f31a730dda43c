// Do columns stay straight and terminals unharmed, whatever characters names are made of?
#include "src/report/plain_text.hpp"
#include "tests/catch.hpp"

namespace keycost {
namespace {

TEST_CASE("width counts columns of a terminal, not bytes") {
  CHECK(display_width("abc") == 3);
  CHECK(display_width("é") == 1);
  CHECK(display_width("e\u0301") == 1);  // a combining accent
  CHECK(display_width("键值") == 4);
  CHECK(display_width("≥…✓") == 3);
  CHECK(display_width("🎲") == 2);
  CHECK(display_width("\xff") == 1);
}

TEST_CASE("padding fills up to a width and never cuts") {
  CHECK(padded_left("键", 4) == "  键");
  CHECK(padded_right("键", 4) == "键  ");
  CHECK(padded_left("abcdef", 4) == "abcdef");
}

TEST_CASE("control characters cannot reach the terminal") {
  CHECK(printable("a\x1b[31mb", false) == "a\uFFFD[31mb");
  CHECK(printable("a\nb", false) == "a\uFFFDb");
  CHECK(printable("\u202Eabc", false) == "\uFFFDabc");  // would turn the line around
  CHECK(printable("a\x9b", false) == "a\uFFFD");
  CHECK(printable("a\x1b", true) == "a?");
}

TEST_CASE("ASCII keeps what typographic characters say") {
  CHECK(printable("3…4 ≥ 5 ± 1 × 2", true) == "3...4 >= 5 +- 1 x 2");
  CHECK(printable("键", true) == "?");
  CHECK(printable("键 é", false) == "键 é");
}

TEST_CASE("long text is broken at spaces, and a word that is too long stays whole") {
  CHECK(wrapped("aa bb cc", 7, 2) == "  aa bb\n  cc\n");
  CHECK(wrapped("aaaaaaaaaa b", 5, 0) == "aaaaaaaaaa\nb\n");
  CHECK(wrapped("", 5, 0).empty());
}

}  // namespace
}  // namespace keycost
