// start, start + increment, start + 2 increment, … either from nowhere ("counter", like generate_series) or
// from a database sequence ("identity"), which writes WAL of its own.
#include <algorithm>
#include <vector>

#include "sim/random/uniform.hpp"
#include "sim/streams/integers.hpp"
#include "sim/streams/streams.hpp"
#include "sim/streams/time_options.hpp"

namespace keycost {

namespace {

constexpr std::int64_t step_limit = std::int64_t{1} << 40;

Declaration start_option() {
  return {"start", ValueKind::integer, std::int64_t{1}, -(std::int64_t{1} << 62), std::int64_t{1} << 62,
          "",      "The first value."};
}

Declaration increment_option() {
  return {"increment",
          ValueKind::integer,
          std::int64_t{1},
          -step_limit,
          step_limit,
          "",
          "What is added from one value to the next; a negative number counts down."};
}

const Declaration counter_options[] = {
    start_option(),
    increment_option(),
    writers_option(1024,
                   "How many draw from the counter in turn, each a block of \"cache\" values at a time."),
    {"cache", ValueKind::integer, std::int64_t{1}, 1, 1'000'000, "values",
     "How many values a writer takes at once and hands out before it takes more: CREATE SEQUENCE … CACHE, or "
     "a block of a Vitess sequence."},
    {"rolled_back_percent", ValueKind::integer, std::int64_t{0}, 0, 99, "percent of the rows",
     "How many rows come after a transaction that was rolled back: the value that it took is gone."},
};

const Declaration identity_options[] = {
    start_option(),
    increment_option(),
    {"cache", ValueKind::integer, std::int64_t{1}, 1, 1'000'000, "values",
     "How many values a session takes from the sequence at once (CACHE): it touches the sequence's page once "
     "for them."},
};

/// How many values the column's type has from `start` on.
std::uint64_t values_max(SqlType type, std::int64_t start, std::int64_t increment) {
  const std::int64_t lowest = integer_minimum(type);
  const std::int64_t highest = integer_maximum(type);
  const std::uint64_t most = std::uint64_t{1} << 48;
  if (start < lowest || start > highest) return 0;
  if (increment == 0) return most;
  // |start| is at most 2^62, but a type's other end may lie 2^63 away: the distance needs the unsigned type.
  const std::uint64_t distance = increment > 0
                                     ? static_cast<std::uint64_t>(highest) - static_cast<std::uint64_t>(start)
                                     : static_cast<std::uint64_t>(start) - static_cast<std::uint64_t>(lowest);
  const auto stride = static_cast<std::uint64_t>(increment > 0 ? increment : -increment);
  return std::min(distance / stride + 1, most);
}

class Identity : public KeyStream {
 public:
  explicit Identity(const StreamContext& context)
      : next_(context.options.integer(identity_options, "start")),
        increment_(context.options.integer(identity_options, "increment")),
        rows_max_(values_max(context.type, next_, increment_)) {}

  void mint(const Mint&, ColumnBatch& out) override {
    append_integer(next_, out);
    next_ += increment_;
  }

  std::uint64_t rows_max() const override { return rows_max_; }
  bool ascends() const override { return increment_ > 0; }

 private:
  std::int64_t next_;
  std::int64_t increment_;
  std::uint64_t rows_max_;
};

class Counter : public KeyStream {
 public:
  explicit Counter(const StreamContext& context)
      : random_(context.random),
        start_(context.options.integer(counter_options, "start")),
        increment_(context.options.integer(counter_options, "increment")),
        cache_(static_cast<std::uint64_t>(context.options.integer(counter_options, "cache"))),
        rolled_back_percent_(
            static_cast<std::uint64_t>(context.options.integer(counter_options, "rolled_back_percent"))),
        values_max_(values_max(context.type, start_, increment_)),
        writers_(context.writers) {}

  void mint(const Mint& mint, ColumnBatch& out) override {
    Writer& writer = writers_[mint.writer];
    if (is_after_rollback(mint)) take(writer);
    append_integer(start_ + increment_ * static_cast<std::int64_t>(take(writer)), out);
  }

  bool ascends() const override { return increment_ > 0 && writers_.size() == 1; }

  std::uint64_t rows_max() const override {
    // Others may hold what is left of their blocks, and each row may have lost the value before its own.
    const std::uint64_t held = writers_.size() == 1 ? 0 : writers_.size() * (cache_ - 1);
    const std::uint64_t usable = values_max_ - std::min(values_max_, held);
    return rolled_back_percent_ == 0 ? usable : usable / 2;
  }

 private:
  struct Writer {
    std::uint64_t next = 0;
    std::uint64_t left = 0;
  };

  bool is_after_rollback(const Mint& mint) const {
    if (rolled_back_percent_ == 0) return false;
    return scaled_below(half_of(random_.block(mint.number)), 100) < rolled_back_percent_;
  }

  std::uint64_t take(Writer& writer) {
    if (writer.left == 0) {
      writer = {handed_out_, cache_};
      handed_out_ += cache_;
    }
    --writer.left;
    return writer.next++;
  }

  RandomKey random_;
  std::int64_t start_;
  std::int64_t increment_;
  std::uint64_t cache_;
  std::uint64_t rolled_back_percent_;
  std::uint64_t values_max_;
  std::vector<Writer> writers_;
  std::uint64_t handed_out_ = 0;
};

std::unique_ptr<KeyStream> make_counter(const StreamContext& context) {
  return std::make_unique<Counter>(context);
}

std::unique_ptr<KeyStream> make_identity(const StreamContext& context) {
  return std::make_unique<Identity>(context);
}

/// Source: src/backend/commands/sequence.c (init_params): a sequence that counts down has the greatest value
/// -1 unless it is given another, which "start" implies here, and one that none was written for cannot begin
/// at 1.
std::string identity_problem(SqlType, const Options& given) {
  const std::int64_t increment = given.integer(identity_options, "increment");
  if (increment == 0) return "the increment of a sequence cannot be 0";
  if (increment < 0 && given.integer(identity_options, "start") == 1)
    return "a sequence that counts down begins at -1, not at 1, unless told otherwise: write \"start\"";
  return "";
}

}  // namespace

const StreamDescription counter_stream{
    .name = "counter",
    .summary =
        "Whole numbers in order, as generate_series gives them; or in blocks, and with gaps, as a sequence's "
        "callers see them.",
    .formula =
        "start + increment × i, i = 0, 1, 2, …; with a cache, i runs through the block that the writer took",
    .source =
        "PostgreSQL documentation, generate_series and CREATE SEQUENCE (CACHE); Vitess documentation, "
        "Vitess Sequences",
    .types = integer_types,
    .options = counter_options,
    .draws_from_sequence = false,
    .make = make_counter,
};

const StreamDescription identity_stream{
    .name = "identity",
    .summary =
        "An identity column: whole numbers in order, drawn from a sequence, which writes a WAL record every "
        "33 values (with a cache, less often). What a new session loses of a cache is no gap in the values "
        "here.",
    .formula = "start + increment × i, i = 0, 1, 2, …",
    .source = "PostgreSQL documentation, CREATE SEQUENCE; src/backend/commands/sequence.c (SEQ_LOG_VALS)",
    .types = integer_types,
    .options = identity_options,
    .draws_from_sequence = true,
    .make = make_identity,
    .problem = identity_problem,
};

}  // namespace keycost
