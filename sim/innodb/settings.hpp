// Server variables and table options that the model knows, each declared once.
#pragma once

#include <span>

#include "sim/declaration.hpp"

namespace keycost::innodb {

std::span<const Declaration> setting_declarations();
std::span<const Declaration> table_option_declarations();

struct Settings {
  int fill_factor_percent = 100;
};

Settings read_settings(const Options& options);

}  // namespace keycost::innodb
