#include "sim/reading/hot_page.hpp"

#include <algorithm>
#include <utility>

namespace keycost::reading {

HotPage::HotPage(std::uint64_t writers)
    : latest_(static_cast<std::size_t>(writers)), pages_with_(static_cast<std::size_t>(writers) + 2, 0) {}

void HotPage::entry(std::uint32_t page, bool is_rightmost) {
  ++usage_.entries;
  usage_.on_rightmost_leaf += is_rightmost;
  if (is_full_) leave(latest_[next_]);
  latest_[next_] = page;
  enter(page);
  if (++next_ == latest_.size()) {
    next_ = 0;
    is_full_ = true;
  }
  if (!is_full_) return;
  ++usage_.groups;
  usage_.most_on_a_page += most_;
  usage_.most_of_a_group = std::max<std::uint64_t>(usage_.most_of_a_group, most_);
}

void HotPage::enter(std::uint32_t page) {
  const std::size_t count = ++entries_on_[page];
  if (count > 1) --pages_with_[count - 1];
  ++pages_with_[count];
  most_ = std::max(most_, count);
}

void HotPage::leave(std::uint32_t page) {
  const auto place = entries_on_.find(page);
  const std::size_t count = place->second--;
  if (count == 1) entries_on_.erase(place);
  --pages_with_[count];
  if (count > 1) ++pages_with_[count - 1];
  if (pages_with_[most_] == 0) --most_;
}

HotPageUsage HotPage::take() {
  return std::exchange(usage_, {});
}

}  // namespace keycost::reading
