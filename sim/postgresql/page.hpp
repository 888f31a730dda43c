// A page as PostgreSQL lays it out, byte for byte.
//
//   0        8         10     12     14     16       18       20         24
//   | pd_lsn | checksum| flags| lower| upper| special| version| prune_xid | line pointers →  …  ← tuples |
//   special |
//
// Line pointers grow up from 24 to `lower`; tuples grow down from `special` to `upper`; what lies between is
// free. Source: src/include/storage/bufpage.h, itemid.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace keycost::postgresql {

using BlockNumber = std::uint32_t;
using OffsetNumber = std::uint16_t;  ///< of a line pointer, from 1
using Lsn = std::uint64_t;

inline constexpr std::size_t block_size_bytes = 8192;      // BLCKSZ, unless a server is built otherwise
inline constexpr std::size_t page_header_size_bytes = 24;  // SizeOfPageHeaderData
inline constexpr std::size_t line_pointer_size_bytes = 4;  // sizeof(ItemIdData)
inline constexpr std::uint16_t page_layout_version = 4;    // PG_PAGE_LAYOUT_VERSION
inline constexpr OffsetNumber first_offset = 1;            // FirstOffsetNumber

/// MAXALIGN: rounded up to a multiple of 8.
constexpr std::size_t maxalign(std::size_t size) {
  return (size + 7) & ~std::size_t{7};
}

/// Where a row version lives: heap block and line pointer. Source: src/include/storage/itemptr.h.
struct TupleId {
  BlockNumber block = 0;
  OffsetNumber offset = 0;

  friend auto operator<=>(const TupleId&, const TupleId&) = default;
};

/// Of 8192 bytes, or fewer (1024, 2048, 4096) in a server that is built with smaller blocks
/// (--with-blocksize).
class Page {
 public:
  Page() = default;
  explicit Page(std::size_t size_bytes) : size_bytes_(size_bytes) {}

  std::size_t size_bytes() const { return size_bytes_; }
  /// Of a block that is no page yet.
  void set_size_bytes(std::size_t size_bytes) { size_bytes_ = size_bytes; }

  /// PageInit: an empty page with `special_size_bytes` (a multiple of 8) at its end; every other byte zero.
  void initialize(std::size_t special_size_bytes);

  /// A block by which a file has grown, before it is a page.
  void fill_with_zeros() { bytes_.fill(std::byte{0}); }
  bool is_new() const { return upper() == 0; }  // PageIsNew

  Lsn lsn() const { return (Lsn{load<std::uint32_t>(0)} << 32) | load<std::uint32_t>(4); }
  void set_lsn(Lsn lsn) {
    store(0, static_cast<std::uint32_t>(lsn >> 32));
    store(4, static_cast<std::uint32_t>(lsn));
  }
  std::size_t lower() const { return load<std::uint16_t>(12); }
  std::size_t upper() const { return load<std::uint16_t>(14); }
  std::size_t special() const { return load<std::uint16_t>(16); }
  void set_lower(std::size_t lower) { store(12, static_cast<std::uint16_t>(lower)); }

  /// PageGetExactFreeSpace: the hole between line pointers and tuples.
  std::size_t exact_free_bytes() const { return upper() - lower(); }
  /// PageGetFreeSpace: what is left for a tuple after its line pointer.
  std::size_t free_bytes() const {
    const std::size_t exact = exact_free_bytes();
    return exact < line_pointer_size_bytes ? 0 : exact - line_pointer_size_bytes;
  }

  /// PageGetMaxOffsetNumber: number of line pointers. None on a page of zeros, which a bulk extension leaves.
  OffsetNumber max_offset() const {
    if (lower() <= page_header_size_bytes) return 0;
    return static_cast<OffsetNumber>((lower() - page_header_size_bytes) / line_pointer_size_bytes);
  }
  std::size_t item_size_bytes(OffsetNumber offset) const { return line_pointer(offset) >> 17; }
  const std::byte* item(OffsetNumber offset) const { return bytes_.data() + (line_pointer(offset) & 0x7FFF); }
  std::byte* item(OffsetNumber offset) { return bytes_.data() + (line_pointer(offset) & 0x7FFF); }

  /// PageAddItem: puts `tuple` before what `offset` points to now (or behind the last item) and returns its
  /// place on the page. The line pointer keeps the tuple's own size; the space taken is rounded up to 8. The
  /// caller has made sure that it fits.
  std::byte* add_item(std::span<const std::byte> tuple, OffsetNumber offset);

  /// ItemIdIsDead and ItemIdMarkDead: the item waits for its removal.
  bool is_dead(OffsetNumber offset) const { return (line_pointer(offset) >> 15 & 3) == line_pointer_dead; }
  void mark_dead(OffsetNumber offset);

  /// PageIndexMultiDelete: takes out the items at `offsets`, which ascend. The others close ranks; what they
  /// leave behind in the hole stays there.
  void delete_items(std::span<const OffsetNumber> offsets);

  /// PageIndexTupleOverwrite, for the item that lies lowest on the page: `tuple` takes its place, flush with
  /// its end. Bytes that it no longer takes stay as they are, in the hole.
  void overwrite_last_item(OffsetNumber offset, std::span<const std::byte> tuple);

  template <class T>
  T load(std::size_t position) const {
    T value;
    std::memcpy(&value, bytes_.data() + position, sizeof value);
    return value;
  }
  template <class T>
  void store(std::size_t position, T value) {
    std::memcpy(bytes_.data() + position, &value, sizeof value);
  }

  std::span<const std::byte> bytes() const { return {bytes_.data(), size_bytes_}; }
  std::byte* data() { return bytes_.data(); }
  const std::byte* data() const { return bytes_.data(); }

 private:
  static constexpr std::uint32_t line_pointer_dead = 3;  // LP_DEAD

  void delete_item(OffsetNumber offset);
  void compact(std::span<const std::uint32_t> line_pointers);

  // lp_off (15 bits), lp_flags (2 bits), lp_len (15 bits), from the lowest bit up.
  std::uint32_t line_pointer(OffsetNumber offset) const {
    return load<std::uint32_t>(page_header_size_bytes + (offset - std::size_t{1}) * line_pointer_size_bytes);
  }

  alignas(8) std::array<std::byte, block_size_bytes> bytes_;  ///< zeros behind a smaller page
  std::size_t size_bytes_ = block_size_bytes;
};

}  // namespace keycost::postgresql
