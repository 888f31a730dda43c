#include "sim/sql_type.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>

#include <fmt/format.h>

#include "sim/date_time.hpp"
#include "sim/ids/hexadecimal.hpp"
#include "sim/numeric.hpp"

namespace keycost {

static_assert(std::endian::native == std::endian::little,
              "payloads are little-endian, as on the servers compared with");

namespace {

constexpr std::array type_table{
    SqlTypeDescription{SqlType::smallint, "smallint", {"int2"}, 2, 2, true, false},
    SqlTypeDescription{SqlType::integer, "int", {"integer", "int4"}, 4, 4, true, false},
    SqlTypeDescription{SqlType::bigint, "bigint", {"int8"}, 8, 8, true, false},
    SqlTypeDescription{SqlType::uuid, "uuid", {}, 16, 1, false, false},
    SqlTypeDescription{SqlType::text, "text", {}, variable_size, 4, false, true},
    SqlTypeDescription{SqlType::boolean, "bool", {"boolean"}, 1, 1, false, false},
    SqlTypeDescription{SqlType::date, "date", {}, 4, 4, false, false},
    SqlTypeDescription{SqlType::timestamp, "timestamp", {"timestamp without time zone"}, 8, 8, false, false},
    SqlTypeDescription{SqlType::timestamptz, "timestamptz", {"timestamp with time zone"}, 8, 8, false, false},
    SqlTypeDescription{SqlType::bytea, "bytea", {}, variable_size, 4, false, false},
    SqlTypeDescription{SqlType::varchar, "varchar", {"character varying"}, variable_size, 4, false, true},
    SqlTypeDescription{SqlType::character, "char", {"character"}, variable_size, 4, false, true},
    SqlTypeDescription{SqlType::numeric, "numeric", {"decimal"}, variable_size, 4, false, false},
    SqlTypeDescription{SqlType::tinyint, "tinyint", {}, 1, 1, true, false},
    SqlTypeDescription{SqlType::datetime, "datetime", {}, 8, 8, false, false},
    SqlTypeDescription{SqlType::binary, "binary", {}, variable_size, 1, false, false},
    SqlTypeDescription{SqlType::varbinary, "varbinary", {}, variable_size, 1, false, false},
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

std::string parse_time(const SqlTypeDescription& type, std::string_view text, std::string& payload,
                       const TypeModifiers& modifiers) {
  if (type.type == SqlType::date) {
    if (const auto days = parse_date(text)) return append_integer(*days, type.size_bytes, payload), "";
    return fmt::format("\"{}\" is not a date: year, month and day, as in 2026-01-31", text);
  }
  const bool with_zone = type.type == SqlType::timestamptz;
  if (const auto time = parse_timestamp(text, with_zone)) {
    const std::int64_t kept =
        round_timestamp(*time, modifiers.precision.value_or(6), type.type == SqlType::datetime);
    return append_integer(kept, type.size_bytes, payload), "";
  }
  return fmt::format("\"{}\" is not a {}: as in 2026-01-31 12:30:00.25{}", text, type.name,
                     with_zone ? "+00" : "");
}

/// The usual form, 8-4-4-4-12 digits, into 16 bytes: of a file with millions of rows it is every one. Without
/// a branch for each digit; whether all were digits shows in the end.
bool parse_usual_uuid(std::string_view text, char* bytes) {
  if (text.size() != 36 || text[8] != '-' || text[13] != '-' || text[18] != '-' || text[23] != '-')
    return false;
  constexpr std::uint8_t places[16] = {0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34};
  unsigned all = 0;
  for (std::size_t i = 0; i < 16; ++i) {
    const unsigned high = hexadecimal_values[static_cast<unsigned char>(text[places[i]])];
    const unsigned low = hexadecimal_values[static_cast<unsigned char>(text[places[i] + std::size_t{1}])];
    all |= high | low;
    bytes[i] = static_cast<char>(high << 4 | low);
  }
  return all <= 15;
}

// PostgreSQL reads 32 hexadecimal digits in either case, with an optional hyphen after any group of four
// digits and optional braces around (documentation, 8.12 "UUID Type").
std::string parse_uuid(std::string_view text, std::string& payload) {
  char usual[16];
  if (parse_usual_uuid(text, usual)) return payload.append(usual, sizeof usual), "";
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
    const int digit = hexadecimal_value(rest[i]);
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

/// PostgreSQL's hex format is \x and two digits a byte (documentation, 8.4 "Binary Data Types"); values of
/// binary and varbinary may do without the \x.
std::string parse_bytes(const SqlTypeDescription& type, std::string_view text, std::string& payload,
                        const TypeModifiers& modifiers) {
  const std::size_t start = payload.size();
  const bool is_prefixed = text.starts_with("\\x");
  const std::string_view digits = is_prefixed ? text.substr(2) : text;
  bool ok = (is_prefixed || type.type != SqlType::bytea) && digits.size() % 2 == 0;
  for (std::size_t i = 0; ok && i < digits.size(); i += 2) {
    const int high = hexadecimal_value(digits[i]);
    const int low = hexadecimal_value(digits[i + 1]);
    ok = high >= 0 && low >= 0;
    payload += static_cast<char>(high << 4 | low);
  }
  if (!ok) {
    payload.resize(start);
    const char* example = type.type == SqlType::bytea ? "\\x and two hexadecimal digits a byte, as in \\x00ff"
                                                      : "two hexadecimal digits a byte, as in 00ff";
    return fmt::format("\"{}\" is not a {}: {}", text, type.name, example);
  }
  const std::size_t size = payload.size() - start;
  if (modifiers.length && size > static_cast<std::size_t>(*modifiers.length)) {
    payload.resize(start);
    return fmt::format("the value has {} bytes, {} holds {}", size, print_type(type.type, modifiers),
                       *modifiers.length);
  }
  return {};
}

/// The text without blanks at its end.
std::string_view without_trailing_blanks(std::string_view text) {
  const std::size_t last = text.find_last_not_of(' ');
  return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

/// Where the first `count` characters end.
std::size_t prefix_size(std::string_view text, std::size_t count) {
  std::size_t at = 0;
  while (at < text.size() && count-- > 0) {
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
  }
  return at;
}

/// Blanks beyond the column's length are cut off without a word, as the SQL standard has it; other characters
/// are not. Source: PostgreSQL src/backend/utils/adt/varchar.c (varchar, bpchar); MySQL 8.0 Reference Manual,
/// 11.3.2 "The CHAR and VARCHAR Types".
std::string parse_text(SqlType type, std::string_view text, std::string& payload,
                       const TypeModifiers& modifiers) {
  if (type == SqlType::character) text = without_trailing_blanks(text);
  if (modifiers.length) {
    const std::size_t kept = prefix_size(text, static_cast<std::size_t>(*modifiers.length));
    if (text.find_first_not_of(' ', kept) != std::string_view::npos) {
      return fmt::format("the value has {} characters, {} holds {}", count_code_points(text),
                         print_type(type, modifiers), *modifiers.length);
    }
    text = text.substr(0, kept);
  }
  if (modifiers.character_set) {
    if (const auto character = find_unencodable(text, *modifiers.character_set)) {
      return fmt::format("the character \"{}\" is not in the column's character set, {}", *character,
                         describe(*modifiers.character_set).name);
    }
  }
  payload.append(text);
  return {};
}

std::string print_bytes(std::span<const std::byte> payload) {
  std::string text;
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
  if (name.empty()) return nullptr;
  const auto found =
      std::find_if(type_table.begin(), type_table.end(), [name](const SqlTypeDescription& type) {
        return name == type.name || name == type.aliases[0] || name == type.aliases[1];
      });
  return found == type_table.end() ? nullptr : &*found;
}

std::string print_type(SqlType type, const TypeModifiers& modifiers) {
  std::string text(describe(type).name);
  if (modifiers.length) text += fmt::format("({})", *modifiers.length);
  if (modifiers.precision && modifiers.scale) {
    text += fmt::format("({},{})", *modifiers.precision, *modifiers.scale);
  } else if (modifiers.precision) {
    text += fmt::format("({})", *modifiers.precision);
  }
  return text;
}

std::int64_t integer_minimum(SqlType type) {
  return -integer_maximum(type) - 1;
}

std::int64_t integer_maximum(SqlType type) {
  const int bits = describe(type).size_bytes * 8;
  return static_cast<std::int64_t>((std::uint64_t{1} << (bits - 1)) - 1);
}

std::string parse_value(SqlType type, std::string_view text, std::string& payload,
                        const TypeModifiers& modifiers) {
  switch (type) {
    case SqlType::tinyint:
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
    case SqlType::datetime:
      return parse_time(describe(type), text, payload, modifiers);
    case SqlType::bytea:
    case SqlType::binary:
    case SqlType::varbinary:
      return parse_bytes(describe(type), text, payload, modifiers);
    case SqlType::numeric:
      return parse_numeric(text, modifiers.precision, modifiers.scale, payload);
    case SqlType::text:
    case SqlType::varchar:
    case SqlType::character:
      break;
  }
  return parse_text(type, text, payload, modifiers);
}

std::string print_value(SqlType type, std::span<const std::byte> payload) {
  switch (type) {
    case SqlType::tinyint:
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
    case SqlType::datetime:
      return print_timestamp(read_integer(payload), type == SqlType::timestamptz);
    case SqlType::bytea:
      return "\\x" + print_bytes(payload);
    case SqlType::binary:
    case SqlType::varbinary:
      return print_bytes(payload);
    case SqlType::numeric:
    case SqlType::text:
    case SqlType::varchar:
    case SqlType::character:
      break;
  }
  return {reinterpret_cast<const char*>(payload.data()), payload.size()};
}

}  // namespace keycost
