// What a file's own pages say, and its log: header, extent descriptors, segment inodes.
// Source: storage/innobase/fsp/fsp0fsp.cc.
#include <algorithm>

#include "sim/error.hpp"
#include "sim/innodb/tablespace.hpp"
#include "sim/innodb/tablespace_format.hpp"

namespace keycost::innodb {

namespace {

// FSP_FLAGS of a file of ROW_FORMAT=DYNAMIC or COMPACT with pages of 16 KiB and CRC-32C checksums.
constexpr std::uint32_t file_flags = 0x15;

/// XDES_STATE.
unsigned state_number(ExtentState state) {
  switch (state) {
    case ExtentState::free:
      return 1;
    case ExtentState::free_fragment:
      return 2;
    case ExtentState::full_fragment:
      return 3;
    case ExtentState::of_segment:
      return 4;
  }
  return 0;
}

std::size_t descriptor_offset(std::uint32_t extent) {
  constexpr std::uint32_t extents_described_together = pages_described_together / extent_size_pages;
  return descriptors_start + extent % extents_described_together * descriptor_size_bytes;
}

/// FSEG_ID: segments are numbered from 1.
std::uint64_t segment_number(SegmentId segment) {
  return std::uint64_t{segment} + 1;
}

}  // namespace

std::size_t Tablespace::Segment::fragment_pages_used() const {
  return fragment_pages.size() -
         static_cast<std::size_t>(std::count(fragment_pages.begin(), fragment_pages.end(), no_page));
}

PageFrame& Tablespace::page_with_lists(PageNumber page) {
  const auto found = std::find_if(own_pages_.begin(), own_pages_.end(),
                                  [page](const auto& own) { return own.first == page; });
  require(found != own_pages_.end(), "lists lead through the file's own pages");
  return *found->second;
}

PageFrame& Tablespace::add_own_page(PageNumber page, unsigned type, MiniTransaction& mtr) {
  own_pages_.emplace_back(page, std::make_unique<PageFrame>());
  PageFrame& frame = *own_pages_.back().second;
  frame.id = {space_id_, page};
  mtr.initialise_page(frame);
  mtr.write_number(frame, fil_page_type, 2, type);
  return frame;
}

// fsp_header_init.
void Tablespace::initialise_header(MiniTransaction& mtr) {
  add_own_page(0, header_page_type, mtr);
  mtr.write_number(header(), fsp_space_id, 4, space_id_);
  mtr.write_whole_number(header(), fsp_size, 4, size_);
  mtr.write_whole_number(header(), fsp_flags, 4, file_flags);
  for (const std::size_t list :
       {fsp_free, fsp_free_fragment, fsp_full_fragment, fsp_inodes_full, fsp_inodes_free})
    make_list(header_list(list), mtr);
  mtr.write_number(header(), fsp_next_segment_id, 8, segment_number(0));
}

/// The first page of a stretch that is described together is its descriptors', the second its bitmap's.
void Tablespace::initialise_descriptor_pages(PageNumber first, MiniTransaction& mtr) {
  if (first > 0) add_own_page(first, descriptors_page_type, mtr);
  bitmaps_.push_back(std::make_unique<PageFrame>());
  PageFrame& bitmap = *bitmaps_.back();
  bitmap.id = {space_id_, first + 1};
  mtr.initialise_page(bitmap);
  mtr.write_number(bitmap, fil_page_type, 2, bitmap_page_type);
}

ListPlace Tablespace::extent_node(ExtentNumber extent) {
  const PageNumber page = first_page(extent);
  return {&page_with_lists(page - page % pages_described_together),
          descriptor_offset(extent) + descriptor_node};
}

ListPlace Tablespace::segment_list(SegmentId segment, std::size_t offset) {
  return {&page_with_lists(inode_pages_[segment / inodes_a_page]),
          inodes_start + segment % inodes_a_page * inode_size_bytes + offset};
}

void Tablespace::write_state(ExtentNumber extent, MiniTransaction& mtr) {
  const ListPlace node = extent_node(extent);
  mtr.write_number(*node.page, node.offset - descriptor_node + descriptor_state + 3, 1,
                   state_number(extents_[extent].state));
}

void Tablespace::write_owner(ExtentNumber extent, SegmentId segment, MiniTransaction& mtr) {
  const ListPlace node = extent_node(extent);
  mtr.write_number(*node.page, node.offset - descriptor_node, 8, segment_number(segment));
}

// xdes_init.
void Tablespace::clear_descriptor(ExtentNumber extent, MiniTransaction& mtr) {
  const ListPlace node = extent_node(extent);
  mtr.fill(*node.page, node.offset - descriptor_node + descriptor_bitmap,
           descriptor_size_bytes - descriptor_bitmap, std::byte{0xff});
  write_state(extent, mtr);
}

// xdes_set_free.
void Tablespace::write_used(PageNumber page, bool is_used, MiniTransaction& mtr) {
  const ListPlace node = extent_node(page / extent_size_pages);
  const std::size_t place =
      node.offset - descriptor_node + descriptor_bitmap + page % extent_size_pages / pages_a_bitmap_byte;
  const unsigned free_bit = 1U << page % pages_a_bitmap_byte * 2;
  const unsigned old = std::to_integer<unsigned>(node.page->bytes[place]);
  mtr.write_number(*node.page, place, 1, is_used ? old & ~free_bit : old | free_bit);
}

void Tablespace::change_fragment_pages_used(int by, MiniTransaction& mtr) {
  mtr.write_number(header(), fsp_fragment_pages_used, 4,
                   header().number(fsp_fragment_pages_used, 4) + static_cast<std::uint64_t>(by));
}

void Tablespace::write_not_full_used(SegmentId segment, MiniTransaction& mtr) {
  const ListPlace inode = segment_list(segment, inode_not_full_used);
  mtr.write_number(*inode.page, inode.offset, 4, segments_[segment].not_full_used_pages);
}

void Tablespace::write_fragment_slot(SegmentId segment, std::size_t slot, PageNumber page,
                                     MiniTransaction& mtr) {
  const ListPlace slots = segment_list(segment, inode_fragment_pages);
  mtr.write_number(*slots.page, slots.offset + slot * fragment_slot_size_bytes, 4, page);
}

void Tablespace::clear_fragment_slot(SegmentId segment, std::size_t slot, MiniTransaction& mtr) {
  const ListPlace slots = segment_list(segment, inode_fragment_pages);
  mtr.fill(*slots.page, slots.offset + slot * fragment_slot_size_bytes, fragment_slot_size_bytes,
           std::byte{0xff});
}

// fsp_alloc_seg_inode_page.
void Tablespace::allocate_inode_page(MiniTransaction& mtr) {
  inode_pages_.push_back(allocate_fragment_page(0, mtr));
  PageFrame& page = add_own_page(inode_pages_.back(), inode_page_type, mtr);
  add_last(header_list(fsp_inodes_free), {&page, inode_page_node}, *this, mtr);
}

// fsp_alloc_seg_inode, and what fseg_create writes there. Inodes are never given back here.
SegmentId Tablespace::create_segment(MiniTransaction& mtr) {
  const auto segment = static_cast<SegmentId>(segments_.size());
  if (segment % inodes_a_page == 0) allocate_inode_page(mtr);
  segments_.emplace_back();
  const ListPlace inode = segment_list(segment, 0);
  if (segment % inodes_a_page == inodes_a_page - 1) {
    remove(header_list(fsp_inodes_free), {inode.page, inode_page_node}, *this, mtr);
    add_last(header_list(fsp_inodes_full), {inode.page, inode_page_node}, *this, mtr);
  }
  mtr.write_number(header(), fsp_next_segment_id, 8, segment_number(segment) + 1);
  mtr.write_number(*inode.page, inode.offset, 8, segment_number(segment));
  for (const std::size_t list : {inode_free, inode_not_full, inode_full})
    make_list({inode.page, inode.offset + list}, mtr);
  mtr.write_number(*inode.page, inode.offset + inode_magic, 4, inode_magic_number);
  mtr.fill(*inode.page, inode.offset + inode_fragment_pages, fragment_pages_max * fragment_slot_size_bytes,
           std::byte{0xff});
  return segment;
}

// btr_sdi_create_index: two segments and a root, which is all that is ever used of them here.
void Tablespace::make_dictionary_index(MiniTransaction& mtr) {
  const SegmentId top = create_segment(mtr);
  PageFrame* root = nullptr;
  allocate_page(top, 0, Direction::up, mtr,
                [&](PageNumber page) { root = &add_own_page(page, dictionary_page_type, mtr); });
  write_segment_header(top, *root, page_top_segment, mtr);
  write_segment_header(create_segment(mtr), *root, page_leaf_segment, mtr);
}

void Tablespace::write_segment_header(SegmentId segment, PageFrame& root, std::size_t offset,
                                      MiniTransaction& mtr) {
  const ListPlace inode = segment_list(segment, 0);
  mtr.write_number(root, offset + segment_header_offset, 2, inode.offset);
  mtr.write_number(root, offset + segment_header_page, 4, inode.page->id.page);
  mtr.write_number(root, offset, 4, space_id_);
}

}  // namespace keycost::innodb
