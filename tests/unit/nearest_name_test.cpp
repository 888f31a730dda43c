// Question: is the name that was meant suggested, and nothing that was not?
#include "src/nearest_name.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "tests/catch.hpp"

using namespace keycost;

namespace {

const std::vector<std::string_view> words = {"rows", "commit_every", "new_session", "name"};

}  // namespace

TEST_CASE("an edit is a byte added, dropped or changed, or two neighbours swapped; case does not count") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("rows", "") == 4);
  CHECK(edit_distance("", "rows") == 4);
  CHECK(edit_distance("rows", "rows") == 0);
  CHECK(edit_distance("ROWS", "rows") == 0);
  CHECK(edit_distance("row", "rows") == 1);
  CHECK(edit_distance("rowss", "rows") == 1);
  CHECK(edit_distance("raws", "rows") == 1);
  CHECK(edit_distance("rwos", "rows") == 1);
  CHECK(edit_distance("orws", "rows") == 1);
  CHECK(edit_distance("kitten", "sitting") == 3);
}

TEST_CASE("the distance is the same in both directions") {
  for (const std::string_view left : words) {
    for (const std::string_view right : words)
      CHECK(edit_distance(left, right) == edit_distance(right, left));
  }
}

TEST_CASE("the nearest name is suggested") {
  CHECK(nearest_name("row", words) == "rows");
  CHECK(nearest_name("commitevery", words) == "commit_every");
  CHECK(nearest_name("New-Session", words) == "new_session");
  CHECK(nearest_name("nmae", words) == "name");
}

TEST_CASE("a third of the longer name may differ, and no more") {
  const std::vector<std::string_view> known = {"abcdefghi"};
  CHECK(nearest_name("abcdefxyz", known) == "abcdefghi");
  CHECK_FALSE(nearest_name("abcdewxyz", known).has_value());
}

TEST_CASE("a name of which nothing is left is no slip") {
  const std::vector<std::string_view> known = {"n"};
  CHECK_FALSE(nearest_name("x", known).has_value());
  CHECK_FALSE(nearest_name("", known).has_value());
  CHECK(nearest_name("N", known) == "n");
}

TEST_CASE("the first of equally near names is suggested") {
  const std::vector<std::string_view> known = {"v4", "v7"};
  CHECK(nearest_name("v5", known) == "v4");
  CHECK(nearest_name("V7", known) == "v7");
}

TEST_CASE("a text far longer than any name is not compared") {
  const std::string long_name(100'000, 'a');
  const std::string longer_name(100'001, 'a');
  const std::vector<std::string_view> known = {longer_name};
  CHECK_FALSE(nearest_name(long_name, known).has_value());
}

TEST_CASE("an unknown name is told with what was meant, or with what there is") {
  CHECK(unknown_name("key", "row", words) == R"(unknown key "row"; did you mean "rows"?)");
  CHECK(unknown_name("key", "zzz", words) ==
        R"(unknown key "zzz"; known: "rows", "commit_every", "new_session", "name")");
  CHECK(unknown_name("index", "i", {}) == R"(unknown index "i"; there is none)");
}

TEST_CASE("a long list is cut after 24 names and says how many more there are") {
  std::vector<std::string> names;
  for (int i = 0; i < 26; ++i) names.push_back(fmt::format("n{}", i));
  std::vector<std::string_view> known(names.begin(), names.end());
  CHECK(listed(known).ends_with(R"("n22", "n23" and 2 more)"));
  known.resize(24);
  CHECK(listed(known).ends_with(R"("n22", "n23")"));
}
