// A WAL record as it is put together: which blocks it changes, how many bytes of data go with each, how many
// with the record itself. Its length follows from that. Source: src/backend/access/transam/xloginsert.c
// (XLogRegisterBuffer, XLogRegisterBufData, XLogRegisterData), src/include/access/xlogrecord.h.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "sim/postgresql/buffers.hpp"
#include "sim/postgresql/wal/record_type.hpp"

namespace keycost::postgresql {

enum class BlockUse {
  standard,     ///< REGBUF_STANDARD: an image leaves out the hole between lower and upper
  whole,        ///< an image has all 8192 bytes
  initialized,  ///< REGBUF_WILL_INIT: rebuilt from the record's data alone, never an image
};

struct RecordBlock {
  const PinnedPage* page = nullptr;  ///< held by whoever writes the record
  BlockUse use = BlockUse::standard;
  std::size_t data_size_bytes = 0;  ///< left out when an image is taken
};

/// A split of an internal page has most.
inline constexpr std::size_t record_blocks_max = 4;

class WalRecord {
 public:
  explicit WalRecord(RecordType type) : type_(type) {}

  WalRecord& block(const PinnedPage& page, BlockUse use, std::size_t data_size_bytes = 0) {
    blocks_[block_count_++] = {&page, use, data_size_bytes};
    return *this;
  }
  WalRecord& main_data(std::size_t size_bytes) {
    main_data_size_bytes_ += size_bytes;
    return *this;
  }

  RecordType type() const { return type_; }
  std::span<const RecordBlock> blocks() const { return {blocks_.data(), block_count_}; }
  std::size_t main_data_size_bytes() const { return main_data_size_bytes_; }

 private:
  RecordType type_;
  std::size_t block_count_ = 0;
  std::size_t main_data_size_bytes_ = 0;
  std::array<RecordBlock, record_blocks_max> blocks_;
};

}  // namespace keycost::postgresql
