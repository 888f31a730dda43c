// How much room secondary indexes' leaves have, as the change buffer would ask: two bits a page, on a page of
// the file that is kept up to date even if no change is ever buffered. Source:
// storage/innobase/ibuf/ibuf0ibuf.cc (ibuf_update_free_bits_if_full,
// ibuf_update_free_bits_for_two_pages_low), include/ibuf0ibuf.inl (ibuf_index_page_calc_free_bits).
#include "sim/innodb/btree.hpp"

namespace keycost::innodb {

namespace {

constexpr std::size_t room_a_bit_bytes = page_size_bytes / 32;  // IBUF_PAGE_SIZE_PER_FREE_SPACE
constexpr PageNumber bitmap_page = 1;                           // FSP_IBUF_BITMAP_OFFSET
constexpr std::size_t bitmap_offset = 94;                       // IBUF_BITMAP
constexpr std::size_t pages_a_byte = 2;

unsigned free_bits(std::size_t room_bytes) {
  const std::size_t n = room_bytes / room_a_bit_bytes;
  if (n == 3) return 2;
  return n > 3 ? 3 : static_cast<unsigned>(n);
}

}  // namespace

void Btree::write_free_bits(const Page& page, unsigned bits, MiniTransaction& mtr) {
  if (free_bits_.size() <= page.number()) free_bits_.resize(page.number() + std::size_t{1});
  if (free_bits_[page.number()] == bits) return;
  free_bits_[page.number()] = static_cast<std::uint8_t>(bits);
  constexpr PageNumber pages_a_bitmap = page_size_bytes;
  const PageNumber holder = page.number() / pages_a_bitmap * pages_a_bitmap + bitmap_page;
  log_.pool().get({space_id_, holder});
  mtr.write({space_id_, holder}, bitmap_offset + page.number() % pages_a_bitmap / pages_a_byte, 1);
}

// After an insert without a split, and only downwards.
void Btree::lower_free_bits(const Page& page, std::size_t room_before, std::size_t used_bytes) {
  if (!has_free_bits(page)) return;
  const unsigned after = room_before >= used_bytes ? free_bits(room_before - used_bytes) : 0;
  if (free_bits(room_before) <= after) return;
  MiniTransaction mtr(log_);
  write_free_bits(page, after, mtr);
  mtr.commit();
}

// After a split, of either page.
void Btree::set_free_bits(const Page& page, MiniTransaction& mtr) {
  if (has_free_bits(page)) write_free_bits(page, free_bits(page.max_insert_size_after_reorganize(1)), mtr);
}

}  // namespace keycost::innodb
