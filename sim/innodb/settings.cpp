#include "sim/innodb/settings.hpp"

namespace keycost::innodb {

namespace {

constexpr std::string_view row_formats[] = {"dynamic", "compact"};

const Declaration settings_table[] = {
    {"innodb_fill_factor", ValueKind::integer, std::int64_t{100}, 10, 100, "percent",
     "How full a sorted build (OPTIMIZE TABLE, CREATE INDEX) leaves pages. At 100 a clustered index still "
     "keeps a sixteenth of each page free."},
};

const Declaration table_options_table[] = {
    {"row_format", ValueKind::choice, std::string("dynamic"), 0, 0, "",
     "How rows are stored. The two differ only in columns stored off the page, which are not modelled: the "
     "pages are the same.",
     row_formats},
};

}  // namespace

std::span<const Declaration> setting_declarations() {
  return settings_table;
}
std::span<const Declaration> table_option_declarations() {
  return table_options_table;
}

Settings read_settings(const Options& options) {
  return {.fill_factor_percent = static_cast<int>(options.integer(settings_table, "innodb_fill_factor"))};
}

}  // namespace keycost::innodb
