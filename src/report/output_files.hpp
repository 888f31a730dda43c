// Files that appear whole or not at all: each is written beside its place under another name, and all are
// moved into place together once every one of them is complete.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace keycost {

class OutputFiles {
 public:
  OutputFiles() = default;
  ~OutputFiles();
  OutputFiles(const OutputFiles&) = delete;
  OutputFiles& operator=(const OutputFiles&) = delete;

  /// Something this run reads from: no output may take its place.
  void protect(const std::string& path);

  /// Writes `content` for `path`. Throws InputOutputFailed with path and reason.
  /// A device or pipe at `path` takes no other name: it is written when put_in_place() is called.
  void add(const std::string& path, std::string_view content);

  /// Moves everything into place.
  void put_in_place();

 private:
  struct Pending {
    std::string path;       ///< as the user gave it
    std::string target;     ///< the same with links followed
    std::string temporary;  ///< empty once in place, or for a device
    std::string content;    ///< of a device only
  };
  std::vector<Pending> pending_;
  std::vector<std::string> protected_;  ///< real paths
};

/// Throws InputOutputFailed now if a file at `path` could never be written: a folder that is absent or not
/// writable, a path that is a folder. Asked before a long run.
void require_writable(const std::string& path);

/// A path in the one form by which two ways to the same file are known to be the same: absolute, links followed.
std::string real_path(const std::string& path);

/// Adds to the end of a file that others write too.
void append_to_file(const std::string& path, std::string_view content);

/// Writes to standard output, whole. Throws InputOutputFailed ("standard output: …").
void write_standard_output(std::string_view content);

}  // namespace keycost
