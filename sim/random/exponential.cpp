#include "sim/random/exponential.hpp"

#include "sim/random/uniform.hpp"

namespace keycost {

namespace {

/// 32 random bits at a time.
class Uniforms {
 public:
  Uniforms(const RandomKey& key, std::uint64_t row, std::uint32_t draw) : key_(key), row_(row), draw_(draw) {}

  std::uint32_t next() {
    if (used_ == block_.size()) {
      block_ = key_.block(row_, draw_++);
      used_ = 0;
    }
    return block_[used_++];
  }

 private:
  const RandomKey& key_;
  std::uint64_t row_;
  std::uint32_t draw_;
  PhiloxBlock block_ = {};
  std::size_t used_ = block_.size();
};

}  // namespace

std::uint64_t exponential_draw(const RandomKey& key, std::uint64_t row, std::uint32_t first_draw) {
  Uniforms uniforms(key, row, first_draw);
  for (std::uint64_t whole = 0;; ++whole) {
    const std::uint32_t first = uniforms.next();
    std::uint32_t previous = first;
    bool odd = true;
    for (std::uint32_t next = uniforms.next(); next < previous; next = uniforms.next()) {
      previous = next;
      odd = !odd;
    }
    if (odd) return (whole << 32) | first;
  }
}

std::uint64_t scaled_exponential(std::uint64_t mean, std::uint64_t draw) {
  return mean * (draw >> 32) + multiply_high(mean << 6, (draw & 0xFFFFFFFF) << 26);
}

}  // namespace keycost
