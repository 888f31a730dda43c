#include "src/input_file.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <system_error>
#include <vector>

#ifdef KEYCOST_HAS_ZLIB
#include <zlib.h>
#endif

#include "src/execute/interrupt.hpp"

namespace keycost {

namespace {

constexpr std::string_view gzip_magic = "\x1F\x8B";  // RFC 1952, 2.3.1: ID1, ID2

std::string system_message(int error) {
  return std::generic_category().message(error);
}

/// Waits for a pipe's writer no longer than until the reader is interrupted: the signal reaches the main
/// thread, and rows are read on another. Throws Interrupted.
ssize_t read_when_there(int descriptor, char* to, std::size_t bytes_max) {
  constexpr int patience_ms = 50;
  for (;;) {
    stop_if_interrupted();
    pollfd input{descriptor, POLLIN, 0};
    const int ready = poll(&input, 1, patience_ms);
    if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
    const ssize_t got = ::read(descriptor, to, bytes_max);
    if (got >= 0 || errno != EINTR) return got;
  }
}

}  // namespace

#ifdef KEYCOST_HAS_ZLIB

/// One gzip member after the other, as gzip itself reads a file (RFC 1952, 2.2).
class InputFile::Inflater {
 public:
  Inflater() { is_ready_ = inflateInit2(&stream_, gzip_window_bits) == Z_OK; }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  bool is_ready() const { return is_ready_; }
  bool needs_input() const { return stream_.avail_in == 0; }
  /// Whether the input may end here.
  bool is_between_members() const { return is_between_members_; }
  std::vector<char>& input() { return input_; }
  void give(std::size_t bytes) {
    stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
    stream_.avail_in = static_cast<uInt>(bytes);
  }

  /// Returns how many bytes came out; nothing more than that comes out of the input there is. `is_sound`
  /// turns false if it is no gzip data.
  std::size_t inflate_into(char* bytes, std::size_t size, bool& is_sound) {
    stream_.next_out = reinterpret_cast<Bytef*>(bytes);
    stream_.avail_out = static_cast<uInt>(size);
    if (is_between_members_ && stream_.avail_in > 0) {
      inflateReset(&stream_);
      is_between_members_ = false;
    }
    const int status = inflate(&stream_, Z_NO_FLUSH);
    is_between_members_ = status == Z_STREAM_END;
    is_sound = status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR;
    return size - stream_.avail_out;
  }

 private:
  static constexpr int gzip_window_bits =
      15 + 16;  // the largest window, and gzip's header (zlib.h, inflateInit2)
  static constexpr std::size_t input_bytes = std::size_t{1} << 18;

  z_stream stream_{};
  std::vector<char> input_ = std::vector<char>(input_bytes);
  bool is_ready_ = false;
  bool is_between_members_ = false;
};

#else

class InputFile::Inflater {};

#endif

InputFile::InputFile(const std::string& path) : file_(path == "-" ? stdin : std::fopen(path.c_str(), "rb")) {
  if (file_ == nullptr) problem_ = "cannot be opened: " + system_message(errno);
}

InputFile::~InputFile() = default;

std::size_t InputFile::read(char* bytes, std::size_t size) {
  if (!problem_.empty()) return 0;
  if (!has_looked_) look_at_start();
  return inflater_ ? read_compressed(bytes, size) : read_plain(bytes, size);
}

void InputFile::look_at_start() {
  has_looked_ = true;
  std::string start(gzip_magic.size(), '\0');
  start.resize(read_plain(start.data(), start.size()));
  start_ = std::move(start);
  if (start_ != gzip_magic) return;
#ifdef KEYCOST_HAS_ZLIB
  inflater_ = std::make_unique<Inflater>();
  if (!inflater_->is_ready()) problem_ = "cannot be read: there is no memory to decompress it";
#else
  problem_ = "is compressed by gzip, which this build cannot read; decompress it first";
#endif
}

std::size_t InputFile::read_plain(char* bytes, std::size_t size) {
  const std::size_t known = std::min(size, start_.size());
  std::memcpy(bytes, start_.data(), known);
  start_.erase(0, known);
  if (known == size) return known;
  std::size_t done = known;
  while (done < size) {
    const ssize_t got = read_when_there(fileno(file_.get()), bytes + done, size - done);
    if (got < 0) problem_ = "cannot be read: " + system_message(errno);
    is_at_end_ = got == 0;
    if (got <= 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

std::size_t InputFile::read_compressed([[maybe_unused]] char* bytes, [[maybe_unused]] std::size_t size) {
  std::size_t done = 0;
#ifdef KEYCOST_HAS_ZLIB
  bool file_ended = false;
  while (done < size && problem_.empty()) {
    if (inflater_->needs_input() && !file_ended) {
      inflater_->give(read_plain(inflater_->input().data(), inflater_->input().size()));
      file_ended = is_at_end_;
      is_at_end_ = false;
    }
    bool is_sound = true;
    const std::size_t came = inflater_->inflate_into(bytes + done, size - done, is_sound);
    done += came;
    if (!is_sound) problem_ = "is damaged: what gzip has compressed cannot be decompressed";
    if (came == 0 && file_ended && inflater_->needs_input()) {
      if (!inflater_->is_between_members()) problem_ = "is cut off: what gzip has compressed does not end";
      is_at_end_ = true;
      break;
    }
  }
#endif
  return done;
}

}  // namespace keycost
