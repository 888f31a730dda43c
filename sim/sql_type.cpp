#include "sim/sql_type.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>

#include <fmt/format.h>

#include "sim/date_time.hpp"

namespace keycost {

static_assert(std::endian::native == std::endian::little,
              "payloads are little-endian, as on the servers compared with");

namespace {

constexpr std::array type_table{
    SqlTypeDescription{SqlType::smallint, "smallint", "int2", 2, 2, true},
    SqlTypeDescription{SqlType::integer, "int", "integer", 4, 4, true},
    SqlTypeDescription{SqlType::bigint, "bigint", "int8", 8, 8, true},
    SqlTypeDescription{SqlType::uuid, "uuid", "", 16, 1, false},
    SqlTypeDescription{SqlType::text, "text", "varchar", variable_size, 4, false},
    SqlTypeDescription{SqlType::boolean, "bool", "boolean", 1, 1, false},
    SqlTypeDescription{SqlType::date, "date", "", 4, 4, false},
    SqlTypeDescription{SqlType::timestamp, "timestamp", "timestamp without time zone", 8, 8, false},
    SqlTypeDescription{SqlType::timestamptz, "timestamptz", "timestamp with time zone", 8, 8, false},
    SqlTypeDescription{SqlType::bytea, "bytea", "", variable_size, 4, false},
};

void append_integer(std::int64_t value, int size_bytes, std::string& payload) {
  char bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  payload.append(bytes, static_cast<std::size_t>(size_bytes));  // little-endian: the low bytes come first
}

std::int64_t read_integer(std::span<const std::byte> payload) {
  std::uint64_t raw = 0;
  std::memcpy(&raw, payload.data(), payload.size());
  const auto unused_bits = 64 - static_cast<int>(payload.size()) * 8;
  return static_cast<std::int64_t>(raw << unused_bits) >> unused_bits;  // sign-extended from the type's width
}

std::string parse_integer(const SqlTypeDescription& type, std::string_view text, std::string& payload) {
  std::string_view digits = text;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool whole = end == digits.data() + digits.size() && !digits.empty() && !text.starts_with("+-");
  if (error == std::errc::invalid_argument || !whole) {
    return fmt::format("\"{}\" is not a whole number, as {} needs", text, type.name);
  }
  const std::int64_t lowest = integer_minimum(type.type);
  const std::int64_t highest = integer_maximum(type.type);
  if (error == std::errc::result_out_of_range || value < lowest || value > highest) {
    return fmt::format("{} is out of range for {}, which holds {} to {}", text, type.name, lowest, highest);
  }
  append_integer(value, type.size_bytes, payload);
  return {};
}

std::string parse_boolean(std::string_view text, std::string& payload) {
  for (const std::string_view yes : {"t", "true", "1", "yes", "on"}) {
    if (text == yes) return append_integer(1, 1, payload), "";
  }
  for (const std::string_view no : {"f", "false", "0", "no", "off"}) {
    if (text == no) return append_integer(0, 1, payload), "";
  }
  return fmt::format("\"{}\" is neither true nor false: t or f", text);
}

std::string parse_time(const SqlTypeDescription& type, std::string_view text, std::string& payload) {
  if (type.type == SqlType::date) {
    if (const auto days = parse_date(text)) return append_integer(*days, type.size_bytes, payload), "";
    return fmt::format("\"{}\" is not a date: year, month and day, as in 2026-01-31", text);
  }
  const bool with_zone = type.type == SqlType::timestamptz;
  if (const auto time = parse_timestamp(text, with_zone))
    return append_integer(*time, type.size_bytes, payload), "";
  return fmt::format("\"{}\" is not a {}: as in 2026-01-31 12:30:00.25{}", text, type.name,
                     with_zone ? "+00" : "");
}

int hexadecimal_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// PostgreSQL reads 32 hexadecimal digits in either case, with an optional hyphen after any group of four
// digits and optional braces around (documentation, 8.12 "UUID Type").
std::string parse_uuid(std::string_view text, std::string& payload) {
  std::string_view rest = text;
  if (rest.size() >= 2 && rest.front() == '{' && rest.back() == '}') rest = rest.substr(1, rest.size() - 2);
  const std::size_t start = payload.size();
  payload.resize(start + 16);
  int digits = 0;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (rest[i] == '-') {
      const bool after_group = digits > 0 && digits < 32 && digits % 4 == 0 && rest[i - 1] != '-';
      if (after_group) continue;
      digits = -1;
      break;
    }
    const int digit = hexadecimal_digit(rest[i]);
    if (digit < 0 || digits == 32) {
      digits = -1;
      break;
    }
    char& byte = payload[start + static_cast<std::size_t>(digits / 2)];
    byte = static_cast<char>((static_cast<unsigned char>(byte) << 4) | digit);
    ++digits;
  }
  if (digits == 32) return {};
  payload.resize(start);
  return fmt::format(
      "\"{}\" is not a uuid: 32 hexadecimal digits, as in 01890a5d-ac96-774b-bcce-b302099a8057", text);
}

// The hex format: \x and two digits a byte (documentation, 8.4 "Binary Data Types").
std::string parse_bytes(std::string_view text, std::string& payload) {
  const std::size_t start = payload.size();
  bool ok = text.starts_with("\\x") && text.size() % 2 == 0;
  for (std::size_t i = 2; ok && i < text.size(); i += 2) {
    const int high = hexadecimal_digit(text[i]);
    const int low = hexadecimal_digit(text[i + 1]);
    ok = high >= 0 && low >= 0;
    payload += static_cast<char>(high << 4 | low);
  }
  if (ok) return {};
  payload.resize(start);
  return fmt::format("\"{}\" is not a bytea: \\x and two hexadecimal digits a byte, as in \\x00ff", text);
}

std::string print_bytes(std::span<const std::byte> payload) {
  std::string text = "\\x";
  for (const std::byte byte : payload) text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
  return text;
}

std::string print_uuid(std::span<const std::byte> payload) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  text.reserve(36);
  for (std::size_t i = 0; i < 16; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    const auto byte = std::to_integer<unsigned>(payload[i]);
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

}  // namespace

std::span<const SqlTypeDescription> sql_types() {
  return type_table;
}

const SqlTypeDescription& describe(SqlType type) {
  return type_table[static_cast<std::size_t>(type)];
}

const SqlTypeDescription* find_sql_type(std::string_view name) {
  const auto found =
      std::find_if(type_table.begin(), type_table.end(), [name](const SqlTypeDescription& type) {
        return name == type.name || (!type.alias.empty() && name == type.alias);
      });
  return found == type_table.end() ? nullptr : &*found;
}

std::int64_t integer_minimum(SqlType type) {
  return -integer_maximum(type) - 1;
}

std::int64_t integer_maximum(SqlType type) {
  const int bits = describe(type).size_bytes * 8;
  return static_cast<std::int64_t>((std::uint64_t{1} << (bits - 1)) - 1);
}

std::string parse_value(SqlType type, std::string_view text, std::string& payload) {
  switch (type) {
    case SqlType::smallint:
    case SqlType::integer:
    case SqlType::bigint:
      return parse_integer(describe(type), text, payload);
    case SqlType::uuid:
      return parse_uuid(text, payload);
    case SqlType::boolean:
      return parse_boolean(text, payload);
    case SqlType::date:
    case SqlType::timestamp:
    case SqlType::timestamptz:
      return parse_time(describe(type), text, payload);
    case SqlType::bytea:
      return parse_bytes(text, payload);
    case SqlType::text:
      break;
  }
  payload.append(text);
  return {};
}

std::string print_value(SqlType type, std::span<const std::byte> payload) {
  switch (type) {
    case SqlType::smallint:
    case SqlType::integer:
    case SqlType::bigint:
      return fmt::format("{}", read_integer(payload));
    case SqlType::uuid:
      return print_uuid(payload);
    case SqlType::boolean:
      return payload[0] != std::byte{0} ? "t" : "f";
    case SqlType::date:
      return print_date(static_cast<std::int32_t>(read_integer(payload)));
    case SqlType::timestamp:
    case SqlType::timestamptz:
      return print_timestamp(read_integer(payload), type == SqlType::timestamptz);
    case SqlType::bytea:
      return print_bytes(payload);
    case SqlType::text:
      break;
  }
  return {reinterpret_cast<const char*>(payload.data()), payload.size()};
}

}  // namespace keycost
