// Sqids: a count in a coat.
#include "sim/ids/sqids.hpp"

#include "sim/streams/streams.hpp"
#include "sim/streams/uuid_form.hpp"

namespace keycost {

namespace {

constexpr std::int64_t sqids_start_max = std::int64_t{1} << 62;
// 2^62 has eleven digits in base 61; the first character says how the alphabet is turned.
constexpr std::size_t sqid_size_max = 12;

const Declaration sqids_options[] = {
    {"start", ValueKind::integer, std::int64_t{1}, 0, sqids_start_max, "", "The first number."},
    {"size_min", ValueKind::integer, std::int64_t{0}, 0, 255, "characters",
     "Shorter ids are filled up to this length."},
};

class Sqids : public KeyStream {
 public:
  explicit Sqids(const StreamContext& context)
      : next_(static_cast<std::uint64_t>(context.options.integer(sqids_options, "start"))),
        size_min_(static_cast<std::size_t>(context.options.integer(sqids_options, "size_min"))) {}

  void mint(const Mint&, ColumnBatch& out) override {
    const std::uint64_t numbers[] = {next_++};
    out.append(std::string_view(encode_sqid(numbers, size_min_)));
  }

 private:
  std::uint64_t next_;
  std::size_t size_min_;
};

std::unique_ptr<KeyStream> make_sqids(const StreamContext& context) {
  return std::make_unique<Sqids>(context);
}

std::string sqids_misfit(SqlType type, const TypeModifiers& modifiers, const Options& given) {
  const auto size_min = static_cast<std::size_t>(given.integer(sqids_options, "size_min"));
  return misfit_of_length(type, modifiers, std::max(size_min, sqid_size_max), 0);
}

}  // namespace

const StreamDescription sqids_stream{
    .name = "sqids",
    .summary =
        "Sqids with the default alphabet: the numbers of a count as short texts without order, for whoever "
        "stores "
        "the text. (Stored as the number itself, which is the usual way, it is the stream \"counter\".)",
    .formula = "sqids([start + i]), without the list of words to avoid",
    .source = "sqids/sqids-spec, README and src/index.ts",
    .types = text_types,
    .options = sqids_options,
    .draws_from_sequence = false,
    .make = make_sqids,
    .misfit = sqids_misfit,
};

}  // namespace keycost
