// KSUIDs: 20 bytes, ordered by the second.
#include "sim/ids/ksuid.hpp"

#include <string>

#include "sim/error.hpp"
#include "sim/random/uniform.hpp"
#include "sim/streams/streams.hpp"
#include "sim/streams/time_options.hpp"
#include "sim/streams/uuid_form.hpp"

namespace keycost {

namespace {

constexpr SqlType ksuid_types[] = {SqlType::bytea,     SqlType::text,      SqlType::binary,
                                   SqlType::varbinary, SqlType::character, SqlType::varchar};
constexpr std::int64_t seconds_max = 0xFFFFFFFF;

const Declaration ksuid_options[] = {
    ids_per_ms_option(2000, 1'000'000),
    start_ms_option(ksuid_epoch_unix_seconds * 1000, (ksuid_epoch_unix_seconds + seconds_max) * 1000),
    writers_option(1024, "How many mint in turn, each with a clock of its own."),
};

class KsuidStream : public KeyStream {
 public:
  explicit KsuidStream(const StreamContext& context) : random_(context.random) {}

  void mint(const Mint& mint, ColumnBatch& out) override {
    const std::int64_t seconds = mint.clock.unix_ms / 1000 - ksuid_epoch_unix_seconds;
    if (seconds < 0 || seconds > seconds_max) {
      throw RowRefused(mint.number + 1, "",
                       "the time, " + std::to_string(mint.clock.unix_ms / 1000) +
                           " s since 1970, does not fit the 32 bits that a KSUID has for it");
    }
    const PhiloxBlock bits = random_.block(mint.number);
    const Ksuid id{static_cast<std::uint32_t>(seconds), {half_of(bits, 0), half_of(bits, 1)}};
    if (is_text_type(out.type())) {
      out.append(std::string_view(print_ksuid(id)));
    } else {
      out.append(ksuid_bytes(id));
    }
  }

 private:
  RandomKey random_;
};

std::unique_ptr<KeyStream> make_ksuid(const StreamContext& context) {
  return std::make_unique<KsuidStream>(context);
}

std::string ksuid_misfit(SqlType type, const TypeModifiers& modifiers, const Options&) {
  return misfit_of_length(type, modifiers, ksuid_text_size, ksuid_size_bytes);
}

}  // namespace

const StreamDescription ksuid_stream{
    .name = "ksuid",
    .summary =
        "KSUIDs: 32 bits of seconds, 128 random bits; 20 bytes, or as text 27 characters of base62. Within a "
        "second there is no order.",
    .formula = "seconds since 2014-05-13 16:53:20 UTC | 128 random bits",
    .source = "segmentio/ksuid, README",
    .types = ksuid_types,
    .options = ksuid_options,
    .draws_from_sequence = false,
    .make = make_ksuid,
    .misfit = ksuid_misfit,
};

}  // namespace keycost
