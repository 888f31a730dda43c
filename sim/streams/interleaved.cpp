// Several sequences that share one range of numbers without asking each other: MySQL's
// auto_increment_increment and auto_increment_offset, or two ticket servers, one odd and one even.
#include <algorithm>
#include <vector>

#include "sim/error.hpp"
#include "sim/streams/integers.hpp"
#include "sim/streams/streams.hpp"
#include "sim/streams/time_options.hpp"

namespace keycost {

namespace {

const Declaration interleaved_options[] = {
    {"start", ValueKind::integer, std::int64_t{1}, 0, std::int64_t{1} << 62, "",
     "The first writer's first value; the next writer's is one more."},
    {"increment", ValueKind::integer, std::int64_t{0}, 0, 65535, "",
     "What each adds to its own last value, at least the number of writers; 0 is that number."},
    writers_option(1024, "How many sequences there are; they give values in turn."),
};

class Interleaved : public KeyStream {
 public:
  explicit Interleaved(const StreamContext& context)
      : highest_(integer_maximum(context.type)),
        increment_(context.options.integer(interleaved_options, "increment")),
        next_(context.writers) {
    if (increment_ == 0) increment_ = context.writers;
    const std::int64_t start = context.options.integer(interleaved_options, "start");
    for (std::size_t writer = 0; writer < next_.size(); ++writer)
      next_[writer] = start + static_cast<std::int64_t>(writer);
  }

  void mint(const Mint& mint, ColumnBatch& out) override {
    std::int64_t& value = next_[mint.writer];
    if (increment_ < static_cast<std::int64_t>(next_.size())) {
      throw RowRefused(mint.number + 1, "",
                       "an increment of " + std::to_string(increment_) + " makes " +
                           std::to_string(next_.size()) + " writers give the same values");
    }
    append_integer(value, out);
    value += increment_;
  }

  /// As if one writer gave them all: it is the first at the end of the type.
  std::uint64_t rows_max() const override {
    const std::int64_t last_writers = next_.back();
    if (last_writers > highest_) return 0;
    return static_cast<std::uint64_t>((highest_ - last_writers) / increment_) + 1;
  }

 private:
  std::int64_t highest_;
  std::int64_t increment_;
  std::vector<std::int64_t> next_;
};

std::unique_ptr<KeyStream> make_interleaved(const StreamContext& context) {
  return std::make_unique<Interleaved>(context);
}

std::string interleaved_problem(SqlType, const Options& given) {
  const std::int64_t increment = given.integer(interleaved_options, "increment");
  const std::int64_t writers = given.integer(interleaved_options, "writers");
  if (increment == 0 || increment >= writers) return "";
  return "an increment of " + std::to_string(increment) + " makes " + std::to_string(writers) +
         " writers give the same values";
}

}  // namespace

const StreamDescription interleaved_stream{
    .name = "interleaved",
    .summary =
        "Sequences that interleave: each writer has its own offset and adds the same increment, as with "
        "auto_increment_increment or two ticket servers. With writers at random they drift apart.",
    .formula = "start + writer + increment × (how many values that writer gave before)",
    .source = "MySQL 8.0 Reference Manual, 19.1.6.2 (auto_increment_increment, auto_increment_offset)",
    .types = integer_types,
    .options = interleaved_options,
    .draws_from_sequence = false,
    .make = make_interleaved,
    .problem = interleaved_problem,
};

}  // namespace keycost
