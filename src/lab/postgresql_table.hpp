// The SQL that makes a scenario's table on a PostgreSQL server and puts rows into it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/rows/column_batch.hpp"
#include "src/lab/plan.hpp"

namespace keycost {

/// Text as an SQL name: "v4", with quotes inside doubled.
std::string sql_name(std::string_view text);
/// Text as an SQL literal: 'v4'. Backslashes stand for themselves (standard_conforming_strings).
std::string sql_literal(std::string_view text);

/// Where a column's values come from in a script.
struct LabColumn {
  std::size_t position = 0;  ///< in the table's columns
  bool is_drawn = false;     ///< from the table's own sequence: the INSERT leaves it out
  std::string
      expression;  ///< of the row's number f.n, or a function of the server's; empty: the values are data
};

/// A table of the plan, as SQL.
class PostgresqlLabTable {
 public:
  PostgresqlLabTable(const LabPlan& plan, std::size_t table);

  std::string name() const { return "keycost_lab." + sql_name(definition_.name); }
  std::string regclass() const { return sql_literal(name()) + "::regclass"; }
  const std::vector<LabColumn>& columns() const { return columns_; }
  bool has_data() const;  ///< whether any column's values are brought along

  std::string create_table() const;
  std::string create_index(const IndexDefinition& index) const;
  std::string create_feed() const;     ///< the temporary table that data goes to
  std::string copy_into_feed() const;  ///< "COPY …;", to be followed by lines
  std::string copy_into_table() const;
  /// ARRAY[…] of what stands before, between and behind the numbers of the first and last row.
  std::string insert_parts(const InsertStep& insert) const;
  /// One row as COPY's text format has it, with its line end: the columns that are data, or all that a COPY
  /// step brings.
  void add_line(std::string& text, const std::vector<ColumnBatch>& rows, std::size_t row,
                bool for_table) const;

 private:
  bool goes_along(const LabColumn& column, bool for_table) const;
  std::string column_list(bool for_table) const;
  std::string insert_head(const std::string& into) const;

  const TableDefinition& definition_;
  std::vector<LabColumn> columns_;
};

}  // namespace keycost
