// What an insert adds to MariaDB's redo log, where all that can differ is the page's number, the
// predecessor's place, how many bytes the two keys have in common, and whether a deleted record's space is
// taken.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "sim/innodb/fast/leaf.hpp"
#include "sim/innodb/redo.hpp"

namespace keycost::innodb::fast {

/// A record that is about to be inserted, and the one in front of it.
template <class Key>
struct Neighbours {
  Key key = 0;
  Key predecessor_key = 0;
  HeapSlot predecessor = no_slot;  ///< no_slot: the infimum
  bool reuses_free_record = false;
};

class InsertRedo {
 public:
  static constexpr std::size_t key_size_bytes_max = 16;

  explicit InsertRedo(const LeafShape& shape, std::size_t key_size_bytes)
      : shape_(shape), key_size_bytes_(key_size_bytes) {
    for (std::size_t page_size = 0; page_size < pages_.size(); ++page_size) {
      for (const bool reuses : {false, true}) {
        for (const bool is_far : {false, true}) {
          for (std::size_t common = 0; common <= key_size_bytes_max; ++common) {
            const LoggedInsert insert = example(reuses, is_far, common);
            bytes_[page_size][reuses][is_far][common] = static_cast<std::uint16_t>(
                MiniTransaction::insert_record_size_bytes({first_table_space, pages_[page_size]}, insert) +
                MiniTransaction::end_size_bytes);
            if (!reuses)
              further_bytes_[is_far][common] =
                  static_cast<std::uint16_t>(MiniTransaction::further_insert_record_size_bytes(insert));
          }
        }
      }
    }
  }

  /// As the log has it, for MiniTransaction::log_insert_record().
  template <class Key>
  LoggedInsert logged(const Neighbours<Key>& insert) const {
    return {.reuses_free_record = insert.reuses_free_record,
            .predecessor = predecessor_place(insert.predecessor),
            .size = shape_.record,
            .common_data_bytes = common_bytes(insert)};
  }

  /// A row's mini-transaction on `page`, whose index is page_class(page).
  template <class Key>
  std::size_t row_size_bytes(std::size_t page_class, const Neighbours<Key>& insert) const {
    const bool is_far =
        insert.predecessor != no_slot && predecessor_place(insert.predecessor) >= two_bytes_from;
    return bytes_[page_class][insert.reuses_free_record][is_far][common_bytes(insert)];
  }
  /// A record copied to the end of a page, behind others.
  template <class Key>
  std::size_t copied_size_bytes(const Neighbours<Key>& insert) const {
    return further_bytes_[predecessor_place(insert.predecessor) >= two_bytes_from][common_bytes(insert)];
  }
  std::size_t row_size_bytes_max() const { return bytes_.back()[1][1][0]; }

  static std::size_t page_class(PageNumber page) { return number_size_bytes(page) - 1; }

 private:
  std::size_t predecessor_place(HeapSlot slot) const {
    return slot == no_slot ? 0 : shape_.offset(slot) - page_new_infimum;
  }

  /// Two keys of an index differ, so nothing behind them counts; the infimum's text may go on for eight
  /// bytes.
  template <class Key>
  std::size_t common_bytes(const Neighbours<Key>& insert) const {
    constexpr std::uint64_t infimum = 0x696e66696d756d00;  // "infimum" and a zero
    if (insert.predecessor == no_slot)
      return std::min<std::size_t>(leading_zero_bytes(keycost::fast::top(insert.key) ^ infimum),
                                   key_size_bytes_);
    const std::size_t common =
        leading_zero_bytes(keycost::fast::top(insert.key) ^ keycost::fast::top(insert.predecessor_key));
    if constexpr (sizeof(Key) > sizeof(std::uint64_t)) {
      if (common == sizeof(std::uint64_t))
        return common + leading_zero_bytes(static_cast<std::uint64_t>(insert.key ^ insert.predecessor_key));
    }
    return common;
  }
  static std::size_t leading_zero_bytes(std::uint64_t difference) {
    return static_cast<std::size_t>(std::countl_zero(difference)) / 8;
  }

  LoggedInsert example(bool reuses, bool is_far, std::size_t common) const {
    return {.reuses_free_record = reuses,
            .predecessor = is_far ? two_bytes_from : 0,
            .size = shape_.record,
            .common_data_bytes = std::min(common, key_size_bytes_)};
  }

  /// One page of each length that its number has in the log.
  static constexpr std::array<PageNumber, 4> pages_{0, two_bytes_from, three_bytes_from, four_bytes_from};

  LeafShape shape_;
  std::size_t key_size_bytes_;
  std::array<std::array<std::array<std::array<std::uint16_t, key_size_bytes_max + 1>, 2>, 2>, 4> bytes_{};
  std::array<std::array<std::uint16_t, key_size_bytes_max + 1>, 2> further_bytes_{};
};

}  // namespace keycost::innodb::fast
