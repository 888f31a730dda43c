// Why density never rests: the growth of each eigenmode of T.
//
// Past 1, the eigenvalues come in pairs λ, λ̄. A pair's share of the whole goes as N^(λ−1): it turns once in
// every factor e^(2π / Im λ) of N, about a doubling, and shrinks meanwhile by e^(2π (Re λ − 1) / Im λ). With
// 290 keys a leaf that is 0.868 for a doubling: from an empty tree the ripple is there at any size that a
// table has.
//
// The eigenvalues are the roots of Σ_j s_j φ_j(λ) = 1, with
//
//   φ_i(λ) = Π_{l=i}^{c} l / (l + λ),
//
// the Laplace transform of the time in which a leaf with i keys overflows when each key is hit at rate 1. The
// φ_i are also the left eigenvector: what a leaf with i keys contributes to the mode. That is all that is
// needed to take a tree apart into modes, so no matrix of eigenvectors is ever inverted (its condition is
// 10^10 and more).
//
// The second eigenvalue's real part passes ½ at about 118 keys a leaf: from there on the number of leaves
// does not tend to a normal distribution with a variance that grows as N, it keeps swinging with what the
// first few splits were. Source: Chauvin, Gardy, Pouyanne, Ton-That, B-urns, https://arxiv.org/abs/1408.2069.
#pragma once

#include <cstddef>
#include <vector>

#include "sim/theory/complex_number.hpp"
#include "sim/theory/leaf_distribution.hpp"
#include "sim/theory/tree_rules.hpp"

namespace keycost::theory {

struct Eigenmode {
  Complex value;  ///< λ

  double period() const;               ///< the factor of N over which it turns once
  double ripple_per_doubling() const;  ///< what is left of its share when N has doubled
};

/// The pairs of largest real part past 1, the one with the positive imaginary part of each, by Newton's
/// method on the characteristic equation. At most `count`.
std::vector<Eigenmode> leading_modes(const SplitRule& rule, std::size_t count);

/// All eigenvalues of T by decomposing the matrix, largest real part first; as a check, and where Newton's
/// method starts for rules that do not cut in the middle. O(capacity³).
std::vector<Complex> eigenvalues(const SplitRule& rule);

/// Σ_j s_j φ_j(λ) − 1, and its derivative.
struct CharacteristicValue {
  Complex value;
  Complex derivative;
};
CharacteristicValue characteristic(const SplitRule& rule, Complex lambda);

/// φ_i(λ) for i = 0 … capacity, [0] unused.
std::vector<Complex> left_eigenvector(const SplitRule& rule, Complex lambda);

/// A mode's part in the number of leaves: at N keys it is
///   Σ_i n_i φ_i(λ) · weight · Γ(N + λ) Γ(N₀) / (Γ(N) Γ(N₀ + λ))
/// for a tree that had n_i leaves with i keys, N₀ in all.
Complex leaves_weight(const SplitRule& rule, Complex lambda);

/// The expected leaves of the same tree at `keys` keys by its modes alone: the steady state's and `modes`
/// pairs. Without a rule for the rightmost leaf. Good from a few percent of growth on; closer with more
/// modes.
double leaves_by_modes(const SplitRule& rule, const std::vector<double>& leaves_with, double keys,
                       std::size_t modes);

}  // namespace keycost::theory
