// How much room secondary indexes' leaves have, as the change buffer would ask: two bits a page, on a page of
// the file that is kept up to date even if no change is ever buffered. Source:
// storage/innobase/ibuf/ibuf0ibuf.cc (ibuf_update_free_bits_if_full,
// ibuf_update_free_bits_for_two_pages_low), include/ibuf0ibuf.inl (ibuf_index_page_calc_free_bits).
#include "sim/innodb/btree.hpp"

namespace keycost::innodb {

namespace {

constexpr std::size_t room_a_bit_bytes = page_size_bytes / 32;  // IBUF_PAGE_SIZE_PER_FREE_SPACE
constexpr std::size_t bitmap_offset = 94;                       // IBUF_BITMAP
constexpr std::size_t pages_a_byte = 2;
constexpr unsigned bits_a_page = 4;  // IBUF_BITS_PER_PAGE

unsigned free_bits(std::size_t room_bytes) {
  const std::size_t n = room_bytes / room_a_bit_bytes;
  if (n == 3) return 2;
  return n > 3 ? 3 : static_cast<unsigned>(n);
}

}  // namespace

// The two bits stand with the higher one first.
void Btree::write_free_bits(const Page& page, unsigned bits, MiniTransaction& mtr) {
  PageFrame& bitmap = space_.change_buffer_bitmap(page.number());
  const std::size_t place = bitmap_offset + page.number() % page_size_bytes / pages_a_byte;
  const unsigned shift = page.number() % pages_a_byte * bits_a_page;
  const unsigned old = std::to_integer<unsigned>(bitmap.bytes[place]);
  log_.pool().get(bitmap.id);
  mtr.write_number(bitmap, place, 1, (old & ~(3U << shift)) | (bits >> 1 | (bits & 1) << 1) << shift);
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
