#include "sim/streams/time_options.hpp"

namespace keycost {

namespace {

constexpr std::string_view clock_options[] = {"ids_per_ms", "rows_per_second", "start_ms", "writers",
                                              "nodes"};

}  // namespace

ArrivalSettings own_arrival(const StreamDescription& stream, const Options& options) {
  ArrivalSettings settings;
  settings.start_ms = default_start_unix_ms;
  const auto read = [&](std::string_view name, auto& setting) {
    if (find_declaration(stream.options, name) == nullptr) return false;
    setting = static_cast<std::decay_t<decltype(setting)>>(options.integer(stream.options, name));
    return true;
  };
  read("ids_per_ms", settings.rows_per_tick);
  if (read("rows_per_second", settings.rows_per_tick)) settings.tick_ms = 1000;
  read("start_ms", settings.start_ms);
  read("writers", settings.writers);
  read("nodes", settings.writers);
  return settings;
}

std::string_view own_clock_option(const Options& options) {
  for (const std::string_view name : clock_options) {
    if (options.contains(name)) return name;
  }
  return "";
}

}  // namespace keycost
