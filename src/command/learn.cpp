// keycost learn: the lessons, in order; one of them, up to the prediction.
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "src/command/arguments.hpp"
#include "src/command/command.hpp"
#include "src/command/console_text.hpp"
#include "src/report/output_files.hpp"
#include "src/report/plain_text.hpp"
#include "src/scenario_file.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

constexpr std::size_t prose_width = 100;

struct LearnArguments {
  std::optional<std::string> lesson;
  std::string folder = "scenarios/learn";
};

std::string list_text(const std::vector<std::string>& paths) {
  std::string text;
  for (std::size_t i = 0; i < paths.size(); ++i)
    text += fmt::format("{:>2}  {}\n", i + 1, load_scenario(paths[i]).title);
  return text + "\n`keycost learn N` asks; `keycost quiz` examines.\n";
}

std::string lesson_text(const ScenarioFile& lesson) {
  std::string text = lesson.title + "\n\n";
  text += wrapped(lesson.question, prose_width, 0);
  if (!lesson.predict.empty()) text += "\n" + wrapped("Predict: " + lesson.predict, prose_width, 0);
  return text + fmt::format("\nThen run it:\n\n    keycost run {}\n", lesson.path);
}

ExitStatus learn(const LearnArguments& arguments) {
  if (!std::filesystem::is_directory(arguments.folder)) {
    throw UsageError(
        fmt::format("learn: there is no folder {} here; name the one of the lessons with --folder",
                    in_quotes(arguments.folder)));
  }
  const std::vector<std::string> paths = find_scenarios(arguments.folder);
  if (!arguments.lesson) {
    write_standard_output(in_character_set(list_text(paths)));
    return ExitStatus::held;
  }
  const std::uint64_t number = read_whole_number("LESSON", *arguments.lesson, {1, paths.size()});
  write_standard_output(
      in_character_set(lesson_text(load_scenario(paths[static_cast<std::size_t>(number) - 1]))));
  return ExitStatus::held;
}

CommandAction declare_learn(CLI::App& app) {
  const auto arguments = std::make_shared<LearnArguments>();
  app.add_option("LESSON", arguments->lesson, "the number of a lesson; without it, the list of them");
  app.add_option("--folder", arguments->folder, "where the lessons are (scenarios/learn)")->type_name("DIR");
  return [arguments] { return learn(*arguments); };
}

}  // namespace

const Command learn_command{"learn", "list the lessons, or ask what one of them asks",
                            "A lesson asks a question and for a prediction; `keycost run` on its scenario "
                            "gives result and explanation.\n\n"
                            "Example: keycost learn 2",
                            declare_learn};

}  // namespace keycost
