#include "sim/postgresql/nbtree/key.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <optional>

#include "sim/postgresql/numeric_digits.hpp"
#include "sim/postgresql/stored_value.hpp"

namespace keycost::postgresql {

namespace {

struct Value {
  bool is_null = true;
  std::span<const std::byte> payload;
};

/// The attributes of one tuple, one after the other.
class AttributeWalk {
 public:
  AttributeWalk(const std::byte* tuple, std::span<const KeyAttribute> attributes)
      : attributes_(attributes),
        bitmap_(index_tuple::is_null_bearing(tuple) ? tuple + index_tuple_header_size_bytes : nullptr),
        data_(tuple + (bitmap_ != nullptr ? index_tuple_header_with_nulls_size_bytes
                                          : index_tuple_header_size_bytes)) {}

  Value next() {
    const std::size_t i = index_++;
    if (bitmap_ != nullptr && (std::to_integer<unsigned>(bitmap_[i / 8]) >> (i % 8) & 1) == 0) return {};
    const Attribute& attribute = attributes_[i].attribute;
    const AttributeExtent extent = stored_extent(attribute, data_, position_);
    position_ = extent.end;
    return {false, stored_payload(attribute, data_, extent)};
  }

 private:
  std::span<const KeyAttribute> attributes_;
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

/// memcmp order, a prefix before what it begins: uuid, bytea, and text in the C collation.
int compare_bytes(std::span<const std::byte> left, std::span<const std::byte> right) {
  const std::size_t common = std::min(left.size(), right.size());
  const int order = common == 0 ? 0 : std::memcmp(left.data(), right.data(), common);
  if (order != 0) return order;
  return left.size() < right.size() ? -1 : left.size() > right.size();
}

/// Blanks at the end do not count: with them, "a" would come behind "a\t". Source:
/// src/backend/utils/adt/varchar.c (bpcharcmp).
int compare_padded(std::span<const std::byte> left, std::span<const std::byte> right) {
  const auto without_blanks = [](std::span<const std::byte> text) {
    while (!text.empty() && text.back() == std::byte{' '}) text = text.first(text.size() - 1);
    return text;
  };
  return compare_bytes(without_blanks(left), without_blanks(right));
}

int compare_payloads(SqlType type, std::span<const std::byte> left, std::span<const std::byte> right) {
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
    case SqlType::numeric:
      return compare_numerics(left, right);
    case SqlType::character:
      return compare_padded(left, right);
    default:
      return compare_bytes(left, right);
  }
}

int compare_values(const KeyAttribute& attribute, const Value& left, const Value& right) {
  if (left.is_null || right.is_null) {
    if (left.is_null && right.is_null) return 0;
    return left.is_null == attribute.nulls_first ? -1 : 1;
  }
  const int order = compare_payloads(attribute.attribute.type, left.payload, right.payload);
  return attribute.descending ? -order : order;
}

bool same_image(const Value& left, const Value& right) {
  if (left.is_null || right.is_null) return left.is_null == right.is_null;
  return left.payload.size() == right.payload.size() &&
         (left.payload.empty() ||
          std::memcmp(left.payload.data(), right.payload.data(), left.payload.size()) == 0);
}

/// index_form_tuple: lays out `attributes`. `value_at(i)` may be asked twice for the same i.
template <class ValueAt>
void lay_out(std::span<const KeyAttribute> attributes, ValueAt value_at, std::vector<std::byte>& tuple) {
  bool has_null = false;
  for (std::size_t i = 0; i < attributes.size(); ++i) has_null = has_null || value_at(i).is_null;
  const std::size_t header =
      has_null ? index_tuple_header_with_nulls_size_bytes : index_tuple_header_size_bytes;
  tuple.assign(header, std::byte{0});

  std::uint16_t flags = has_null ? index_tuple::has_nulls : std::uint16_t{0};
  std::size_t size = 0;
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    const Value value = value_at(i);
    if (value.is_null) continue;
    if (has_null) {
      tuple[index_tuple_header_size_bytes + i / 8] |= static_cast<std::byte>(1u << (i % 8));  // set: present
    }
    const Attribute& attribute = attributes[i].attribute;
    if (attribute.size_bytes == variable_size) flags |= index_tuple::has_variable;
    tuple.resize(header + attribute_extent(attribute, value.payload.size(), size).end, std::byte{0});
    size = write_attribute(attribute, value.payload, tuple.data() + header, size);
  }
  tuple.resize(maxalign(header + size), std::byte{0});
  index_tuple::set_size_and_flags(tuple.data(), tuple.size(), flags);
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

KeyDescriptor::KeyDescriptor(std::vector<KeyAttribute> key, std::vector<KeyAttribute> included)
    : attributes_(std::move(key)), key_count_(attributes_.size()) {
  attributes_.insert(attributes_.end(), std::make_move_iterator(included.begin()),
                     std::make_move_iterator(included.end()));
  if (attributes_.size() == 1) shape_ = shape_of(attributes_[0]);
  all_equal_image_ = key_count_ == attributes_.size();
  for (std::size_t i = 0; i < key_count_; ++i) {
    all_equal_image_ = all_equal_image_ && attributes_[i].attribute.type != SqlType::numeric;
  }
}

KeyDescriptor::Shape KeyDescriptor::shape_of(const KeyAttribute& attribute) {
  if (attribute.nullable || attribute.descending) return Shape::general;
  switch (attribute.attribute.type) {
    case SqlType::smallint:
      return Shape::smallint;
    case SqlType::integer:
    case SqlType::date:
      return Shape::integer;
    case SqlType::bigint:
    case SqlType::timestamp:
    case SqlType::timestamptz:
      return Shape::bigint;
    case SqlType::uuid:
      return Shape::uuid;
    default:
      break;
  }
  return Shape::general;
}

void KeyDescriptor::form(const std::vector<ColumnBatch>& columns, std::size_t row, TupleId id,
                         std::vector<std::byte>& tuple) const {
  lay_out(
      attributes_,
      [&](std::size_t i) {
        const ColumnBatch& column = columns[attributes_[i].column];
        return Value{column.is_null(row), column.value(row)};
      },
      tuple);
  index_tuple::set_tuple_id(tuple.data(), id);
}

std::size_t KeyDescriptor::widest_variable_bytes(const std::vector<ColumnBatch>& columns,
                                                 std::size_t row) const {
  std::size_t widest = 0;
  for (const KeyAttribute& attribute : attributes_) {
    const ColumnBatch& column = columns[attribute.column];
    if (attribute.attribute.size_bytes != variable_size || column.is_null(row)) continue;
    widest = std::max(widest, column.value(row).size());
  }
  return widest;
}

bool KeyDescriptor::has_null_key(const std::byte* tuple) const {
  if (!index_tuple::is_null_bearing(tuple)) return false;
  AttributeWalk walk(tuple, attributes_);
  for (std::size_t i = 0; i < key_count_; ++i) {
    if (walk.next().is_null) return true;
  }
  return false;
}

int KeyDescriptor::compare(const std::byte* search, const std::byte* tuple, bool by_row) const {
  AttributeWalk searched(search, attributes_);
  AttributeWalk stored(tuple, attributes_);
  const std::size_t kept = index_tuple::is_pivot(tuple) ? index_tuple::pivot_attributes(tuple) : key_count_;
  for (std::size_t i = 0; i < key_count_; ++i) {
    if (i >= kept) return 1;
    if (const int order = compare_values(attributes_[i], searched.next(), stored.next()); order != 0)
      return order;
  }
  return by_row ? key_order::among_equals<true>(search, tuple)
                : key_order::among_equals<false>(search, tuple);
}

int compare_rows(const std::byte* search, const std::byte* tuple) {
  const TupleId row = index_tuple::tuple_id(search);
  if (index_tuple::is_pivot(tuple)) {
    if (!index_tuple::pivot_has_heap_tid(tuple)) return 1;
    const TupleId bound = index_tuple::pivot_tid(tuple);
    return row < bound ? -1 : row > bound;
  }
  if (row < index_tuple::row(tuple, 0)) return -1;
  return row > index_tuple::last_row(tuple) ? 1 : 0;
}

namespace {

/// The row by which a stored tuple is ordered among equals; a pivot without one lies below all.
std::optional<TupleId> bounding_row(const std::byte* tuple, bool last) {
  if (!index_tuple::is_pivot(tuple)) return last ? index_tuple::last_row(tuple) : index_tuple::row(tuple, 0);
  if (index_tuple::pivot_has_heap_tid(tuple)) return index_tuple::pivot_tid(tuple);
  return std::nullopt;
}

}  // namespace

int KeyDescriptor::compare_stored(const std::byte* left, const std::byte* right) const {
  const auto kept = [this](const std::byte* tuple) {
    return index_tuple::is_pivot(tuple) ? index_tuple::pivot_attributes(tuple) : key_count_;
  };
  AttributeWalk on_left(left, attributes_);
  AttributeWalk on_right(right, attributes_);
  for (std::size_t i = 0; i < key_count_; ++i) {
    const bool left_ends = i >= kept(left);
    const bool right_ends = i >= kept(right);
    if (left_ends || right_ends) return left_ends == right_ends ? 0 : (left_ends ? -1 : 1);
    if (const int order = compare_values(attributes_[i], on_left.next(), on_right.next()); order != 0)
      return order;
  }
  const std::optional<TupleId> left_row = bounding_row(left, true);
  const std::optional<TupleId> right_row = bounding_row(right, false);
  return left_row < right_row ? -1 : left_row > right_row;  // nothing sorts below any row
}

std::size_t KeyDescriptor::attributes_to_tell_apart(const std::byte* left, const std::byte* right) const {
  AttributeWalk on_left(left, attributes_);
  AttributeWalk on_right(right, attributes_);
  std::size_t needed = 1;
  while (needed <= key_count_ && same_image(on_left.next(), on_right.next())) ++needed;
  return needed;
}

std::size_t KeyDescriptor::attributes_to_keep(const std::byte* left, const std::byte* right) const {
  if (all_equal_image_) return attributes_to_tell_apart(left, right);
  AttributeWalk on_left(left, attributes_);
  AttributeWalk on_right(right, attributes_);
  std::size_t needed = 1;
  while (needed <= key_count_ &&
         compare_values(attributes_[needed - 1], on_left.next(), on_right.next()) == 0) {
    ++needed;
  }
  return needed;
}

void KeyDescriptor::truncate(const std::byte* last_left, const std::byte* first_right,
                             std::vector<std::byte>& pivot) const {
  const std::size_t needed = attributes_to_keep(last_left, first_right);
  const std::size_t kept = std::min(needed, key_count_);
  if (kept < attributes_.size()) {
    std::vector<Value> values;
    AttributeWalk walk(first_right, attributes_);
    for (std::size_t i = 0; i < kept; ++i) values.push_back(walk.next());
    lay_out(
        std::span(attributes_).first(kept), [&](std::size_t i) { return values[i]; }, pivot);
    index_tuple::set_tuple_id(pivot.data(), index_tuple::tuple_id(first_right));
  } else {
    const std::size_t size = index_tuple::key_size_bytes(first_right);
    pivot.assign(first_right, first_right + size);
    const auto flags = static_cast<std::uint16_t>(index_tuple::info(first_right) &
                                                  (index_tuple::has_nulls | index_tuple::has_variable));
    index_tuple::set_size_and_flags(pivot.data(), size, flags);
  }
  const bool with_heap_tid = needed > key_count_;
  if (with_heap_tid) append_heap_tid(index_tuple::last_row(last_left), pivot);
  index_tuple::set_pivot(pivot.data(), kept, with_heap_tid);
}

std::string KeyDescriptor::print(const std::byte* tuple) const {
  AttributeWalk walk(tuple, attributes_);
  const std::size_t kept = index_tuple::is_pivot(tuple) ? index_tuple::pivot_attributes(tuple) : key_count_;
  std::string text = "(";
  for (std::size_t i = 0; i < key_count_; ++i) {
    if (i > 0) text += ", ";
    if (i >= kept) {
      text += "-inf";
      continue;
    }
    const Value value = walk.next();
    text += value.is_null ? "NULL" : print_stored(attributes_[i].attribute, value.payload);
  }
  return text + ")";
}

}  // namespace keycost::postgresql
