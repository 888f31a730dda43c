// What scenarios can set for the databases of this room.
#pragma once

#include <span>

#include "sim/declaration.hpp"

namespace keycost::placement {

std::span<const Declaration> tidb_settings();
std::span<const Declaration> tidb_table_options();
std::span<const Declaration> cockroachdb_settings();
std::span<const Declaration> cockroachdb_table_options();
std::span<const Declaration> yugabytedb_settings();
std::span<const Declaration> citus_settings();
std::span<const Declaration> oceanbase_settings();
std::span<const Declaration> vitess_settings();
std::span<const Declaration> hash_table_options();

}  // namespace keycost::placement
