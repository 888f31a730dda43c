// keycost version: which version this is.
#include <fmt/format.h>

#include "src/command/command.hpp"
#include "src/report/output_files.hpp"

namespace keycost {

namespace {

CommandAction declare_version(CLI::App&) {
  return [] {
    write_standard_output(fmt::format("keycost {}\n", KEYCOST_VERSION));
    return ExitStatus::held;
  };
}

}  // namespace

const Command version_command{"version", "print the version", "Example: keycost version", declare_version};

}  // namespace keycost
