#include "src/report/output_files.hpp"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/execute/file_problem.hpp"
#include "src/execute/interrupt.hpp"
#include "src/problem.hpp"

namespace keycost {

namespace {

[[noreturn]] void fail(const std::string& path, const std::string& reason) {
  throw InputOutputFailed(file_problem(path, reason));
}

[[noreturn]] void fail_with(const std::string& path, int error) {
  if (error == EINTR) stop_if_interrupted();
  fail(path, "cannot be written: " + std::generic_category().message(error));
}

/// Closes its file descriptor; close() can report a late error, so the good path calls it by hand.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }
  int close() { return ::close(std::exchange(number_, -1)); }

 private:
  int number_;
};

/// Returns 0 or errno.
int write_all(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t count = ::write(descriptor, content.data(), content.size());
    if (count < 0 && errno == EINTR) {
      if (is_interrupted()) return EINTR;
      continue;
    }
    if (count < 0) return errno;
    content.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

std::optional<struct stat> status_of(const std::string& path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return status;
}

/// A device, a pipe or a socket: something to write into, not to replace.
bool is_special(const std::optional<struct stat>& status) {
  return status && !S_ISREG(status->st_mode);
}

std::string folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

void write_temporary(const std::string& path, const std::string& temporary, std::string_view content,
                     const std::optional<struct stat>& replaced) {
  Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (file.number() < 0) fail_with(path, errno);
  if (replaced && ::fchmod(file.number(), replaced->st_mode & 07777) != 0) fail_with(path, errno);
  if (const int error = write_all(file.number(), content); error != 0) fail_with(path, error);
  // Some file systems cannot synchronise (EINVAL); that is no reason to lose a result.
  if (::fsync(file.number()) != 0 && errno != EINVAL && errno != ENOTSUP) fail_with(path, errno);
  if (file.close() != 0) fail_with(path, errno);
}

void write_special(const std::string& path, std::string_view content) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (file.number() < 0) fail_with(path, errno);
  if (const int error = write_all(file.number(), content); error != 0) fail_with(path, error);
  if (file.close() != 0) fail_with(path, errno);
}

}  // namespace

std::string real_path(const std::string& path) {
  std::error_code error;
  const std::filesystem::path target =
      std::filesystem::weakly_canonical(std::filesystem::absolute(path), error);
  return error ? path : target.string();
}

OutputFiles::~OutputFiles() {
  for (const Pending& pending : pending_) {
    if (!pending.temporary.empty()) ::unlink(pending.temporary.c_str());
  }
}

void OutputFiles::protect(const std::string& path) {
  protected_.push_back(real_path(path));
}

void OutputFiles::add(const std::string& path, std::string_view content) {
  require_writable(path);
  const auto status = status_of(path);
  if (is_special(status)) {
    pending_.push_back({path, path, "", std::string(content)});
    return;
  }
  const std::string target = real_path(path);
  for (const std::string& input : protected_) {
    if (input == target) fail(path, "is a file that this run reads; give the output another name");
  }
  for (const Pending& other : pending_) {
    if (other.target == target) fail(path, "would be written twice in this run");
  }
  // The process number and a counter keep runs and files apart; the leading dot keeps it out of `*.json`.
  const std::string temporary =
      fmt::format("{}/.keycost-{}-{}.part", folder_of(target), ::getpid(), pending_.size());
  pending_.push_back({path, target, temporary, ""});
  write_temporary(path, temporary, content, status);
}

void OutputFiles::put_in_place() {
  stop_if_interrupted();
  for (Pending& pending : pending_) {
    if (pending.temporary.empty()) {
      write_special(pending.path, pending.content);
    } else if (::rename(pending.temporary.c_str(), pending.target.c_str()) != 0) {
      fail_with(pending.path, errno);
    }
    pending.temporary.clear();
  }
  pending_.clear();
}

void require_writable(const std::string& path) {
  const auto status = status_of(path);
  if (status && S_ISDIR(status->st_mode)) fail(path, "is a folder; name a file");
  const std::string folder = folder_of(path);
  const auto folder_status = status_of(folder);
  if (!folder_status) fail(path, fmt::format("there is no folder \"{}\"", folder));
  if (!S_ISDIR(folder_status->st_mode)) fail(path, fmt::format("\"{}\" is no folder", folder));
  if (is_special(status)) return;
  // Renaming would replace a write-protected file without asking.
  if (status && ::access(path.c_str(), W_OK) != 0) fail_with(path, errno);
  if (::access(real_path(folder).c_str(), W_OK) != 0) fail_with(path, errno);
}

void append_to_file(const std::string& path, std::string_view content) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (file.number() < 0) fail_with(path, errno);
  if (const int error = write_all(file.number(), content); error != 0) fail_with(path, error);
  if (file.close() != 0) fail_with(path, errno);
}

void write_standard_output(std::string_view content) {
  if (const int error = write_all(STDOUT_FILENO, content); error != 0) fail_with("standard output", error);
}

}  // namespace keycost
