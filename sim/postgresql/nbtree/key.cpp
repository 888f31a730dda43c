#include "sim/postgresql/nbtree/key.hpp"

#include <algorithm>
#include <cstring>

namespace keycost::postgresql {

namespace {

/// The attributes of one tuple, one after the other.
class AttributeWalk {
 public:
  AttributeWalk(const std::byte* tuple, std::span<const Attribute> attributes)
      : attributes_(attributes),
        bitmap_(index_tuple::is_null_bearing(tuple) ? tuple + index_tuple_header_size_bytes : nullptr),
        data_(tuple + (bitmap_ != nullptr ? index_tuple_header_with_nulls_size_bytes
                                          : index_tuple_header_size_bytes)) {}

  struct Value {
    bool is_null;
    std::span<const std::byte> payload;
  };

  Value next() {
    const std::size_t i = index_++;
    if (bitmap_ != nullptr && (std::to_integer<unsigned>(bitmap_[i / 8]) >> (i % 8) & 1) == 0)
      return {true, {}};
    const AttributeExtent extent = stored_extent(attributes_[i], data_, position_);
    position_ = extent.end;
    std::size_t header = 0;
    if (attributes_[i].size_bytes == variable_size) {
      header = (std::to_integer<unsigned>(data_[extent.start]) & 1) != 0 ? 1 : 4;
    }
    return {false, {data_ + extent.start + header, data_ + extent.end}};
  }

 private:
  std::span<const Attribute> attributes_;
  const std::byte* bitmap_;
  const std::byte* data_;
  std::size_t index_ = 0;
  std::size_t position_ = 0;
};

template <class T>
int compare_integers(std::span<const std::byte> left, std::span<const std::byte> right) {
  const T a = index_tuple::load<T>(left.data());
  const T b = index_tuple::load<T>(right.data());
  return a < b ? -1 : a > b;
}

/// memcmp order, a prefix before what it begins: uuid, and text in the C collation.
int compare_bytes(std::span<const std::byte> left, std::span<const std::byte> right) {
  const std::size_t common = std::min(left.size(), right.size());
  const int order = common == 0 ? 0 : std::memcmp(left.data(), right.data(), common);
  if (order != 0) return order;
  return left.size() < right.size() ? -1 : left.size() > right.size();
}

int compare_values(SqlType type, std::span<const std::byte> left, std::span<const std::byte> right) {
  switch (type) {
    case SqlType::smallint:
      return compare_integers<std::int16_t>(left, right);
    case SqlType::integer:
    case SqlType::date:
      return compare_integers<std::int32_t>(left, right);
    case SqlType::bigint:
    case SqlType::timestamp:
    case SqlType::timestamptz:
      return compare_integers<std::int64_t>(left, right);
    case SqlType::boolean:
    case SqlType::uuid:
    case SqlType::text:
      return compare_bytes(left, right);
  }
  return 0;
}

bool same_bytes(std::span<const std::byte> left, std::span<const std::byte> right) {
  return left.size() == right.size() &&
         (left.empty() || std::memcmp(left.data(), right.data(), left.size()) == 0);
}

/// index_form_tuple: lays out the first `count` of `attributes`. `value_at(i)` is called twice, in order.
template <class ValueAt>
void lay_out(std::span<const Attribute> attributes, ValueAt value_at, std::vector<std::byte>& tuple) {
  bool has_null = false;
  for (std::size_t i = 0; i < attributes.size(); ++i) has_null = has_null || value_at(i).is_null;
  const std::size_t header =
      has_null ? index_tuple_header_with_nulls_size_bytes : index_tuple_header_size_bytes;
  tuple.assign(header, std::byte{0});

  std::uint16_t flags = has_null ? index_tuple::has_nulls : std::uint16_t{0};
  std::size_t size = 0;
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    const AttributeWalk::Value value = value_at(i);
    if (value.is_null) continue;
    if (has_null)
      tuple[index_tuple_header_size_bytes + i / 8] |= static_cast<std::byte>(1u << (i % 8));  // set: present
    if (attributes[i].size_bytes == variable_size) flags |= index_tuple::has_variable;
    tuple.resize(header + attribute_extent(attributes[i], value.payload.size(), size).end, std::byte{0});
    size = write_attribute(attributes[i], value.payload, tuple.data() + header, size);
  }
  tuple.resize(maxalign(header + size), std::byte{0});
  index_tuple::set_size_and_flags(tuple.data(), tuple.size(), flags);
}

std::size_t attributes_kept(const std::byte* tuple, std::size_t all) {
  return index_tuple::is_pivot(tuple) ? index_tuple::offset(tuple) & index_tuple::attribute_count_mask : all;
}

/// When no attribute tells two neighbours apart, the heap TID of the left one does; it goes at the pivot's
/// very end.
void append_heap_tid(TupleId id, std::vector<std::byte>& pivot) {
  const auto flags = static_cast<std::uint16_t>(index_tuple::info(pivot.data()) & ~index_tuple::size_mask);
  pivot.resize(pivot.size() + maxalign(tuple_id_size_bytes), std::byte{0});
  index_tuple::set_tuple_id(pivot.data() + pivot.size() - tuple_id_size_bytes, id);
  index_tuple::set_size_and_flags(pivot.data(), pivot.size(), flags);
}

}  // namespace

