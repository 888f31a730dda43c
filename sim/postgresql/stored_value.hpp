// What the server keeps of a value, behind its length header: a plain payload (sql_type.hpp), except that
// char(n) is padded with blanks to n characters and a numeric is packed. Source:
// src/backend/utils/adt/varchar.c (bpchar), numeric.c.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sim/postgresql/attribute.hpp"

namespace keycost::postgresql {

/// Replaces the plain payloads of `columns`, which have these attributes, by what is stored of them.
/// O(bytes), and nothing where a column's values are stored as they are.
void store_values(const std::vector<Attribute>& attributes, std::vector<ColumnBatch>& columns);

/// A stored value as the server prints it (char without its padding).
std::string print_stored(const Attribute& attribute, std::span<const std::byte> stored);

}  // namespace keycost::postgresql
