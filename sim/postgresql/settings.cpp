#include "sim/postgresql/settings.hpp"

namespace keycost::postgresql {

namespace {

constexpr std::int64_t terabyte = std::int64_t{1} << 40;

const Declaration settings_table[] = {
    {"shared_buffers", ValueKind::size_bytes, std::int64_t{128} << 20, 128 * 1024, 8 * terabyte, "bytes",
     "Memory for pages: what does not fit is evicted, the least used first, and read again when it is "
     "needed."},
    {"max_connections", ValueKind::integer, std::int64_t{100}, 1, 262143, "",
     "How many sessions there may be. Each gets its share of shared_buffers to hold at once: in a small pool "
     "COPY adds fewer pages at a time."},
    {"full_page_writes", ValueKind::boolean, true, 0, 1, "",
     "Whether a page's first change after a checkpoint is logged as an image of the whole page."},
    {"data_checksums", ValueKind::boolean, true, 0, 1, "",
     "Whether pages carry checksums (the default since PostgreSQL 18). With them the free space map's pages "
     "are logged too."},
};

const Declaration table_options_table[] = {
    {"fillfactor", ValueKind::integer, std::int64_t{100}, 10, 100, "percent",
     "How full INSERT may make a page of the table."},
};

const Declaration index_options_table[] = {
    {"fillfactor", ValueKind::integer, std::int64_t{90}, 10, 100, "percent",
     "How full the left page is left when the rightmost leaf splits."},
    {"deduplicate_items", ValueKind::boolean, true, 0, 1, "",
     "Whether equal keys of a non-unique index share a posting list. Of no effect on a unique index without "
     "NULLs."},
};

}  // namespace

std::span<const Declaration> setting_declarations() {
  return settings_table;
}
std::span<const Declaration> table_option_declarations() {
  return table_options_table;
}
std::span<const Declaration> index_option_declarations() {
  return index_options_table;
}

Settings read_settings(const Options& options) {
  return {.shared_buffers_bytes = options.integer(settings_table, "shared_buffers"),
          .max_connections = options.integer(settings_table, "max_connections"),
          .full_page_writes = options.boolean(settings_table, "full_page_writes"),
          .data_checksums = options.boolean(settings_table, "data_checksums")};
}

}  // namespace keycost::postgresql
