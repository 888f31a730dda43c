// Does a seed still ask what it asked, and with the same answers? A class has the sheets in its hands.
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "src/quiz/quiz.hpp"
#include "tests/catch.hpp"

namespace keycost {
namespace {

void compare(const std::string& file_name, const std::string& text) {
  const std::string path = KEYCOST_SOURCE_DIR "/tests/golden/quiz/" + file_name;
  const char* rewrite = std::getenv("KEYCOST_REWRITE_GOLDENS");
  if (rewrite != nullptr && std::string(rewrite) == "1") std::ofstream(path, std::ios::binary) << text;
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  CHECK(text == content.str());
}

TEST_CASE("the quiz of seed 7 and its key print what they printed before") {
  const Quiz quiz = make_quiz(7, 9);
  compare("seed-7.sheet", sheet_text(quiz));
  compare("seed-7.key", key_text(quiz));
}

}  // namespace
}  // namespace keycost
