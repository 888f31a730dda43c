// Watches a run of PostgreSQL's engine for what a scenario asks beyond costs: onto which leaves entries go,
// and which pages hold the rows that a read step reads. Looks at pages as they are, through no buffer:
// nothing changes by it.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "sim/engine.hpp"
#include "sim/postgresql/observer.hpp"
#include "sim/reading/hot_page.hpp"
#include "sim/reading/observed_steps.hpp"

namespace keycost::reading {

class PostgresqlWatch : public postgresql::Observer {
 public:
  /// `next`: an observer that is told of everything as well; may be nullptr.
  PostgresqlWatch(const Scenario& scenario, postgresql::Observer* next)
      : scenario_(scenario), next_(next), reads_(has_read_step(scenario.steps)) {}

  /// Of every step that ended.
  std::vector<StepResult> take_executions() { return std::move(executions_); }

  void run_begins(const postgresql::Server& server) override;
  void run_ends() override;
  void step_begins(const Step& step) override;
  void step_ends(const Step& step) override;
  void row_arrived(const postgresql::RowEvent& row) override;
  void entry_inserted(const postgresql::EntryEvent& entry) override;
  void page_splits(const postgresql::SplitEvent& split) override;
  void root_grown(const postgresql::RootEvent& root) override;
  void page_deduplicated(const postgresql::DeduplicationEvent& pass) override;
  void record_logged(const postgresql::RecordEvent& record) override;
  void relation_extended(const postgresql::Relation& relation, postgresql::BlockNumber block) override;
  void page_read(const postgresql::Relation& relation, postgresql::BlockNumber block) override;
  void page_dirtied(const postgresql::Relation& relation, postgresql::BlockNumber block) override;
  void page_written(const postgresql::Relation& relation, postgresql::BlockNumber block,
                    postgresql::PageWrite reason) override;
  void relation_dropped(const postgresql::Relation& relation) override;
  void checkpoint_begins(const postgresql::CheckpointEvent& checkpoint) override;
  void checkpoint_ends(const postgresql::CheckpointEvent& checkpoint) override;

 private:
  ReadingUsage read(const ReadStep& step) const;

  const Scenario& scenario_;
  postgresql::Observer* next_;
  bool reads_;  ///< some step will
  const postgresql::Server* server_ = nullptr;
  std::vector<std::pair<const postgresql::Relation*, HotPage>> hot_pages_;  ///< an index each
  std::vector<postgresql::TupleId> rows_;  ///< in the order in which they came, if a step will read
  std::vector<StepResult> executions_;
};

}  // namespace keycost::reading
