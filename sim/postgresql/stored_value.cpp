#include "sim/postgresql/stored_value.hpp"

#include "sim/postgresql/numeric_digits.hpp"

namespace keycost::postgresql {

namespace {

std::string_view as_text(std::span<const std::byte> payload) {
  return {reinterpret_cast<const char*>(payload.data()), payload.size()};
}

void append_stored(const Attribute& attribute, std::span<const std::byte> payload,
                   std::vector<std::byte>& stored) {
  if (attribute.type == SqlType::numeric) {
    append_numeric(as_text(payload), stored);
    return;
  }
  stored.assign(payload.begin(), payload.end());
  const std::size_t characters = count_code_points(as_text(payload));
  stored.resize(stored.size() + attribute.padded_to_characters - characters, std::byte{' '});
}

}  // namespace

void store_values(const std::vector<Attribute>& attributes, std::vector<ColumnBatch>& columns) {
  std::vector<std::byte> stored;
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    if (attributes[i].type != SqlType::numeric && attributes[i].type != SqlType::character) continue;
    ColumnBatch batch(attributes[i].type);
    for (std::size_t row = 0; row < columns[i].rows(); ++row) {
      if (columns[i].is_null(row)) {
        batch.append_null();
        continue;
      }
      stored.clear();
      append_stored(attributes[i], columns[i].value(row), stored);
      batch.append(std::span<const std::byte>(stored));
    }
    columns[i] = std::move(batch);
  }
}

std::string print_stored(const Attribute& attribute, std::span<const std::byte> stored) {
  if (attribute.type == SqlType::numeric) return print_numeric(stored);
  std::string text = print_value(attribute.type, stored);
  if (attribute.type == SqlType::character) text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

}  // namespace keycost::postgresql
