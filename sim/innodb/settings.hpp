// Server variables and table options that the model knows, each declared once.
#pragma once

#include <cstdint>
#include <span>

#include "sim/declaration.hpp"
#include "sim/innodb/server_rules.hpp"

namespace keycost::innodb {

std::span<const Declaration> mariadb_setting_declarations();
std::span<const Declaration> mysql_setting_declarations();
std::span<const Declaration> table_option_declarations();

struct Settings {
  int fill_factor_percent = 100;
  std::uint64_t buffer_pool_size_bytes = 0;
  std::size_t old_blocks_percent = 0;
  std::uint64_t old_blocks_time_ms = 0;
  std::size_t lru_scan_depth = 0;
  bool has_doublewrite = true;
  std::uint64_t redo_log_size_bytes = 0;
};

Settings read_settings(const ServerRules& rules, const Options& options);

}  // namespace keycost::innodb
