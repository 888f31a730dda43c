// The values of one column of a table, without the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "sim/rows/column_batch.hpp"
#include "sim/scenario.hpp"

namespace keycost {

class KeyColumn {
 public:
  virtual ~KeyColumn() = default;

  /// Replaces the content of `values` by those of the next `rows` rows.
  virtual void next(std::size_t rows, ColumnBatch& values) = 0;

  /// Whether any row's value can be told at once, so that several can be minted at the same time.
  virtual bool is_addressable() const { return false; }
  /// Of an addressable column: the next row is `row`, counted from 0. Goes back as well.
  virtual void go_to(std::uint64_t /*row*/) {}

  /// Whether each value surely is above the one before.
  virtual bool ascends() const { return false; }
};

/// Of a table whose rows come from streams. The scenario must outlive it.
std::unique_ptr<KeyColumn> make_key_column(const Scenario& scenario, std::size_t table, std::size_t column,
                                           std::uint64_t seed);

}  // namespace keycost
