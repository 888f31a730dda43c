// The same for InnoDB's engines: the clustered index's leaves hold the rows.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sim/engine.hpp"
#include "sim/innodb/observer.hpp"
#include "sim/reading/hot_page.hpp"
#include "sim/reading/observed_steps.hpp"

namespace keycost::reading {

class InnodbWatch : public innodb::Observer {
 public:
  /// `next`: an observer that is told of everything as well; may be nullptr.
  InnodbWatch(const Scenario& scenario, innodb::Observer* next)
      : scenario_(scenario), next_(next), reads_(has_read_step(scenario.steps)) {}

  /// Of every step that ended.
  std::vector<StepResult> take_executions() { return std::move(executions_); }

  void run_begins(const innodb::Server& server) override;
  void run_ends() override;
  void step_begins(const Step& step) override;
  void step_ends(const Step& step) override;
  void row_arrived(std::uint64_t number) override;
  void entry_inserted(const innodb::EntryEvent& entry) override;
  void page_splits(const innodb::SplitEvent& split) override;
  void root_raised(const innodb::RootEvent& root) override;
  void page_allocated(const innodb::Btree& index, innodb::PageNumber page, std::uint16_t level) override;
  void page_freed(const innodb::Btree& index, innodb::PageNumber page) override;

 private:
  ReadingUsage read(const ReadStep& step) const;

  const Scenario& scenario_;
  innodb::Observer* next_;
  bool reads_;  ///< some step will
  const innodb::Server* server_ = nullptr;
  std::vector<std::pair<const innodb::Btree*, HotPage>> hot_pages_;  ///< an index each
  std::vector<std::string> keys_;  ///< of the rows in the order in which they came, if a step will read
  std::vector<StepResult> executions_;
};

}  // namespace keycost::reading
