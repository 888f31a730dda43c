// A file's bytes, or standard input's; of a file that gzip has compressed, the bytes that were compressed.
#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>

namespace keycost {

class InputFile {
 public:
  /// "-" is standard input. What cannot be opened has a problem() from the start.
  explicit InputFile(const std::string& path);
  ~InputFile();

  /// Reads up to `size` bytes, fewer only at the end or when there is a problem.
  std::size_t read(char* bytes, std::size_t size);
  bool is_at_end() const { return is_at_end_; }
  /// What is wrong: "cannot be read: Is a directory"; "" as long as nothing is.
  const std::string& problem() const { return problem_; }

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const {
      if (file != stdin) std::fclose(file);
    }
  };
  class Inflater;

  std::size_t read_plain(char* bytes, std::size_t size);
  std::size_t read_compressed(char* bytes, std::size_t size);
  void look_at_start();

  std::unique_ptr<std::FILE, CloseFile> file_;
  std::unique_ptr<Inflater> inflater_;
  std::string start_;  ///< bytes that were looked at and are still to be read
  bool has_looked_ = false;
  bool is_at_end_ = false;
  std::string problem_;
};

}  // namespace keycost
