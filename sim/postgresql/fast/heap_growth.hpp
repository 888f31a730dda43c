// A heap to which rows of one width are added: page after page, each as full as the last.
//
// Nothing of a page but how many rows it has can make a difference, so pages are not kept. What happens when
// a page is full, in the free space map, is left to the model of the map itself.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/postgresql/buffers.hpp"
#include "sim/postgresql/heap/free_space_map.hpp"
#include "sim/postgresql/heap/heap.hpp"
#include "sim/postgresql/wal/log.hpp"

namespace keycost::postgresql::fast {

class HeapGrowth {
 public:
  HeapGrowth(std::size_t tuple_size_bytes, int fillfactor_percent, BufferManager& buffers,
             WriteAheadLog& log);

  /// heap_insert of `rows` rows, one after the other. O(pages).
  void insert(std::uint64_t rows);

  void checkpoint() { ++interval_; }
  void start_session() { target_is_known_ = false; }

  std::uint64_t pages() const { return pages_; }
  const FreeSpaceMap& free_space_map() const { return free_space_map_; }
  /// Of the rows' pages alone.
  const Cost& cost() const { return cost_; }

 private:
  bool has_room() const;
  void find_page();
  void extend();
  std::uint64_t place(std::uint64_t rows);
  void log_rows(std::uint64_t rows, bool on_new_page);
  std::size_t hole_bytes() const;

  std::size_t tuple_size_bytes_;
  std::size_t needed_bytes_;
  FreeSpaceMap free_space_map_;
  WriteAheadLog* log_;
  Cost cost_;
  std::uint64_t rows_a_page_ = 0;
  std::uint64_t pages_ = 0;
  std::uint64_t rows_on_last_ = 0;
  bool target_is_known_ = false;  ///< the session inserted into the last page before
  bool last_is_new_ = false;      ///< and has just been added
  std::uint32_t interval_ = 0;    ///< how many checkpoints there were
  std::uint32_t last_changed_in_ = 0;
};

}  // namespace keycost::postgresql::fast
