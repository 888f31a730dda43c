// A table's file: extents, the lists they stand on, segments, and how the file grows.
//
// A segment takes its first 32 pages one by one from extents that it shares with others (fragment pages),
// then whole extents. An index has two: one for its leaf pages, one for the pages above. Lists and fields
// have the server's names.
//
// Header, descriptors and inodes stand on pages of the file, which are written as the server writes them.
// Source: storage/innobase/fsp/fsp0fsp.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "sim/innodb/extent.hpp"
#include "sim/innodb/file_list.hpp"
#include "sim/innodb/page_format.hpp"
#include "sim/innodb/page_frame.hpp"
#include "sim/innodb/redo.hpp"
#include "sim/innodb/server_rules.hpp"

namespace keycost::innodb {

/// Where inserts go: which end of a new extent a page is taken from.
enum class Direction : std::uint8_t { up, down, none };

using SegmentId = std::uint32_t;
using InitialisePage = std::function<void(PageNumber)>;

class Tablespace : private PagesWithLists {
 public:
  /// A new file, with its own pages: header, change buffer bitmap, segment inodes and, in MySQL, the root of
  /// the dictionary information.
  Tablespace(const ServerRules& rules, std::uint32_t space_id, MiniTransaction& mtr);
  /// The system tablespace as a new server makes it.
  static std::unique_ptr<Tablespace> make_system_tablespace(const ServerRules& rules, MiniTransaction& mtr);
  Tablespace(const Tablespace&) = delete;
  Tablespace& operator=(const Tablespace&) = delete;

  std::uint32_t space_id() const { return space_id_; }
  /// fseg_create. The segment has no pages yet.
  SegmentId create_segment(MiniTransaction& mtr);
  /// Ten bytes at `offset` of an index's root that lead to the segment.
  void write_segment_header(SegmentId segment, PageFrame& root, std::size_t offset, MiniTransaction& mtr);
  /// Sees to it that there are more free extents than an operation may need, and lets the file grow if not
  /// (fsp_reserve_free_extents).
  void reserve_free_extents(std::uint32_t extents, MiniTransaction& mtr);
  /// A page for the segment, near `hint` if possible (fseg_alloc_free_page_low). `initialise` is called with
  /// its number when it is time to log the page's beginning, in this or another mini-transaction.
  PageNumber allocate_page(SegmentId segment, PageNumber hint, Direction direction, MiniTransaction& mtr,
                           const InitialisePage& initialise);
  void free_page(SegmentId segment, PageNumber page, MiniTransaction& mtr);
  /// Takes fragment pages for something of which nothing more is asked, until `end` is the next one.
  void take_fragment_pages(PageNumber end, MiniTransaction& mtr);

  std::uint32_t size_pages() const { return size_; }
  std::uint32_t reserved_pages(SegmentId segment) const;
  std::uint32_t used_pages(SegmentId segment) const;

  /// The change buffer's bitmap for the stretch in which `page` lies.
  PageFrame& change_buffer_bitmap(PageNumber page) { return *bitmaps_[page / page_size_bytes]; }

  /// Throws InvariantBroken if lists, counts and bitmaps disagree. O(extents).
  void check() const;

 private:
  using ExtentNumber = std::uint32_t;
  using ExtentList = std::vector<ExtentNumber>;

  struct Segment {
    std::vector<PageNumber> fragment_pages;  ///< at most 32, by slot; no_page in one that is free again
    std::size_t fragment_pages_used() const;
    ExtentList free;                        ///< FSEG_FREE: taken, no page used
    ExtentList not_full;                    ///< FSEG_NOT_FULL
    std::uint32_t full_extents = 0;         ///< length of FSEG_FULL
    std::uint32_t not_full_used_pages = 0;  ///< FSEG_NOT_FULL_N_USED
  };

  Tablespace(const ServerRules& rules, std::uint32_t space_id, std::uint32_t size_pages,
             MiniTransaction& mtr);
  void initialise_header(MiniTransaction& mtr);
  void extend_to(std::uint32_t pages, MiniTransaction& mtr);
  void try_extend(MiniTransaction& mtr);
  void reserve_free_pages(MiniTransaction& mtr);
  void fill_free_list(bool is_new_file, MiniTransaction& mtr);
  void initialise_descriptor_pages(PageNumber first, MiniTransaction& mtr);
  ExtentNumber take_free_extent(PageNumber hint, MiniTransaction& mtr);
  ExtentNumber take_free_extent_for(SegmentId segment, MiniTransaction& mtr);
  void give_extent(ExtentNumber extent, SegmentId segment, MiniTransaction& mtr);
  void free_extent(ExtentNumber extent, MiniTransaction& mtr);
  PageNumber allocate_fragment_page(PageNumber hint, MiniTransaction& mtr);
  PageNumber allocate_fragment_page_for(SegmentId segment, PageNumber hint, MiniTransaction& mtr,
                                        const InitialisePage& initialise);
  /// In an extent of the segment, taken for it if need be; no_page where only a fragment page is left.
  PageNumber choose_page(SegmentId segment, PageNumber hint, Direction direction, MiniTransaction& mtr);
  void free_fragment_page(PageNumber page, MiniTransaction& mtr);
  void allocate_inode_page(MiniTransaction& mtr);
  void make_dictionary_index(MiniTransaction& mtr);
  void use_page(SegmentId segment, PageNumber page, MiniTransaction& mtr);
  // What the file's own pages say (tablespace_pages.cpp).
  PageFrame& page_with_lists(PageNumber page) override;
  PageFrame& add_own_page(PageNumber page, unsigned type, MiniTransaction& mtr);
  PageFrame& header() { return *own_pages_[0].second; }
  ListPlace header_list(std::size_t offset) { return {&header(), offset}; }
  ListPlace extent_node(ExtentNumber extent);
  ListPlace segment_list(SegmentId segment, std::size_t offset);
  void write_state(ExtentNumber extent, MiniTransaction& mtr);
  void write_used(PageNumber page, bool is_used, MiniTransaction& mtr);
  void clear_descriptor(ExtentNumber extent, MiniTransaction& mtr);
  void write_owner(ExtentNumber extent, SegmentId segment, MiniTransaction& mtr);
  void write_not_full_used(SegmentId segment, MiniTransaction& mtr);
  void write_fragment_slot(SegmentId segment, std::size_t slot, PageNumber page, MiniTransaction& mtr);
  void clear_fragment_slot(SegmentId segment, std::size_t slot, MiniTransaction& mtr);
  void change_fragment_pages_used(int by, MiniTransaction& mtr);
  bool may_take_extent(const Segment& segment) const;
  bool is_in_own_extent(SegmentId segment, PageNumber page) const;
  PageNumber first_page(ExtentNumber extent) const { return extent * extent_size_pages; }

  const ServerRules& rules_;
  std::uint32_t space_id_;
  /// Header and further descriptor pages, and pages of segment inodes.
  std::vector<std::pair<PageNumber, std::unique_ptr<PageFrame>>> own_pages_;
  std::vector<PageNumber> inode_pages_;
  std::vector<std::unique_ptr<PageFrame>> bitmaps_;
  std::uint32_t size_;            ///< FSP_SIZE, in pages
  std::uint32_t free_limit_ = 0;  ///< FSP_FREE_LIMIT: extents behind it are not initialised yet
  std::vector<Extent> extents_;   ///< below the free limit
  ExtentList free_;               ///< FSP_FREE
  ExtentList free_fragment_;      ///< FSP_FREE_FRAG
  std::vector<Segment> segments_;
};

}  // namespace keycost::innodb
