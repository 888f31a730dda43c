// What PostgreSQL's compression means, read straight off the format: knows nothing of how it was made.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace keycost::test {

/// Throws std::runtime_error where the bytes mean nothing.
std::vector<std::byte> decode_pglz(std::span<const std::byte> compressed);

}  // namespace keycost::test
