#include "tests/support/pglz_decoder.hpp"

#include <stdexcept>

namespace keycost::test {

namespace {

class Decoder {
 public:
  explicit Decoder(std::span<const std::byte> input) : input_(input) {}

  std::vector<std::byte> run() {
    while (at_ < input_.size()) {
      const unsigned control = next();
      for (unsigned item = 0; item < 8 && at_ < input_.size(); ++item) {
        if ((control >> item & 1) != 0) {
          copy_reference();
        } else {
          output_.push_back(static_cast<std::byte>(next()));
        }
      }
    }
    return std::move(output_);
  }

 private:
  unsigned next() {
    if (at_ == input_.size()) throw std::runtime_error("the input ends inside an item");
    return std::to_integer<unsigned>(input_[at_++]);
  }

  void copy_reference() {
    const unsigned first = next();
    const std::size_t distance = (first >> 4) * 256 + next();
    std::size_t length = (first & 15) + 3;
    if (length == 18) length += next();
    if (distance == 0 || distance > output_.size()) throw std::runtime_error("a reference leads nowhere");
    for (; length > 0; --length) output_.push_back(output_[output_.size() - distance]);
  }

  std::span<const std::byte> input_;
  std::size_t at_ = 0;
  std::vector<std::byte> output_;
};

}  // namespace

std::vector<std::byte> decode_pglz(std::span<const std::byte> compressed) {
  return Decoder(compressed).run();
}

}  // namespace keycost::test
