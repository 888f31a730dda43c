#include "src/rows_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "src/csv_reader.hpp"
#include "src/nearest_name.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

/// From `row` on, rows take one line each, until the next break.
struct LineBreak {
  std::uint64_t row;
  std::uint64_t line;
};

class CsvRows : public RowsFileSource {
 public:
  CsvRows(const std::string& path, const TableDefinition& table) : reader_(path), columns_(table.columns) {
    read_header();
    breaks_.push_back({1, reader_.line() + reader_.lines_spanned()});
  }

  std::size_t next(std::size_t rows_max, std::vector<ColumnBatch>& columns) override {
    for (ColumnBatch& column : columns) column.clear();
    std::size_t rows = 0;
    while (rows < rows_max && reader_.next()) {
      append_row(columns);
      ++rows;
      ++rows_read_;
      if (reader_.lines_spanned() > 1)
        breaks_.push_back({rows_read_ + 1, reader_.line() + reader_.lines_spanned()});
    }
    return rows;
  }

  std::uint64_t line_of_row(std::uint64_t row_number) const override {
    if (row_number == 0 || row_number > rows_read_) return 0;
    const auto behind =
        std::upper_bound(breaks_.begin(), breaks_.end(), row_number,
                         [](std::uint64_t row, const LineBreak& line_break) { return row < line_break.row; });
    const LineBreak& last = *(behind - 1);
    return last.line + (row_number - last.row);
  }

 private:
  void read_header() {
    if (!reader_.next())
      reader_.fail({}, fmt::format("is empty; the first line names the columns: {}", listed(column_names())));
    std::vector<bool> is_present(columns_.size(), false);
    for (const CsvField& field : reader_.fields()) {
      const std::size_t column = column_called(field);
      if (is_present[column]) {
        reader_.fail(reader_.position(field), fmt::format("column {} stands in the header line twice",
                                                          in_quotes(columns_[column].name)));
      }
      is_present[column] = true;
      column_of_field_.push_back(column);
    }
    const auto absent = std::find(is_present.begin(), is_present.end(), false);
    if (absent == is_present.end()) return;
    const ColumnDefinition& column = columns_[static_cast<std::size_t>(absent - is_present.begin())];
    reader_.fail({1, 0, {}}, fmt::format("the header line lacks column {}; it must name {}",
                                         in_quotes(column.name), listed(column_names())));
  }

  std::size_t column_called(const CsvField& field) {
    const std::vector<std::string_view> names = column_names();
    const std::string_view name = CsvReader::value(field, unquoted_);
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
      reader_.fail(reader_.position(field), unknown_name("column in the header line:", name, names));
    }
    return static_cast<std::size_t>(found - names.begin());
  }

  std::vector<std::string_view> column_names() const {
    std::vector<std::string_view> names;
    for (const ColumnDefinition& column : columns_) names.push_back(column.name);
    return names;
  }

  void append_row(std::vector<ColumnBatch>& columns) {
    const std::span<const CsvField> fields = reader_.fields();
    if (fields.size() != column_of_field_.size()) refuse_field_count(fields);
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const std::size_t column = column_of_field_[i];
      append_value(fields[i], columns_[column], columns[column]);
    }
  }

  void append_value(const CsvField& field, const ColumnDefinition& column, ColumnBatch& out) {
    if (field.written.empty() && !field.is_quoted) {
      if (!column.nullable) refuse_null(field, column);
      out.append_null();
      return;
    }
    const std::string_view text = CsvReader::value(field, unquoted_);
    payload_.clear();
    const bool is_text = describe(column.type).is_text;
    if (is_text && find_invalid_utf8(text) != std::string_view::npos) {
      refuse_value(field, column, fmt::format("{} is not UTF-8", in_quotes(text)));
    }
    const std::string wrong = parse_value(column.type, text, payload_, column.modifiers);
    if (!wrong.empty()) refuse_value(field, column, is_text ? wrong : retold(text, column, wrong));
    out.append(std::string_view(payload_));
  }

  /// What is wrong with a value, said of a presentable text where the words repeat it: what stands in the
  /// file may be long, or have control characters.
  std::string retold(std::string_view text, const ColumnDefinition& column, const std::string& wrong) {
    const std::string told = parse_value(column.type, presentable(text), payload_, column.modifiers);
    return told.empty() ? wrong : told;
  }

  [[noreturn]] void refuse_field_count(std::span<const CsvField> fields) const {
    const std::size_t wanted = column_of_field_.size();
    const std::string message = fmt::format("{} {} where the header line has {}", fields.size(),
                                            fields.size() == 1 ? "field" : "fields", wanted);
    if (fields.size() > wanted) reader_.fail(reader_.position(fields[wanted]), message);
    reader_.fail({static_cast<std::size_t>(reader_.line()), 0, {}}, message);
  }

  [[noreturn]] void refuse_null(const CsvField& field, const ColumnDefinition& column) const {
    const char* empty_text = describe(column.type).is_text ? R"(; an empty text is written "")" : "";
    refuse_value(
        field, column,
        fmt::format("an empty field is NULL, and the column is not \"nullable\": true{}", empty_text));
  }

  [[noreturn]] void refuse_value(const CsvField& field, const ColumnDefinition& column,
                                 const std::string& reason) const {
    reader_.fail(reader_.position(field), fmt::format("column {}: {}", in_quotes(column.name), reason));
  }

  CsvReader reader_;
  std::vector<ColumnDefinition> columns_;
  std::vector<std::size_t> column_of_field_;
  std::uint64_t rows_read_ = 0;
  std::vector<LineBreak> breaks_;  ///< grows only behind rows that take several lines
  std::string unquoted_;
  std::string payload_;
};

}  // namespace

std::unique_ptr<RowsFileSource> open_rows_file(const std::string& path, const TableDefinition& table) {
  return std::make_unique<CsvRows>(path, table);
}

}  // namespace keycost
