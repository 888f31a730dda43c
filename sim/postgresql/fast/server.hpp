// A PostgreSQL server with one table, as far as the fast path goes: rows of one width, indexes whose costs
// are known for each segment of the run.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/postgresql/buffers.hpp"
#include "sim/postgresql/checkpointer.hpp"
#include "sim/postgresql/fast/heap_growth.hpp"
#include "sim/postgresql/fast/index_run.hpp"
#include "sim/postgresql/sequence.hpp"
#include "sim/postgresql/server_totals.hpp"
#include "sim/postgresql/settings.hpp"
#include "sim/postgresql/transactions.hpp"

namespace keycost::postgresql::fast {

class FastServer {
 public:
  /// `indexes`: each index's name and what it costs, in order of creation.
  FastServer(const Settings& settings, const TableDefinition& table, std::vector<Segment> segments,
             std::vector<std::pair<std::string, IndexRun>> indexes);
  FastServer(const FastServer&) = delete;
  FastServer& operator=(const FastServer&) = delete;

  /// The next segment.
  void insert(const InsertStep& step);
  void checkpoint();

  ServerTotals totals() const;
  HeapState heap_state() const;
  std::vector<std::pair<std::string, IndexState>> index_states() const;

  /// Pages of all relations that were in the pool at the end, where nothing ever leaves it.
  std::uint64_t buffers_needed() const;

 private:
  struct Index {
    std::string name;
    IndexRun run;
    Cost cost;
  };
  void add_index_costs(Index& index);
  std::uint64_t phantom_dirtied() const;

  BufferManager buffers_;
  WriteAheadLog log_;
  Checkpointer checkpointer_;
  Transactions transactions_;
  HeapGrowth heap_;
  std::vector<std::unique_ptr<Sequence>> sequences_;
  std::vector<Index> indexes_;
  std::vector<Segment> segments_;
  std::size_t segment_ = 0;  ///< how many are done
  std::uint64_t rows_ = 0;
  std::uint64_t dirtied_before_checkpoint_ =
      0;                                       ///< pages that are not kept, dirtied up to the last checkpoint
  std::uint64_t written_by_checkpointer_ = 0;  ///< of them
};

}  // namespace keycost::postgresql::fast
