// The part of a PostgreSQL lab script that is the same for every scenario.
#pragma once

#include <string_view>

namespace keycost {

/// Schema, session settings, extensions, and the procedures that take a step and note what the server says of
/// it. `keycost_lab` is the schema of everything.
std::string_view postgresql_lab_procedures();

}  // namespace keycost
