#include "sim/innodb/tablespace.hpp"

#include <algorithm>

#include "sim/error.hpp"

namespace keycost::innodb {

namespace {

constexpr std::uint32_t fragment_pages_max = extent_size_pages / 2;  // FSEG_FRAG_ARR_N_SLOTS
constexpr std::uint32_t free_extents_added = 4;                      // FSP_FREE_ADD
constexpr std::uint32_t large_file_pages = 32 * extent_size_pages;   // from here on the file grows faster
// Every so many pages one extent begins with a descriptor page and a change buffer bitmap.
constexpr std::uint32_t pages_described_together = page_size_bytes;
// A segment that has a quarter of a megabyte to spare, 4 extents, takes no more (MDEV-33542).
constexpr std::uint32_t spare_pages_max = 4 * extent_size_pages;
constexpr std::uint32_t pages_reserved_of_small_file = 2;

void remove(std::vector<std::uint32_t>& list, std::uint32_t element) {
  const auto place = std::find(list.begin(), list.end(), element);
  require(place != list.end(), "an extent stands on the list that its state says");
  list.erase(place);
}

}  // namespace

Tablespace::Tablespace(const ServerRules& rules) : rules_(rules), size_(rules.new_file_pages) {
  fill_free_list(true);
  allocate_fragment_page(0);  // segment inodes
}

// Fragment pages first. The two segments of the dictionary information's index, whose root alone is ever
// used, are not followed further: its root is a page like the others.
SegmentId Tablespace::create_segment() {
  segments_.emplace_back();
  return static_cast<SegmentId>(segments_.size() - 1);
}

void Tablespace::extend_to(std::uint32_t pages) {
  size_ = std::max(size_, pages);
}

// fsp_try_extend_data_file: to one extent, then by extents, from 32 MiB on by four at a time.
bool Tablespace::try_extend() {
  if (size_ < extent_size_pages) extend_to(extent_size_pages);
  extend_to(size_ + extent_size_pages * (size_ >= large_file_pages ? free_extents_added : 1));
  return true;
}

// fsp_fill_free_list.
void Tablespace::fill_free_list(bool is_new_file) {
  if (!is_new_file && size_ < free_limit_ + extent_size_pages * free_extents_added) try_extend();
  std::uint32_t added = 0;
  PageNumber page = free_limit_;
  while ((is_new_file && page < 1) || (page + extent_size_pages <= size_ && added < free_extents_added)) {
    const auto number = static_cast<ExtentNumber>(extents_.size());
    Extent& extent = extents_.emplace_back();
    free_limit_ = page + extent_size_pages;
    if (page % pages_described_together == 0) {
      extent.state = ExtentState::free_fragment;
      extent.mark_used(0);
      extent.mark_used(1);
      free_fragment_.push_back(number);
    } else {
      free_.push_back(number);
      ++added;
    }
    page = free_limit_;
  }
}

// A small file only sees to it that a few more pages exist. Source: fsp_reserve_free_pages.
void Tablespace::reserve_free_pages() {
  extend_to(extents_[0].used_pages() + pages_reserved_of_small_file);
}

void Tablespace::reserve_free_extents(std::uint32_t extents) {
  for (;;) {
    if (size_ < extent_size_pages) return reserve_free_pages();
    std::uint32_t above_limit = (size_ - free_limit_) / extent_size_pages;
    if (above_limit > 0) {
      --above_limit;
      above_limit -= above_limit / (pages_described_together / extent_size_pages);
    }
    const std::uint32_t kept = 2 + size_ / extent_size_pages * 2 / 200;
    if (free_.size() + above_limit > kept + extents) return;
    try_extend();
  }
}

// fsp_alloc_free_extent: the hint's extent if it is free, else the first of the list.
Tablespace::ExtentNumber Tablespace::take_free_extent(PageNumber hint) {
  ExtentNumber extent = hint / extent_size_pages;
  if (extents_[extent].state != ExtentState::free) {
    if (free_.empty()) fill_free_list(false);
    require(!free_.empty(), "a file can always grow");
    extent = free_.front();
  }
  remove(free_, extent);
  return extent;
}

void Tablespace::give_extent(ExtentNumber extent, SegmentId segment) {
  extents_[extent].state = ExtentState::of_segment;
  extents_[extent].segment = segment;
  segments_[segment].free.push_back(extent);
}

// fseg_alloc_free_extent. Filling the segment's list further (fseg_fill_free_list) never happens: the extent
// just put there keeps it from being empty.
Tablespace::ExtentNumber Tablespace::take_free_extent_for(SegmentId segment) {
  if (!segments_[segment].free.empty()) return segments_[segment].free.front();
  const ExtentNumber extent = take_free_extent(0);
  give_extent(extent, segment);
  return extent;
}

std::uint32_t Tablespace::reserved_pages(SegmentId segment) const {
  const Segment& of = segments_[segment];
  return static_cast<std::uint32_t>(
      of.fragment_pages.size() + extent_size_pages * (of.free.size() + of.not_full.size() + of.full_extents));
}

std::uint32_t Tablespace::used_pages(SegmentId segment) const {
  const Segment& of = segments_[segment];
  return static_cast<std::uint32_t>(of.fragment_pages.size()) + of.not_full_used_pages +
         extent_size_pages * of.full_extents;
}

bool Tablespace::is_in_own_extent(SegmentId segment, PageNumber page) const {
  const Extent& extent = extents_[page / extent_size_pages];
  return extent.state == ExtentState::of_segment && extent.segment == segment;
}

/// Whether a segment may take a new extent although it has pages to spare: it is past its fragment pages, and
/// less than an eighth of what it reserves is unused.
bool Tablespace::may_take_extent(const Segment& of) const {
  const auto segment = static_cast<SegmentId>(&of - segments_.data());
  const std::uint32_t reserved = reserved_pages(segment);
  const std::uint32_t used = used_pages(segment);
  if (used < fragment_pages_max) return false;
  const std::uint32_t spare = reserved - used;
  if (rules_.fills_extents_first) return spare < reserved / 8 && spare < spare_pages_max;
  return 8 * spare < reserved;
}

PageNumber Tablespace::allocate_page(SegmentId segment, PageNumber hint, Direction direction) {
  Segment& of = segments_[segment];
  if (hint >= free_limit_ || hint >= size_) hint = 0;
  const ExtentNumber hinted = hint / extent_size_pages;
  const bool is_own = is_in_own_extent(segment, hint);
  const auto next_page_in_hinted_extent = [&] {
    return first_page(hinted) + extents_[hinted].find_free(hint % extent_size_pages);
  };
  if (is_own && extents_[hinted].is_page_free(hint % extent_size_pages)) return use_page(segment, hint);
  if (rules_.fills_extents_first && is_own && !extents_[hinted].is_full())
    return use_page(segment, next_page_in_hinted_extent());
  if (may_take_extent(of)) {
    if (extents_[hinted].state == ExtentState::free) {
      take_free_extent(hint);
      give_extent(hinted, segment);
      return use_page(segment, hint);
    }
    if (direction != Direction::none) {
      const PageNumber first = first_page(take_free_extent_for(segment));
      return use_page(segment, direction == Direction::down ? first + extent_size_pages - 1 : first);
    }
  }
  if (!rules_.fills_extents_first && is_own && !extents_[hinted].is_full())
    return use_page(segment, next_page_in_hinted_extent());
  if (reserved_pages(segment) > used_pages(segment)) {
    const ExtentNumber extent = of.not_full.empty() ? of.free.front() : of.not_full.front();
    return use_page(segment, first_page(extent) + extents_[extent].find_free(0));
  }
  if (used_pages(segment) < fragment_pages_max) {
    of.fragment_pages.push_back(allocate_fragment_page(hint));
    return of.fragment_pages.back();
  }
  return use_page(segment, first_page(take_free_extent_for(segment)));
}

// fseg_mark_page_used.
PageNumber Tablespace::use_page(SegmentId segment, PageNumber page) {
  Segment& of = segments_[segment];
  const ExtentNumber number = page / extent_size_pages;
  Extent& extent = extents_[number];
  if (extent.used_pages() == 0) {
    remove(of.free, number);
    of.not_full.push_back(number);
  }
  extent.mark_used(page % extent_size_pages);
  ++of.not_full_used_pages;
  if (extent.is_full()) {
    remove(of.not_full, number);
    ++of.full_extents;
    of.not_full_used_pages -= extent_size_pages;
  }
  return page;
}

// fsp_alloc_free_page.
PageNumber Tablespace::allocate_fragment_page(PageNumber hint) {
  ExtentNumber number = hint / extent_size_pages;
  if (extents_[number].state != ExtentState::free_fragment) {
    if (free_fragment_.empty()) {
      number = take_free_extent(hint);
      extents_[number].state = ExtentState::free_fragment;
      free_fragment_.push_back(number);
    } else {
      number = free_fragment_.front();
      hint = 0;
    }
  }
  Extent& extent = extents_[number];
  const PageNumber page = first_page(number) + extent.find_free(hint % extent_size_pages);
  extend_to(page + 1);
  extent.mark_used(page % extent_size_pages);
  if (extent.is_full()) {
    remove(free_fragment_, number);
    extent.state = ExtentState::full_fragment;
  }
  return page;
}

// fseg_free_page_low.
void Tablespace::free_page(SegmentId segment, PageNumber page) {
  Segment& of = segments_[segment];
  if (!is_in_own_extent(segment, page)) {
    remove(of.fragment_pages, page);
    return free_fragment_page(page);
  }
  const ExtentNumber number = page / extent_size_pages;
  Extent& extent = extents_[number];
  if (extent.is_full()) {
    --of.full_extents;
    of.not_full.push_back(number);
    of.not_full_used_pages += extent_size_pages;
  }
  --of.not_full_used_pages;
  extent.mark_free(page % extent_size_pages);
  if (extent.used_pages() > 0) return;
  remove(of.not_full, number);
  extent.state = ExtentState::free;
  free_.push_back(number);
}

// fsp_free_page.
void Tablespace::free_fragment_page(PageNumber page) {
  const ExtentNumber number = page / extent_size_pages;
  Extent& extent = extents_[number];
  if (extent.is_full()) {
    extent.state = ExtentState::free_fragment;
    free_fragment_.push_back(number);
  }
  extent.mark_free(page % extent_size_pages);
  if (extent.used_pages() > 0) return;
  remove(free_fragment_, number);
  extent.state = ExtentState::free;
  free_.push_back(number);
}

void Tablespace::check() const {
  std::size_t free_extents = 0;
  for (const Extent& extent : extents_) {
    if (extent.state == ExtentState::free) {
      ++free_extents;
      require(extent.used_pages() == 0, "a free extent has no used page");
    }
  }
  require(free_extents == free_.size(), "every free extent is on the free list");
  require(free_limit_ == extents_.size() * extent_size_pages, "extents are known up to the free limit");
  for (const Segment& segment : segments_) {
    std::uint32_t used = 0;
    for (const ExtentNumber extent : segment.not_full) used += extents_[extent].used_pages();
    require(used == segment.not_full_used_pages, "a segment's used pages are those of its extents");
  }
}

}  // namespace keycost::innodb
