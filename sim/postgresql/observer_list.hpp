// Several observers of one run: each is told of every event, in the order in which they stand here.
#pragma once

#include <utility>
#include <vector>

#include "sim/postgresql/observer.hpp"

namespace keycost::postgresql {

class ObserverList : public Observer {
 public:
  explicit ObserverList(std::vector<Observer*> observers) : observers_(std::move(observers)) {}

  void run_begins(const Server& server) override { tell(&Observer::run_begins, server); }
  void run_ends() override { tell(&Observer::run_ends); }
  void step_begins(const Step& step) override { tell(&Observer::step_begins, step); }
  void step_ends(const Step& step) override { tell(&Observer::step_ends, step); }
  void row_arrived(const RowEvent& row) override { tell(&Observer::row_arrived, row); }
  void entry_inserted(const EntryEvent& entry) override { tell(&Observer::entry_inserted, entry); }
  void page_splits(const SplitEvent& split) override { tell(&Observer::page_splits, split); }
  void root_grown(const RootEvent& root) override { tell(&Observer::root_grown, root); }
  void page_deduplicated(const DeduplicationEvent& pass) override {
    tell(&Observer::page_deduplicated, pass);
  }
  void record_logged(const RecordEvent& record) override { tell(&Observer::record_logged, record); }
  void relation_extended(const Relation& relation, BlockNumber block) override {
    tell(&Observer::relation_extended, relation, block);
  }
  void page_read(const Relation& relation, BlockNumber block) override {
    tell(&Observer::page_read, relation, block);
  }
  void page_dirtied(const Relation& relation, BlockNumber block) override {
    tell(&Observer::page_dirtied, relation, block);
  }
  void page_written(const Relation& relation, BlockNumber block, PageWrite reason) override {
    tell(&Observer::page_written, relation, block, reason);
  }
  void relation_dropped(const Relation& relation) override { tell(&Observer::relation_dropped, relation); }
  void checkpoint_begins(const CheckpointEvent& checkpoint) override {
    tell(&Observer::checkpoint_begins, checkpoint);
  }
  void checkpoint_ends(const CheckpointEvent& checkpoint) override {
    tell(&Observer::checkpoint_ends, checkpoint);
  }

 private:
  template <class... Parameters, class... Arguments>
  void tell(void (Observer::*event)(Parameters...), const Arguments&... arguments) {
    for (Observer* observer : observers_) (observer->*event)(arguments...);
  }

  std::vector<Observer*> observers_;
};

}  // namespace keycost::postgresql
