// The pages of one level, each reduced to what its fate depends on: which keys it has, in no order; when it
// was made; and in which checkpoint interval it was last changed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/fast/directory.hpp"

namespace keycost::postgresql::fast {

using keycost::fast::Directory;
using keycost::fast::last_not_above;
using keycost::fast::no_page;
using keycost::fast::PageNumber;
using keycost::fast::top;

struct PageState {
  std::uint32_t entries = 0;
  std::uint32_t changed_in = 0;  ///< the checkpoint interval of the last change
  std::uint64_t made_by = 0;     ///< the row, from 1, whose insertion made the page; 0: the first of all
};

template <class Key>
class PageStore {
 public:
  /// Room for `entries_max` entries and the one that makes the page split. `only_last`: of keys that ascend
  /// only the last page's are ever looked at; the pages share the room of one, and it takes the keys over.
  explicit PageStore(std::uint32_t entries_max, bool only_last = false)
      : room_(entries_max + std::size_t{1}), stride_(only_last ? 0 : room_) {}

  PageNumber add(const PageState& state) {
    const std::size_t number = states_.size();
    if (number % pages_a_chunk == 0) chunks_.push_back(new_chunk());
    states_.push_back(state);
    return static_cast<PageNumber>(number);
  }

  PageState& state(PageNumber page) { return states_[page]; }
  const PageState& state(PageNumber page) const { return states_[page]; }
  Key* keys(PageNumber page) { return chunks_[page / pages_a_chunk] + page % pages_a_chunk * stride_; }
  const Key* keys(PageNumber page) const {
    return chunks_[page / pages_a_chunk] + page % pages_a_chunk * stride_;
  }
  std::size_t size() const { return states_.size(); }

 private:
  static constexpr std::size_t pages_a_chunk = 64;  // pages never move

  Key* new_chunk() {
    if (stride_ == 0 && !memory_.empty()) return memory_[0].get();
    memory_.emplace_back(new Key[stride_ == 0 ? room_ : pages_a_chunk * stride_]);
    return memory_.back().get();
  }

  std::size_t room_;
  std::size_t stride_;
  std::vector<PageState> states_;
  std::vector<Key*> chunks_;
  std::vector<std::unique_ptr<Key[]>> memory_;
};

}  // namespace keycost::postgresql::fast
