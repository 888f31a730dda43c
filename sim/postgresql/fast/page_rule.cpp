#include "sim/postgresql/fast/page_rule.hpp"

#include <array>
#include <utility>

#include "sim/postgresql/nbtree/index_page.hpp"
#include "sim/postgresql/nbtree/split_location.hpp"
#include "sim/rows/column_batch.hpp"

namespace keycost::postgresql::fast {

namespace {

KeyDescriptor descriptor_of(const IndexAttributes& attributes) {
  std::vector<KeyAttribute> key{{attributes.first, 0, false, false, false}};
  for (const Attribute& attribute : attributes.further)
    key.push_back({attribute, key.size(), false, false, false});
  std::vector<KeyAttribute> included;
  for (const Attribute& attribute : attributes.included)
    included.push_back({attribute, key.size() + included.size(), false, false, false});
  return {std::move(key), std::move(included)};
}

/// Tuples of one index whose first column ascends with a number; the others are 0.
class NumberedTuples {
 public:
  NumberedTuples(const KeyDescriptor& key, const IndexAttributes& attributes)
      : key_(key), attributes_(attributes) {}

  std::vector<std::byte> leaf_tuple(std::uint32_t number) const {
    const Attribute& first = attributes_.first;
    std::vector<ColumnBatch> columns;
    std::array<std::byte, 16> payload{};
    const auto add = [&](const Attribute& attribute) {
      columns.emplace_back(attribute.type)
          .append(std::span<const std::byte>(payload.data(), static_cast<std::size_t>(attribute.size_bytes)));
    };
    const auto width = static_cast<std::size_t>(first.size_bytes);
    for (std::size_t i = 0; i < sizeof number; ++i) {
      // Integers lie in memory lowest byte first, a uuid in the order in which it compares.
      const std::size_t place = first.type == SqlType::uuid ? width - 1 - i : i;
      if (i < width) payload[place] = static_cast<std::byte>(number >> (8 * i));
    }
    add(first);
    payload = {};
    for (const Attribute& attribute : attributes_.further) add(attribute);
    for (const Attribute& attribute : attributes_.included) add(attribute);
    std::vector<std::byte> tuple;
    key_.form(columns, 0, {number, first_offset}, tuple);
    return tuple;
  }

  std::vector<std::byte> pivot(std::uint32_t number) const {
    std::vector<std::byte> pivot;
    key_.truncate(leaf_tuple(number - 1).data(), leaf_tuple(number).data(), pivot);
    return pivot;
  }

 private:
  const KeyDescriptor& key_;
  const IndexAttributes& attributes_;
};

constexpr std::size_t minus_infinity_bytes = index_tuple_header_size_bytes;  // an entry without a key

}  // namespace

PageRule::PageRule(const IndexAttributes& attributes, int fillfactor_percent, bool is_leaf)
    : key_(descriptor_of(attributes)),
      attributes_(attributes),
      fillfactor_percent_(fillfactor_percent),
      is_leaf_(is_leaf) {
  const NumberedTuples tuples(key_, attributes_);
  pivot_bytes_ = tuples.pivot(1).size();
  tuple_bytes_ = is_leaf ? tuples.leaf_tuple(1).size() : pivot_bytes_;
  for (const bool rightmost : {false, true}) {
    std::uint32_t entries = 1;
    while (free_bytes(entries, rightmost) >= tuple_bytes_ + line_pointer_size_bytes) ++entries;
    entries_max_[rightmost] = entries;
    full_pages_[rightmost] = full_page(rightmost);
    divisions_[rightmost] = std::vector<std::atomic<std::uint32_t>>(entries + 1);
    for (auto& division : divisions_[rightmost]) division.store(unknown, std::memory_order_relaxed);
  }
}

std::size_t PageRule::tuples_bytes(std::uint32_t entries, bool is_rightmost) const {
  const std::size_t all = entries * maxalign(tuple_bytes_) + (is_rightmost ? 0 : maxalign(pivot_bytes_));
  return is_leaf_ ? all : all - maxalign(tuple_bytes_) + minus_infinity_bytes;
}

std::size_t PageRule::free_bytes(std::uint32_t entries, bool is_rightmost) const {
  const std::size_t items = entries + (is_rightmost ? 0 : std::size_t{1});
  return index_page_usable_bytes - tuples_bytes(entries, is_rightmost) - items * line_pointer_size_bytes;
}

// The keys are 2, 4, 6 …
Page PageRule::full_page(bool is_rightmost) const {
  const NumberedTuples tuples(key_, attributes_);
  const std::uint32_t entries = entries_max(is_rightmost);
  Page page;
  page.initialize(index_special_size_bytes);
  index_page::set_flags(page, is_leaf_ ? index_page::leaf_flag : std::uint16_t{0});
  index_page::set_next(page, is_rightmost ? no_block : BlockNumber{1});
  const auto add = [&](std::span<const std::byte> item) {
    page.add_item(item, static_cast<OffsetNumber>(page.max_offset() + 1));
  };
  if (!is_rightmost) add(tuples.pivot(2 * entries + 2));
  for (std::uint32_t entry = 1; entry <= entries; ++entry) {
    if (entry == 1 && !is_leaf_) {
      add(MinusInfinityTuple(1).data);
    } else {
      add(is_leaf_ ? tuples.leaf_tuple(2 * entry) : tuples.pivot(2 * entry));
    }
  }
  return page;
}

Division PageRule::find_division(bool is_rightmost, std::uint32_t entries_below) const {
  const NumberedTuples tuples(key_, attributes_);
  const std::uint32_t number = 2 * entries_below + 1;  // between two that are there
  const std::vector<std::byte> new_item = is_leaf_ ? tuples.leaf_tuple(number) : tuples.pivot(number);
  const Page& page = full_pages_[is_rightmost];
  const OffsetNumber first = index_page::first_data_offset(page);
  SplitChooser chooser(key_, fillfactor_percent_);
  const SplitLocation location =
      chooser.choose(page, static_cast<OffsetNumber>(first + entries_below), new_item.data());
  const auto old_left = static_cast<std::uint32_t>(location.first_right - first);
  const Division division{old_left + (location.new_item_on_left ? 1 : 0), location.new_item_on_left};
  divisions_[is_rightmost][entries_below].store(packed(division), std::memory_order_relaxed);
  return division;
}

}  // namespace keycost::postgresql::fast
