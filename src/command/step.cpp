// keycost step: through a run, forward and back.
#include <algorithm>
#include <iostream>
#include <memory>
#include <sstream>

#include <fmt/format.h>
#include <unistd.h>

#include "src/command/arguments.hpp"
#include "src/command/command.hpp"
#include "src/execute/interrupt.hpp"
#include "src/nearest_name.hpp"
#include "src/report/counts.hpp"
#include "src/report/output_files.hpp"
#include "src/show/look.hpp"
#include "src/standard_error.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

struct StepArguments {
  std::string at = "start";
  WatchArguments watch;
};

constexpr std::string_view command_help =
    "  next [N], back [N]             so many rows on, or back; an empty line is next\n"
    "  split, previous split          the next page split, when it is decided; the one before\n"
    "  checkpoint, previous checkpoint  the next checkpoint's end; the one before\n"
    "  event, previous event          the next moment of any kind; the one before\n"
    "  go EVENT                       any moment, as --at of show names it\n"
    "  page [WHAT], tree [INDEX], why, wal, dirty\n"
    "                                 show page, tree, split, wal, checkpoint at this moment\n"
    "  help, quit                     first letters will do: n b s c e g p t w d h q; capital S C E go "
    "back\n";

/// Where one is in a run: one of its moments. To go anywhere is to run it again up to there.
class Stepper {
 public:
  Stepper(const WatchedTable& watched, const Screen& screen)
      : watched_(watched), screen_(screen), moments_(moments_of(watched)) {}

  void go(const std::string& event) {
    const EventRequest request = read_event(event, watched_.file.scenario);
    const auto found = std::ranges::find_if(moments_, [&](const Moment& moment) {
      return moment.kind == request.kind && moment.number == request.number && moment.step == request.step;
    });
    if (found == moments_.end()) {
      const auto seen = static_cast<std::uint64_t>(
          std::ranges::count(moments_, request.kind, [](const Moment& moment) { return moment.kind; }));
      refuse_missing(request, seen);
    }
    position_ = static_cast<std::size_t>(found - moments_.begin());
  }

  void forward(EventKind kind, std::uint64_t times) {
    for (std::size_t i = position_ + 1; i < moments_.size() && times > 0; ++i) {
      if (moments_[i].kind != kind) continue;
      position_ = i;
      --times;
    }
    if (times == 0) return;
    if (kind != EventKind::row) refuse("after", kind);
    position_ = moments_.size() - 1;  // behind the last row is the run's end
  }

  void back(EventKind kind, std::uint64_t times) {
    for (std::size_t i = position_; i > 0 && times > 0; --i) {
      if (moments_[i - 1].kind != kind) continue;
      position_ = i - 1;
      --times;
    }
    if (times == 0) return;
    if (kind != EventKind::row) refuse("before", kind);
    position_ = 0;
  }

  void step_event(bool on) {
    if (on && position_ + 1 < moments_.size()) ++position_;
    if (!on && position_ > 0) --position_;
  }

  std::string show(View view, const std::optional<std::string>& of) const {
    Look look;
    look.view = view;
    look.of = of;
    return show_at(watched_, moments_[position_].request(), look, screen_);
  }

 private:
  [[noreturn]] void refuse(std::string_view where, EventKind kind) const {
    throw UsageError(fmt::format("step: there is no {} {} this moment", describe(kind).name, where));
  }

  const WatchedTable& watched_;
  Screen screen_;
  std::vector<Moment> moments_;
  std::size_t position_ = 0;
};

struct TypedLine {
  std::string command;
  std::string argument;  ///< the first; empty: none
};

/// "previous split" and "S" are the same as "previous-split".
TypedLine read_line(const std::string& text) {
  std::istringstream words(text);
  TypedLine line;
  words >> line.command >> line.argument;
  if (line.command == "previous" || line.command == "prev") {
    line.command = "previous " + line.argument;
    line.argument.clear();
  }
  constexpr std::pair<std::string_view, std::string_view> short_forms[] = {{"", "next"},
                                                                           {"n", "next"},
                                                                           {"b", "back"},
                                                                           {"s", "split"},
                                                                           {"S", "previous split"},
                                                                           {"c", "checkpoint"},
                                                                           {"C", "previous checkpoint"},
                                                                           {"e", "event"},
                                                                           {"E", "previous event"},
                                                                           {"g", "go"},
                                                                           {"p", "page"},
                                                                           {"t", "tree"},
                                                                           {"y", "why"},
                                                                           {"w", "wal"},
                                                                           {"d", "dirty"},
                                                                           {"h", "help"},
                                                                           {"q", "quit"},
                                                                           {"?", "help"}};
  for (const auto& [form, command] : short_forms) {
    if (line.command == form) {
      line.command = command;
      break;
    }
  }
  return line;
}

