// A place that moves through a text and knows its line and column.
#pragma once

#include <string_view>

#include "src/problem.hpp"

namespace keycost {

class TextCursor {
 public:
  explicit TextCursor(std::string_view text) : text_(text) {}

  bool at_end() const { return offset_ == text_.size(); }
  char peek() const { return at_end() ? '\0' : text_[offset_]; }
  std::size_t offset() const { return offset_; }
  std::string_view rest() const { return text_.substr(offset_); }
  std::string_view from(std::size_t start) const { return text_.substr(start, offset_ - start); }

  void advance() {
    const auto byte = static_cast<unsigned char>(text_[offset_++]);
    if (byte == '\n') {
      ++line_;
      column_ = 1;
    } else if ((byte & 0xC0) != 0x80) {  // bytes that continue a character take no column
      ++column_;
    }
  }

  /// Bytes that take no column: a byte order mark.
  void skip_unseen(std::size_t bytes) { offset_ += bytes; }

  SourcePosition position(std::string pointer = {}) const { return {line_, column_, std::move(pointer)}; }

 private:
  std::string_view text_;
  std::size_t offset_ = 0;
  std::size_t line_ = 1;
  std::size_t column_ = 1;
};

}  // namespace keycost
