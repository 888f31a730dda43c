// Names that PostgreSQL makes for relations that a statement does not name.
#pragma once

#include <string>
#include <string_view>

namespace keycost::postgresql {

/// "orders_pkey", cut short where that is longer than a name may be.
/// Source: src/backend/commands/indexcmds.c (ChooseIndexName, makeObjectName).
std::string primary_key_name(std::string_view table);

/// What an identity column's sequence is called: "orders_id_seq", its parts cut short where that is longer
/// than a name may be. Source: src/backend/commands/indexcmds.c (ChooseRelationName, makeObjectName).
std::string sequence_name(std::string_view table, std::string_view column);

}  // namespace keycost::postgresql
