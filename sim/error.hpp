// What can go wrong inside the model. Each error says what happened in terms of the scenario; the program
// adds the file, line and column that only it knows.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace keycost {

/// The model caught itself breaking one of its own rules. Always a bug of this program (exit status 5).
class InvariantBroken : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// The rows that a scenario supplies cannot be inserted (exit status 3 or 4, as the rows' origin has it).
class RowRefused : public std::runtime_error {
 public:
  RowRefused(std::uint64_t row_number, std::string column, const std::string& reason)
      : std::runtime_error(reason), row_number_(row_number), column_(std::move(column)) {}

  std::uint64_t row_number() const { return row_number_; }  ///< 1 is the table's first row; 0: no single one
  const std::string& column() const { return column_; }     ///< may be empty: the row as a whole

 private:
  std::uint64_t row_number_;
  std::string column_;
};

/// Something valid that the engine does not model; the message names it and what is modelled instead.
class NotModelled : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

inline void require(bool condition, const char* rule) {
  if (!condition) [[unlikely]]
    throw InvariantBroken(rule);
}

}  // namespace keycost
