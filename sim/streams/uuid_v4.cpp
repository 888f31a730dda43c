// Random UUIDs: 122 random bits (RFC 9562, section 5.4).
#include <algorithm>
#include <cstring>

#include "sim/ids/uuid.hpp"
#include "sim/random/uniform.hpp"
#include "sim/streams/streams.hpp"
#include "sim/streams/uuid_form.hpp"

namespace keycost {

namespace {

const Declaration uuid_v4_options[] = {letters_option(), swap_option()};

void mint_rows(const RandomKey& random, std::uint64_t first, std::size_t rows, std::byte* at) {
  constexpr std::size_t lanes = 32;  // fewer are unrolled, and then not turned into vectors
  for (std::size_t done = 0; done < rows; done += lanes) {
    const PhiloxLanes<lanes> bits = random.blocks<lanes>(first + done);
    for (std::size_t lane = 0; lane < std::min(lanes, rows - done); ++lane, at += id128_size_bytes) {
      const PhiloxBlock block{bits.words[0][lane], bits.words[1][lane], bits.words[2][lane],
                              bits.words[3][lane]};
      const Bits128 uuid = make_uuid(half_of(block, 0), half_of(block, 1), 4);
      const std::uint64_t halves[2] = {__builtin_bswap64(uuid.high), __builtin_bswap64(uuid.low)};
      std::memcpy(at, halves, sizeof halves);
    }
  }
}

class UuidV4 : public KeyStream {
 public:
  explicit UuidV4(const StreamContext& context)
      : random_(context.random), form_(uuid_v4_options, context.options) {}

  void mint(const Mint& mint, ColumnBatch& out) override {
    const PhiloxBlock bits = random_.block(mint.number);
    form_.append(make_uuid(half_of(bits, 0), half_of(bits, 1), 4), out);
  }

  // What minting row by row gives, without asking for a clock.
  bool mint_run(std::uint64_t first, std::size_t rows, ColumnBatch& out) const override {
    const bool is_binary = out.type() == SqlType::binary && !form_.is_swapped();
    if (out.type() != SqlType::uuid && !is_binary) return false;
    mint_rows(random_, first, rows, out.extend(rows, sizeof(Bits128)));
    return true;
  }

 private:
  RandomKey random_;
  UuidForm form_;
};

std::unique_ptr<KeyStream> make_uuid_v4(const StreamContext& context) {
  return std::make_unique<UuidV4>(context);
}

}  // namespace

const StreamDescription uuid_v4_stream{
    .name = "uuidv4",
    .summary = "Random UUIDs, version 4: 122 random bits, no order.",
    .formula = "Philox4x32-10(seed; row i, column) with version 4 and the variant put in",
    .source = "RFC 9562, section 5.4",
    .types = uuid_types,
    .options = uuid_v4_options,
    .draws_from_sequence = false,
    .make = make_uuid_v4,
    .problem = uuid_form_problem,
    .misfit = uuid_form_misfit,
    .independent_draws = [](const Options&) { return 0x1p122; },
};

}  // namespace keycost
