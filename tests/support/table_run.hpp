// Building small scenarios in code and running them, for tests of the model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/engine.hpp"

namespace keycost::test {

/// Rows given as values, one vector a column, all of integer or uuid or text payloads.
class GivenRows : public RowSource {
 public:
  explicit GivenRows(std::vector<ColumnBatch> columns) : columns_(std::move(columns)) {}
  std::size_t next(std::size_t rows_max, std::vector<ColumnBatch>& columns) override;

 private:
  std::vector<ColumnBatch> columns_;
  std::size_t next_row_ = 0;
};

ColumnDefinition column(std::string name, SqlType type, std::string stream, Options options = {});
/// A column whose values come with the rows.
ColumnDefinition column(std::string name, SqlType type);
Options option(std::string name, OptionValue value);

/// A table whose first column is the primary key.
TableDefinition table(std::vector<ColumnDefinition> columns);

Step insert(std::uint64_t rows, std::string name = "");
Step checkpoint();
Step repeat(std::uint64_t times, std::vector<Step> steps, std::string name = "");

ColumnBatch integers(SqlType type, const std::vector<std::int64_t>& values);

/// Runs on postgresql-18, rows from the table's streams or as given.
TableRun run(const TableDefinition& table, std::vector<Step> steps, std::uint64_t seed = 1,
             Options settings = {}, postgresql::Observer* observer = nullptr);
TableRun run(const TableDefinition& table, std::vector<Step> steps, std::vector<ColumnBatch> rows,
             Options settings = {}, postgresql::Observer* observer = nullptr);

/// The usage of one record type in a step; all zero if it did not occur.
WalTypeUsage wal_type(const StepResult& step, const std::string& type);

}  // namespace keycost::test
