// Runs the built program as a user would, and catches everything it says.
#pragma once

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

namespace keycost::test {

struct ProgramOutput {
  int status = -1;  ///< the exit status; 128 + n if signal n ended the program
  std::string out;
  std::string err;
};

struct ProgramSetting {
  std::string folder;  ///< to run in; empty: the test's own
  std::vector<std::pair<std::string, std::string>>
      variables;                ///< on top of an environment with LC_ALL=C.UTF-8 only
  std::string standard_output;  ///< a path in its place ("/dev/full")
  std::string standard_input;   ///< what it says
};

/// The built program, or the one that the variable KEYCOST_PROGRAM names (tests/mutation/run has changed
/// ones).
std::string program_path();

ProgramOutput run_keycost(const std::vector<std::string>& arguments, const ProgramSetting& setting = {});

/// A started program that a test sends signals to.
class RunningProgram {
 public:
  RunningProgram(const std::vector<std::string>& arguments, const ProgramSetting& setting);
  ~RunningProgram();
  RunningProgram(const RunningProgram&) = delete;
  RunningProgram& operator=(const RunningProgram&) = delete;

  void send(int signal_number) const;
  int wait();

 private:
  pid_t process_ = -1;
};

std::string read_file(const std::string& path);
void write_file(const std::string& path, const std::string& content);

/// A scenario of `rows` rows a table with tables "a" (bigint) and "b" (uuidv4), and `expect` as JSON, that a
/// test writes into a folder of its own.
std::string two_tables_scenario(const std::string& rows, const std::string& expect = "");

}  // namespace keycost::test
