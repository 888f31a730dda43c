// keycost show: one moment of a run, drawn.
#include <memory>

#include <fmt/format.h>

#include "src/command/arguments.hpp"
#include "src/command/command.hpp"
#include "src/report/output_files.hpp"
#include "src/show/look.hpp"

namespace keycost {

namespace {

struct ShowArguments {
  std::string view;
  std::string at = "end";
  std::string lines = "8";
  std::optional<std::string> of;
  WatchArguments watch;
};

ExitStatus show(const ShowArguments& arguments) {
  if (arguments.view.empty() || arguments.watch.scenario.empty())
    throw UsageError("show: takes what to show (page, tree, split, wal, checkpoint) and a SCENARIO");
  Look look;
  look.view = read_view(arguments.view);
  look.of = arguments.of;
  look.lines_max = read_whole_number("--lines", arguments.lines, {0, 100000});
  const Screen screen = arguments.watch.screen();
  const WatchedTable watched = arguments.watch.load();
  const EventRequest event = read_event(arguments.at, watched.file.scenario);
  write_standard_output(show_at(watched, event, look, screen));
  return ExitStatus::held;
}

std::string show_footer() {
  std::string text = "VIEW is one of\n";
  for (const ViewDescription& view : view_descriptions())
    text += fmt::format("  {:<16}{}{}\n", view.name, view.meaning, view.innodb_too ? "" : " (PostgreSQL)");
  return text + "\n" + event_help() +
         "\nExample: keycost show split scenarios/eight-kilobytes/second-million.json --table v4 --at "
         "split:1";
}

const std::string show_footer_text = show_footer();

CommandAction declare_show(CLI::App& app) {
  const auto arguments = std::make_shared<ShowArguments>();
  app.add_option("VIEW", arguments->view, "what to show, see below");
  app.add_option("SCENARIO", arguments->watch.scenario, "a scenario file");
  app.add_option("--at", arguments->at, "when, see below (end)")->type_name("EVENT");
  app.add_option(
         "--of", arguments->of,
         "page: RELATION:BLOCK (heap:0, orders_pkey:3), or a block of the first index; tree: the index. "
         "Unless told, where the last entry went")
      ->type_name("WHAT");
  app.add_option("--lines", arguments->lines, "of lists, at most so many lines (8)")->type_name("N");
  arguments->watch.declare(app);
  return [arguments] { return show(*arguments); };
}

}  // namespace

const Command show_command{"show", "draw one moment of a run: a page, a tree, a split, the log, a checkpoint",
                           show_footer_text, declare_show};

}  // namespace keycost
