#include "sim/placement/settings.hpp"

namespace keycost::placement {

namespace {

constexpr std::int64_t mebibyte = std::int64_t{1} << 20;
constexpr std::int64_t slots_max = 65536;

Declaration window_rows() {
  return {
      "window_rows",
      ValueKind::integer,
      std::int64_t{1000},
      1,
      1'000'000'000,
      "rows",
      "How many rows arrive in a time window, for which the hottest range is told; or say window_seconds."};
}

Declaration window_seconds() {
  return {"window_seconds",
          ValueKind::integer,
          std::int64_t{0},
          0,
          86400,
          "seconds",
          "How long a time window is, where the scenario has rows_per_second. 0: window_rows says it."};
}

Declaration row_bytes() {
  return {"row_bytes",
          ValueKind::integer,
          std::int64_t{0},
          0,
          16 * mebibyte,
          "bytes",
          "Size of a row in the store, key included. 0: the sum of the columns' values and 16 bytes for its "
          "key's "
          "prefix and version."};
}

Declaration pre_split_ranges(std::string_view meaning) {
  return {"pre_split_ranges", ValueKind::integer, std::int64_t{1}, 1, 32768, "ranges", meaning};
}

Declaration load_window_rows() {
  return {"load_split_window_rows",
          ValueKind::integer,
          std::int64_t{25000},
          2,
          1'000'000'000,
          "rows",
          "How many rows arrive while a range's load is observed, about ten seconds."};
}

Declaration slots(std::string_view name, std::int64_t count, std::string_view unit,
                  std::string_view meaning) {
  return {name, ValueKind::integer, count, 1, slots_max, unit, meaning};
}

const Declaration tidb_settings_table[] = {
    {"region_split_size", ValueKind::size_bytes, 96 * mebibyte, 1024, std::int64_t{1} << 40, "bytes",
     "coprocessor.region-split-size: of the pieces that a region is split into. (256MB from version 8.4 "
     "on.)"},
    {"region_max_size", ValueKind::size_bytes, 144 * mebibyte, 1024, std::int64_t{1} << 40, "bytes",
     "coprocessor.region-max-size: a region that is larger is split."},
    {"load_split_rows", ValueKind::integer, std::int64_t{0}, 0, 1'000'000'000, "rows",
     "How many rows of load_split_window_rows make a region busy enough to split it by load "
     "(split.qps-threshold, "
     "3000 a second over ten seconds). 0: load splits nothing."},
    load_window_rows(),
    window_rows(),
    window_seconds(),
};
const Declaration tidb_table_options_table[] = {
    {"shard_row_id_bits", ValueKind::integer, std::int64_t{0}, 0, 15, "bits",
     "SHARD_ROW_ID_BITS of a table whose primary key is NONCLUSTERED: rows lie under a hidden row id, a "
     "count with "
     "random bits in front. 0: under the primary key, which is CLUSTERED."},
    pre_split_ranges(
        "PRE_SPLIT_REGIONS, or SPLIT TABLE … REGIONS: into how many regions of equal width the key space is "
        "cut beforehand."),
    row_bytes(),
};

const Declaration cockroachdb_settings_table[] = {
    {"range_max_bytes", ValueKind::size_bytes, 512 * mebibyte, 1024, std::int64_t{1} << 40, "bytes",
     "range_max_bytes of the zone: a range that is larger is split in the middle."},
    {"load_split_rows", ValueKind::integer, std::int64_t{0}, 0, 1'000'000'000, "rows",
     "How many rows of load_split_window_rows make a range busy enough to split it by load "
     "(kv.range_split.load_qps_threshold, 2500 a second over ten seconds). 0: load splits nothing."},
    load_window_rows(),
    window_rows(),
    window_seconds(),
};
const Declaration cockroachdb_table_options_table[] = {
    {"hash_sharded_buckets", ValueKind::integer, std::int64_t{0}, 0, 2048, "buckets",
     "USING HASH WITH (bucket_count): rows are in key order within buckets by the key's hash. 0: the primary "
     "key is "
     "not hash-sharded."},
    pre_split_ranges("ALTER TABLE … SPLIT AT: into how many ranges of equal width the key space is cut "
                     "beforehand; of a hash-sharded "
                     "index, at the buckets' bounds."),
    row_bytes(),
};

const Declaration yugabytedb_settings_table[] = {
    slots("tablets", 16, "tablets",
          "SPLIT INTO n TABLETS: each has an equal part of the 16-bit hash values."),
    window_rows(),
    window_seconds(),
};
const Declaration citus_settings_table[] = {
    slots("shard_count", 32, "shards",
          "citus.shard_count: each shard has an equal part of the 32-bit hash values."),
    window_rows(),
    window_seconds(),
};
const Declaration oceanbase_settings_table[] = {
    slots("partitions", 16, "partitions", "PARTITION BY HASH (key) PARTITIONS n: hash mod n."),
    window_rows(),
    window_seconds(),
};
const Declaration vitess_settings_table[] = {
    slots("shards", 16, "shards", "Shards of the keyspace, each an equal part of the 64-bit keyspace ids."),
    window_rows(),
    window_seconds(),
};
const Declaration hash_table_options_table[] = {row_bytes()};

}  // namespace

std::span<const Declaration> tidb_settings() {
  return tidb_settings_table;
}
std::span<const Declaration> tidb_table_options() {
  return tidb_table_options_table;
}
std::span<const Declaration> cockroachdb_settings() {
  return cockroachdb_settings_table;
}
std::span<const Declaration> cockroachdb_table_options() {
  return cockroachdb_table_options_table;
}
std::span<const Declaration> yugabytedb_settings() {
  return yugabytedb_settings_table;
}
std::span<const Declaration> citus_settings() {
  return citus_settings_table;
}
std::span<const Declaration> oceanbase_settings() {
  return oceanbase_settings_table;
}
std::span<const Declaration> vitess_settings() {
  return vitess_settings_table;
}
std::span<const Declaration> hash_table_options() {
  return hash_table_options_table;
}

}  // namespace keycost::placement
