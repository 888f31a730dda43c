// Numbers as people and programs read them. No locale has a say in any of these.
#pragma once

#include <cstdint>
#include <string>

namespace keycost {

/// As pg_size_pretty(bigint) prints: "8192 bytes", "6184 kB", "21 MB"; a unit holds up to 10240 of itself.
std::string size_pretty(std::uint64_t bytes);

/// 1234567 as "1,234,567".
std::string with_thousands(std::uint64_t number);

/// The shortest decimal number that reads back as exactly `number`: 3, 71.57, 3.8531468531468533.
std::string full_precision(double number);

/// As full_precision, with thousands separators before the decimal point.
std::string full_precision_with_thousands(double number);

}  // namespace keycost
