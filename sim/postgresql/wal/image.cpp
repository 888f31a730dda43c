#include "sim/postgresql/wal/image.hpp"

#include <cstring>

namespace keycost::postgresql {

namespace {

// Source: src/include/access/xlogrecord.h.
constexpr std::size_t compress_header_size_bytes = 2;  // SizeOfXLogRecordBlockCompressHeader

}  // namespace

// The hole goes first. What is left is logged compressed if that is shorter, even with the hole's length,
// which could be told from a plain image's own length and now takes two bytes.
PageImages::Size PageImages::measure(const Page& page, bool leaves_out_hole) {
  const std::size_t hole = leaves_out_hole ? page.exact_free_bytes() : 0;
  const Size plain = PageImages::plain(hole, page.size_bytes());
  if (compression_ == WalCompression::pglz) {
    const std::size_t extra = hole > 0 ? compress_header_size_bytes : 0;
    const auto compressed =
        pglz_.compress(hole > 0 ? without_hole(page) : std::span<const std::byte>(page.bytes()));
    if (compressed && compressed->size() + extra < plain.image_bytes)
      return {image_header_size_bytes + extra, compressed->size()};
  }
  return plain;
}

std::span<const std::byte> PageImages::without_hole(const Page& page) {
  const std::size_t behind = page.size_bytes() - page.upper();
  std::memcpy(page_without_hole_.data(), page.data(), page.lower());
  std::memcpy(page_without_hole_.data() + page.lower(), page.data() + page.upper(), behind);
  return {page_without_hole_.data(), page.lower() + behind};
}

}  // namespace keycost::postgresql
