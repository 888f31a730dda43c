// The values of one column for a run of rows, in insertion order, as payloads (see sql_type.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "sim/sql_type.hpp"

namespace keycost {

class ColumnBatch {
 public:
  explicit ColumnBatch(SqlType type) : type_(type), size_bytes_(describe(type).size_bytes) {}

  SqlType type() const { return type_; }
  std::size_t rows() const { return nulls_.size(); }

  void clear() {
    payload_.clear();
    ends_.clear();
    nulls_.clear();
  }

  /// Room for `count` more values of a fixed-width type, none of them NULL: the caller writes them in place.
  std::byte* extend(std::size_t count) {
    const std::size_t start = payload_.size();
    payload_.resize(start + count * static_cast<std::size_t>(size_bytes_));
    nulls_.resize(nulls_.size() + count, 0);
    return payload_.data() + start;
  }

  /// The same with `width` bytes each, also of a type of varying width.
  std::byte* extend(std::size_t count, std::size_t width) {
    const std::size_t start = payload_.size();
    payload_.resize(start + count * width);
    nulls_.resize(nulls_.size() + count, 0);
    if (size_bytes_ == variable_size) {
      for (std::size_t i = 1; i <= count; ++i) ends_.push_back(start + i * width);
    }
    return payload_.data() + start;
  }

  /// `payload` must have the type's width, if that is fixed.
  void append(std::span<const std::byte> payload) {
    payload_.insert(payload_.end(), payload.begin(), payload.end());
    nulls_.push_back(0);
    if (size_bytes_ == variable_size) ends_.push_back(payload_.size());
  }
  void append(std::string_view text) { append(std::as_bytes(std::span(text.data(), text.size()))); }

  void append_null() {
    if (size_bytes_ == variable_size) {
      ends_.push_back(payload_.size());
    } else {
      payload_.resize(payload_.size() + static_cast<std::size_t>(size_bytes_));
    }
    nulls_.push_back(1);
  }

  bool is_null(std::size_t row) const { return nulls_[row] != 0; }

  std::span<const std::byte> value(std::size_t row) const {
    if (size_bytes_ == variable_size) {
      const std::size_t start = row == 0 ? 0 : ends_[row - 1];
      return {payload_.data() + start, ends_[row] - start};
    }
    const auto width = static_cast<std::size_t>(size_bytes_);
    return {payload_.data() + row * width, width};
  }

 private:
  SqlType type_;
  int size_bytes_;
  std::vector<std::byte> payload_;
  std::vector<std::size_t> ends_;    ///< variable width only: where each value ends
  std::vector<std::uint8_t> nulls_;  ///< one a row
};

}  // namespace keycost
