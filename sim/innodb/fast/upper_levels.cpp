#include "sim/innodb/fast/upper_levels.hpp"

#include <cstring>

namespace keycost::innodb::fast {

void UpperLevels::forget_key_ends(std::size_t known_bytes, std::size_t key_size_bytes) {
  if (known_bytes >= key_size_bytes) return;
  for (std::uint16_t level = tree_.root().level(); level > 0; --level) {
    for (PageNumber number = tree_.leftmost_page(level).number(); number != no_page;
         number = tree_.page(number).next()) {
      Page& page = *tree_.pages_[number];
      for (std::size_t i = 0; i < page.records(); ++i)
        std::memset(page.frame().at(page.record_offset(i) + known_bytes), 0xff, key_size_bytes - known_bytes);
    }
  }
}

// btr_page_alloc, btr_page_create: as Btree::allocate_page() logs it, of a page that was all zeroes.
PageNumber UpperLevels::allocate_leaf(PageNumber hint, Direction direction, MiniTransaction& mtr) {
  const PageNumber number =
      tree_.space_.allocate_page(tree_.leaf_segment_, hint, direction, mtr, [&](PageNumber taken) {
        if (tree_.pages_.size() <= taken) tree_.pages_.resize(taken + std::size_t{1});
        mtr.log_initialise_page(page_id(taken));
      });
  mtr.log_create_index_page(page_id(number));
  mtr.log_number_change(page_id(number), page_index_id, 8, 0, tree_.index_id_);
  tree_.count_page(0);
  return number;
}

}  // namespace keycost::innodb::fast
