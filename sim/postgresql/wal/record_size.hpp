// How long a WAL record is: a header, a header for each block with its data or image, and the record's own
// data. Source: src/include/access/xlogrecord.h, src/backend/access/transam/xloginsert.c
// (XLogRecordAssemble).
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/postgresql/page.hpp"
#include "sim/postgresql/wal/image.hpp"

namespace keycost::postgresql {

class RecordSize {
 public:
  explicit constexpr RecordSize(std::size_t main_data_size_bytes)
      : total_bytes_(record_header_size_bytes + main_data_size_bytes) {
    if (main_data_size_bytes > 0) {
      total_bytes_ +=
          main_data_size_bytes <= 255 ? short_main_header_size_bytes : long_main_header_size_bytes;
    }
  }

  /// `names_relation`: the block before, if any, is not of the same relation.
  constexpr RecordSize& add_block(bool names_relation, std::size_t data_size_bytes) {
    total_bytes_ += block_header_size_bytes + block_number_size_bytes + data_size_bytes;
    if (names_relation) total_bytes_ += relation_locator_size_bytes;
    return *this;
  }
  /// The image takes the place of the block's data.
  constexpr RecordSize& add_block_with_image(bool names_relation, PageImages::Size image) {
    ++images_;
    images_bytes_ += image.image_bytes;
    return add_block(names_relation, image.header_bytes + image.image_bytes);
  }

  constexpr std::uint64_t total_bytes() const { return total_bytes_; }
  /// What it takes in the log: rounded up to 8.
  constexpr std::uint64_t aligned_bytes() const { return maxalign(total_bytes_); }
  constexpr std::uint64_t images() const { return images_; }
  constexpr std::uint64_t images_bytes() const { return images_bytes_; }

 private:
  static constexpr std::size_t record_header_size_bytes = 24;     // SizeOfXLogRecord
  static constexpr std::size_t block_header_size_bytes = 4;       // SizeOfXLogRecordBlockHeader
  static constexpr std::size_t relation_locator_size_bytes = 12;  // RelFileLocator
  static constexpr std::size_t block_number_size_bytes = 4;       // sizeof(BlockNumber)
  static constexpr std::size_t short_main_header_size_bytes = 2;  // SizeOfXLogRecordDataHeaderShort
  static constexpr std::size_t long_main_header_size_bytes = 5;   // SizeOfXLogRecordDataHeaderLong

  std::size_t total_bytes_;
  std::uint64_t images_ = 0;
  std::uint64_t images_bytes_ = 0;
};

}  // namespace keycost::postgresql
