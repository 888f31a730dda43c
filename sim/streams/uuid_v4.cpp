// Random UUIDs: 122 random bits (RFC 9562, section 5.4).
#include "sim/streams/streams.hpp"

#include "sim/streams/uuid.hpp"

namespace keycost {

namespace {

class UuidV4 : public KeyStream {
 public:
  explicit UuidV4(const StreamContext& context) : random_(context.random) {}

  void mint(std::uint64_t first, std::size_t count, ColumnBatch& out) const override {
    std::byte* to = out.extend(count);
    for (std::size_t i = 0; i < count; ++i, to += uuid_size_bytes) {
      const PhiloxBlock bits = random_.block(first + i);
      std::uint64_t high = (std::uint64_t{bits[0]} << 32) | bits[1];
      std::uint64_t low = (std::uint64_t{bits[2]} << 32) | bits[3];
      write_uuid(with_version(high, 4), with_variant(low), to);
    }
  }

 private:
  RandomKey random_;
};

std::unique_ptr<KeyStream> make(const StreamContext& context) {
  return std::make_unique<UuidV4>(context);
}

}  // namespace

const StreamDescription uuid_v4_stream{
    .name = "uuidv4",
    .summary = "Random UUIDs, version 4: 122 random bits, no order.",
    .formula = "Philox4x32-10(seed; row i, column) with version 4 and the variant put in",
    .source = "RFC 9562, section 5.4",
    .types = uuid_types,
    .options = {},
    .draws_from_sequence = false,
    .make = make,
};

}  // namespace keycost
