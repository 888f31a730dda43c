#include "tests/support/innodb_tree.hpp"

#include <array>

#include "sim/innodb/check.hpp"

namespace keycost::test {

using namespace innodb;

RecordFormat fixed_format(const RowShape& shape) {
  const std::size_t filler = shape.record_bytes - record_header_size_bytes - shape.key_bytes;
  std::vector<Field> fields{{.size_bytes = static_cast<std::uint16_t>(shape.key_bytes)}};
  if (filler > 0) fields.push_back({.size_bytes = static_cast<std::uint16_t>(filler)});
  return RecordFormat(std::move(fields), 1);
}

FixedRow::FixedRow(const RowShape& shape, std::uint64_t key) : bytes_(shape.record_bytes) {
  for (std::size_t i = 0; i < 8; ++i)
    bytes_[record_header_size_bytes + i] = static_cast<std::byte>(key >> (8 * (7 - i)));
}

NewRecord FixedRow::record() const {
  return {bytes_.data() + record_header_size_bytes,
          {static_cast<std::uint16_t>(record_header_size_bytes),
           static_cast<std::uint16_t>(bytes_.size() - record_header_size_bytes)}};
}

namespace {

std::unique_ptr<Tablespace> make_space(const ServerRules& rules, RedoLog& log) {
  MiniTransaction mtr(log);
  auto space = std::make_unique<Tablespace>(rules, first_table_space, mtr);
  mtr.commit();
  return space;
}

}  // namespace

TestTree::TestTree(const RowShape& shape, const ServerRules& rules)
    : shape_(shape),
      pool_(rules, read_settings(rules, {})),
      log_(pool_),
      space_(make_space(rules, log_)),
      tree_({fixed_format(shape), shape.is_clustered, 1}, rules, *space_, 1, log_) {}

void TestTree::insert(std::uint64_t key) {
  const FixedRow row(shape_, key);
  tree_.insert(row.record());
}

void TestTree::check() const {
  check_index(tree_, tree_.records());
  space_->check();
}

std::uint32_t TestTree::reserved_pages() const {
  return space_->reserved_pages(tree_.leaf_segment()) + space_->reserved_pages(tree_.top_segment());
}

std::vector<std::size_t> TestTree::leaf_records() const {
  std::vector<std::size_t> records;
  for (const Page* page = &tree_.leftmost_page(0);; page = &tree_.page(page->next())) {
    records.push_back(page->records());
    if (page->next() == no_page) return records;
  }
}

}  // namespace keycost::test
