// numeric as it is stored: base-10000 digits behind a header of two bytes, or of four for the very large and
// the very exact.
//
//   short   | 1 0 | sign 1 | dscale 6 | weight 7, two's complement |  digits, 2 bytes each …
//   long    | sign 2 | dscale 14 | weight 16 |                        digits, 2 bytes each …
//
// `weight` is the power of 10000 of the first digit, `dscale` how many decimal digits print behind the point.
// Zeros at either end are not stored, so a value's digits do not depend on its dscale: 1.0 and 1.00 compare
// equal and differ in one header bit. Source: src/backend/utils/adt/numeric.c (NumericData, make_result,
// cmp_numerics).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace keycost::postgresql {

/// Appends the stored form, without any length header, of a number spelled as sim/numeric.hpp spells it.
void append_numeric(std::string_view decimal, std::vector<std::byte>& stored);

/// By value: below (negative), equal (0), above.
int compare_numerics(std::span<const std::byte> left, std::span<const std::byte> right);

/// The number as the server prints it, which is how sim/numeric.hpp spells it.
std::string print_numeric(std::span<const std::byte> stored);

}  // namespace keycost::postgresql
