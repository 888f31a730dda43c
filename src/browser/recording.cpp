#include "src/browser/recording.hpp"

#include <algorithm>
#include <utility>

#include "sim/error.hpp"

namespace keycost {

namespace {

/// A state is kept every so many changes.
constexpr std::size_t kept_every = 32768;

void sum_up(LoggedOfType& sum, const LoggedOfType& more) {
  sum.count += more.count;
  sum.record_size += more.record_size;
  sum.fpi += more.fpi;
  sum.fpi_size += more.fpi_size;
}

RecordedState::Leaf& leaf_of(RecordedState& state, std::uint32_t page) {
  if (page >= state.leaves.size()) state.leaves.resize(std::size_t{page} + 1);
  return state.leaves[page];
}

bool set_mark(RecordedState::Leaf& leaf, std::uint8_t mark) {
  const bool is_new = (leaf.marks & mark) == 0;
  leaf.marks = static_cast<std::uint8_t>(leaf.marks | mark);
  return is_new;
}

bool clear_mark(RecordedState::Leaf& leaf, std::uint8_t mark) {
  const bool was_set = (leaf.marks & mark) != 0;
  leaf.marks = static_cast<std::uint8_t>(leaf.marks & ~mark);
  return was_set;
}

std::vector<std::uint32_t>::iterator place_of(std::vector<std::uint32_t>& order, std::uint32_t page) {
  // Ascending keys split the last leaf.
  if (!order.empty() && order.back() == page) return order.end() - 1;
  const auto found = std::find(order.begin(), order.end(), page);
  require(found != order.end(), "a leaf that splits is in the list of leaves");
  return found;
}

}  // namespace

LoggedOfType RecordedState::logged_in_all() const {
  LoggedOfType sum;
  for (const LoggedOfType& of_type : logged) sum_up(sum, of_type);
  return sum;
}

void Recording::leaf_first(std::uint32_t page) {
  add({Kind::leaf_first, 0, 0, page, 0});
}
void Recording::leaf_after(std::uint32_t left, std::uint32_t page) {
  add({Kind::leaf_after, 0, 0, left, page});
  split_counted();
}
void Recording::leaf_before(std::uint32_t right, std::uint32_t page) {
  add({Kind::leaf_before, 0, 0, right, page});
  split_counted();
}
void Recording::used(std::uint32_t page, std::size_t bytes) {
  if (page < now_.leaves.size() && now_.leaves[page].used_bytes == bytes) return;
  add({Kind::used, 0, 0, page, static_cast<std::uint32_t>(bytes)});
}
void Recording::newest(std::uint32_t page) {
  if (now_.newest != page) add({Kind::newest, 0, 0, page, 0});
}
void Recording::dirtied(std::uint32_t page) {
  add({Kind::dirtied, 0, 0, page, 0});
}
void Recording::written(std::uint32_t page) {
  add({Kind::written, 0, 0, page, 0});
}
void Recording::other_dirtied() {
  add({Kind::other_dirtied});
}
void Recording::other_written() {
  add({Kind::other_written});
}
void Recording::dirty_pages_are(std::uint64_t pages) {
  if (now_.dirty_pages != pages) add({Kind::dirty_pages_are, 0, 0, static_cast<std::uint32_t>(pages), 0});
}
void Recording::imaged(std::uint32_t page) {
  add({Kind::imaged, 0, 0, page, 0});
}
void Recording::redo_point() {
  add({Kind::redo_point});
}
void Recording::checkpoint_ended() {
  add({Kind::checkpoint_ended});
  const auto tick = static_cast<std::uint32_t>(ticks_.size());
  if (checkpoint_ticks_.empty() || checkpoint_ticks_.back() != tick) checkpoint_ticks_.push_back(tick);
}
void Recording::logged(std::size_t type, std::size_t record_bytes, std::size_t images,
                       std::size_t images_bytes) {
  add({Kind::logged, static_cast<std::uint8_t>(type), static_cast<std::uint16_t>(images),
       static_cast<std::uint32_t>(record_bytes), static_cast<std::uint32_t>(images_bytes)});
}
void Recording::redo_grown(std::uint64_t bytes) {
  if (bytes > 0) add({Kind::redo_grown, 0, 0, static_cast<std::uint32_t>(bytes), 0});
}
void Recording::split_counted() {
  add({Kind::split_counted});
  const auto tick = static_cast<std::uint32_t>(ticks_.size());
  if (split_ticks_.empty() || split_ticks_.back() != tick) split_ticks_.push_back(tick);
}
void Recording::leaves_replaced(std::vector<std::uint32_t> order, std::vector<RecordedState::Leaf> leaves) {
  replacements_.push_back({std::move(order), std::move(leaves)});
  add({Kind::leaves_replaced, 0, 0, static_cast<std::uint32_t>(replacements_.size() - 1), 0});
}

void Recording::tick(TickKind kind, std::string_view step_name) {
  TickEntry entry;
  entry.changes = static_cast<std::uint32_t>(changes_.size());
  entry.rows = ticks_.empty() ? 0 : ticks_.back().rows;
  if (kind == TickKind::row) ++entry.rows;
  if (kind == TickKind::step) {
    const auto found = std::find(step_names_.begin(), step_names_.end(), step_name);
    entry.step = static_cast<std::uint32_t>(found - step_names_.begin()) + 1;
    if (found == step_names_.end()) step_names_.emplace_back(step_name);
  }
  ticks_.push_back(entry);
}

Tick Recording::tick_at(std::size_t tick) const {
  const TickEntry& entry = ticks_[tick];
  if (entry.step > 0) return {TickKind::step, entry.rows, entry.step - 1};
  return {tick == 0 ? TickKind::start : TickKind::row, entry.rows, 0};
}

void Recording::add(Change change) {
  if (changes_.size() % kept_every == 0) kept_.push_back({changes_.size(), now_});
  changes_.push_back(change);
  apply(change, now_);
}

void Recording::apply(const Change& change, RecordedState& state) const {
  switch (change.kind) {
    case Kind::leaf_first:
      state.order = {change.a};
      leaf_of(state, change.a);
      return;
    case Kind::leaf_after:
      state.order.insert(place_of(state.order, change.a) + 1, change.b);
      leaf_of(state, change.b);
      return;
    case Kind::leaf_before:
      state.order.insert(place_of(state.order, change.a), change.b);
      leaf_of(state, change.b);
      return;
    case Kind::used: {
      RecordedState::Leaf& leaf = leaf_of(state, change.a);
      state.used_bytes += change.b;
      state.used_bytes -= leaf.used_bytes;
      leaf.used_bytes = change.b;
      return;
    }
    case Kind::newest:
      state.newest = change.a;
      return;
    case Kind::dirtied:
      state.dirty_pages += set_mark(leaf_of(state, change.a), LeafMarks::dirty);
      return;
    case Kind::written:
      state.dirty_pages -= clear_mark(leaf_of(state, change.a), LeafMarks::dirty);
      return;
    case Kind::other_dirtied:
      ++state.dirty_pages;
      return;
    case Kind::other_written:
      --state.dirty_pages;
      return;
    case Kind::dirty_pages_are:
      state.dirty_pages = change.a;
      return;
    case Kind::imaged:
      set_mark(leaf_of(state, change.a), LeafMarks::imaged);
      return;
    case Kind::redo_point:
      for (RecordedState::Leaf& leaf : state.leaves) clear_mark(leaf, LeafMarks::imaged);
      return;
    case Kind::checkpoint_ended:
      ++state.checkpoints;
      return;
    case Kind::logged:
      sum_up(state.logged[change.type], {1, change.a, change.count, change.b});
      return;
    case Kind::redo_grown:
      state.redo_bytes += change.a;
      return;
    case Kind::split_counted:
      ++state.splits;
      return;
    case Kind::leaves_replaced:
      return replace(replacements_[change.a], state);
  }
}

void Recording::replace(const Leaves& with, RecordedState& state) const {
  state.order = with.order;
  state.leaves = with.leaves;
  state.newest = RecordedState::no_leaf;
  state.used_bytes = 0;
  for (const std::uint32_t page : state.order) state.used_bytes += state.leaves[page].used_bytes;
}

const RecordedState& Recording::go(std::size_t tick) {
  const std::size_t wanted = ticks_[tick].changes;
  const bool can_go_on = has_shown_ && shown_changes_ <= wanted && wanted - shown_changes_ < kept_every;
  if (!can_go_on) {
    if (wanted == 0) {
      shown_ = RecordedState{};
      shown_.logged.resize(now_.logged.size());
      shown_changes_ = 0;
    } else {
      const Kept& kept = kept_[(wanted - 1) / kept_every];
      shown_ = kept.state;
      shown_changes_ = kept.changes;
    }
    has_shown_ = true;
  }
  for (; shown_changes_ < wanted; ++shown_changes_) apply(changes_[shown_changes_], shown_);
  return shown_;
}

Happened Recording::happened(std::size_t tick) const {
  Happened happened;
  happened.logged.resize(now_.logged.size());
  const std::size_t begin = tick == 0 ? 0 : ticks_[tick - 1].changes;
  for (std::size_t i = begin; i < ticks_[tick].changes; ++i) {
    const Change& change = changes_[i];
    if (change.kind == Kind::leaf_after || change.kind == Kind::leaf_before) {
      happened.splits.push_back(change.kind == Kind::leaf_after ? change.a : change.b);
      happened.splits.push_back(change.kind == Kind::leaf_after ? change.b : change.a);
    } else if (change.kind == Kind::imaged) {
      happened.images.push_back(change.a);
    } else if (change.kind == Kind::logged) {
      sum_up(happened.logged[change.type], {1, change.a, change.count, change.b});
    } else if (change.kind == Kind::redo_grown) {
      happened.redo_bytes += change.a;
    } else if (change.kind == Kind::checkpoint_ended) {
      happened.checkpoint_ended = true;
    }
  }
  return happened;
}

}  // namespace keycost
