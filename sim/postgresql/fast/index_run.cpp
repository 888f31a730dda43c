#include "sim/postgresql/fast/index_run.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "sim/fast/key_feed.hpp"
#include "sim/fast/table_keys.hpp"
#include "sim/postgresql/fast/key.hpp"
#include "sim/postgresql/fast/leaf_range.hpp"
#include "sim/postgresql/fast/scatter.hpp"
#include "sim/postgresql/fast/upper_levels.hpp"
#include "sim/postgresql/nbtree/index_page.hpp"
#include "sim/postgresql/nbtree/statistics.hpp"

namespace keycost::postgresql::fast {

using keycost::fast::do_all;
using keycost::fast::KeyFeed;

namespace {

/// Whether each row's key lies behind all before it.
bool ascends(const IndexToRun& index) {
  return !index.descending && index.open_keys()->ascends();
}

template <class Key, class Reader = KeyReader<Key>>
class Run {
 public:
  Run(const IndexToRun& index, Reader reader, const std::vector<Segment>& segments, const RunOptions& options)
      : index_(index),
        reader_(std::move(reader)),
        segments_(segments),
        options_(options),
        rows_(segments.empty() ? 0 : segments.back().end_row),
        leaf_rule_(index.attributes, index.fillfactor_percent, true),
        upper_rule_(index.attributes, index.fillfactor_percent, false),
        costs_(segments.size()) {}

  IndexRun run() {
    if (rows_ == 0) return finish_empty();
    create_first_root();
    const bool is_ascending = ascends(index_);
    LeafRange<Key> whole(leaf_rule_, upper_rule_, index_.writes_images, segments_, first_interval(),
                         is_ascending);
    if (is_ascending) {
      insert_ascending(whole);
      collect(whole);
      rightmost_.emplace(whole.rightmost_leaf());
    } else {
      insert_all(whole);
    }
    return finish();
  }

 private:
  using Feed = KeyFeed<Key, Reader>;

  std::uint32_t first_interval() const { return segments_[segment_of(0)].interval; }
  std::size_t segment_of(std::uint64_t row) const {
    std::size_t segment = 0;
    while (row >= segments_[segment].end_row) ++segment;
    return segment;
  }

  // The first row finds no root: the metapage is read from disk, and found once more to be changed.
  void create_first_root() {
    IndexCosts& costs = costs_[segment_of(0)];
    costs.newroot.add(RecordSize(newroot_record_size_bytes)
                          .add_block(true, 0)
                          .add_block(false, metadata_record_size_bytes));
    costs.leaf_pages = 1;
    costs.buffers.read += 1;
    costs.buffers.written += 1;
    costs.buffers.dirtied += 2;
  }

  void insert_ascending(LeafRange<Key>& whole) {
    for (std::size_t segment = 0; segment < segments_.size(); ++segment) {
      if (options_.progress) options_.progress(segments_[segment].first_row);
      whole.insert_ascending(segments_[segment].end_row - segments_[segment].first_row,
                             segments_[segment].first_row, segment);
    }
    whole.finish(rows_);
  }

  // First in one piece, then, as soon as there are leaves enough, range by range.
  void insert_all(LeafRange<Key>& whole) {
    Feed feed(index_.open_keys, index_.attributes.first.type, reader_, options_);
    std::vector<LeafRange<Key>*> all{&whole};
    std::uint64_t row = 0;
    while (row < rows_ && (!whole.has_three_levels() || whole.pages().size() < index_.cut.leaves_before))
      row = feed_piece(feed, row, all, index_.cut.rows_a_first_piece);
    collect_costs(whole);
    if (row == rows_) {
      whole.finish(rows_);
      take_leaves(whole);
      rightmost_.emplace(whole.rightmost_leaf());
      return;
    }
    const std::size_t passes = this->passes();
    for (std::size_t pass = 0; pass < passes; ++pass) {
      if (pass > 0) reopen(feed, row);
      run_ranges(feed, whole, row, pass, passes);
    }
  }

  /// How often the keys are gone through, each time for as many ranges as fit into memory.
  std::size_t passes() const {
    const std::uint64_t leaves = rows_ / (leaf_rule_.entries_max(false) * 2 / 3) + 1;
    const std::uint64_t bytes = leaves * (leaf_rule_.entries_max(true) + 1) * sizeof(Key);
    return static_cast<std::size_t>(bytes / index_.cut.memory_bytes + 1);
  }

