// Is colour shown exactly when the user wants it, and ASCII wherever UTF-8 cannot be read?
#include "src/report/style.hpp"
#include "tests/catch.hpp"

namespace keycost {
namespace {

bool has_colour(ColourChoice choice, bool is_terminal, bool no_colour, bool force) {
  StyleEnvironment environment;
  environment.is_terminal = is_terminal;
  environment.no_colour = no_colour;
  environment.force_colour = force;
  return choose_style(choice, false, environment).colour;
}

bool is_ascii(std::string_view character_set) {
  StyleEnvironment environment;
  environment.character_set = character_set;
  return choose_style(ColourChoice::automatic, false, environment).ascii;
}

TEST_CASE("colour is for terminals, unless the environment says otherwise") {
  const auto automatic = ColourChoice::automatic;
  CHECK(has_colour(automatic, true, false, false));
  CHECK_FALSE(has_colour(automatic, false, false, false));
  CHECK(has_colour(automatic, false, false, true));
  CHECK_FALSE(has_colour(automatic, true, true, false));
  CHECK_FALSE(has_colour(automatic, true, true, true));  // NO_COLOR beats CLICOLOR_FORCE
}

TEST_CASE("the option --color beats the environment") {
  CHECK(has_colour(ColourChoice::always, false, true, false));
  CHECK_FALSE(has_colour(ColourChoice::never, true, false, true));
}

TEST_CASE("the locale's name tells whether UTF-8 can be read") {
  CHECK_FALSE(is_ascii("en_US.UTF-8"));
  CHECK_FALSE(is_ascii("C.utf8"));
  CHECK(is_ascii("C"));
  CHECK(is_ascii("POSIX"));
  CHECK(is_ascii(""));
  CHECK(is_ascii("de_DE.ISO-8859-1"));
}

TEST_CASE("the option --ascii works in any locale") {
  StyleEnvironment environment;
  environment.character_set = "C.UTF-8";
  CHECK(choose_style(ColourChoice::automatic, true, environment).ascii);
}

}  // namespace
}  // namespace keycost
