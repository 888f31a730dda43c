// Values in the form in which InnoDB keeps them: fixed-width ones so that their bytes compare as they do.
// Sources: storage/innobase/row/row0mysql.cc (row_mysql_store_col_in_innobase_format); sql-common/my_time.c
// (my_datetime_packed_to_binary), strings/decimal.c (decimal2bin); MySQL 8.0 Reference Manual, "Data Type
// Storage Requirements".
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace keycost::innodb {

using Payload = std::span<const std::byte>;  ///< as in sim/sql_type.hpp
using StoredBytes = std::vector<std::byte>;

std::size_t fraction_size_bytes(int digits);  ///< of a second
std::size_t decimal_size_bytes(int precision, int scale);

/// Each appends the stored form of a payload.
void store_integer(Payload payload, StoredBytes& stored);
void store_date(Payload payload, StoredBytes& stored);
void store_datetime(Payload payload, int fraction_digits, StoredBytes& stored);
/// Whether a TIMESTAMP holds the moment: its four bytes count seconds since 1970 and 0 is no moment.
bool is_timestamp_in_range(Payload payload);
void store_timestamp(Payload payload, int fraction_digits, StoredBytes& stored);
void store_decimal(Payload payload, int precision, int scale, StoredBytes& stored);
/// Followed by `filler` up to `size_bytes`.
void store_padded(Payload payload, std::size_t size_bytes, std::byte filler, StoredBytes& stored);

}  // namespace keycost::innodb