  void reopen(Feed& feed, std::uint64_t row) {
    feed = Feed(index_.open_keys, index_.attributes.first.type, reader_, options_);
    feed.skip(row);
  }

  void run_ranges(Feed& feed, const LeafRange<Key>& whole, std::uint64_t row, std::size_t pass,
                  std::size_t passes) {
    const std::size_t count = passes * index_.cut.ranges_a_pass;
    const std::size_t leaves = whole.pages().size();
    std::vector<std::unique_ptr<LeafRange<Key>>> ranges;
    std::vector<LeafRange<Key>*> fed;
    const std::size_t first_range = pass * index_.cut.ranges_a_pass;
    for (std::size_t range = first_range; range < first_range + index_.cut.ranges_a_pass; ++range) {
      const std::size_t first = leaves * range / count;
      const std::size_t end = leaves * (range + 1) / count;
      if (first == end) continue;
      ranges.push_back(std::make_unique<LeafRange<Key>>(whole, first, end));
      fed.push_back(ranges.back().get());
    }
    while (row < rows_) row = feed_piece(feed, row, fed, index_.cut.rows_a_piece);
    do_shared(ranges.size(), [&](std::size_t range) { ranges[range]->finish(rows_); });
    for (const auto& range : ranges) collect(*range);
    if (pass + 1 == passes) rightmost_.emplace(ranges.back()->rightmost_leaf());
  }

  std::size_t threads() const { return std::max<std::size_t>(1, options_.threads); }

  /// Work 0 … count − 1, dealt out to the threads in turn.
  void do_shared(std::size_t count, const std::function<void(std::size_t)>& work) const {
    const std::size_t workers = std::min(count, threads());
    do_all(options_, workers, [&](std::size_t worker) {
      for (std::size_t i = worker; i < count; i += workers) work(i);
    });
  }

  /// Gives the next piece of the stream to the ranges. Returns the row behind it.
  std::uint64_t feed_piece(Feed& feed, std::uint64_t row, const std::vector<LeafRange<Key>*>& ranges,
                           std::size_t rows_a_part) {
    if (options_.progress) options_.progress(row);
    keys_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(rows_a_part * threads(), rows_ - row)));
    feed.read(row, keys_);
    const RangeLimits<Key> limits = limits_of(ranges);
    parts_.resize(threads());
    const std::size_t part_rows = (keys_.size() + parts_.size() - 1) / parts_.size();
    do_all(options_, parts_.size(), [&](std::size_t part) {
      const std::size_t begin = std::min(keys_.size(), part * part_rows);
      const std::size_t end = std::min(keys_.size(), begin + part_rows);
      parts_[part].fill(std::span<const Key>(keys_).subspan(begin, end - begin),
                        static_cast<std::uint32_t>(begin), limits);
    });
    do_shared(ranges.size(), [&](std::size_t range) {
      for (const Scatter<Key>& part : parts_) ranges[range]->insert(part.keys(range), part.rows(range), row);
    });
    return row + keys_.size();
  }

  static RangeLimits<Key> limits_of(const std::vector<LeafRange<Key>*>& ranges) {
    RangeLimits<Key> limits;
    for (const LeafRange<Key>* range : ranges) {
      limits.tops.push_back(top(range->begin()));
      limits.begins.push_back(range->begin());
      limits.lowest.push_back(range->lowest());
      limits.highest.push_back(range->highest());
    }
    return limits;
  }

  void collect_costs(LeafRange<Key>& range) {
    for (std::size_t segment = 0; segment < segments_.size(); ++segment)
      costs_[segment] += range.costs()[segment];
    made_.insert(made_.end(), range.made().begin(), range.made().end());
  }

  void take_leaves(const LeafRange<Key>& range) {
    if (!index_.keep_pages) return;
    range.each_leaf([&](const PageState& state, bool is_rightmost) {
      leaves_.push_back({state.made_by, state.entries, is_rightmost});
    });
  }

  void collect(LeafRange<Key>& range) {
    collect_costs(range);
    take_leaves(range);
  }

  IndexRun finish() {
    std::sort(made_.begin(), made_.end(),
              [](const PageMade<Key>& a, const PageMade<Key>& b) { return a.row < b.row; });
    UpperLevels<Key> upper(upper_rule_, index_.writes_images, segments_, first_interval(), costs_);
    upper.build(std::move(made_));
    count_descents(upper.growths());
    count_plain_inserts();
    IndexRun run;
    run.states = states(upper);
    if (index_.keep_pages) run.lines = lines(upper);
    run.costs = std::move(costs_);
    return run;
  }

