// CSV as RFC 4180 defines it, read as a stream: one record after the other out of one large buffer.
//
// A field is a view of the buffer; nothing is copied and nothing is allocated for it. Memory is the buffer,
// which grows only when a single record does not fit.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/input_file.hpp"
#include "src/problem.hpp"

namespace keycost {

struct CsvField {
  std::string_view written;  ///< without the quotes around it
  bool is_quoted = false;
  bool has_doubled_quotes = false;
};

class CsvReader {
 public:
  /// "-" is standard input. What gzip has compressed is decompressed. Throws InputOutputFailed.
  explicit CsvReader(const std::string& path);

  /// Reads the next record; false when there is none. Throws InputOutputFailed with the place of what is
  /// wrong.
  bool next();

  /// The fields of the record that was read last, valid until the next one is.
  std::span<const CsvField> fields() const { return fields_; }

  /// The field's value. `unquoted` serves a field with doubled quotes.
  static std::string_view value(const CsvField& field, std::string& unquoted);

  std::uint64_t line() const { return line_; }  ///< on which the record starts, from 1
  std::uint64_t lines_spanned() const { return lines_spanned_; }

  SourcePosition position(const CsvField& field) const;  ///< of its first character or quote
  [[noreturn]] void fail(const SourcePosition& position, std::string message) const;

 private:
  enum class Scan { complete, needs_more };

  Scan scan_record();
  const char* scan_quoted_field(const char* at);
  const char* scan_plain_field(const char* at);
  /// Adds to the buffer; the record at record_ stays, at a new address.
  void read_more();
  SourcePosition position_of(const char* at) const;

  std::string name_;  ///< for messages
  InputFile file_;
  std::vector<char> buffer_;
  const char* record_ = nullptr;  ///< where the current record starts
  const char* after_ = nullptr;   ///< behind its line end: where the next one starts
  const char* end_ = nullptr;     ///< behind the last byte that has been read
  bool at_end_of_file_ = false;
  std::uint64_t line_ = 1;
  std::uint64_t lines_spanned_ = 0;
  std::vector<CsvField> fields_;
};

}  // namespace keycost
