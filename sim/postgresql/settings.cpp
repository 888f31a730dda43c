#include "sim/postgresql/settings.hpp"

#include "sim/postgresql/wal/position.hpp"

namespace keycost::postgresql {

namespace {

constexpr std::int64_t terabyte = std::int64_t{1} << 40;

constexpr std::int64_t transaction_id_max = 0xFFFFFFFF;
// A fresh cluster's log begins with segment 1 (xlog.c, BootStrapXLOG); what initdb wrote there differs by
// version and locale, so the model begins at the segment's first record.
constexpr auto first_lsn = static_cast<std::int64_t>(wal_segment_size_bytes + wal_segment_header_size_bytes);

constexpr std::string_view unproven =
    "how long its output is depends on the server's version of that library, and could not be held against "
    "one";
constexpr std::string_view wal_compression_methods[] = {"off", "on", "pglz"};
constexpr std::string_view block_sizes[] = {"8192", "4096", "2048", "1024"};
constexpr RefusedChoice wal_compression_refused[] = {{"lz4", unproven}, {"zstd", unproven}};

const Declaration settings_table[] = {
    {"shared_buffers", ValueKind::size_bytes, std::int64_t{128} << 20, 128 * 1024, 8 * terabyte, "bytes",
     "Memory for pages: what does not fit is evicted, the least used first, and read again when it is "
     "needed."},
    {"block_size", ValueKind::choice, std::string("8192"), 0, 0, "bytes",
     "Size of a page, which a server is built with (--with-blocksize). Smaller ones show more of a tree with "
     "fewer "
     "rows.",
     block_sizes},
    {"max_connections", ValueKind::integer, std::int64_t{100}, 1, 262143, "",
     "How many sessions there may be. Each gets its share of shared_buffers to hold at once: in a small pool "
     "COPY adds fewer pages at a time."},
    {"checkpoint_timeout", ValueKind::seconds, std::int64_t{0}, 0, 86400, "seconds",
     "After how long a checkpoint begins by itself; 0 for never, the server's default is 5min. Needs "
     "rows_per_second, by which time passes."},
    {"max_wal_size", ValueKind::size_bytes, std::int64_t{0}, 0, 2048 * terabyte, "bytes",
     "How much WAL may gather: a checkpoint begins by itself after max_wal_size / (1 + "
     "checkpoint_completion_target), in whole segments of 16MB; 0 for never, the server's default is 1GB."},
    {"checkpoint_completion_target", ValueKind::fraction, 0.9, 0, 1, "",
     "Over which share of the time or WAL up to the next one a checkpoint that began by itself spreads its "
     "writes."},
    {"full_page_writes", ValueKind::boolean, true, 0, 1, "",
     "Whether a page's first change after a checkpoint is logged as an image of the whole page."},
    {"data_checksums", ValueKind::boolean, true, 0, 1, "",
     "Whether pages carry checksums (the default since PostgreSQL 18). With them the free space map's pages "
     "are logged too."},
    {"wal_log_hints", ValueKind::boolean, false, 0, 1, "",
     "Whether hints are logged even without checksums: a page's first hint after a checkpoint then takes an "
     "image."},
    {"wal_compression", ValueKind::choice, std::string("off"), 0, 0, "",
     "Whether full-page images are compressed, and how; \"on\" is \"pglz\". Random keys hardly compress.",
     wal_compression_methods, wal_compression_refused},
    {"first_transaction_id", ValueKind::integer, std::int64_t{3}, 3, transaction_id_max, "",
     "The number of the first transaction, which rows carry. Nothing depends on it but the length of "
     "compressed images, by a few bytes; pg_current_snapshot() tells a server's."},
    {"start_lsn", ValueKind::integer, first_lsn, first_lsn, std::int64_t{1} << 53, "bytes",
     "Where in the log the first row's records begin: pg_current_wal_insert_lsn() - '0/0'. Distances in the "
     "log and the length of compressed images depend on it, by a few bytes."},
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

namespace {

std::size_t page_size_of(std::string_view text) {
  std::size_t size = 0;
  for (const char digit : text) size = size * 10 + static_cast<std::size_t>(digit - '0');
  return size;
}

}  // namespace

Settings read_settings(const Options& options) {
  const bool compresses = options.text(settings_table, "wal_compression") != "off";
  return {.shared_buffers_bytes = options.integer(settings_table, "shared_buffers"),
          .max_connections = options.integer(settings_table, "max_connections"),
          .page_size_bytes = page_size_of(options.text(settings_table, "block_size")),
          .checkpoint_timeout_seconds = options.integer(settings_table, "checkpoint_timeout"),
          .max_wal_size_bytes = options.integer(settings_table, "max_wal_size"),
          .checkpoint_completion_target = options.fraction(settings_table, "checkpoint_completion_target"),
          .full_page_writes = options.boolean(settings_table, "full_page_writes"),
          .data_checksums = options.boolean(settings_table, "data_checksums"),
          .wal_log_hints = options.boolean(settings_table, "wal_log_hints"),
          .wal_compression = compresses ? WalCompression::pglz : WalCompression::off,
          .start_lsn = static_cast<Lsn>(options.integer(settings_table, "start_lsn")),
          .first_transaction_id =
              static_cast<std::uint32_t>(options.integer(settings_table, "first_transaction_id"))};
}

}  // namespace keycost::postgresql