  /// How many of the segment's rows come after `row`.
  static std::uint64_t rows_after(const Segment& segment, std::uint64_t row) {
    return segment.end_row <= row + 1 ? 0 : segment.end_row - std::max(segment.first_row, row + 1);
  }

  // From the root to the leaf, an access a level. The session keeps a copy of the metapage, which it must get
  // when it begins and when it finds that the root has been split.
  void count_descents(const std::vector<std::uint64_t>& growths) {
    for (std::size_t i = 0; i < segments_.size(); ++i) {
      BufferUsage& buffers = costs_[i].buffers;
      buffers.hit += segments_[i].end_row - segments_[i].first_row + rightmost_->missed()[i];
      for (const std::uint64_t growth : growths) buffers.hit += rows_after(segments_[i], growth);
    }
    for (const std::uint64_t growth : growths) {
      const std::uint64_t next = growth + 1;
      if (next < rows_ && !rightmost_->begins_session(next)) costs_[segment_of(next)].buffers.hit += 2;
    }
    if (rows_ > 1 && !rightmost_->begins_session(1)) ++costs_[segment_of(1)].buffers.hit;
    std::uint64_t session_before = 0;
    for (const Segment& segment : segments_) {
      const std::uint64_t row = segment.first_row;
      if (!segment.new_session || row == 0 || row == session_before || row >= rows_) continue;
      session_before = row;
      ++costs_[segment_of(row)].buffers.hit;
    }
    for (const RowRun& run : rightmost_->went_straight()) spare_descents(run, growths);
  }

  // A row that goes straight to the rightmost leaf does not pass the levels above.
  void spare_descents(const RowRun& run, const std::vector<std::uint64_t>& growths) {
    const std::uint64_t end = run.first + run.count;
    for (std::size_t segment = segment_of(run.first);
         segment < segments_.size() && segments_[segment].first_row < end; ++segment) {
      const Segment part{std::max(run.first, segments_[segment].first_row),
                         std::min(end, segments_[segment].end_row), 0, false};
      if (part.end_row <= part.first_row) continue;
      for (const std::uint64_t growth : growths) costs_[segment].buffers.hit -= rows_after(part, growth);
    }
  }

  void count_plain_inserts() {
    const RecordSize plain = RecordSize(insert_record_size_bytes).add_block(true, leaf_rule_.tuple_bytes());
    for (std::size_t i = 0; i < segments_.size(); ++i) {
      const std::uint64_t inserts = segments_[i].end_row - segments_[i].first_row - costs_[i].leaf_splits;
      costs_[i].insert_leaf.add(plain, inserts - costs_[i].insert_leaf.count);
    }
  }

  std::vector<IndexState> states(const UpperLevels<Key>& upper) const {
    std::vector<IndexState> states;
    IndexCosts sum;
    for (std::size_t i = 0; i < segments_.size(); ++i) {
      sum += costs_[i];
      IndexState& state = states.emplace_back();
      state.tree_level = sum.levels;
      state.leaf_pages = sum.leaf_pages;
      state.internal_pages = sum.internal_pages;
      state.index_size = (1 + sum.leaf_pages + sum.internal_pages) * block_size_bytes;
      if (sum.leaf_pages > 0) state.root_block_no = root_block(upper, sum.levels);
      set_percentages(state, free_bytes(segments_[i].end_row, sum.leaf_pages),
                      static_cast<std::uint64_t>(sum.fragments));
    }
    return states;
  }

  /// A new root is the last page that its row makes; the metapage is block 0.
  static std::uint64_t root_block(const UpperLevels<Key>& upper, std::uint64_t levels) {
    return levels == 0 ? 1 : upper.pages_made_until(upper.growths()[levels - 1]);
  }

  std::uint64_t free_bytes(std::uint64_t rows, std::uint64_t leaves) const {
    const std::uint64_t entry = maxalign(leaf_rule_.tuple_bytes()) + line_pointer_size_bytes;
    const std::uint64_t high_key = maxalign(leaf_rule_.pivot_bytes()) + line_pointer_size_bytes;
    return leaves == 0 ? 0 : leaves * index_page_usable_bytes - rows * entry - (leaves - 1) * high_key;
  }

  struct PageInFile {
    std::uint64_t made_by;
    std::size_t level;
    std::size_t position;  ///< in key order
    std::uint64_t block = 0;
  };

