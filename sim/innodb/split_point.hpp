// Where a full page is split: at the new record if it follows or precedes the one inserted last, else in the
// middle. Only the last insert position counts, never a longer history.
// Source: storage/innobase/btr/btr0btr.cc (btr_page_get_split_rec_to_right, btr_page_get_split_rec_to_left,
// btr_page_get_split_rec, btr_page_split_and_insert); page/page0page.cc (page_get_middle_rec).
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/innodb/page.hpp"

namespace keycost::innodb {

enum class SplitKind : std::uint8_t { right, left, middle };

struct SplitPoint {
  SplitKind kind = SplitKind::middle;
  std::size_t move_from = 0;       ///< records from here on belong to the upper page
  bool new_record_is_low = false;  ///< the new record belongs to the lower page
  /// The new record becomes the first of the upper page, so its key separates the two.
  bool new_record_separates = false;

  friend bool operator==(const SplitPoint&, const SplitPoint&) = default;
};

/// Whether the record in front of `position` is the one inserted last (btr_page_get_split_rec_to_right).
bool follows_last_insert(const Page& page, std::size_t position);
/// Whether the record at `position` is the one inserted last (btr_page_get_split_rec_to_left).
bool precedes_last_insert(const Page& page, std::size_t position);

/// Where to split `page` for a record that goes to `position`.
SplitPoint choose_split_point(const Page& page, std::size_t position);
/// The same of a page of which only this is known.
SplitPoint choose_split_point(std::size_t records, std::size_t position, bool follows_last_insert,
                              bool precedes_last_insert);
/// The same after a first split that left too little room: by bytes, so that the record surely fits
/// (btr_page_get_split_rec).
SplitPoint choose_split_point_by_size(const Page& page, std::size_t position, std::size_t record_size_bytes);

}  // namespace keycost::innodb
