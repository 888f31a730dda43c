// 64-bit ids in pgEdge's layout: bits 0–11 a counter within the millisecond, 12–21 the node, 22–62
// milliseconds since 2023-01-01, bit 63 unused. Source: pgEdge snowflake extension, README (bit layout and
// epoch).
#include "sim/streams/streams.hpp"

#include "sim/streams/clock.hpp"
#include "sim/streams/integers.hpp"

namespace keycost {

namespace {

constexpr std::int64_t epoch_unix_ms = 1'672'531'200'000;  // 2023-01-01 00:00:00 UTC
constexpr std::int64_t node_max = 1023;                    // ten bits
constexpr int node_shift = 12;
constexpr int time_shift = 22;
constexpr SqlType bigint_only[] = {SqlType::bigint};

const Declaration options[] = {
    {"ids_per_ms", ValueKind::integer, std::int64_t{1000}, 1, 4096, "ids per millisecond",
     "How many ids all nodes together mint in a millisecond; the counter allows 4096 a node."},
    {"nodes", ValueKind::integer, std::int64_t{1}, 1, 1023, "nodes",
     "How many nodes mint, in turn: id i comes from node first_node + i mod nodes."},
    {"first_node", ValueKind::integer, std::int64_t{1}, 0, 1023, "", "Number of the first node."},
    {"start_ms", ValueKind::integer, std::int64_t{default_start_unix_ms}, epoch_unix_ms,
     epoch_unix_ms + (std::int64_t{1} << 40), "ms since 1970", "Time of the first id."},
};

class Snowflake : public KeyStream {
 public:
  explicit Snowflake(const StreamContext& context)
      : ids_per_ms_(static_cast<std::uint64_t>(context.options.integer(options, "ids_per_ms"))),
        nodes_(static_cast<std::uint64_t>(context.options.integer(options, "nodes"))),
        first_node_(static_cast<std::uint64_t>(context.options.integer(options, "first_node"))),
        start_ms_(static_cast<std::uint64_t>(context.options.integer(options, "start_ms") - epoch_unix_ms)) {}

  void mint(std::uint64_t first, std::size_t count, ColumnBatch& out) const override {
    append_integers(first, count, out, [this](std::uint64_t row) { return id(row); });
  }

 private:
  std::int64_t id(std::uint64_t row) const {
    const std::uint64_t ms = start_ms_ + row / ids_per_ms_;
    const std::uint64_t within_ms = row % ids_per_ms_;
    // Nodes take turns over the whole stream; a node's counter restarts with each millisecond.
    const std::uint64_t first_in_ms = row - within_ms;
    const std::uint64_t node = row % nodes_;
    const std::uint64_t first_of_node = (node + nodes_ - first_in_ms % nodes_) % nodes_;
    const std::uint64_t counter = (within_ms - first_of_node) / nodes_;
    return static_cast<std::int64_t>((ms << time_shift) | ((first_node_ + node) << node_shift) | counter);
  }

  std::uint64_t ids_per_ms_;
  std::uint64_t nodes_;
  std::uint64_t first_node_;
  std::uint64_t start_ms_;
};

std::unique_ptr<KeyStream> make(const StreamContext& context) {
  return std::make_unique<Snowflake>(context);
}

std::string problem(SqlType, const Options& given) {
  const std::int64_t last_node = given.integer(options, "first_node") + given.integer(options, "nodes") - 1;
  if (last_node <= node_max) return "";
  return "first_node and nodes together need node number " + std::to_string(last_node) +
         "; the layout holds up to " + std::to_string(node_max);
}

}  // namespace

const StreamDescription snowflake_stream{
    .name = "snowflake",
    .summary = "64-bit ids of time, node and counter in pgEdge's layout; with one node they ascend strictly.",
    .formula = "(milliseconds since 2023-01-01) << 22 | node << 12 | counter within the millisecond and node",
    .source = "pgEdge snowflake extension, README",
    .types = bigint_only,
    .options = options,
    .draws_from_sequence = false,
    .make = make,
    .problem = problem,
};

}  // namespace keycost
