#include "sim/innodb/stored_column.hpp"

#include "sim/error.hpp"
#include "sim/innodb/stored_value.hpp"

namespace keycost::innodb {

namespace {

constexpr std::size_t text_size_max_bytes = 65535;
// A field that can be longer than this has two length bytes where it is longer than 127. Source:
// include/dict0mem.h (DATA_BIG_COL).
constexpr std::size_t short_field_size_max_bytes = 255;
constexpr std::byte padding{' '};
constexpr std::byte zero{0};

std::size_t length_of(const TypeModifiers& modifiers) {
  return static_cast<std::size_t>(modifiers.length.value_or(1));
}

CharacterSet character_set_of(const TypeModifiers& modifiers) {
  return modifiers.character_set.value_or(CharacterSet::utf8mb4);
}

std::size_t text_bytes_max(const TypeModifiers& modifiers) {
  return length_of(modifiers) *
         static_cast<std::size_t>(describe(character_set_of(modifiers)).character_bytes_max);
}

}  // namespace

void StoredColumn::make_fixed(std::size_t size_bytes) {
  size_max_bytes_ = size_bytes;
  field_.size_bytes = static_cast<std::uint16_t>(size_bytes);
}

void StoredColumn::make_variable(std::size_t size_max_bytes) {
  size_max_bytes_ = size_max_bytes;
  field_.is_variable = true;
  field_.may_need_two_length_bytes = size_max_bytes > short_field_size_max_bytes;
}

StoredColumn::StoredColumn(const ColumnDefinition& column)
    : type_(column.type), modifiers_(column.modifiers) {
  field_.is_nullable = column.nullable;
  if (describe(type_).is_text) field_.comparison = Comparison::blank_padded;
  set_width();
}

// CHAR in a character set whose characters differ in width is stored as if it were VARCHAR.
void StoredColumn::set_width() {
  switch (type_) {
    case SqlType::date:
      return make_fixed(3);
    case SqlType::datetime:
      return make_fixed(5 + fraction_size_bytes(precision()));
    case SqlType::timestamp:
      return make_fixed(4 + fraction_size_bytes(precision()));
    case SqlType::numeric:
      return make_fixed(decimal_size_bytes(precision(), modifiers_.scale.value_or(0)));
    case SqlType::binary:
      return make_fixed(length_of(modifiers_));
    case SqlType::varbinary:
      return make_variable(length_of(modifiers_));
    case SqlType::varchar:
      return make_variable(text_bytes_max(modifiers_));
    case SqlType::character:
      if (character_set_of(modifiers_) == CharacterSet::utf8mb4)
        return make_variable(text_bytes_max(modifiers_));
      return make_fixed(length_of(modifiers_));
    case SqlType::text:
      return make_variable(text_size_max_bytes);
    default:
      require(describe(type_).size_bytes != variable_size, "only the types that InnoDB stores are accepted");
      return make_fixed(static_cast<std::size_t>(describe(type_).size_bytes));
  }
}

std::size_t StoredColumn::size_min_bytes() const {
  if (!field_.is_variable) return field_.size_bytes;
  return type_ == SqlType::character ? length_of(modifiers_) : 0;
}

std::string_view StoredColumn::refusal(std::span<const std::byte> payload) const {
  if (type_ == SqlType::timestamp && !is_timestamp_in_range(payload))
    return "a timestamp lies between 1970-01-01 00:00:01 and 2038-01-19 03:14:07 UTC; datetime reaches "
           "further";
  return {};
}

void StoredColumn::store(std::span<const std::byte> payload, std::vector<std::byte>& stored) const {
  switch (type_) {
    case SqlType::date:
      return store_date(payload, stored);
    case SqlType::datetime:
      return store_datetime(payload, precision(), stored);
    case SqlType::timestamp:
      return store_timestamp(payload, precision(), stored);
    case SqlType::numeric:
      return store_decimal(payload, precision(), modifiers_.scale.value_or(0), stored);
    case SqlType::binary:
      return store_padded(payload, length_of(modifiers_), zero, stored);
    case SqlType::varbinary:
      return store_padded(payload, 0, zero, stored);
    case SqlType::varchar:
    case SqlType::character:
    case SqlType::text:
      return store_text(payload, stored);
    default:
      return store_integer(payload, stored);
  }
}

// CHAR(n) is padded to n bytes: characters in a set of one byte each, and in utf8mb4 the least that n
// characters take.
void StoredColumn::store_text(std::span<const std::byte> payload, std::vector<std::byte>& stored) const {
  const std::size_t padded = type_ == SqlType::character ? length_of(modifiers_) : 0;
  const std::string_view utf8(reinterpret_cast<const char*>(payload.data()), payload.size());
  std::string encoded;
  if (character_set_of(modifiers_) != CharacterSet::utf8mb4 &&
      encode_text(utf8, character_set_of(modifiers_), encoded)) {
    payload = std::as_bytes(std::span(encoded.data(), encoded.size()));
  }
  store_padded(payload, padded, padding, stored);
}

}  // namespace keycost::innodb
