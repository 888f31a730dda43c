// A table's file: extents, the lists they stand on, segments, and how the file grows.
//
// A segment takes its first 32 pages one by one from extents that it shares with others (fragment pages),
// then whole extents. An index has two: one for its leaf pages, one for the pages above. Lists and fields
// have the server's names. Source: storage/innobase/fsp/fsp0fsp.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/innodb/extent.hpp"
#include "sim/innodb/page_format.hpp"
#include "sim/innodb/server_rules.hpp"

namespace keycost::innodb {

/// Where inserts go: which end of a new extent a page is taken from.
enum class Direction : std::uint8_t { up, down, none };

using SegmentId = std::uint32_t;

class Tablespace {
 public:
  /// A new file, with its own pages: header, change buffer bitmap, segment inodes and, in MySQL, the root of
  /// the dictionary information.
  explicit Tablespace(const ServerRules& rules);

  /// fseg_create. The segment has no pages yet.
  SegmentId create_segment();
  /// Sees to it that there are more free extents than an operation may need, and lets the file grow if not
  /// (fsp_reserve_free_extents).
  void reserve_free_extents(std::uint32_t extents);
  /// A page for the segment, near `hint` if possible (fseg_alloc_free_page_low).
  PageNumber allocate_page(SegmentId segment, PageNumber hint, Direction direction);
  void free_page(SegmentId segment, PageNumber page);

  std::uint32_t size_pages() const { return size_; }
  std::uint32_t reserved_pages(SegmentId segment) const;
  std::uint32_t used_pages(SegmentId segment) const;

  /// Throws InvariantBroken if lists, counts and bitmaps disagree. O(extents).
  void check() const;

 private:
  using ExtentNumber = std::uint32_t;
  using ExtentList = std::vector<ExtentNumber>;

  struct Segment {
    std::vector<PageNumber> fragment_pages;  ///< at most 32
    ExtentList free;                         ///< FSEG_FREE: taken, no page used
    ExtentList not_full;                     ///< FSEG_NOT_FULL
    std::uint32_t full_extents = 0;          ///< length of FSEG_FULL
    std::uint32_t not_full_used_pages = 0;   ///< FSEG_NOT_FULL_N_USED
  };

  void extend_to(std::uint32_t pages);
  bool try_extend();
  void reserve_free_pages();
  void fill_free_list(bool is_new_file);
  ExtentNumber take_free_extent(PageNumber hint);
  ExtentNumber take_free_extent_for(SegmentId segment);
  void give_extent(ExtentNumber extent, SegmentId segment);
  PageNumber allocate_fragment_page(PageNumber hint);
  void free_fragment_page(PageNumber page);
  PageNumber use_page(SegmentId segment, PageNumber page);
  bool may_take_extent(const Segment& segment) const;
  bool is_in_own_extent(SegmentId segment, PageNumber page) const;
  PageNumber first_page(ExtentNumber extent) const { return extent * extent_size_pages; }

  const ServerRules& rules_;
  std::uint32_t size_;            ///< FSP_SIZE, in pages
  std::uint32_t free_limit_ = 0;  ///< FSP_FREE_LIMIT: extents behind it are not initialised yet
  std::vector<Extent> extents_;   ///< below the free limit
  ExtentList free_;               ///< FSP_FREE
  ExtentList free_fragment_;      ///< FSP_FREE_FRAG
  std::vector<Segment> segments_;
};

}  // namespace keycost::innodb