std::optional<View> view_of(const std::string& command) {
  constexpr std::pair<std::string_view, View> views[] = {{"page", View::page},
                                                         {"tree", View::tree},
                                                         {"why", View::split},
                                                         {"wal", View::wal},
                                                         {"dirty", View::checkpoint}};
  for (const auto& [name, view] : views) {
    if (command == name) return view;
  }
  return std::nullopt;
}

/// Returns what is to be printed. Throws UsageError.
std::string obey(Stepper& stepper, const TypedLine& line) {
  const std::string& command = line.command;
  if (command == "help") return std::string(command_help);
  if (const auto view = view_of(command))
    return stepper.show(*view, line.argument.empty() ? std::nullopt : std::optional(line.argument));
  const bool counts_rows = command == "next" || command == "back";
  const std::uint64_t times =
      counts_rows && !line.argument.empty() ? read_whole_number(command, line.argument, {1, 1000000000}) : 1;
  if (command == "next") {
    stepper.forward(EventKind::row, times);
  } else if (command == "back") {
    stepper.back(EventKind::row, times);
  } else if (command == "split") {
    stepper.forward(EventKind::split, 1);
  } else if (command == "previous split") {
    stepper.back(EventKind::split, 1);
  } else if (command == "checkpoint") {
    stepper.forward(EventKind::checkpoint, 1);
  } else if (command == "previous checkpoint") {
    stepper.back(EventKind::checkpoint, 1);
  } else if (command == "event" || command == "previous event") {
    stepper.step_event(command == "event");
  } else if (command == "go") {
    stepper.go(line.argument);
  } else {
    constexpr std::string_view known[] = {"next", "back", "split", "checkpoint", "event", "previous", "go",
                                          "page", "tree", "why",   "wal",        "dirty", "help",     "quit"};
    throw UsageError("step: " + unknown_name("command", command, known));
  }
  return stepper.show(View::moment, std::nullopt);
}

ExitStatus step(const StepArguments& arguments) {
  if (arguments.watch.scenario.empty()) throw UsageError("step: a SCENARIO is missing");
  const Screen screen = arguments.watch.screen();
  const WatchedTable watched = arguments.watch.load();
  const bool is_talking = isatty(STDIN_FILENO) == 1;
  Stepper stepper(watched, screen);
  stepper.go(arguments.at);
  write_standard_output(stepper.show(View::moment, std::nullopt));
  ExitStatus status = ExitStatus::held;
  for (std::string text;;) {
    if (is_talking) tell("> ");
    if (!std::getline(std::cin, text)) break;
    stop_if_interrupted();
    const TypedLine line = read_line(text);
    if (!is_talking) write_standard_output(fmt::format("\n> {}\n", presentable(text)));
    if (line.command == "quit") break;
    try {
      write_standard_output(obey(stepper, line));
    } catch (const UsageError& refused) {
      // Who sits there tries again; a script has failed, but goes on.
      tell(fmt::format("keycost: {}\n", refused.what()));
      if (!is_talking) status = ExitStatus::usage;
    }
  }
  stop_if_interrupted();
  return status;
}

const std::string step_footer_text = fmt::format(
    "Commands come from standard input, one a line:\n{}\n{}\nExample: keycost step "
    "scenarios/see-it/twenty-keys-a-page.json",
    command_help, event_help());

CommandAction declare_step(CLI::App& app) {
  const auto arguments = std::make_shared<StepArguments>();
  app.add_option("SCENARIO", arguments->watch.scenario, "a scenario file");
  app.add_option("--at", arguments->at, "where to begin, see below (start)")->type_name("EVENT");
  arguments->watch.declare(app);
  return [arguments] { return step(*arguments); };
}

}  // namespace

const Command step_command{"step", "go through a run row by row, to the next split or checkpoint, and back",
                           step_footer_text, declare_step};

}  // namespace keycost