KeyDescriptor::KeyDescriptor(std::vector<Attribute> attributes, std::vector<std::size_t> column_positions)
    : attributes_(std::move(attributes)), column_positions_(std::move(column_positions)) {
  if (attributes_.size() != 1) return;
  switch (attributes_[0].type) {
    case SqlType::smallint: shape_ = Shape::smallint; break;
    case SqlType::integer:
    case SqlType::date: shape_ = Shape::integer; break;
    case SqlType::bigint:
    case SqlType::timestamp:
    case SqlType::timestamptz: shape_ = Shape::bigint; break;
    case SqlType::uuid: shape_ = Shape::uuid; break;
    case SqlType::boolean:
    case SqlType::text: break;
  }
}

void KeyDescriptor::form(const std::vector<ColumnBatch>& columns, std::size_t row, TupleId id,
                         std::vector<std::byte>& tuple) const {
  lay_out(
      attributes_,
      [&](std::size_t i) {
        const ColumnBatch& column = columns[column_positions_[i]];
        return AttributeWalk::Value{column.is_null(row), column.value(row)};
      },
      tuple);
  index_tuple::set_tuple_id(tuple.data(), id);
}

void KeyDescriptor::truncate(const std::byte* last_left, const std::byte* first_right,
                             std::vector<std::byte>& pivot) const {
  const std::size_t needed = attributes_to_tell_apart(last_left, first_right);
  const std::size_t kept = std::min(needed, attributes_.size());
  if (kept < attributes_.size()) {
    std::vector<AttributeWalk::Value> values;
    AttributeWalk walk(first_right, attributes_);
    for (std::size_t i = 0; i < kept; ++i) values.push_back(walk.next());
    lay_out(
        std::span(attributes_).first(kept), [&](std::size_t i) { return values[i]; }, pivot);
    index_tuple::set_tuple_id(pivot.data(), index_tuple::tuple_id(first_right));
  } else {
    const std::span<const std::byte> whole = index_tuple::bytes(first_right);
    pivot.assign(whole.begin(), whole.end());
  }
  const bool with_heap_tid = needed > attributes_.size();
  if (with_heap_tid) append_heap_tid(index_tuple::tuple_id(last_left), pivot);
  index_tuple::set_pivot(pivot.data(), kept, with_heap_tid);
}

std::string KeyDescriptor::print(const std::byte* tuple) const {
  AttributeWalk walk(tuple, attributes_);
  std::string text = "(";
  for (std::size_t i = 0; i < attributes_.size(); ++i) {
    const AttributeWalk::Value value = walk.next();
    if (i > 0) text += ", ";
    text += value.is_null ? "NULL" : print_value(attributes_[i].type, value.payload);
  }
  return text + ")";
}

int KeyDescriptor::compare_attributes(const std::byte* search, const std::byte* tuple) const {
  AttributeWalk searched(search, attributes_);
  AttributeWalk stored(tuple, attributes_);
  const std::size_t kept = attributes_kept(tuple, attributes_.size());
  for (std::size_t i = 0; i < attributes_.size(); ++i) {
    if (i >= kept) return 1;
    const AttributeWalk::Value left = searched.next();
    const AttributeWalk::Value right = stored.next();
    if (left.is_null || right.is_null) {
      if (left.is_null && right.is_null) continue;
      return left.is_null ? 1 : -1;  // NULLS LAST
    }
    if (const int order = compare_values(attributes_[i].type, left.payload, right.payload); order != 0)
      return order;
  }
  return 0;
}

std::size_t KeyDescriptor::attributes_to_tell_apart(const std::byte* left, const std::byte* right) const {
  AttributeWalk on_left(left, attributes_);
  AttributeWalk on_right(right, attributes_);
  std::size_t needed = 1;
  for (std::size_t i = 0; i < attributes_.size(); ++i, ++needed) {
    const AttributeWalk::Value a = on_left.next();
    const AttributeWalk::Value b = on_right.next();
    if (a.is_null != b.is_null) break;
    if (!a.is_null && !same_bytes(a.payload, b.payload)) break;
  }
  return needed;
}

}  // namespace keycost::postgresql
