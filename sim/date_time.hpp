// Dates and times as PostgreSQL stores them: days or microseconds since 2000-01-01.
// Source: src/include/datatype/timestamp.h (POSTGRES_EPOCH_JDATE); documentation, 8.5 "Date/Time Types".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace keycost {

/// "2026-01-31": days since 2000-01-01. Nothing if it is no date of the years 1 to 9999.
std::optional<std::int32_t> parse_date(std::string_view text);
std::string print_date(std::int32_t days);

/// "2026-01-31 12:30:00.25", with "T" for the space if you like: microseconds since 2000-01-01. If
/// `with_zone`, an offset from UTC may follow ("Z", "+02", "-03:30"); without one the time is UTC.
std::optional<std::int64_t> parse_timestamp(std::string_view text, bool with_zone);
/// With "+00" at the end if `with_zone`: times print in UTC, whatever the reader's zone.
std::string print_timestamp(std::int64_t microseconds, bool with_zone);

/// To so many digits of a second, as a column of that precision keeps it. PostgreSQL rounds halves away from
/// 2000-01-01 (timestamp.c, AdjustTimestampForTypmod), MySQL rounds them up (Reference Manual, 11.2.6
/// "Fractional Seconds in Time Values").
std::int64_t round_timestamp(std::int64_t microseconds, int digits, bool halves_up);

}  // namespace keycost
