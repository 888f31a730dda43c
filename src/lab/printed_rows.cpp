#include "src/lab/printed_rows.hpp"

#include <algorithm>

namespace keycost {

namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// "-----+------" below a header.
bool is_rule(std::string_view line) {
  return line.find('-') != std::string_view::npos && line.find_first_not_of("-+ ") == std::string_view::npos;
}

bool is_record_heading(std::string_view line) {
  return line.starts_with("-[ RECORD ") || line.starts_with("* Record ");
}

/// "(3 rows)".
bool is_footer(std::string_view line) {
  return line.starts_with('(') && (line.ends_with(" rows)") || line.ends_with(" row)"));
}

/// A line's fields; quotes are heeded where the separator is a comma (RFC 4180).
std::vector<std::string> split(std::string_view line, char separator) {
  std::vector<std::string> fields(1);
  bool is_quoted = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (separator == ',' && line[at] == '"') {
      if (is_quoted && at + 1 < line.size() && line[at + 1] == '"')
        fields.back() += line[++at];
      else
        is_quoted = !is_quoted;
    } else if (line[at] == separator && !is_quoted) {
      fields.emplace_back();
    } else {
      fields.back() += line[at];
    }
  }
  for (std::string& field : fields) field = std::string(trimmed(field));
  return fields;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = trimmed(text.substr(0, end));
    if (!is_footer(line)) lines.push_back(line);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

/// One field a line, records apart by a heading, an empty line, or the first column's return.
std::vector<PrintedRow> read_expanded(const std::vector<std::string_view>& lines, char separator) {
  std::vector<PrintedRow> rows(1);
  for (const std::string_view line : lines) {
    if (is_record_heading(line) || line.empty()) {
      if (!rows.back().fields.empty()) rows.emplace_back();
      continue;
    }
    const std::size_t end = line.find(separator);
    if (end == std::string_view::npos) continue;
    std::string column(trimmed(line.substr(0, end)));
    if (rows.back().find(column) != nullptr) rows.emplace_back();
    rows.back().fields.emplace_back(std::move(column), std::string(trimmed(line.substr(end + 1))));
  }
  if (rows.back().fields.empty()) rows.pop_back();
  return rows;
}

std::vector<PrintedRow> read_table(const std::vector<std::string_view>& lines, char separator) {
  std::vector<PrintedRow> rows;
  std::vector<std::string> columns;
  for (const std::string_view line : lines) {
    if (line.empty() || is_rule(line)) continue;
    const std::vector<std::string> fields = split(line, separator);
    if (columns.empty()) {
      if (fields.size() > 1) columns = fields;  // else it is a title
    } else if (fields.size() == columns.size()) {
      PrintedRow row;
      for (std::size_t column = 0; column < columns.size(); ++column)
        row.fields.emplace_back(columns[column], fields[column]);
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

/// A heading has no figures in it; a line of expanded output is a name and its value.
bool is_expanded(const std::vector<std::string_view>& lines, char separator) {
  const auto first = std::ranges::find_if(
      lines, [&](std::string_view line) { return line.find(separator) != std::string_view::npos; });
  if (first == lines.end()) return false;
  const std::vector<std::string> fields = split(*first, separator);
  return fields.size() == 2 && !fields[1].empty() &&
         fields[1].find_first_not_of("0123456789.-+:eE NaN") == std::string::npos;
}

}  // namespace

const std::string* PrintedRow::find(std::string_view column) const {
  const auto found = std::ranges::find_if(fields, [&](const auto& field) { return field.first == column; });
  return found == fields.end() ? nullptr : &found->second;
}

std::vector<PrintedRow> read_printed_rows(std::string_view text) {
  const std::vector<std::string_view> lines = lines_of(text);
  if (std::ranges::any_of(lines, is_record_heading)) return read_expanded(lines, '|');
  char separator = ',';
  for (const char candidate : {'|', '\t'})
    if (separator == ',' && text.find(candidate) != std::string_view::npos) separator = candidate;
  return is_expanded(lines, separator) ? read_expanded(lines, separator) : read_table(lines, separator);
}

}  // namespace keycost
