#include "sim/postgresql/wal/position.hpp"

namespace keycost::postgresql {

namespace {

constexpr std::uint64_t usable_bytes_of_page = wal_page_size_bytes - wal_page_header_size_bytes;
constexpr std::uint64_t usable_bytes_of_segment =
    wal_segment_size_bytes / wal_page_size_bytes * usable_bytes_of_page -
    (wal_segment_header_size_bytes - wal_page_header_size_bytes);
constexpr std::uint64_t usable_bytes_of_first_page = wal_page_size_bytes - wal_segment_header_size_bytes;

// `at_page_end`: what to make of a position that fills a page exactly, its end or the beginning of the next.
Lsn lsn_of(std::uint64_t record_bytes, bool at_page_end) {
  const std::uint64_t segment = record_bytes / usable_bytes_of_segment;
  std::uint64_t left = record_bytes % usable_bytes_of_segment;
  std::uint64_t in_segment = 0;
  if (left < usable_bytes_of_first_page || (at_page_end && left == usable_bytes_of_first_page)) {
    in_segment = at_page_end && left == 0 ? 0 : left + wal_segment_header_size_bytes;
  } else {
    left -= usable_bytes_of_first_page;
    const std::uint64_t page = 1 + left / usable_bytes_of_page;
    const std::uint64_t in_page = left % usable_bytes_of_page;
    in_segment =
        page * wal_page_size_bytes + (at_page_end && in_page == 0 ? 0 : in_page + wal_page_header_size_bytes);
  }
  return segment * wal_segment_size_bytes + in_segment;
}

}  // namespace

Lsn lsn_of_record_start(std::uint64_t record_bytes) {
  return lsn_of(record_bytes, false);
}

Lsn lsn_of_record_end(std::uint64_t record_bytes) {
  return lsn_of(record_bytes, true);
}

std::uint64_t record_bytes_before(Lsn lsn) {
  const Lsn aligned = maxalign(lsn);
  const std::uint64_t in_segment = aligned % wal_segment_size_bytes;
  const std::uint64_t page = in_segment / wal_page_size_bytes;
  const std::uint64_t in_page = in_segment % wal_page_size_bytes;
  const std::uint64_t header = page == 0 ? wal_segment_header_size_bytes : wal_page_header_size_bytes;
  const std::uint64_t before_page =
      page == 0 ? 0 : usable_bytes_of_first_page + (page - 1) * usable_bytes_of_page;
  return aligned / wal_segment_size_bytes * usable_bytes_of_segment + before_page +
         (in_page > header ? in_page - header : 0);
}

}  // namespace keycost::postgresql
