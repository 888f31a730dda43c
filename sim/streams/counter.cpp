// start, start + increment, start + 2 increment, … either from nowhere ("counter", like generate_series) or
// from a database sequence ("identity"), which writes WAL of its own.
#include "sim/streams/streams.hpp"

#include "sim/streams/integers.hpp"

namespace keycost {

namespace {

constexpr std::int64_t step_limit = std::int64_t{1} << 40;

const Declaration options[] = {
    {"start", ValueKind::integer, std::int64_t{1}, -(std::int64_t{1} << 62), std::int64_t{1} << 62, "",
     "The first value."},
    {"increment", ValueKind::integer, std::int64_t{1}, -step_limit, step_limit, "",
     "What is added from one value to the next; a negative number counts down."},
};

class Counter : public KeyStream {
 public:
  explicit Counter(const StreamContext& context)
      : type_(context.type),
        start_(context.options.integer(options, "start")),
        increment_(context.options.integer(options, "increment")) {}

  void mint(std::uint64_t first, std::size_t count, ColumnBatch& out) const override {
    append_integers(first, count, out, [this](std::uint64_t row) {
      return start_ + increment_ * static_cast<std::int64_t>(row);
    });
  }

  std::uint64_t rows_max() const override {
    const std::int64_t lowest = integer_minimum(type_);
    const std::int64_t highest = integer_maximum(type_);
    if (start_ < lowest || start_ > highest) return 0;
    if (increment_ == 0) return KeyStream::rows_max();
    // |start| is at most 2^62, but a type's other end may lie 2^63 away: the distance needs the unsigned
    // type.
    const std::uint64_t distance =
        increment_ > 0 ? static_cast<std::uint64_t>(highest) - static_cast<std::uint64_t>(start_)
                       : static_cast<std::uint64_t>(start_) - static_cast<std::uint64_t>(lowest);
    const auto stride = static_cast<std::uint64_t>(increment_ > 0 ? increment_ : -increment_);
    return std::min(distance / stride + 1, KeyStream::rows_max());
  }

 private:
  SqlType type_;
  std::int64_t start_;
  std::int64_t increment_;
};

std::unique_ptr<KeyStream> make(const StreamContext& context) {
  return std::make_unique<Counter>(context);
}

std::string identity_problem(SqlType, const Options& given) {
  return given.integer(options, "increment") == 0 ? "the increment of a sequence cannot be 0" : "";
}

}  // namespace

const StreamDescription counter_stream{
    .name = "counter",
    .summary = "Whole numbers in order, as generate_series gives them.",
    .formula = "start + increment × i, i = 0, 1, 2, …",
    .source = "PostgreSQL documentation, generate_series",
    .types = integer_types,
    .options = options,
    .draws_from_sequence = false,
    .make = make,
};

const StreamDescription identity_stream{
    .name = "identity",
    .summary =
        "An identity column: whole numbers in order, drawn from a sequence, which writes a WAL record every "
        "33 values.",
    .formula = "start + increment × i, i = 0, 1, 2, …",
    .source = "PostgreSQL documentation, CREATE SEQUENCE; src/backend/commands/sequence.c (SEQ_LOG_VALS)",
    .types = integer_types,
    .options = options,
    .draws_from_sequence = true,
    .make = make,
    .problem = identity_problem,
};

}  // namespace keycost
