// The directory at a page's end: it has the infimum, every fourth to eighth record and the supremum. Each of
// them owns itself and the records before it, down to the slot below; how many stands in its header.
// Sources: storage/innobase/page/page0cur.cc (page_dir_split_slot, page_dir_balance_slot), page0page.cc
// (page_dir_find_owner_slot), btr/btr0bulk.cc (PageBulk::finishPage).
#include "sim/error.hpp"
#include "sim/innodb/page.hpp"

namespace keycost::innodb {

namespace {

constexpr unsigned owned_mask = 0xf;
constexpr std::size_t owned_place = 5;  // REC_NEW_N_OWNED, in front of the origin

}  // namespace

std::size_t Page::slot_place(std::size_t slot) const {
  return page_size_bytes - fil_trailer_size_bytes - (slot + 1) * directory_slot_size_bytes;
}

unsigned Page::owned(RecordOffset record) const {
  return std::to_integer<unsigned>(frame_.bytes[record - owned_place]) & owned_mask;
}

void Page::set_owned(RecordOffset record, unsigned count) {
  std::byte& place = frame_.bytes[record - owned_place];
  place = static_cast<std::byte>((std::to_integer<unsigned>(place) & ~owned_mask) | count);
}

std::size_t Page::slot_of_owner(RecordOffset owner) const {
  std::size_t slot = directory_slots();
  while (frame_.number2(slot_place(--slot)) != owner)
    require(slot > 0, "who owns records stands in the directory");
  return slot;
}

/// Who owns the record at `position`: itself, or the first behind it that owns any.
RecordOffset Page::owner_from(std::size_t position) const {
  while (position < records_.size() && owned(records_[position]) == 0) ++position;
  return record_at_or_supremum(position);
}

/// `owner` has one record more.
void Page::count_in_directory(RecordOffset owner) {
  const unsigned before = owned(owner);
  set_owned(owner, before + 1);
  if (before == owned_records_max) split_slot(owner);
}

void Page::split_slot(RecordOffset owner) {
  constexpr unsigned all = owned_records_max + 1;
  constexpr unsigned half = all / 2;
  const std::size_t slot = slot_of_owner(owner);
  RecordOffset middle = frame_.number2(slot_place(slot - 1));
  for (unsigned i = 0; i < half; ++i) middle = next_record(middle);
  for (std::size_t i = directory_slots(); i > slot; --i)
    frame_.set_number2(slot_place(i), frame_.number2(slot_place(i - 1)));
  frame_.set_number2(page_directory_slots, directory_slots() + 1);
  frame_.set_number2(slot_place(slot), middle);
  set_owned(middle, half);
  set_owned(owner, all - half);
}

// A slot that owns too few is merged with the one above, or gets a record from there.
void Page::balance_slot(std::size_t slot) {
  if (slot + 1 == directory_slots()) return;
  const RecordOffset here = frame_.number2(slot_place(slot));
  const RecordOffset above = frame_.number2(slot_place(slot + 1));
  const unsigned owned_above = owned(above);
  set_owned(here, 0);
  if (owned_above > owned_records_min) {
    const RecordOffset next = next_record(here);
    set_owned(next, owned_records_min);
    set_owned(above, owned_above - 1);
    frame_.set_number2(slot_place(slot), next);
    return;
  }
  set_owned(above, owned_above + owned_records_min - 1);
  for (std::size_t i = slot; i + 1 < directory_slots(); ++i)
    frame_.set_number2(slot_place(i), frame_.number2(slot_place(i + 1)));
  frame_.set_number2(page_directory_slots, directory_slots() - 1);
  frame_.set_number2(slot_place(directory_slots()), 0);
}

// Every fourth record; the rest are the supremum's, and the last four too if they all fit there. Returns the
// number of slots, which with the slots themselves is logged by who calls.
std::size_t Page::build_directory(MiniTransaction& mtr) {
  constexpr unsigned records_a_slot = (owned_records_max + 1) / 2;
  const auto own = [&](RecordOffset record, unsigned count) {
    const std::byte header = frame_.bytes[record - owned_place];
    const unsigned other_bits = std::to_integer<unsigned>(header) & ~owned_mask;
    mtr.write_number(frame_, record - owned_place, 1, other_bits | count);
  };
  std::size_t slot = 0;
  unsigned count = 0;
  for (const RecordOffset record : records_) {
    if (++count < records_a_slot) continue;
    frame_.set_number2(slot_place(++slot), record);
    own(record, count);
    count = 0;
  }
  if (slot > 0 && count + 1 + records_a_slot <= owned_records_max) {
    count += records_a_slot;
    own(frame_.number2(slot_place(slot)), 0);
  } else {
    ++slot;
  }
  frame_.set_number2(slot_place(slot), page_new_supremum);
  own(page_new_supremum, count + 1);
  return slot + 1;
}

void Page::check_directory() const {
  require(frame_.number2(slot_place(0)) == page_new_infimum, "the directory begins with the infimum");
  unsigned count = 0;
  std::size_t slot = 0;
  for (std::size_t i = 0; i <= records_.size(); ++i) {
    const RecordOffset record = record_at_or_supremum(i);
    ++count;
    if (owned(record) == 0) continue;
    require(owned(record) == count, "who owns records owns all since the slot before");
    require(frame_.number2(slot_place(++slot)) == record, "who owns records stands in the directory");
    count = 0;
  }
  require(count == 0 && slot + 1 == directory_slots(), "the directory ends with the supremum");
}

}  // namespace keycost::innodb
