// keycost crash: a run is cut off, and recovered from its log.
#include <memory>

#include <fmt/format.h>

#include "sim/postgresql/page.hpp"
#include "sim/postgresql/settings.hpp"
#include "src/command/arguments.hpp"
#include "src/command/command.hpp"
#include "src/report/output_files.hpp"
#include "src/show/crash.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

struct CrashArguments {
  std::string at = "end";
  std::optional<std::string> tear;
  std::string torn_at = "4096";
  std::optional<std::string> images;
  WatchArguments watch;
};

constexpr std::uint64_t sector_bytes = 512;

std::size_t read_torn_at(const std::string& text) {
  const std::uint64_t bytes = read_whole_number("--torn-at", text, {sector_bytes, 8192 - sector_bytes});
  if (bytes % sector_bytes != 0)
    throw UsageError(
        fmt::format("--torn-at takes a multiple of {}, a sector of the disk, not {}", sector_bytes, bytes));
  return bytes;
}

ExitStatus crash(const CrashArguments& arguments) {
  if (arguments.watch.scenario.empty()) throw UsageError("crash: a SCENARIO is missing");
  const Screen screen = arguments.watch.screen();
  CrashRequest request;
  request.tear = arguments.tear;
  request.torn_at_bytes = read_torn_at(arguments.torn_at);
  WatchedTable watched = arguments.watch.load();
  if (watched.is_postgresql() && postgresql::read_settings(watched.file.scenario.settings).page_size_bytes !=
                                     postgresql::block_size_bytes)
    throw UsageError(
        "crash: recovery is modelled for pages of 8192 bytes only; leave out block_size and --page-size");
  if (arguments.images) {
    const bool on = *arguments.images == "on";
    if (!on && *arguments.images != "off")
      throw UsageError(
          fmt::format("--full-page-images takes on or off, not {}", in_quotes(*arguments.images)));
    if (watched.is_postgresql()) watched.file.scenario.settings.set("full_page_writes", on);
  }
  request.event = read_event(arguments.at, watched.file.scenario);
  write_standard_output(show_crash(watched, request, screen));
  return ExitStatus::held;
}

std::string crash_footer() {
  return "The run is cut off at EVENT. On disk is what checkpoints and evictions have written, and the log "
         "up to the\n"
         "last flush. Recovery begins at the last checkpoint's redo point and replays every record that is "
         "on disk\n"
         "onto the pages' bytes. With --tear a page was being written when the power went: half of it is "
         "new.\n"
         "With --full-page-images off the same rows run on a server with full_page_writes = off.\n"
         "A record's data is formed from the pages as they were before and after the change, as the server "
         "lays it out,\n"
         "and is as many bytes as the run has counted. Not replayed: a sequence's value, which its page does "
         "not\n"
         "hold here, and the free space map, which no record is about and which the server mends by "
         "itself.\n\n" +
         event_help() +
         "\nExample: keycost crash scenarios/see-it/twenty-keys-a-page.json --at 75 --tear random_pkey:4 "
         "--full-page-images off";
}

const std::string crash_footer_text = crash_footer();

CommandAction declare_crash(CLI::App& app) {
  const auto arguments = std::make_shared<CrashArguments>();
  app.add_option("SCENARIO", arguments->watch.scenario, "a scenario file");
  app.add_option("--at", arguments->at, "when, see below (end)")->type_name("EVENT");
  app.add_option("--tear", arguments->tear, "a dirty page that was being written: heap:0, orders_pkey:3")
      ->type_name("RELATION:BLOCK");
  app.add_option("--torn-at", arguments->torn_at, "how many of its bytes are new (4096)")->type_name("BYTES");
  app.add_option("--full-page-images", arguments->images,
                 "on or off, instead of the scenario's full_page_writes")
      ->type_name("WHICH");
  arguments->watch.declare(app);
  return [arguments] { return crash(*arguments); };
}

}  // namespace

const Command crash_command{"crash", "cut a run off, tear a page, recover from the log, and see what is lost",
                            crash_footer_text, declare_crash};

}  // namespace keycost
