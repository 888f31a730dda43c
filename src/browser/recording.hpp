// A run of one table, recorded so that any of its moments can be looked at again, forward and back: the
// leaves of the table's first index in key order and what has been logged, as a list of small changes, with
// the whole state kept now and then. To go to a moment is to take the nearest state kept before it and to
// apply what follows: O(changes between two kept states), some 30,000, wherever the moment lies.
//
// Memory: 12 bytes a change, of which a row makes some six.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace keycost {

/// What a leaf is, besides being so full.
struct LeafMarks {
  static constexpr std::uint8_t dirty = 1;     ///< not yet on disk as it is in memory
  static constexpr std::uint8_t imaged = 2;    ///< its image was logged since the redo point
  static constexpr std::uint8_t newest = 4;    ///< took the last entry
  static constexpr std::uint8_t split = 8;     ///< one half of a split that happened since the tick before
  static constexpr std::uint8_t touched = 16;  ///< its image was logged since the tick before
};

struct LoggedOfType {
  std::uint64_t count = 0;
  std::uint64_t record_size = 0;  ///< bytes without images
  std::uint64_t fpi = 0;
  std::uint64_t fpi_size = 0;  ///< bytes

  std::uint64_t size() const { return record_size + fpi_size; }
};

/// What there is at a moment.
struct RecordedState {
  struct Leaf {
    std::uint32_t used_bytes = 0;  ///< by items and their line pointers
    std::uint8_t marks = 0;        ///< of LeafMarks: dirty, imaged
  };
  std::vector<std::uint32_t> order;  ///< the leaves' page numbers in key order
  std::vector<Leaf> leaves;          ///< by page number
  std::vector<LoggedOfType> logged;  ///< by record type
  std::uint64_t redo_bytes = 0;      ///< InnoDB
  std::uint64_t used_bytes = 0;      ///< of all leaves
  std::uint64_t dirty_pages = 0;     ///< of all the table's relations
  std::uint64_t splits = 0;          ///< of leaves
  std::uint64_t checkpoints = 0;
  std::uint32_t newest = no_leaf;

  static constexpr std::uint32_t no_leaf = ~std::uint32_t{0};

  LoggedOfType logged_in_all() const;
};

/// A moment that can be gone to: the run's start, the arrival of a row, or the end of a step.
enum class TickKind : std::uint8_t { start, row, step };

struct Tick {
  TickKind kind = TickKind::start;
  std::uint64_t rows = 0;  ///< that have arrived
  std::size_t step = 0;    ///< of a step's end: its place in Recording::step_names()
};

/// Of one tick: what happened between the one before and it.
struct Happened {
  std::vector<std::uint32_t> splits;  ///< left half and right half, in turn
  std::vector<std::uint32_t> images;  ///< leaves whose image was logged
  std::vector<LoggedOfType> logged;   ///< by record type
  std::uint64_t redo_bytes = 0;
  bool checkpoint_ended = false;
};

class Recording {
 public:
  /// `record_types`: how many types of log records there are. `page_bytes`: what leaves have for items.
  Recording(std::size_t record_types, std::size_t page_bytes) : page_bytes_(page_bytes) {
    now_.logged.resize(record_types);
  }

  // While the run goes on.
  void set_page_bytes(std::size_t bytes) { page_bytes_ = bytes; }
  void leaf_first(std::uint32_t page);
  /// `page` is a new leaf behind `left` in key order, the other half of it.
  void leaf_after(std::uint32_t left, std::uint32_t page);
  /// The same in front of `right`.
  void leaf_before(std::uint32_t right, std::uint32_t page);
  void used(std::uint32_t page, std::size_t bytes);
  void newest(std::uint32_t page);
  void dirtied(std::uint32_t page);
  void written(std::uint32_t page);
  void other_dirtied();  ///< a page that is no leaf of the index
  void other_written();
  void dirty_pages_are(std::uint64_t pages);  ///< counted anew
  void imaged(std::uint32_t page);
  void redo_point();
  void checkpoint_ended();
  void logged(std::size_t type, std::size_t record_bytes, std::size_t images, std::size_t images_bytes);
  void redo_grown(std::uint64_t bytes);
  void split_counted();
  /// The index is another one now, or has been changed otherwise than leaf by leaf.
  void leaves_replaced(std::vector<std::uint32_t> order, std::vector<RecordedState::Leaf> leaves);
  void tick(TickKind kind, std::string_view step_name = {});

  // Afterwards.
  const RecordedState& now() const { return now_; }
  std::size_t ticks() const { return ticks_.size(); }
  Tick tick_at(std::size_t tick) const;
  const std::vector<std::string>& step_names() const { return step_names_; }
  std::size_t page_bytes() const { return page_bytes_; }
  /// Ticks within which leaves have split, and within which checkpoints have ended, in order.
  const std::vector<std::uint32_t>& split_ticks() const { return split_ticks_; }
  const std::vector<std::uint32_t>& checkpoint_ticks() const { return checkpoint_ticks_; }

  /// The state at a tick; valid until the next call.
  const RecordedState& go(std::size_t tick);
  Happened happened(std::size_t tick) const;

 private:
  enum class Kind : std::uint8_t {
    leaf_first,
    leaf_after,
    leaf_before,
    used,
    newest,
    dirtied,
    written,
    other_dirtied,
    other_written,
    dirty_pages_are,
    imaged,
    redo_point,
    checkpoint_ended,
    logged,
    redo_grown,
    split_counted,
    leaves_replaced,
  };
  struct Change {
    Kind kind;
    std::uint8_t type = 0;    ///< of a record
    std::uint16_t count = 0;  ///< of its images
    std::uint32_t a = 0;
    std::uint32_t b = 0;
  };
  struct TickEntry {
    std::uint32_t changes = 0;  ///< so many have happened
    std::uint32_t rows = 0;
    std::uint32_t step = 0;  ///< 0: a row or the start, else its name's place + 1
  };
  struct Kept {
    std::size_t changes = 0;
    RecordedState state;
  };
  struct Leaves {
    std::vector<std::uint32_t> order;
    std::vector<RecordedState::Leaf> leaves;
  };

  void add(Change change);
  void apply(const Change& change, RecordedState& state) const;
  void replace(const Leaves& with, RecordedState& state) const;

  std::size_t page_bytes_;
  RecordedState now_;
  std::vector<Change> changes_;
  std::vector<Kept> kept_;
  std::vector<TickEntry> ticks_;
  std::vector<std::string> step_names_;
  std::vector<std::uint32_t> split_ticks_;
  std::vector<std::uint32_t> checkpoint_ticks_;
  std::vector<Leaves> replacements_;
  RecordedState shown_;
  std::size_t shown_changes_ = 0;
  bool has_shown_ = false;
};

}  // namespace keycost
