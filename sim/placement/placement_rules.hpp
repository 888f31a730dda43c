// What a distributed database does with a row: which part of the key says where it goes, and how that place
// is divided further. Each engine of this room is one set of these rules.
#pragma once

#include <cstdint>
#include <string_view>

namespace keycost::placement {

enum class Division {
  by_key_range,  ///< rows in the order of the primary key, cut into ranges
  by_hash,       ///< the first column of the primary key, hashed
};

/// Which keys a range that has grown too large is cut at.
enum class SizeSplit {
  at_split_size,  ///< pieces of the wanted size from the left, the rest stays (TiKV)
  in_the_middle,  ///< two halves of equal size (CockroachDB)
};

struct PlacementRules {
  Division division = Division::by_key_range;
  SizeSplit size_split = SizeSplit::in_the_middle;
  bool numbers_hash_slots_modulo = false;  ///< hash mod n; else n equal ranges of hash values
};

}  // namespace keycost::placement
