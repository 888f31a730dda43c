// TypeIDs: a type's name, an underscore and a UUID in base32. Source: jetify-com/typeid, spec/README (0.3.0).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sim/ids/base32.hpp"

namespace keycost {

struct TypeId {
  std::string prefix;  ///< may be empty; then there is no underscore
  Bits128 uuid;
};

/// What is wrong with a prefix, or "": at most 63 of a–z and _, letters at both ends.
std::string typeid_prefix_problem(std::string_view prefix);

std::string print_typeid(const TypeId& id);

struct TypeIdReading {
  std::optional<TypeId> id;
  std::string wrong;  ///< if there is none: what, and where
};
TypeIdReading read_typeid(std::string_view text);

}  // namespace keycost
