// Positions in the write-ahead log: from bytes of records to LSNs and back.
//
// The log is cut into pages of 8192 bytes with a header of 24 bytes each, and into segments of 16 MiB whose
// first page has a header of 40. Records fill what is between the headers. Source:
// src/backend/access/transam/xlog.c (XLogBytePosToRecPtr, XLogBytePosToEndRecPtr),
// src/include/access/xlog_internal.h (SizeOfXLogShortPHD, SizeOfXLogLongPHD).
#pragma once

#include <cstdint>

#include "sim/postgresql/page.hpp"

namespace keycost::postgresql {

inline constexpr std::uint64_t wal_page_size_bytes = 8192;          // XLOG_BLCKSZ
inline constexpr std::uint64_t wal_page_header_size_bytes = 24;     // SizeOfXLogShortPHD
inline constexpr std::uint64_t wal_segment_header_size_bytes = 40;  // SizeOfXLogLongPHD
inline constexpr std::uint64_t wal_segment_size_bytes = 16 << 20;   // the default of initdb --wal-segsize

/// Where a record that begins `record_bytes` usable bytes into the log begins: behind a page's header.
Lsn lsn_of_record_start(std::uint64_t record_bytes);

/// Where a record that ends `record_bytes` usable bytes into the log ends: before the next page's header.
Lsn lsn_of_record_end(std::uint64_t record_bytes);

/// How many usable bytes of the log lie before the record that begins at `lsn`. Where no record can begin, in
/// a header or off the 8 bytes to which records are aligned, the answer is that of the next place where one
/// can. Source: xlog.c (XLogRecPtrToBytePos).
std::uint64_t record_bytes_before(Lsn lsn);

}  // namespace keycost::postgresql