  // Blocks are given out as pages are made: by the row, and for one row from the leaves up.
  std::vector<std::vector<std::string>> lines(const UpperLevels<Key>& upper) const {
    std::vector<const std::vector<PageOutline>*> levels{&leaves_};
    for (const auto& level : upper.pages()) levels.push_back(&level);
    std::vector<PageInFile> file;
    for (std::size_t level = 0; level < levels.size(); ++level) {
      for (std::size_t i = 0; i < levels[level]->size(); ++i)
        file.push_back({(*levels[level])[i].made_by, level, i});
    }
    std::sort(file.begin(), file.end(), [](const PageInFile& a, const PageInFile& b) {
      return a.made_by != b.made_by ? a.made_by < b.made_by : a.level < b.level;
    });
    std::vector<std::vector<std::uint64_t>> blocks(levels.size());
    for (std::size_t level = 0; level < levels.size(); ++level)
      blocks[level].resize(levels[level]->size() + 1);
    for (std::size_t i = 0; i < file.size(); ++i) blocks[file[i].level][file[i].position] = i + 1;
    std::vector<std::vector<std::string>> lines;
    for (const PageInFile& page : file) {
      const PageOutline& outline = (*levels[page.level])[page.position];
      const auto& of_level = blocks[page.level];
      const bool is_root = page.level + 1 == levels.size();
      const PageRule& rule = page.level == 0 ? leaf_rule_ : upper_rule_;
      const std::size_t free = rule.free_bytes(outline.entries, outline.is_rightmost);
      lines.push_back({fmt::format("{}", of_level[page.position]),
                       page.level == 0 ? "l" : (is_root ? "r" : "i"),
                       fmt::format("{}", outline.entries + (outline.is_rightmost ? 0 : 1)),
                       fmt::format("{}", free < line_pointer_size_bytes ? 0 : free - line_pointer_size_bytes),
                       fmt::format("{}", page.position == 0 ? 0 : of_level[page.position - 1]),
                       fmt::format("{}", of_level[page.position + 1]), fmt::format("{}", page.level)});
    }
    return lines;
  }

  IndexRun finish_empty() const {
    IndexRun run;
    run.costs = costs_;
    for (std::size_t i = 0; i < segments_.size(); ++i) {
      IndexState& state = run.states.emplace_back();
      state.index_size = block_size_bytes;
      set_percentages(state, 0, 0);
    }
    return run;
  }

  const IndexToRun& index_;
  Reader reader_;
  const std::vector<Segment>& segments_;
  const RunOptions& options_;
  std::uint64_t rows_;
  PageRule leaf_rule_;
  PageRule upper_rule_;
  std::vector<IndexCosts> costs_;
  std::vector<PageMade<Key>> made_;
  std::vector<PageOutline> leaves_;
  std::optional<RightmostLeaf> rightmost_;
  std::vector<Key> keys_;            ///< of the piece
  std::vector<Scatter<Key>> parts_;  ///< the same, by range
};

/// A reader of the index's uuids as short keys, if the first rows' differ so early that the others' most
/// likely do too. They are taken for all of it only if they turn out to: where two keys are alike, the run is
/// made again.
std::optional<ShortUuidReader> short_reader(const IndexToRun& index, std::uint64_t rows) {
  if (rows == 0) return std::nullopt;
  ColumnBatch values(index.attributes.first.type);
  index.open_keys()->next(static_cast<std::size_t>(std::min(rows, keycost::fast::sample_rows)), values);
  ShortUuidReader reader(values.value(0).data(), index.descending);
  std::vector<NarrowKey> keys;
  for (std::size_t row = 0; row < values.rows(); ++row) keys.push_back(reader(values.value(row).data()));
  if (!keycost::fast::differ_early(std::move(keys))) return std::nullopt;
  return reader;
}

}  // namespace

IndexRun run_index(const IndexToRun& index, const std::vector<Segment>& segments, const RunOptions& options) {
  const SqlType type = index.attributes.first.type;
  if (key_width(type) == KeyWidth::narrow || ascends(index))
    return Run<NarrowKey>(index, {type, index.descending}, segments, options).run();
  if (auto reader = short_reader(index, segments.empty() ? 0 : segments.back().end_row)) {
    try {
      return Run<NarrowKey, ShortUuidReader>(index, *reader, segments, options).run();
    } catch (const KeysNotShort&) {
    } catch (const KeysEqual&) {
      // In their short form; whether they are equal is seen below.
    }
  }
  return Run<WideKey>(index, {type, index.descending}, segments, options).run();
}

}  // namespace keycost::postgresql::fast
