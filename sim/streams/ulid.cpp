// ULIDs, plain and monotonic.
#include "sim/ids/ulid.hpp"

#include <vector>

#include "sim/error.hpp"
#include "sim/random/uniform.hpp"
#include "sim/streams/streams.hpp"
#include "sim/streams/time_options.hpp"
#include "sim/streams/uuid_form.hpp"

namespace keycost {

namespace {

// As bytes a ULID is as good as a uuid: 16 of them, in order.
constexpr SqlType ulid_types[] = {SqlType::uuid,      SqlType::text,      SqlType::bytea,  SqlType::binary,
                                  SqlType::varbinary, SqlType::character, SqlType::varchar};

const Declaration ulid_options[] = {
    ids_per_ms_option(2000, 1'000'000),
    start_ms_option(0, std::int64_t{1} << 47),
    writers_option(1024, "How many mint in turn, each with a clock and a last value of its own."),
    {"monotonic", ValueKind::boolean, false, 0, 0, "",
     "Whether a further ULID of a millisecond is the last one plus 1, or random again."},
};

class UlidStream : public KeyStream {
 public:
  explicit UlidStream(const StreamContext& context)
      : random_(context.random),
        monotonic_(context.options.boolean(ulid_options, "monotonic")),
        writers_(context.writers) {}

  void mint(const Mint& mint, ColumnBatch& out) override {
    const Bits128 ulid = next(mint);
    if (is_text_type(out.type())) {
      out.append(std::string_view(print_ulid(ulid)));
    } else {
      out.append(to_bytes(ulid));
    }
  }

 private:
  struct Writer {
    Bits128 last;
    bool has_minted = false;
  };

  // A clock that goes back counts as one that stands still: the specification wants the order kept.
  Bits128 next(const Mint& mint) {
    if (mint.clock.unix_ms < 0 || mint.clock.unix_ms >> 48 != 0) {
      throw RowRefused(mint.number + 1, "",
                       "the time, " + std::to_string(mint.clock.unix_ms) +
                           " ms since 1970, does not fit the 48 bits that a ULID has for it");
    }
    const auto unix_ms = static_cast<std::uint64_t>(mint.clock.unix_ms);
    const PhiloxBlock bits = random_.block(mint.number);
    const Bits128 fresh = make_ulid(unix_ms, bits[2] & 0xFFFF, half_of(bits, 0));
    Writer& writer = writers_[mint.writer];
    if (!monotonic_ || !writer.has_minted || unix_ms > unix_ms_of_ulid(writer.last)) {
      writer.last = fresh;
    } else {
      if (++writer.last.low == 0 && (++writer.last.high & 0xFFFF) == 0)
        throw RowRefused(mint.number + 1, "", "the random part of the millisecond's ULIDs is used up");
    }
    writer.has_minted = true;
    return writer.last;
  }

  RandomKey random_;
  bool monotonic_;
  std::vector<Writer> writers_;
};

std::unique_ptr<KeyStream> make_ulid(const StreamContext& context) {
  return std::make_unique<UlidStream>(context);
}

std::string ulid_misfit(SqlType type, const TypeModifiers& modifiers, const Options&) {
  return misfit_of_length(type, modifiers, base32_size, id128_size_bytes);
}

}  // namespace

const StreamDescription ulid_stream{
    .name = "ulid",
    .summary =
        "ULIDs: 48 bits of milliseconds, 80 random bits; as text 26 characters of base32 in upper case.",
    .formula = "milliseconds | random bits; monotonic: within a writer's millisecond the last value + 1",
    .source = "ulid/spec, README",
    .types = ulid_types,
    .options = ulid_options,
    .draws_from_sequence = false,
    .make = make_ulid,
    .misfit = ulid_misfit,
};

}  // namespace keycost
