#include "sim/innodb/stored_value.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>

namespace keycost::innodb {

namespace {

constexpr std::int64_t microseconds_a_second = 1000000;
constexpr std::int64_t seconds_a_day = 86400;
constexpr std::int64_t unix_time_of_2000 = 946684800;
constexpr std::byte sign_bit{0x80};

void append_big_endian(std::uint64_t value, std::size_t size_bytes, StoredBytes& stored) {
  for (std::size_t i = size_bytes; i-- > 0;) stored.push_back(static_cast<std::byte>(value >> (8 * i)));
}

template <class Integer>
Integer read(Payload payload) {
  Integer value{};
  std::memcpy(&value, payload.data(), sizeof value);
  return value;
}

struct Moment {
  std::int64_t day;  ///< since 2000-01-01
  std::int64_t second_of_day;
  std::int64_t microsecond;
};

Moment split_time(std::int64_t microseconds) {
  const std::int64_t a_day = seconds_a_day * microseconds_a_second;
  std::int64_t day = microseconds / a_day;
  if (microseconds % a_day < 0) --day;
  const std::int64_t of_day = microseconds - day * a_day;
  return {day, of_day / microseconds_a_second, of_day % microseconds_a_second};
}

std::chrono::year_month_day civil(std::int64_t day) {
  using namespace std::chrono;
  return sys_days{year{2000} / January / 1} + days{day};
}

/// Two digits a byte.
void store_fraction(std::int64_t microsecond, int digits, StoredBytes& stored) {
  const std::size_t size = fraction_size_bytes(digits);
  for (std::size_t unused = 3; unused > size; --unused) microsecond /= 100;
  append_big_endian(static_cast<std::uint64_t>(microsecond), size, stored);
}

// Bytes for up to nine decimal digits.
constexpr std::array<std::size_t, 10> digits_size_bytes{0, 1, 1, 2, 2, 3, 3, 4, 4, 4};
constexpr std::size_t digits_a_group = 9;

std::size_t digits_bytes(std::size_t digits) {
  return digits / digits_a_group * 4 + digits_size_bytes[digits % digits_a_group];
}

void append_digits(std::string_view digits, StoredBytes& stored) {
  std::uint32_t value = 0;
  for (const char digit : digits) value = value * 10 + static_cast<std::uint32_t>(digit - '0');
  append_big_endian(value, digits_size_bytes[digits.size()], stored);
}

}  // namespace

std::size_t fraction_size_bytes(int digits) {
  return static_cast<std::size_t>(digits + 1) / 2;
}

std::size_t decimal_size_bytes(int precision, int scale) {
  return digits_bytes(static_cast<std::size_t>(precision - scale)) +
         digits_bytes(static_cast<std::size_t>(scale));
}

void store_integer(Payload payload, StoredBytes& stored) {
  for (std::size_t i = payload.size(); i-- > 0;)
    stored.push_back(i + 1 == payload.size() ? payload[i] ^ sign_bit : payload[i]);
}

// Day, month and year in 5, 4 and 15 bits.
void store_date(Payload payload, StoredBytes& stored) {
  const auto date = civil(read<std::int32_t>(payload));
  const auto packed = static_cast<std::uint32_t>(static_cast<int>(date.year())) << 9 |
                      static_cast<unsigned>(date.month()) << 5 | static_cast<unsigned>(date.day());
  append_big_endian(packed ^ 0x800000U, 3, stored);
}

// Sign, year × 13 + month, day, hour, minute, second in 1, 17, 5, 5, 6 and 6 bits; then the fraction.
void store_datetime(Payload payload, int fraction_digits, StoredBytes& stored) {
  const Moment moment = split_time(read<std::int64_t>(payload));
  const auto date = civil(moment.day);
  const auto year_month =
      static_cast<std::uint64_t>(static_cast<int>(date.year())) * 13 + static_cast<unsigned>(date.month());
  const auto second_of_day = static_cast<std::uint64_t>(moment.second_of_day);
  const std::uint64_t packed = (year_month << 5 | static_cast<unsigned>(date.day())) << 17 |
                               second_of_day / 3600 << 12 | second_of_day / 60 % 60 << 6 | second_of_day % 60;
  append_big_endian(packed + 0x8000000000, 5, stored);
  store_fraction(moment.microsecond, fraction_digits, stored);
}

// From 1970-01-01 00:00:01 to 2038-01-19 03:14:07. Source: MySQL 8.0 Reference Manual, 11.2.2; MariaDB's
// documentation, "TIMESTAMP".
bool is_timestamp_in_range(Payload payload) {
  const Moment moment = split_time(read<std::int64_t>(payload));
  const std::int64_t seconds = moment.day * seconds_a_day + moment.second_of_day + unix_time_of_2000;
  return seconds >= 1 && seconds <= std::numeric_limits<std::int32_t>::max();
}

void store_timestamp(Payload payload, int fraction_digits, StoredBytes& stored) {
  const Moment moment = split_time(read<std::int64_t>(payload));
  append_big_endian(
      static_cast<std::uint64_t>(moment.day * seconds_a_day + moment.second_of_day + unix_time_of_2000), 4,
      stored);
  store_fraction(moment.microsecond, fraction_digits, stored);
}

// Groups of nine digits from the point outwards, four bytes each; the sign bit turned, and of a negative
// number every bit.
void store_decimal(Payload payload, int precision, int scale, StoredBytes& stored) {
  std::string_view text(reinterpret_cast<const char*>(payload.data()), payload.size());
  const bool is_negative = text.starts_with('-');
  if (is_negative) text.remove_prefix(1);
  const std::size_t point = text.find('.');
  std::string_view whole = text.substr(0, point);
  std::string_view fraction = point == std::string_view::npos ? std::string_view{} : text.substr(point + 1);
  if (whole == "0") whole = {};
  const auto whole_digits = static_cast<std::size_t>(precision - scale);
  std::string digits(whole_digits - whole.size(), '0');
  digits += whole;
  const std::size_t start = stored.size();
  const std::size_t odd = whole_digits % digits_a_group;
  append_digits(std::string_view(digits).substr(0, odd), stored);
  for (std::size_t i = odd; i < whole_digits; i += digits_a_group)
    append_digits(std::string_view(digits).substr(i, digits_a_group), stored);
  for (std::size_t i = 0; i < fraction.size(); i += digits_a_group)
    append_digits(fraction.substr(i, digits_a_group), stored);
  if (is_negative) {
    for (std::size_t i = start; i < stored.size(); ++i) stored[i] = ~stored[i];
  }
  stored[start] ^= sign_bit;
}

void store_padded(Payload payload, std::size_t size_bytes, std::byte filler, StoredBytes& stored) {
  stored.insert(stored.end(), payload.begin(), payload.end());
  if (payload.size() < size_bytes) stored.insert(stored.end(), size_bytes - payload.size(), filler);
}

}  // namespace keycost::innodb
