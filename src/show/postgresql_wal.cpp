// The write-ahead log as a strip of records and images, and what of it a crash would need.
#include "src/show/postgresql_views.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "src/report/counts.hpp"
#include "src/report/numbers.hpp"

namespace keycost {

using namespace postgresql;

namespace {

/// What records are about, as far as a strip can tell.
struct RecordClass {
  std::string_view mark;
  std::string_view words;
};

constexpr std::array classes{
    RecordClass{"h", "rows into the heap"},
    RecordClass{"b", "entries into leaves"},
    RecordClass{"s", "page splits"},
    RecordClass{"u", "entries above the leaves, new roots"},
    RecordClass{"d", "duplicates merged, entries deleted"},
    RecordClass{"q", "sequences"},
    RecordClass{"f", "images alone: built pages, hints"},
    RecordClass{"c", "commits and aborts"},
    RecordClass{"C", "checkpoints"},
};
constexpr std::size_t image_class = classes.size();

std::size_t class_of(RecordType type) {
  switch (type) {
    case RecordType::heap_insert:
    case RecordType::heap_insert_init:
    case RecordType::heap_confirm:
    case RecordType::heap2_multi_insert:
    case RecordType::heap2_multi_insert_init:
      return 0;
    case RecordType::btree_insert_leaf:
    case RecordType::btree_insert_post:
      return 1;
    case RecordType::btree_split_l:
    case RecordType::btree_split_r:
      return 2;
    case RecordType::btree_insert_upper:
    case RecordType::btree_newroot:
      return 3;
    case RecordType::btree_dedup:
    case RecordType::btree_delete:
      return 4;
    case RecordType::sequence_log:
      return 5;
    case RecordType::xlog_fpi:
    case RecordType::xlog_fpi_for_hint:
      return 6;
    case RecordType::transaction_commit:
    case RecordType::transaction_abort:
      return 7;
    case RecordType::running_xacts:
    case RecordType::checkpoint_online:
    case RecordType::checkpoint_redo:
    case RecordType::checkpoint_shutdown:
      return 8;
  }
  return 0;
}

/// Of one class: records, their bytes without images.
struct ClassSum {
  std::size_t records = 0;
  std::size_t bytes = 0;
};
using Sums = std::array<ClassSum, classes.size() + 1>;

Sums sum_by_class(const std::vector<LoggedRecord>& records) {
  Sums sums{};
  for (const LoggedRecord& record : records) {
    ClassSum& sum = sums[class_of(record.type)];
    ++sum.records;
    sum.bytes += record.size_bytes - record.images_size_bytes;
    sums[image_class].records += record.images;
    sums[image_class].bytes += record.images_size_bytes;
  }
  return sums;
}

std::string_view mark_of(const Screen& screen, std::size_t record_class) {
  return record_class == image_class ? screen.mark("█", "#") : classes[record_class].mark;
}

constexpr std::size_t strip_lines_max = 8;

/// Bytes that one mark stands for: a power of two, so that the strip has at most so many lines.
std::size_t bytes_a_cell(std::size_t total, std::size_t columns) {
  std::size_t bytes = 8;
  while (total > bytes * columns * strip_lines_max) bytes *= 2;
  return bytes;
}

/// Each mark shows whatever has most of its bytes: a record's own bytes first, then its images.
void draw_strip(Screen& screen, const std::vector<LoggedRecord>& records, std::size_t cell) {
  const std::size_t columns = screen.width() - 2;
  std::vector<std::array<std::size_t, classes.size() + 1>> cells;
  std::size_t at = 0;
  const auto put = [&](std::size_t record_class, std::size_t bytes) {
    while (bytes > 0) {
      if (at / cell >= cells.size()) cells.emplace_back();
      const std::size_t here = std::min(bytes, cell - at % cell);
      cells[at / cell][record_class] += here;
      at += here;
      bytes -= here;
    }
  };
  for (const LoggedRecord& record : records) {
    put(class_of(record.type), record.size_bytes - record.images_size_bytes);
    put(image_class, record.images_size_bytes);
  }
  for (std::size_t begin = 0; begin < cells.size(); begin += columns) {
    std::string text = "  ";
    for (std::size_t i = begin; i < std::min(cells.size(), begin + columns); ++i) {
      const auto most = static_cast<std::size_t>(std::ranges::max_element(cells[i]) - cells[i].begin());
      const std::string mark(mark_of(screen, most));
      text += most == image_class ? screen.coloured(mark, Colour::red) : mark;
    }
    screen.raw(text);
  }
}

void draw_legend(Screen& screen, const Sums& sums, std::size_t total, std::size_t cell) {
  screen.line(fmt::format("        bytes             one mark is {} bytes", with_thousands(cell)));
  const auto line = [&](std::string_view mark, std::size_t bytes, const std::string& words) {
    screen.line(fmt::format(
        "  {}  {:>10}  {:>6.2f} %  {}", mark, with_thousands(bytes),
        total == 0 ? 0.0 : 100.0 * static_cast<double>(bytes) / static_cast<double>(total), words));
  };
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (sums[i].records > 0)
      line(classes[i].mark, sums[i].bytes,
           fmt::format("{}: {}", classes[i].words, counted(sums[i].records, "record")));
  }
  if (sums[image_class].records > 0)
    line(mark_of(screen, image_class), sums[image_class].bytes,
         counted(sums[image_class].records, "full-page image"));
  line("=", total, "all records");
}

std::string about(const LoggedRecord& record) {
  std::string text;
  for (const LoggedRecord::Block& block : record.blocks) {
    if (!text.empty()) text += ", ";
    text += fmt::format("{} {}{}", block.relation, block.block, block.has_image ? " (image)" : "");
  }
  return text;
}

void list_records(Screen& screen, const std::vector<LoggedRecord>& records, std::size_t lines_max) {
  std::vector<std::vector<std::string>> lines;
  const std::size_t first = records.size() - std::min(lines_max, records.size());
  for (std::size_t i = first; i < records.size(); ++i) {
    const LoggedRecord& record = records[i];
    lines.push_back({lsn_text(record.begin), std::string(record_type_name(record.type)),
                     with_thousands(record.size_bytes),
                     record.images == 0 ? "" : with_thousands(record.images_size_bytes), about(record)});
  }
  draw_table(screen, {"begins at", "record", "bytes", "images", "blocks"}, lines);
}

void tell_crash(Screen& screen, const PostgresqlWatch& watch) {
  std::size_t durable = 0;
  std::size_t durable_bytes = 0;
  std::size_t durable_images = 0;
  std::set<std::pair<std::string, BlockNumber>> blocks;
  for (const LoggedRecord& record : watch.records()) {
    if (record.end > watch.flushed()) break;
    ++durable;
    durable_bytes += record.size_bytes;
    durable_images += record.images;
    for (const LoggedRecord::Block& block : record.blocks) blocks.emplace(block.relation, block.block);
  }
  screen.heading("If the server crashed now");
  screen.words(fmt::format(
      "The log is on disk up to {}, {}. Recovery would begin at {} and replay {}, {}, with {}, "
      "about {}.",
      lsn_text(watch.flushed()),
      watch.rows_committed() == 0
          ? std::string("with no row committed")
          : fmt::format("with row {} the last one committed", with_thousands(watch.rows_committed())),
      lsn_text(watch.recovery_begin()), counted(durable, "record"), size_pretty(durable_bytes),
      counted(durable_images, "full-page image"), counted(blocks.size(), "page")));
  const std::size_t lost = watch.records().size() - durable;
  const std::uint64_t rows = watch.rows() - watch.rows_committed();
  screen.words(fmt::format("{} behind that, of {} not yet committed, may be lost.", counted(lost, "record"),
                           counted(rows, "row")));
  screen.words("`keycost crash` does it.");
}

}  // namespace

void show_wal(Screen& screen, const PostgresqlWatch& watch, std::size_t lines_max) {
  const std::vector<LoggedRecord>& records = watch.records();
  const Sums sums = sum_by_class(records);
  std::size_t total = 0;
  for (const ClassSum& sum : sums) total += sum.bytes;
  const bool has_checkpoint =
      std::ranges::any_of(watch.checkpoints(), [](const auto& seen) { return seen.end != 0; });
  screen.heading(fmt::format("Write-ahead log from {} to {}, {}", lsn_text(watch.recovery_begin()),
                             lsn_text(watch.server().log().position()), counted(records.size(), "record")));
  screen.words(has_checkpoint ? "Since the redo point of the last checkpoint."
                              : "Since the table was made; no checkpoint yet.");
  screen.blank();
  const std::size_t cell = bytes_a_cell(total, screen.width() - 2);
  draw_strip(screen, records, cell);
  screen.blank();
  draw_legend(screen, sums, total, cell);
  if (lines_max > 0 && !records.empty()) {
    screen.blank();
    list_records(screen, records, lines_max);
  }
  tell_crash(screen, watch);
}

}  // namespace keycost
