#include "sim/innodb/tablespace.hpp"

#include <algorithm>

#include "sim/error.hpp"
#include "sim/innodb/tablespace_format.hpp"

namespace keycost::innodb {

namespace {

constexpr std::uint32_t free_extents_added = 4;                     // FSP_FREE_ADD
constexpr std::uint32_t large_file_pages = 32 * extent_size_pages;  // from here on the file grows faster
// A segment that has a quarter of a megabyte to spare, 4 extents, takes no more (MDEV-33542).
constexpr std::uint32_t spare_pages_max = 4 * extent_size_pages;
constexpr std::uint32_t pages_reserved_of_small_file = 2;
constexpr std::uint32_t new_system_space_pages = 768;         // innodb_data_file_path: 12 MiB
constexpr std::uint32_t system_space_extension_pages = 4096;  // innodb_autoextend_increment: 64 MiB

void take_off(std::vector<std::uint32_t>& list, std::uint32_t element) {
  const auto place = std::find(list.begin(), list.end(), element);
  require(place != list.end(), "an extent stands on the list that its state says");
  list.erase(place);
}

}  // namespace

Tablespace::Tablespace(const ServerRules& rules, std::uint32_t space_id, MiniTransaction& mtr)
    : Tablespace(rules, space_id, rules.new_file_pages, mtr) {}

Tablespace::Tablespace(const ServerRules& rules, std::uint32_t space_id, std::uint32_t size_pages,
                       MiniTransaction& mtr)
    : rules_(rules), space_id_(space_id), size_(size_pages) {
  initialise_header(mtr);
  fill_free_list(true, mtr);
  if (rules.has_dictionary_index && space_id != system_space) make_dictionary_index(mtr);
}

std::unique_ptr<Tablespace> Tablespace::make_system_tablespace(const ServerRules& rules,
                                                               MiniTransaction& mtr) {
  return std::unique_ptr<Tablespace>(new Tablespace(rules, system_space, new_system_space_pages, mtr));
}

void Tablespace::extend_to(std::uint32_t pages, MiniTransaction& mtr) {
  if (pages <= size_) return;
  size_ = pages;
  mtr.write_whole_number(header(), fsp_size, 4, size_);
}

// fsp_try_extend_data_file: to one extent, then by extents, from 32 MiB on by four at a time.
void Tablespace::try_extend(MiniTransaction& mtr) {
  if (space_id_ == system_space) return extend_to(size_ + system_space_extension_pages, mtr);
  if (size_ < extent_size_pages) extend_to(extent_size_pages, mtr);
  extend_to(size_ + extent_size_pages * (size_ >= large_file_pages ? free_extents_added : 1), mtr);
}

// fsp_fill_free_list.
void Tablespace::fill_free_list(bool is_new_file, MiniTransaction& mtr) {
  if (!is_new_file && size_ < free_limit_ + extent_size_pages * free_extents_added) try_extend(mtr);
  std::uint32_t added = 0;
  PageNumber page = free_limit_;
  while ((is_new_file && page < 1) || (page + extent_size_pages <= size_ && added < free_extents_added)) {
    const auto number = static_cast<ExtentNumber>(extents_.size());
    extents_.emplace_back();
    free_limit_ = page + extent_size_pages;
    mtr.write_number(header(), fsp_free_limit, 4, free_limit_);
    const bool begins_with_descriptors = page % pages_described_together == 0;
    if (begins_with_descriptors) initialise_descriptor_pages(page, mtr);
    clear_descriptor(number, mtr);
    if (begins_with_descriptors) {
      for (const PageNumber own : {page, page + 1}) {
        extents_[number].mark_used(own % extent_size_pages);
        write_used(own, true, mtr);
      }
      extents_[number].state = ExtentState::free_fragment;
      write_state(number, mtr);
      free_fragment_.push_back(number);
      add_last(header_list(fsp_free_fragment), extent_node(number), *this, mtr);
      change_fragment_pages_used(2, mtr);
    } else {
      free_.push_back(number);
      add_last(header_list(fsp_free), extent_node(number), *this, mtr);
      ++added;
    }
    page = free_limit_;
  }
}

// A small file only sees to it that a few more pages exist. Source: fsp_reserve_free_pages.
void Tablespace::reserve_free_pages(MiniTransaction& mtr) {
  extend_to(extents_[0].used_pages() + pages_reserved_of_small_file, mtr);
}

void Tablespace::reserve_free_extents(std::uint32_t extents, MiniTransaction& mtr) {
  for (;;) {
    if (size_ < extent_size_pages) return reserve_free_pages(mtr);
    std::uint32_t above_limit = (size_ - free_limit_) / extent_size_pages;
    if (above_limit > 0) {
      --above_limit;
      above_limit -= above_limit / (pages_described_together / extent_size_pages);
    }
    const std::uint32_t kept = 2 + size_ / extent_size_pages * 2 / 200;
    if (free_.size() + above_limit > kept + extents) return;
    try_extend(mtr);
  }
}

// fsp_alloc_free_extent: the hint's extent if it is free, else the first of the list.
Tablespace::ExtentNumber Tablespace::take_free_extent(PageNumber hint, MiniTransaction& mtr) {
  ExtentNumber extent = hint / extent_size_pages;
  if (extents_[extent].state != ExtentState::free) {
    if (free_.empty()) fill_free_list(false, mtr);
    require(!free_.empty(), "a file can always grow");
    extent = free_.front();
  }
  take_off(free_, extent);
  remove(header_list(fsp_free), extent_node(extent), *this, mtr);
  return extent;
}

void Tablespace::give_extent(ExtentNumber extent, SegmentId segment, MiniTransaction& mtr) {
  extents_[extent].state = ExtentState::of_segment;
  extents_[extent].segment = segment;
  write_state(extent, mtr);
  write_owner(extent, segment, mtr);
  segments_[segment].free.push_back(extent);
  add_last(segment_list(segment, inode_free), extent_node(extent), *this, mtr);
}

// fseg_alloc_free_extent. Filling the segment's list further (fseg_fill_free_list) never happens: the extent
// just put there keeps it from being empty.
Tablespace::ExtentNumber Tablespace::take_free_extent_for(SegmentId segment, MiniTransaction& mtr) {
  if (!segments_[segment].free.empty()) return segments_[segment].free.front();
  const ExtentNumber extent = take_free_extent(0, mtr);
  give_extent(extent, segment, mtr);
  return extent;
}

std::uint32_t Tablespace::reserved_pages(SegmentId segment) const {
  const Segment& of = segments_[segment];
  return static_cast<std::uint32_t>(
      of.fragment_pages_used() + extent_size_pages * (of.free.size() + of.not_full.size() + of.full_extents));
}

std::uint32_t Tablespace::used_pages(SegmentId segment) const {
  const Segment& of = segments_[segment];
  return static_cast<std::uint32_t>(of.fragment_pages_used()) + of.not_full_used_pages +
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

PageNumber Tablespace::allocate_page(SegmentId segment, PageNumber hint, Direction direction,
                                     MiniTransaction& mtr, const InitialisePage& initialise) {
  if (hint >= free_limit_ || hint >= size_) hint = 0;
  const PageNumber page = choose_page(segment, hint, direction, mtr);
  if (page == no_page) return allocate_fragment_page_for(segment, hint, mtr, initialise);
  use_page(segment, page, mtr);
  initialise(page);
  return page;
}

PageNumber Tablespace::choose_page(SegmentId segment, PageNumber hint, Direction direction,
                                   MiniTransaction& mtr) {
  const Segment& of = segments_[segment];
  const ExtentNumber hinted = hint / extent_size_pages;
  const bool is_own = is_in_own_extent(segment, hint);
  const auto next_page_in_hinted_extent = [&] {
    return first_page(hinted) + extents_[hinted].find_free(hint % extent_size_pages);
  };
  if (is_own && extents_[hinted].is_page_free(hint % extent_size_pages)) return hint;
  if (rules_.fills_extents_first && is_own && !extents_[hinted].is_full())
    return next_page_in_hinted_extent();
  if (may_take_extent(of)) {
    if (extents_[hinted].state == ExtentState::free) {
      take_free_extent(hint, mtr);
      give_extent(hinted, segment, mtr);
      return hint;
    }
    if (direction != Direction::none) {
      const PageNumber first = first_page(take_free_extent_for(segment, mtr));
      return direction == Direction::down ? first + extent_size_pages - 1 : first;
    }
  }
  if (!rules_.fills_extents_first && is_own && !extents_[hinted].is_full())
    return next_page_in_hinted_extent();
  if (reserved_pages(segment) > used_pages(segment)) {
    const ExtentNumber extent = of.not_full.empty() ? of.free.front() : of.not_full.front();
    return first_page(extent) + extents_[extent].find_free(0);
  }
  if (used_pages(segment) < fragment_pages_max) return no_page;
  return first_page(take_free_extent_for(segment, mtr));
}

// fseg_mark_page_used.
void Tablespace::use_page(SegmentId segment, PageNumber page, MiniTransaction& mtr) {
  Segment& of = segments_[segment];
  const ExtentNumber number = page / extent_size_pages;
  Extent& extent = extents_[number];
  const auto move = [&](std::size_t from, std::size_t to) {
    remove(segment_list(segment, from), extent_node(number), *this, mtr);
    add_last(segment_list(segment, to), extent_node(number), *this, mtr);
  };
  if (extent.used_pages() == 0) {
    take_off(of.free, number);
    of.not_full.push_back(number);
    move(inode_free, inode_not_full);
  }
  extent.mark_used(page % extent_size_pages);
  write_used(page, true, mtr);
  ++of.not_full_used_pages;
  write_not_full_used(segment, mtr);
  if (extent.is_full()) {
    take_off(of.not_full, number);
    move(inode_not_full, inode_full);
    ++of.full_extents;
    of.not_full_used_pages -= extent_size_pages;
    write_not_full_used(segment, mtr);
  }
}

/// One of the 32 that a segment may have by themselves.
PageNumber Tablespace::allocate_fragment_page_for(SegmentId segment, PageNumber hint, MiniTransaction& mtr,
                                                  const InitialisePage& initialise) {
  std::vector<PageNumber>& pages = segments_[segment].fragment_pages;
  const PageNumber page = allocate_fragment_page(hint, mtr);
  const auto slot = std::find(pages.begin(), pages.end(), no_page);
  const auto number = static_cast<std::size_t>(slot - pages.begin());
  if (slot == pages.end()) {
    pages.push_back(page);
  } else {
    *slot = page;
  }
  initialise(page);
  write_fragment_slot(segment, number, page, mtr);
  return page;
}

void Tablespace::take_fragment_pages(PageNumber end, MiniTransaction& mtr) {
  while (allocate_fragment_page(0, mtr) + 1 < end) {
  }
}

// fsp_alloc_free_page.
PageNumber Tablespace::allocate_fragment_page(PageNumber hint, MiniTransaction& mtr) {
  ExtentNumber number = hint / extent_size_pages;
  if (extents_[number].state != ExtentState::free_fragment) {
    if (free_fragment_.empty()) {
      number = take_free_extent(hint, mtr);
      free_fragment_.push_back(number);
      add_last(header_list(fsp_free_fragment), extent_node(number), *this, mtr);
      extents_[number].state = ExtentState::free_fragment;
      write_state(number, mtr);
    } else {
      number = free_fragment_.front();
      hint = 0;
    }
  }
  Extent& extent = extents_[number];
  const PageNumber page = first_page(number) + extent.find_free(hint % extent_size_pages);
  extend_to(page + 1, mtr);
  extent.mark_used(page % extent_size_pages);
  write_used(page, true, mtr);
  if (!extent.is_full()) {
    change_fragment_pages_used(1, mtr);
    return page;
  }
  take_off(free_fragment_, number);
  remove(header_list(fsp_free_fragment), extent_node(number), *this, mtr);
  add_last(header_list(fsp_full_fragment), extent_node(number), *this, mtr);
  extent.state = ExtentState::full_fragment;
  write_state(number, mtr);
  change_fragment_pages_used(1 - static_cast<int>(extent_size_pages), mtr);
  return page;
}

// fseg_free_page_low.
void Tablespace::free_page(SegmentId segment, PageNumber page, MiniTransaction& mtr) {
  Segment& of = segments_[segment];
  if (!is_in_own_extent(segment, page)) {
    const auto slot = std::find(of.fragment_pages.begin(), of.fragment_pages.end(), page);
    require(slot != of.fragment_pages.end(), "a page that is freed belongs to its segment");
    *slot = no_page;
    clear_fragment_slot(segment, static_cast<std::size_t>(slot - of.fragment_pages.begin()), mtr);
    return free_fragment_page(page, mtr);
  }
  const ExtentNumber number = page / extent_size_pages;
  Extent& extent = extents_[number];
  if (extent.is_full()) {
    --of.full_extents;
    of.not_full.push_back(number);
    of.not_full_used_pages += extent_size_pages;
    remove(segment_list(segment, inode_full), extent_node(number), *this, mtr);
    add_last(segment_list(segment, inode_not_full), extent_node(number), *this, mtr);
  }
  --of.not_full_used_pages;
  write_not_full_used(segment, mtr);
  extent.mark_free(page % extent_size_pages);
  write_used(page, false, mtr);
  if (extent.used_pages() == 0) {
    take_off(of.not_full, number);
    remove(segment_list(segment, inode_not_full), extent_node(number), *this, mtr);
    free_extent(number, mtr);
  }
  mtr.free_page({space_id_, page});
}

// fsp_free_page.
void Tablespace::free_fragment_page(PageNumber page, MiniTransaction& mtr) {
  const ExtentNumber number = page / extent_size_pages;
  Extent& extent = extents_[number];
  if (extent.is_full()) {
    extent.state = ExtentState::free_fragment;
    free_fragment_.push_back(number);
    remove(header_list(fsp_full_fragment), extent_node(number), *this, mtr);
    add_last(header_list(fsp_free_fragment), extent_node(number), *this, mtr);
    write_state(number, mtr);
    change_fragment_pages_used(static_cast<int>(extent_size_pages) - 1, mtr);
  } else {
    change_fragment_pages_used(-1, mtr);
  }
  mtr.free_page({space_id_, page});
  extent.mark_free(page % extent_size_pages);
  write_used(page, false, mtr);
  if (extent.used_pages() > 0) return;
  take_off(free_fragment_, number);
  remove(header_list(fsp_free_fragment), extent_node(number), *this, mtr);
  free_extent(number, mtr);
}

// fsp_free_extent.
void Tablespace::free_extent(ExtentNumber extent, MiniTransaction& mtr) {
  extents_[extent].state = ExtentState::free;
  clear_descriptor(extent, mtr);
  free_.push_back(extent);
  add_last(header_list(fsp_free), extent_node(extent), *this, mtr);
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
