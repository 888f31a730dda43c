// Waves of splits after a bulk load. All leaves start equally full, so all overflow at about the same time,
// and again about a doubling later, in waves that widen and flatten.
//
// A leaf with i keys, each hit at rate 1 in t = ln N, overflows after a time of mean H_c − H_{i−1} and
// variance Σ_{l=i}^{c} 1/l²: nearly normal, since it is a sum of many small waits.
//
// Source of the observation: Glombiewski, Seeger, Graefe, Waves of misery after index creation, BTW 2019,
// https://doi.org/10.18420/btw2019-06. The cure follows from the theory: leaves loaded by the stationary law
// (loaded_stationary) have no part in any mode but the steady one, so no wave starts.
#pragma once

#include <cstddef>

#include "sim/theory/tree_rules.hpp"

namespace keycost::theory {

struct FirstWave {
  double centre_growth = 0;           ///< N/N₀ at which half of the leaves have split
  double width = 0;                   ///< its standard deviation, in ln N
  double peak_split_probability = 0;  ///< of an insert, at its height
};

/// After a load of `keys_each` keys a leaf.
FirstWave first_wave(const SplitRule& rule, std::size_t keys_each);

}  // namespace keycost::theory
