#include "sim/innodb/check.hpp"

#include "sim/error.hpp"

namespace keycost::innodb {

namespace {

/// What is asked of one level while its pages are walked from left to right.
class LevelCheck {
 public:
  LevelCheck(const Btree& tree, std::uint16_t level) : tree_(tree), level_(level) {}

  void visit(const Page& page, const Page* previous) {
    page.check();
    ++pages_;
    records_ += page.records();
    require(page.level() == level_, "siblings are of one level");
    require(page.previous() == (previous == nullptr ? no_page : previous->number()),
            "pages point back to where one comes from");
    require(page.records() > 0 || page.number() == tree_.root_page(), "only the root may be empty");
    if (previous != nullptr) {
      require(tree_.format().compare(previous->record(previous->records() - 1), page.record(0)) < 0,
              "pages stand in the order of their keys");
    }
    if (level_ > 0)
      require((previous == nullptr) == page.begins_with_minimum(),
              "a level's first node pointer is marked as its minimum");
    if (level_ > 0) check_children(page);
  }

  std::uint64_t pages() const { return pages_; }
  std::uint64_t records() const { return records_; }

 private:
  /// Each pointer leads to the next page below, and no key there is below the pointer's.
  void check_children(const Page& page) {
    for (std::size_t i = 0; i < page.records(); ++i) {
      const Page& child = tree_.page(page.child_page(i));
      require(child.level() + 1 == level_, "node pointers lead one level down");
      require(child.previous() == last_child_, "node pointers stand in the order of their pages");
      last_child_ = child.number();
      if (!has_min_rec_flag(page.record(i)))
        require(tree_.format().compare(page.record(i), child.record(0)) == 0 ||
                    (child.level() == 0 && tree_.format().compare(page.record(i), child.record(0)) < 0),
                "a node pointer has the key of its page's first record");
    }
  }

  const Btree& tree_;
  std::uint16_t level_;
  std::uint64_t pages_ = 0;
  std::uint64_t records_ = 0;
  PageNumber last_child_ = no_page;
};

}  // namespace

void check_index(const Btree& tree, std::uint64_t records) {
  const std::uint16_t root_level = tree.root().level();
  require(tree.root().previous() == no_page && tree.root().next() == no_page, "the root has no siblings");
  for (std::uint16_t level = root_level + 1; level-- > 0;) {
    LevelCheck check(tree, level);
    const Page* previous = nullptr;
    for (const Page* page = &tree.leftmost_page(level); page != nullptr;
         page = page->next() == no_page ? nullptr : &tree.page(page->next())) {
      check.visit(*page, previous);
      previous = page;
    }
    require(check.pages() == tree.pages_of_level(level), "the pages of a level are those that are linked");
    if (level == 0) require(check.records() == records, "the leaves hold every row once");
  }
}

}  // namespace keycost::innodb
