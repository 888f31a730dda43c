#include "sim/innodb/settings.hpp"

namespace keycost::innodb {

namespace {

constexpr std::int64_t megabyte = std::int64_t{1} << 20;
constexpr std::int64_t terabyte = std::int64_t{1} << 40;
constexpr std::int64_t a_day_ms = 86400000;

constexpr std::string_view row_formats[] = {"dynamic", "compact"};

// What both servers have.
const Declaration fill_factor{
    "innodb_fill_factor",
    ValueKind::integer,
    std::int64_t{100},
    10,
    100,
    "percent",
    "How full a sorted build (OPTIMIZE TABLE, CREATE INDEX) leaves pages. At 100 a clustered index still "
    "keeps a sixteenth of each page free."};
const Declaration buffer_pool_size{
    "innodb_buffer_pool_size",
    ValueKind::size_bytes,
    128 * megabyte,
    5 * megabyte,
    8 * terabyte,
    "bytes",
    "Memory for pages. What does not fit is written if it is dirty, and evicted, and read again when it is "
    "needed. The server keeps innodb_lru_scan_depth pages of it free once it is full."};
const Declaration old_blocks_percent{
    "innodb_old_blocks_pct",
    ValueKind::integer,
    std::int64_t{37},
    5,
    95,
    "percent",
    "How long the old part of the LRU list is, to whose head pages come that are read."};
const Declaration old_blocks_time{
    "innodb_old_blocks_time",
    ValueKind::integer,
    std::int64_t{1000},
    0,
    a_day_ms,
    "milliseconds",
    "After what time since its first use another one moves a page from the old part of the LRU list to the "
    "young one. Needs rows_per_second, by which time passes; without it none does, as in a fast load."};
const Declaration doublewrite{
    "innodb_doublewrite",
    ValueKind::boolean,
    true,
    0,
    1,
    "",
    "Whether pages are written to the doublewrite buffer before they are written to their place."};

Declaration lru_scan_depth(const ServerRules& rules) {
  return {"innodb_lru_scan_depth",
          ValueKind::integer,
          std::int64_t{rules.lru_scan_depth},
          100,
          1 << 20,
          "pages",
          "How many pages are kept free in a buffer pool that is full."};
}

const Declaration mariadb_settings[] = {
    fill_factor,
    buffer_pool_size,
    old_blocks_percent,
    old_blocks_time,
    lru_scan_depth(mariadb_10_11_rules),
    doublewrite,
    {"innodb_log_file_size", ValueKind::size_bytes, 96 * megabyte, 4 * megabyte, terabyte, "bytes",
     "The redo log. When some seven tenths of it lie behind the oldest change that is not written, every "
     "dirty "
     "page is."},
};

const Declaration mysql_settings[] = {
    fill_factor,
    buffer_pool_size,
    old_blocks_percent,
    old_blocks_time,
    lru_scan_depth(mysql_8_0_rules),
    doublewrite,
    {"innodb_redo_log_capacity", ValueKind::size_bytes, 100 * megabyte, 8 * megabyte, terabyte, "bytes",
     "The redo log. When some eight tenths of it lie behind the oldest change that is not written, the pages "
     "dirty for longest are written."},
};

const Declaration table_options_table[] = {
    {"row_format", ValueKind::choice, std::string("dynamic"), 0, 0, "",
     "How rows are stored. The two differ only in columns stored off the page, which are not modelled: the "
     "pages are the same.",
     row_formats},
};

}  // namespace

std::span<const Declaration> mariadb_setting_declarations() {
  return mariadb_settings;
}
std::span<const Declaration> mysql_setting_declarations() {
  return mysql_settings;
}
std::span<const Declaration> table_option_declarations() {
  return table_options_table;
}

Settings read_settings(const ServerRules& rules, const Options& options) {
  const bool is_mysql = rules.redo_format == RedoFormat::mysql_8_0_30;
  const std::span<const Declaration> table =
      is_mysql ? mysql_setting_declarations() : mariadb_setting_declarations();
  const auto size = [&](std::string_view name) {
    return static_cast<std::uint64_t>(options.integer(table, name));
  };
  return {.fill_factor_percent = static_cast<int>(options.integer(table, "innodb_fill_factor")),
          .buffer_pool_size_bytes = size("innodb_buffer_pool_size"),
          .old_blocks_percent = static_cast<std::size_t>(size("innodb_old_blocks_pct")),
          .old_blocks_time_ms = size("innodb_old_blocks_time"),
          .lru_scan_depth = static_cast<std::size_t>(size("innodb_lru_scan_depth")),
          .has_doublewrite = options.boolean(table, "innodb_doublewrite"),
          .redo_log_size_bytes = size(is_mysql ? "innodb_redo_log_capacity" : "innodb_log_file_size")};
}

}  // namespace keycost::innodb
