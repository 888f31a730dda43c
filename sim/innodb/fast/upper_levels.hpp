// What the leaves ask of the rest of the index: the pages above, which are the plain path's own, and the
// file.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/innodb/btree.hpp"

namespace keycost::innodb::fast {

class UpperLevels {
 public:
  /// `tree` has a level above its leaves. From now on its leaves are kept elsewhere.
  explicit UpperLevels(Btree& tree) : tree_(tree) {}

  /// Of the leaves in key order, calls visit(page), then forgets the pages.
  template <class Visit>
  void take_leaves(Visit visit) {
    std::vector<PageNumber> numbers;
    for (const Page* page = &tree_.leftmost_page(0); page != nullptr;
         page = tree_.page_or_none(page->next())) {
      visit(*page);
      numbers.push_back(page->number());
    }
    for (const PageNumber number : numbers) tree_.pages_[number].reset();
  }

  /// Of the keys of all node pointers, only so many bytes are known from now on; the others become 0xff.
  void forget_key_ends(std::size_t known_bytes, std::size_t key_size_bytes);

  /// A leaf's page in the file, logged as a new page of the index; it is dirty when `mtr` has ended.
  PageNumber allocate_leaf(PageNumber hint, Direction direction, MiniTransaction& mtr);
  void reserve_extents(MiniTransaction& mtr) { tree_.reserve_extents(mtr); }
  void insert_node_pointer(RecordPointer first_record, PageNumber child, MiniTransaction& mtr) {
    tree_.insert_node_pointer(first_record, child, 1, mtr);
  }
  /// The page whose first record this is: where its node pointer is.
  Cursor father_of(PageNumber child, bool is_leftmost, RecordPointer first_record) {
    return tree_.father_of(child, is_leftmost, first_record, 0);
  }
  void delete_node_pointer(const Cursor& father, MiniTransaction& mtr) {
    tree_.delete_node_pointer({father.page, father.position - 1}, mtr);
  }
  void count(const SplitPoint& split) { tree_.count(split); }
  void count_records(std::uint64_t records) { tree_.records_ += records; }

  PageId page_id(PageNumber page) const { return {tree_.space_.space_id(), page}; }
  RedoLog& log() const { return tree_.log_; }
  BufferPool& pool() const { return tree_.log_.pool(); }
  const RecordFormat& format() const { return tree_.shape_.format; }
  PageFrame& root() { return tree_.pages_[tree_.root_]->frame(); }

 private:
  Btree& tree_;
};

}  // namespace keycost::innodb::fast
