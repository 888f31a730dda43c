// Numbers in a record's data, least byte first, without padding of the compiler's.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

#include "sim/error.hpp"

namespace keycost::postgresql {

template <class T>
void append_number(std::vector<std::byte>& data, T value) {
  const std::size_t at = data.size();
  data.resize(at + sizeof value);
  std::memcpy(data.data() + at, &value, sizeof value);
}

inline void append_bytes(std::vector<std::byte>& data, std::span<const std::byte> bytes) {
  data.insert(data.end(), bytes.begin(), bytes.end());
}

/// Reads what was appended, in the same order.
class DataReader {
 public:
  explicit DataReader(std::span<const std::byte> data) : data_(data) {}

  template <class T>
  T number() {
    T value;
    std::memcpy(&value, bytes(sizeof value).data(), sizeof value);
    return value;
  }
  std::span<const std::byte> bytes(std::size_t count) {
    require(at_ + count <= data_.size(), "a record's data is as long as its kind says");
    at_ += count;
    return data_.subspan(at_ - count, count);
  }
  std::span<const std::byte> rest() { return bytes(data_.size() - at_); }
  std::size_t position() const { return at_; }
  bool at_end() const { return at_ == data_.size(); }

 private:
  std::span<const std::byte> data_;
  std::size_t at_ = 0;
};

}  // namespace keycost::postgresql
