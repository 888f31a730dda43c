// 64-bit ids of time, node and counter; see sim/ids/snowflake.hpp for the layout.
#include "sim/ids/snowflake.hpp"

#include <limits>
#include <vector>

#include "sim/error.hpp"
#include "sim/streams/integers.hpp"
#include "sim/streams/streams.hpp"
#include "sim/streams/time_options.hpp"

namespace keycost {

namespace {

constexpr std::int64_t node_max = (1 << snowflake_node_bits) - 1;
constexpr std::uint64_t counter_max = (1 << snowflake_counter_bits) - 1;
constexpr std::int64_t years_max_ms = std::int64_t{1} << 40;
constexpr std::string_view layout_names[] = {snowflake_layouts[0].name, snowflake_layouts[1].name};

const Declaration snowflake_options[] = {
    ids_per_ms_option(1000, 1'000'000),
    {"nodes", ValueKind::integer, std::int64_t{1}, 1, node_max, "nodes",
     "How many nodes mint, in turn: id i comes from node first_node + i mod nodes. In a table with an "
     "arrival, "
     "its writers are the nodes."},
    {"first_node", ValueKind::integer, std::int64_t{1}, 0, node_max, "", "Number of the first node."},
    {"layout", ValueKind::choice, std::string("pgedge"), 0, 0, "",
     "From when time counts: 2023-01-01 as in pgEdge, or 2010-11-04 as at Twitter.", layout_names},
    start_ms_option(snowflake_layouts[1].epoch_unix_ms, snowflake_layouts[0].epoch_unix_ms + years_max_ms),
};

const SnowflakeLayout& layout_of(const Options& given) {
  const bool is_first = given.text(snowflake_options, "layout") == snowflake_layouts[0].name;
  return snowflake_layouts[is_first ? 0 : 1];
}

class SnowflakeStream : public KeyStream {
 public:
  explicit SnowflakeStream(const StreamContext& context)
      : first_node_(static_cast<std::uint64_t>(context.options.integer(snowflake_options, "first_node"))),
        epoch_unix_ms_(layout_of(context.options).epoch_unix_ms),
        nodes_(context.writers) {}

  // A counter that is full, and a clock that goes back, take the millisecond after the last one's.
  void mint(const Mint& mint, ColumnBatch& out) override {
    Node& node = nodes_[mint.writer];
    const std::int64_t now = mint.clock.unix_ms - epoch_unix_ms_;
    if (now > node.ms) {
      node = {now, 0};
    } else if (++node.counter > counter_max) {
      node = {node.ms + 1, 0};
    }
    const std::uint64_t number = first_node_ + mint.writer;
    refuse_unless_it_fits(mint, number, node.ms);
    append_integer(encode_snowflake({static_cast<std::uint64_t>(node.ms), number, node.counter}), out);
  }

 private:
  struct Node {
    std::int64_t ms = std::numeric_limits<std::int64_t>::min();  ///< before the first id
    std::uint64_t counter = 0;
  };

  static void refuse_unless_it_fits(const Mint& mint, std::uint64_t number, std::int64_t ms) {
    if (number > static_cast<std::uint64_t>(node_max)) {
      throw RowRefused(mint.number + 1, "",
                       "node number " + std::to_string(number) + " does not fit; the layout holds up to " +
                           std::to_string(node_max));
    }
    if (ms >> snowflake_time_bits != 0) {
      throw RowRefused(mint.number + 1, "",
                       "the time is " + std::to_string(ms) +
                           " ms after the layout's epoch, which does not fit its 41 bits");
    }
  }

  std::uint64_t first_node_;
  std::int64_t epoch_unix_ms_;
  std::vector<Node> nodes_;
};

std::unique_ptr<KeyStream> make_snowflake(const StreamContext& context) {
  return std::make_unique<SnowflakeStream>(context);
}

std::string snowflake_problem(SqlType, const Options& given) {
  const std::int64_t start_ms = given.integer(snowflake_options, "start_ms");
  if (start_ms < layout_of(given).epoch_unix_ms)
    return "start_ms lies before the layout's first millisecond, " +
           std::to_string(layout_of(given).epoch_unix_ms);
  const std::int64_t last_node =
      given.integer(snowflake_options, "first_node") + given.integer(snowflake_options, "nodes") - 1;
  if (last_node <= node_max) return "";
  return "first_node and nodes together need node number " + std::to_string(last_node) +
         "; the layout holds up to " + std::to_string(node_max);
}

}  // namespace

const StreamDescription snowflake_stream{
    .name = "snowflake",
    .summary =
        "64-bit ids of time, node and counter, in pgEdge's or Twitter's layout; with one node they ascend "
        "strictly.",
    .formula =
        "milliseconds since the layout's epoch << 22 | node << 12 | counter within the millisecond and node",
    .source = "pgEdge snowflake extension, README and snowflake.c; Twitter snowflake 2010, IdWorker.scala",
    .types = bigint_only,
    .options = snowflake_options,
    .draws_from_sequence = false,
    .make = make_snowflake,
    .problem = snowflake_problem,
};

}  // namespace keycost
