// PostgreSQL's own compression, of the LZ family: a value or a page becomes literal bytes and references back
// to where the same bytes stood before. Eight such items share a control byte, which tells one from the
// other.
//
//   control byte | item | item | …      a literal:   1 byte
//                                       a reference: 2 bytes for 3 to 17 bytes, 3 bytes for 18 to 273,
//                                                    at a distance of up to 4094
//
// Any parse of the input would decompress; which one is chosen decides how long the output is. Choices are
// made here as the server makes them, so that the length is the same to the byte.
// Source: src/common/pg_lzcompress.c (pglz_compress, pglz_find_match, PGLZ_strategy_default).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace keycost::postgresql {

class Pglz {
 public:
  Pglz() = default;

  /// `source` compressed, or nothing if that does not save a quarter of it, or if the first 1024 bytes of
  /// output hold no reference at all. Valid until the next call. O(n) with a large constant: some 90 µs for a
  /// page.
  std::optional<std::span<const std::byte>> compress(std::span<const std::byte> source);

 private:
  static constexpr std::size_t chains_max = 8192;    // PGLZ_MAX_HISTORY_LISTS
  static constexpr std::size_t history_size = 4096;  // PGLZ_HISTORY_SIZE
  static constexpr std::uint32_t nowhere = 0;        // ends a chain; positions are stored plus one

  struct Match {
    std::size_t length = 0;
    std::size_t distance = 0;
  };

  void start(std::span<const std::byte> source);
  std::size_t chain_of(std::size_t position) const;
  Match longest_match(std::size_t position) const;
  void remember(std::size_t position);
  void put_literal(std::byte value);
  void put_reference(Match match);
  void start_item(bool is_reference);

  std::span<const std::byte> source_;
  std::size_t chain_mask_ = 0;
  std::array<std::uint32_t, chains_max> newest_{};   ///< of each chain
  std::array<std::uint32_t, history_size> older_{};  ///< than a position, in its chain

  std::vector<std::byte> output_;
  std::size_t control_ = 0;        ///< where the current control byte is
  unsigned items_in_control_ = 8;  ///< how many of its eight bits are taken
};

}  // namespace keycost::postgresql
