#include "tests/program/program_run.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "tests/unit/temporary_folder.hpp"

namespace keycost::test {

namespace {

void redirect(const std::string& path, int flags, int descriptor) {
  const int opened = open(path.c_str(), flags, 0600);
  if (opened < 0 || dup2(opened, descriptor) < 0) _exit(126);
  close(opened);
}

/// In the child: becomes the program. Anything that goes wrong here is status 126 or 127.
[[noreturn]] void become_program(const std::vector<std::string>& arguments, const ProgramSetting& setting,
                                 const std::string& in, const std::string& out, const std::string& err) {
  redirect(in, O_RDONLY, STDIN_FILENO);
  redirect(out, O_WRONLY | O_CREAT, STDOUT_FILENO);
  redirect(err, O_WRONLY | O_CREAT, STDERR_FILENO);
  if (!setting.folder.empty() && chdir(setting.folder.c_str()) != 0) _exit(126);
  std::vector<std::string> texts{program_path()};
  texts.insert(texts.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  std::vector<std::string> variables;
  for (const auto& [name, value] : setting.variables) variables.push_back(name + "=" + value);
  variables.emplace_back("LC_ALL=C.UTF-8");  // of two with one name the first one counts
  std::vector<char*> environment;
  for (std::string& variable : variables) environment.push_back(variable.data());
  environment.push_back(nullptr);
  execve(pointers[0], pointers.data(), environment.data());
  _exit(127);
}

int wait_for(pid_t process) {
  int state = 0;
  if (waitpid(process, &state, 0) != process) throw std::runtime_error("waitpid failed");
  return WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
}

pid_t start(const std::vector<std::string>& arguments, const ProgramSetting& setting, const std::string& in,
            const std::string& out, const std::string& err) {
  const pid_t process = fork();
  if (process < 0) throw std::runtime_error("fork failed");
  if (process == 0) become_program(arguments, setting, in, out, err);
  return process;
}

}  // namespace

std::string program_path() {
  const char* other = std::getenv("KEYCOST_PROGRAM");
  return other != nullptr ? other : KEYCOST_PROGRAM;
}

ProgramOutput run_keycost(const std::vector<std::string>& arguments, const ProgramSetting& setting) {
  const TemporaryFolder folder;
  write_file(folder / "in", setting.standard_input);
  const std::string out = setting.standard_output.empty() ? folder / "out" : setting.standard_output;
  ProgramOutput output;
  output.status = wait_for(start(arguments, setting, folder / "in", out, folder / "err"));
  if (setting.standard_output.empty()) output.out = read_file(out);
  output.err = read_file(folder / "err");
  return output;
}

RunningProgram::RunningProgram(const std::vector<std::string>& arguments, const ProgramSetting& setting)
    : process_(start(arguments, setting, "/dev/null", "/dev/null", "/dev/null")) {}

RunningProgram::~RunningProgram() {
  if (process_ < 0) return;
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
}

void RunningProgram::send(int signal_number) const {
  kill(process_, signal_number);
}

int RunningProgram::wait() {
  return wait_for(std::exchange(process_, -1));
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot open " + path);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

void write_file(const std::string& path, const std::string& content) {
  std::ofstream file(path, std::ios::binary);
  file << content;
  if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

std::string two_tables_scenario(const std::string& rows, const std::string& expect) {
  return R"({"title": "Two tables", "engine": "postgresql-18", "seed": 1,
  "tables": {
    "a": {"columns": [{"name": "id", "type": "bigint", "values": "counter"}], "primary_key": ["id"]},
    "b": {"columns": [{"name": "id", "type": "uuid", "values": "uuidv4"}], "primary_key": ["id"]}
  },
  "steps": [{"do": "insert", "rows": )" +
         rows + R"(, "name": "first"}])" + (expect.empty() ? "" : ",\n  \"expect\": [" + expect + "]") +
         "}\n";
}

}  // namespace keycost::test
