// Watching a run from inside: what the server does, event by event, and what it looks like at that moment.
//
// An observer hangs on RunOptions::innodb_observer. It is told of each event as it happens: of one row first
// what each index does, then the row. A split is told when the new page has been taken and nothing has moved
// yet, so that the full page can still be seen; entries of the levels above come before the record itself,
// since InnoDB makes them first. It may look at everything through the Server that run_begins hands over, and
// changes nothing: a run with an observer has the result of one without. It may throw to stop the run; the
// exception goes through the engine's run() as it is, and the server is gone by then, so what is needed of it
// must have been copied.
//
// Without an observer a run pays a test of one pointer for each row and index entry. Sorted builds
// (create_index, rebuild) tell of nothing but the pages they take; after the step the server has the indexes
// that they have made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "sim/innodb/page_format.hpp"
#include "sim/innodb/split_point.hpp"
#include "sim/scenario.hpp"

namespace keycost::innodb {

class Btree;
class Server;

/// An entry that has gone onto a page: a record on a leaf, a node pointer above.
struct EntryEvent {
  const Btree* index = nullptr;
  PageNumber page = no_page;
  std::uint16_t level = 0;
  std::size_t position = 0;  ///< so many records lie before it on the page
};

/// A page that is about to split; `new_page` is taken and empty.
struct SplitEvent {
  const Btree* index = nullptr;
  PageNumber page = no_page;
  PageNumber new_page = no_page;
  std::uint16_t level = 0;
  std::size_t records = 0;   ///< on the full page
  std::size_t position = 0;  ///< so many of them lie before the new one
  std::size_t new_record_size_bytes = 0;
  std::optional<std::size_t> last_insert;  ///< which of them was inserted last; nothing: it is forgotten
  bool by_size = false;                    ///< the second try: a first split has left too little room
  SplitPoint point;                        ///< records from `move_from` on are the upper page's
};

/// The root's records have moved to `page`, which will split.
struct RootEvent {
  const Btree* index = nullptr;
  PageNumber page = no_page;
  std::uint16_t root_level = 0;  ///< now
};

class Observer {
 public:
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;

  /// The table is there, as CREATE TABLE leaves it. `server` stays where it is until the run ends.
  virtual void run_begins(const Server& /*server*/) {}

  /// After the last step; the server is still there.
  virtual void run_ends() {}

  /// `step` is one of the scenario's; a repeat's steps begin and end once a round.
  virtual void step_begins(const Step& /*step*/) {}
  virtual void step_ends(const Step& /*step*/) {}

  /// A row is in all indexes. `number`: from 1, over all steps.
  virtual void row_arrived(std::uint64_t /*number*/) {}
  virtual void entry_inserted(const EntryEvent& /*entry*/) {}
  virtual void page_splits(const SplitEvent& /*split*/) {}
  virtual void root_raised(const RootEvent& /*root*/) {}
  virtual void page_allocated(const Btree& /*index*/, PageNumber /*page*/, std::uint16_t /*level*/) {}
  virtual void page_freed(const Btree& /*index*/, PageNumber /*page*/) {}
};

}  // namespace keycost::innodb
