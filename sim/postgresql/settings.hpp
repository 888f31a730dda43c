// Server settings and storage parameters that the model knows, each declared once.
#pragma once

#include <cstdint>
#include <span>

#include "sim/declaration.hpp"
#include "sim/postgresql/page.hpp"

namespace keycost::postgresql {

std::span<const Declaration> setting_declarations();
std::span<const Declaration> table_option_declarations();
std::span<const Declaration> index_option_declarations();

enum class WalCompression { off, pglz };

struct Settings {
  std::int64_t shared_buffers_bytes = 0;
  std::int64_t max_connections = 0;
  std::size_t page_size_bytes = 8192;
  std::int64_t checkpoint_timeout_seconds = 0;  ///< 0: never
  std::int64_t max_wal_size_bytes = 0;          ///< 0: never
  double checkpoint_completion_target = 0.9;
  bool full_page_writes = true;
  bool data_checksums = true;
  bool wal_log_hints = false;
  WalCompression wal_compression = WalCompression::off;
  Lsn start_lsn = 0;
  std::uint32_t first_transaction_id = 0;
};

Settings read_settings(const Options& options);

}  // namespace keycost::postgresql
