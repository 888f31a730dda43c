// Server settings and storage parameters that the model knows, each declared once.
#pragma once

#include <cstdint>
#include <span>

#include "sim/declaration.hpp"

namespace keycost::postgresql {

std::span<const Declaration> setting_declarations();
std::span<const Declaration> table_option_declarations();
std::span<const Declaration> index_option_declarations();

struct Settings {
  std::int64_t shared_buffers_bytes = 0;
  std::int64_t max_connections = 0;
  bool full_page_writes = true;
  bool data_checksums = true;
};

Settings read_settings(const Options& options);

}  // namespace keycost::postgresql
