// Does a page of the free space map find room where there is some, never where there is none, and in turn?
// Held against a plain list of the same values. (The map as a whole may promise more than a heap page has:
// rows that go there are not noted before the page is found full, here as in the server.)
#include "sim/postgresql/heap/free_space_page.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "tests/catch.hpp"
#include "tests/property/dice.hpp"

using namespace keycost::postgresql;
using keycost::test::Dice;

namespace {

void check_tree(const Page& page) {
  const auto node = [&page](std::size_t i) {
    return i < free_space_page::nodes(keycost::postgresql::block_size_bytes)
               ? page.load<std::uint8_t>(free_space_page::nodes_position + i)
               : std::uint8_t{0};
  };
  for (std::size_t i = 0; i < free_space_page::inner_nodes(keycost::postgresql::block_size_bytes); ++i) {
    if (node(i) != std::max(node(2 * i + 1), node(2 * i + 2)))
      FAIL("node " << i << " is not its larger child");
  }
}

}  // namespace

TEST_CASE("a free space map page says of every size whether there is room, and where") {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    INFO("seed " << seed);
    Dice dice(seed);
    const std::uint64_t used =
        1 +
        dice.below(dice.one_in(2) ? 20 : free_space_page::leaf_slots(keycost::postgresql::block_size_bytes));
    Page page;
    page.initialize(0);
    std::vector<std::uint8_t> values(free_space_page::leaf_slots(keycost::postgresql::block_size_bytes), 0);
    for (int i = 0; i < 600; ++i) {
      const std::uint64_t slot = dice.below(used);
      const auto value = static_cast<std::uint8_t>(dice.below(256));
      REQUIRE(free_space_page::set(page, slot, value) == (values[slot] != value));
      values[slot] = value;
      const auto wanted = static_cast<std::uint8_t>(1 + dice.below(255));
      const std::uint8_t largest = *std::max_element(values.begin(), values.end());
      REQUIRE(free_space_page::largest(page) == largest);
      const auto found = free_space_page::search(page, wanted, dice.one_in(2));
      REQUIRE(found.has_value() == (largest >= wanted));
      if (found) REQUIRE(values[*found] >= wanted);
    }
    check_tree(page);
  }
}

TEST_CASE("searches that move on come to every page with room before one comes twice") {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    INFO("seed " << seed);
    Dice dice(seed);
    Page page;
    page.initialize(0);
    std::set<std::size_t> roomy;
    for (std::uint64_t i = 0; i < 1 + dice.below(40); ++i) {
      const std::size_t slot = dice.below(free_space_page::leaf_slots(keycost::postgresql::block_size_bytes));
      free_space_page::set(page, slot, 100);
      roomy.insert(slot);
    }
    std::set<std::size_t> found;
    for (std::size_t i = 0; i < roomy.size(); ++i) found.insert(*free_space_page::search(page, 100, true));
    REQUIRE(found == roomy);
  }
}
