#include "tests/property/stored_rows.hpp"

#include <algorithm>
#include <cstring>

#include "tests/catch.hpp"

namespace keycost::test {

namespace {

constexpr std::size_t page_size = 8192;
constexpr std::size_t page_header_size = 24;

/// One assertion a failure, not one a value: there are millions of values.
void hold(bool condition, const char* rule) {
  if (!condition) FAIL("broken: " << rule);
}

template <class T>
T read(std::string_view bytes, std::size_t at) {
  T value;
  hold(at + sizeof value <= bytes.size(), "a number lies within its tuple");
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

/// typlen (0: variable) and typalign. Source: src/include/catalog/pg_type.dat
std::pair<std::size_t, std::size_t> width_and_alignment(SqlType type) {
  switch (type) {
    case SqlType::boolean:
      return {1, 1};
    case SqlType::smallint:
      return {2, 2};
    case SqlType::integer:
    case SqlType::date:
      return {4, 4};
    case SqlType::bigint:
    case SqlType::timestamp:
    case SqlType::timestamptz:
      return {8, 8};
    case SqlType::uuid:
      return {16, 1};
    default:
      return {0, 4};
  }
}

std::size_t aligned(std::size_t position, std::size_t alignment) {
  return (position + alignment - 1) / alignment * alignment;
}

/// One value from `data`; moves `position` behind it.
std::string read_value(std::string_view data, SqlType type, std::size_t& position) {
  const auto [width, alignment] = width_and_alignment(type);
  std::size_t header = 0;
  std::size_t size = width;
  if (width == 0) {
    const auto first = read<std::uint8_t>(data, position);
    header = (first & 1) != 0 ? 1 : 4;
    if (header == 4) position = aligned(position, alignment);
    size = (header == 1 ? std::size_t{first} >> 1 : std::size_t{read<std::uint32_t>(data, position)} >> 2) -
           header;
  } else {
    position = aligned(position, alignment);
  }
  hold(position + header + size <= data.size(), "a value lies within its tuple");
  std::string value(data.substr(position + header, size));
  position += header + size;
  return value;
}

StoredValues read_values(std::string_view data, const std::vector<SqlType>& types, const char* bitmap) {
  StoredValues values;
  std::size_t position = 0;
  for (std::size_t i = 0; i < types.size(); ++i) {
    const bool is_null = bitmap != nullptr && (static_cast<unsigned char>(bitmap[i / 8]) >> (i % 8) & 1) == 0;
    values.push_back(is_null ? std::nullopt : std::optional(read_value(data, types[i], position)));
  }
  return values;
}

struct Item {
  std::uint16_t offset;  ///< of the line pointer, from 1
  std::string_view bytes;
};

/// The tuples of a page in the order of their line pointers; checks that they lie side by side.
std::vector<Item> items_of(std::string_view page) {
  const auto lower = read<std::uint16_t>(page, 12);
  const auto upper = read<std::uint16_t>(page, 14);
  const auto special = read<std::uint16_t>(page, 16);
  hold(lower >= page_header_size, "line pointers begin behind the header");
  hold(lower <= upper, "line pointers and tuples do not overlap");
  hold(upper <= special, "tuples lie before the special space");
  hold(special <= page_size, "the special space lies on the page");
  std::vector<Item> items;
  std::vector<std::pair<std::size_t, std::size_t>> extents;
  for (std::size_t at = page_header_size; at < lower; at += 4) {
    const auto line_pointer = read<std::uint32_t>(page, at);
    const std::size_t from = line_pointer & 0x7FFF;
    const std::size_t size = line_pointer >> 17;
    hold((line_pointer >> 15 & 3) == 1, "a line pointer leads to a tuple");  // LP_NORMAL
    hold(from >= upper, "a tuple lies behind the free space");
    hold(from + size <= special, "a tuple ends before the special space");
    items.push_back({static_cast<std::uint16_t>((at - page_header_size) / 4 + 1), page.substr(from, size)});
    extents.emplace_back(from, from + aligned(size, 8));
  }
  std::sort(extents.begin(), extents.end());
  std::size_t free_from = upper;
  for (const auto& [from, end] : extents) {
    hold(from == free_from, "tuples lie side by side");
    free_from = end;
  }
  if (!extents.empty()) hold(free_from == special, "tuples reach to the special space");
  return items;
}

Tid read_tid(std::string_view bytes, std::size_t at) {
  const auto high = read<std::uint16_t>(bytes, at);
  const auto low = read<std::uint16_t>(bytes, at + 2);
  return {std::uint32_t{high} << 16 | low, read<std::uint16_t>(bytes, at + 4)};
}

std::vector<SqlType> types_of(const TableDefinition& table) {
  std::vector<SqlType> types;
  for (const ColumnDefinition& column : table.columns) types.push_back(column.type);
  return types;
}

std::vector<SqlType> types_of(const TableDefinition& table, const IndexDefinition& index) {
  std::vector<SqlType> types;
  for (const IndexColumn& column : index.columns) types.push_back(table.columns[column.column].type);
  for (const std::size_t column : index.included) types.push_back(table.columns[column].type);
  return types;
}

// Source: src/include/access/nbtree.h, itup.h.
constexpr std::uint16_t leaf_flag = 1;
constexpr std::uint16_t has_nulls_flag = 0x8000;
constexpr std::uint16_t alternative_tid_flag = 0x2000;
constexpr std::uint16_t posting_flag = 0x2000;
constexpr std::uint16_t offset_mask = 0x0FFF;

/// The rows of a leaf tuple, a posting list or not, and where its key ends.
std::vector<Tid> rows_of(std::string_view tuple, std::size_t& key_end) {
  const auto info = read<std::uint16_t>(tuple, 6);
  const Tid tid = read_tid(tuple, 0);
  key_end = tuple.size();
  if ((info & alternative_tid_flag) == 0) return {tid};
  hold((tid.second & posting_flag) != 0, "a tuple on a leaf is no pivot");
  key_end = tid.first;
  std::vector<Tid> rows;
  for (int i = 0; i < (tid.second & offset_mask); ++i)
    rows.push_back(read_tid(tuple, key_end + static_cast<std::size_t>(i) * 6));
  hold(rows.size() > 1, "a posting list has several rows");
  hold(std::is_sorted(rows.begin(), rows.end()), "a posting list is in order");
  return rows;
}

}  // namespace

HeapContent read_heap(const std::string& image, const TableDefinition& table) {
  const std::vector<SqlType> types = types_of(table);
  HeapContent heap;
  for (std::size_t block = 0; block * page_size < image.size(); ++block) {
    const std::string_view page = std::string_view(image).substr(block * page_size, page_size);
    if (read<std::uint16_t>(page, 18) ==
        0) {  // nothing but zeros: a bulk extension came to more than was needed
      hold(page.find_first_not_of('\0') == std::string_view::npos, "a page without a header is all zeros");
      continue;
    }
    heap.free_bytes.push_back(static_cast<std::size_t>(read<std::uint16_t>(page, 14)) -
                              read<std::uint16_t>(page, 12));
    for (const Item& item : items_of(page)) {
      const Tid here{static_cast<std::uint32_t>(block), item.offset};
      hold(read_tid(item.bytes, 12) == here, "a row version points to itself");
      const bool has_nulls = (read<std::uint16_t>(item.bytes, 20) & 1) != 0;
      hold((read<std::uint16_t>(item.bytes, 18) & 0x7FF) == types.size(), "a row version has all attributes");
      const auto header = read<std::uint8_t>(item.bytes, 22);
      heap.rows[here] =
          read_values(item.bytes.substr(header), types, has_nulls ? item.bytes.data() + 23 : nullptr);
    }
  }
  return heap;
}

std::map<Tid, StoredValues> read_leaves(const std::string& image, const TableDefinition& table,
                                        const IndexDefinition& index) {
  const std::vector<SqlType> types = types_of(table, index);
  std::map<Tid, StoredValues> rows;
  for (std::size_t block = 1; block * page_size < image.size(); ++block) {
    const std::string_view page = std::string_view(image).substr(block * page_size, page_size);
    const auto special = read<std::uint16_t>(page, 16);
    if ((read<std::uint16_t>(page, special + 12u) & leaf_flag) == 0) continue;
    const bool is_rightmost = read<std::uint32_t>(page, special + 4u) == 0;
    for (const Item& item : items_of(page)) {
      if (item.offset == 1 && !is_rightmost) continue;  // the high key
      std::size_t key_end = 0;
      const std::vector<Tid> tids = rows_of(item.bytes, key_end);
      const bool has_nulls = (read<std::uint16_t>(item.bytes, 6) & has_nulls_flag) != 0;
      const std::size_t header = has_nulls ? 16 : 8;
      const StoredValues values = read_values(item.bytes.substr(header, key_end - header), types,
                                              has_nulls ? item.bytes.data() + 8 : nullptr);
      for (const Tid& tid : tids) hold(rows.emplace(tid, values).second, "a row is in an index once");
    }
  }
  return rows;
}

}  // namespace keycost::test
