#include "sim/innodb/split_point.hpp"

namespace keycost::innodb {

bool follows_last_insert(const Page& page, std::size_t position) {
  return position > 0 && page.record_offset(position - 1) == page.last_insert();
}

bool precedes_last_insert(const Page& page, std::size_t position) {
  return position < page.records() && page.record_offset(position) == page.last_insert();
}

namespace {

/// With at most one record behind it, the new record begins the new page. Otherwise it stays, with one
/// follower, and the rest leaves.
SplitPoint split_to_right(std::size_t records, std::size_t position) {
  if (records - position <= 1) return {SplitKind::right, position, false, true};
  return {SplitKind::right, position + 1, true, false};
}

/// The record before the new one goes up with it, unless it is the page's first.
SplitPoint split_to_left(std::size_t position) {
  if (position <= 1) return {SplitKind::left, position, true, false};
  return {SplitKind::left, position - 1, false, false};
}

SplitPoint split_in_middle(std::size_t records, std::size_t position) {
  if (records == 1) {
    if (position == 0) return {SplitKind::middle, 0, true, false};
    return {SplitKind::middle, 1, false, true};
  }
  const std::size_t middle = (records + 2) / 2 - 1;
  return {SplitKind::middle, middle, position <= middle, false};
}

}  // namespace

SplitPoint choose_split_point(const Page& page, std::size_t position) {
  return choose_split_point(page.records(), position, follows_last_insert(page, position),
                            precedes_last_insert(page, position));
}

SplitPoint choose_split_point(std::size_t records, std::size_t position, bool follows_last_insert,
                              bool precedes_last_insert) {
  if (follows_last_insert) return split_to_right(records, position);
  if (precedes_last_insert) return split_to_left(position);
  return split_in_middle(records, position);
}

// Goes through the records as they will be with the new one among them, until half of the space is passed.
SplitPoint choose_split_point_by_size(const Page& page, std::size_t position, std::size_t record_size_bytes) {
  const std::size_t all = page.records() + 1;
  const std::size_t total = page.data_size_bytes() + record_size_bytes + directory_reserved_space(all);
  std::size_t included = 0;  // records on the lower page, the new one counted where it belongs
  std::size_t bytes = 0;
  do {
    bytes += included == position ? record_size_bytes
                                  : page.record_size(included < position ? included : included - 1).bytes();
    ++included;
  } while (bytes + directory_reserved_space(included) < total / 2);
  // `first` is the first record of the upper page, in that sequence: the last one included, or the next if
  // the included ones fit on a page and something is left over.
  std::size_t first = included - 1;
  if (bytes + directory_reserved_space(included) <= free_space_of_empty_page_bytes && included < all)
    first = included;
  if (first == position) {
    if (position == 0) return {SplitKind::middle, 0, true, false};
    return {SplitKind::middle, position, false, true};
  }
  if (first < position) return {SplitKind::middle, first, false, false};
  return {SplitKind::middle, first - 1, true, false};
}

}  // namespace keycost::innodb
