#include "sim/innodb/file_list.hpp"

#include <array>

namespace keycost::innodb {

namespace {

// In a base: FLST_LEN, FLST_FIRST, FLST_LAST. In a node: FLST_PREV, FLST_NEXT.
constexpr std::size_t base_first = 4;
constexpr std::size_t base_last = 10;
constexpr std::size_t node_previous = 0;
constexpr std::size_t node_next = 6;
// An address: FIL_ADDR_PAGE, FIL_ADDR_BYTE.
constexpr std::size_t address_page_bytes = 4;
constexpr std::size_t address_offset_bytes = 2;
constexpr std::size_t address_size_bytes = 6;

struct Address {
  PageNumber page = no_page;
  std::size_t offset = 0;
};

Address address_of(ListPlace node) {
  return {node.page->id.page, node.offset};
}

Address read_address(const PageFrame& page, std::size_t offset) {
  return {static_cast<PageNumber>(page.number(offset, address_page_bytes)),
          page.number2(offset + address_page_bytes)};
}

// flst_write_addr: either part by itself if the other stays.
void write_address(PageFrame& page, std::size_t offset, Address address, MiniTransaction& mtr) {
  const Address old = read_address(page, offset);
  if (old.page == address.page) {
    mtr.write_number(page, offset + address_page_bytes, address_offset_bytes, address.offset);
  } else if (old.offset == address.offset) {
    mtr.write_number(page, offset, address_page_bytes, address.page);
  } else {
    std::array<std::byte, address_size_bytes> bytes;
    write_number(std::span(bytes).first(address_page_bytes), address.page);
    write_number(std::span(bytes).last(address_offset_bytes), address.offset);
    mtr.write(page, offset, bytes);
  }
}

// flst_zero_both.
void clear_two_addresses(PageFrame& page, std::size_t offset, MiniTransaction& mtr) {
  if (read_address(page, offset).page != no_page) mtr.fill(page, offset, address_page_bytes, std::byte{0xff});
  mtr.write_number(page, offset + address_page_bytes, address_offset_bytes, 0);
  mtr.move(page, offset + address_size_bytes, offset, address_size_bytes);
}

void change_length(ListPlace base, int by, MiniTransaction& mtr) {
  mtr.write_number(*base.page, base.offset, 4,
                   base.page->number(base.offset, 4) + static_cast<std::uint64_t>(by));
}

void add_to_empty(ListPlace base, ListPlace node, MiniTransaction& mtr) {
  mtr.write_number(*base.page, base.offset + 3, 1, 1);
  write_address(*base.page, base.offset + base_first, address_of(node), mtr);
  mtr.move(*base.page, base.offset + base_last, base.offset + base_first, address_size_bytes);
  clear_two_addresses(*node.page, node.offset, mtr);
}

bool is_empty(ListPlace base) {
  return base.page->number(base.offset, 4) == 0;
}

}  // namespace

void make_list(ListPlace base, MiniTransaction& mtr) {
  mtr.write_number(*base.page, base.offset, 4, 0);
  clear_two_addresses(*base.page, base.offset + base_first, mtr);
}

void add_last(ListPlace base, ListPlace node, PagesWithLists& pages, MiniTransaction& mtr) {
  if (is_empty(base)) return add_to_empty(base, node, mtr);
  const Address last = read_address(*base.page, base.offset + base_last);
  PageFrame& page_of_last = pages.page_with_lists(last.page);
  write_address(*node.page, node.offset + node_previous, last, mtr);
  write_address(*node.page, node.offset + node_next, {}, mtr);
  write_address(*base.page, base.offset + base_last, address_of(node), mtr);
  write_address(page_of_last, last.offset + node_next, address_of(node), mtr);
  change_length(base, 1, mtr);
}

void add_first(ListPlace base, ListPlace node, PagesWithLists& pages, MiniTransaction& mtr) {
  if (is_empty(base)) return add_to_empty(base, node, mtr);
  const Address first = read_address(*base.page, base.offset + base_first);
  PageFrame& page_of_first = pages.page_with_lists(first.page);
  write_address(*node.page, node.offset + node_previous, {}, mtr);
  write_address(*node.page, node.offset + node_next, first, mtr);
  write_address(*base.page, base.offset + base_first, address_of(node), mtr);
  write_address(page_of_first, first.offset + node_previous, address_of(node), mtr);
  change_length(base, 1, mtr);
}

void remove(ListPlace base, ListPlace node, PagesWithLists& pages, MiniTransaction& mtr) {
  const Address previous = read_address(*node.page, node.offset + node_previous);
  const Address next = read_address(*node.page, node.offset + node_next);
  if (previous.page == no_page) {
    write_address(*base.page, base.offset + base_first, next, mtr);
  } else {
    write_address(pages.page_with_lists(previous.page), previous.offset + node_next, next, mtr);
  }
  if (next.page == no_page) {
    write_address(*base.page, base.offset + base_last, previous, mtr);
  } else {
    write_address(pages.page_with_lists(next.page), next.offset + node_previous, previous, mtr);
  }
  change_length(base, -1, mtr);
}

}  // namespace keycost::innodb
