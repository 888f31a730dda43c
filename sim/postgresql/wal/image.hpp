// A page's image in a record: which of its bytes are logged, compressed or not, and what that takes.
// Source: src/backend/access/transam/xloginsert.c (XLogRecordAssemble, XLogCompressBackupBlock).
#pragma once

#include <array>
#include <cstddef>

#include "sim/postgresql/page.hpp"
#include "sim/postgresql/pglz.hpp"
#include "sim/postgresql/settings.hpp"

namespace keycost::postgresql {

class PageImages {
 public:
  explicit PageImages(WalCompression compression) : compression_(compression) {}

  struct Size {
    std::size_t header_bytes = 0;
    std::size_t image_bytes = 0;
  };
  /// Of a page that is not compressed and has a hole of `hole_bytes` that is left out.
  static constexpr Size plain(std::size_t hole_bytes, std::size_t page_size_bytes = block_size_bytes) {
    return {image_header_size_bytes, page_size_bytes - hole_bytes};
  }
  /// What an image of the page takes as the page is now. `leaves_out_hole`: whether the free space in its
  /// middle may be left out.
  Size measure(const Page& page, bool leaves_out_hole);

 private:
  // SizeOfXLogRecordBlockImageHeader. Source: src/include/access/xlogrecord.h
  static constexpr std::size_t image_header_size_bytes = 5;

  std::span<const std::byte> without_hole(const Page& page);

  WalCompression compression_;
  Pglz pglz_;
  std::array<std::byte, block_size_bytes> page_without_hole_;
};

}  // namespace keycost::postgresql
