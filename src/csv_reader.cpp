#include "src/csv_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "sim/error.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 20;
constexpr std::size_t record_bytes_max = std::size_t{64} << 20;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Bytes at which an unquoted field ends or must not go on.
constexpr std::array<bool, 256> make_stop_table() {
  std::array<bool, 256> stops{};
  for (const char byte : {',', '"', '\n', '\r', '\0'}) stops[static_cast<unsigned char>(byte)] = true;
  return stops;
}
constexpr std::array<bool, 256> is_stop = make_stop_table();

const char* find_byte(const char* from, const char* end, char byte) {
  return static_cast<const char*>(std::memchr(from, byte, static_cast<std::size_t>(end - from)));
}

std::string_view text_between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

CsvReader::CsvReader(const std::string& path) : name_(path == "-" ? "standard input" : path), file_(path) {
  if (!file_.problem().empty()) fail({}, file_.problem());
  buffer_.resize(buffer_bytes);
  record_ = after_ = end_ = buffer_.data();
  while (!at_end_of_file_ && end_ - record_ < static_cast<std::ptrdiff_t>(byte_order_mark.size()))
    read_more();
  if (text_between(record_, end_).starts_with(byte_order_mark)) after_ = record_ + byte_order_mark.size();
}

bool CsvReader::next() {
  line_ += lines_spanned_;
  lines_spanned_ = 0;
  record_ = after_;
  while (scan_record() == Scan::needs_more) {
    if (at_end_of_file_) {
      if (record_ == end_) return false;
      throw InvariantBroken("a CSV record needs more than the whole file");
    }
    read_more();
  }
  lines_spanned_ =
      1 + static_cast<std::uint64_t>(std::count(record_, after_ - (after_[-1] == '\n' ? 1 : 0), '\n'));
  return true;
}

CsvReader::Scan CsvReader::scan_record() {
  fields_.clear();
  if (record_ == end_) return Scan::needs_more;
  const char* at = record_;
  while (true) {
    at = at != end_ && *at == '"' ? scan_quoted_field(at) : scan_plain_field(at);
    if (at == nullptr) return Scan::needs_more;
    if (at == end_) {
      after_ = at;
      return Scan::complete;
    }
    if (*at == '\r') ++at;  // its line feed has been seen
    if (*at == '\n') {
      after_ = at + 1;
      return Scan::complete;
    }
    ++at;  // a comma
  }
}

/// Both scanners return where the field's separator stands (end_ at the end of the file), or nullptr if the
/// buffer ends first.
const char* CsvReader::scan_plain_field(const char* at) {
  const char* stop = at;
  while (stop != end_ && !is_stop[static_cast<unsigned char>(*stop)]) ++stop;
  if (stop == end_ && !at_end_of_file_) return nullptr;
  if (stop != end_ && *stop == '"') {
    fail(position_of(stop),
         "a quote inside an unquoted field; quote the whole field and double the quotes inside it");
  }
  if (stop != end_ && *stop == '\0') fail(position_of(stop), "a NUL byte; a CSV file is text");
  if (stop != end_ && *stop == '\r') {
    if (stop + 1 == end_ && !at_end_of_file_) return nullptr;
    if (stop + 1 == end_ || stop[1] != '\n') {
      fail(position_of(stop), "a carriage return without a line feed; lines end with LF or CRLF");
    }
  }
  fields_.push_back({text_between(at, stop)});
  return stop;
}

const char* CsvReader::scan_quoted_field(const char* at) {
  const char* start = at + 1;
  const char* quote = start;
  bool has_doubled_quotes = false;
  while (true) {
    quote = find_byte(quote, end_, '"');
    if (quote == nullptr && at_end_of_file_)
      fail(position_of(at), "the closing quote of this field is missing");
    if (quote == nullptr || (quote + 1 == end_ && !at_end_of_file_)) return nullptr;
    if (quote + 1 == end_ || quote[1] != '"') break;
    has_doubled_quotes = true;
    quote += 2;
  }
  if (const char* nul = find_byte(start, quote, '\0'))
    fail(position_of(nul), "a NUL byte; a CSV file is text");
  fields_.push_back({text_between(start, quote), true, has_doubled_quotes});
  const char* behind = quote + 1;
  if (behind == end_ || *behind == ',' || *behind == '\n') return behind;
  if (*behind == '\r') {
    if (behind + 1 == end_ && !at_end_of_file_) {
      return nullptr;
    }
    if (behind + 1 != end_ && behind[1] == '\n') return behind;
  }
  fail(position_of(behind), "text after the closing quote; a comma or the line's end is wanted");
}

void CsvReader::read_more() {
  const auto kept = static_cast<std::size_t>(end_ - record_);
  if (kept == buffer_.size()) {
    if (kept >= record_bytes_max)
      fail(position_of(record_), fmt::format("a row larger than {} MB", record_bytes_max >> 20));
    std::vector<char> larger(2 * buffer_.size());
    std::memcpy(larger.data(), record_, kept);
    buffer_.swap(larger);
  } else {
    std::memmove(buffer_.data(), record_, kept);
  }
  const std::size_t read = file_.read(buffer_.data() + kept, buffer_.size() - kept);
  record_ = after_ = buffer_.data();
  end_ = record_ + kept + read;
  if (!file_.problem().empty()) fail({}, file_.problem());
  at_end_of_file_ = file_.is_at_end();
}

std::string_view CsvReader::value(const CsvField& field, std::string& unquoted) {
  if (!field.has_doubled_quotes) return field.written;
  unquoted.clear();
  for (std::size_t i = 0; i < field.written.size(); ++i) {
    unquoted += field.written[i];
    if (field.written[i] == '"') ++i;  // the second of two
  }
  return unquoted;
}

SourcePosition CsvReader::position(const CsvField& field) const {
  return position_of(field.written.data() - (field.is_quoted ? 1 : 0));
}

SourcePosition CsvReader::position_of(const char* at) const {
  const std::string_view before = text_between(record_, at);
  const auto lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  const std::size_t line_end = before.rfind('\n');
  const std::string_view on_line = line_end == std::string_view::npos ? before : before.substr(line_end + 1);
  return {static_cast<std::size_t>(line_) + lines, 1 + count_characters(on_line), {}};
}

void CsvReader::fail(const SourcePosition& position, std::string message) const {
  throw InputOutputFailed({name_, position, std::move(message)});
}

}  // namespace keycost
