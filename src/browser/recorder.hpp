// Who records a run of each engine while it goes on.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "sim/innodb/observer.hpp"
#include "sim/innodb/server.hpp"
#include "sim/postgresql/observer.hpp"
#include "sim/postgresql/server.hpp"
#include "src/browser/recording.hpp"

namespace keycost {

/// What a step is called: its name, else what it does.
std::string_view step_words(const Step& step);

/// Records the leaves of the table's first index, and the whole log.
class PostgresqlRecorder : public postgresql::Observer {
 public:
  PostgresqlRecorder();
  Recording& recording() { return recording_; }

 private:
  void run_begins(const postgresql::Server& server) override;
  void step_ends(const Step& step) override;
  void row_arrived(const postgresql::RowEvent& row) override;
  void entry_inserted(const postgresql::EntryEvent& entry) override;
  void root_grown(const postgresql::RootEvent& root) override;
  void record_logged(const postgresql::RecordEvent& record) override;
  void page_dirtied(const postgresql::Relation& relation, postgresql::BlockNumber block) override;
  void page_written(const postgresql::Relation& relation, postgresql::BlockNumber block,
                    postgresql::PageWrite reason) override;
  void checkpoint_begins(const postgresql::CheckpointEvent& checkpoint) override;
  void checkpoint_ends(const postgresql::CheckpointEvent& checkpoint) override;

  void walk();
  void note_leaf(postgresql::BlockNumber block);

  Recording recording_;
  const postgresql::Server* server_ = nullptr;
  const postgresql::Relation* index_ = nullptr;  ///< the main fork of the first one; none yet: nullptr
};

/// Records the leaves of the clustered index, and how much was logged.
class InnodbRecorder : public innodb::Observer {
 public:
  InnodbRecorder();
  Recording& recording() { return recording_; }

 private:
  void run_begins(const innodb::Server& server) override;
  void step_ends(const Step& step) override;
  void row_arrived(std::uint64_t number) override;
  void entry_inserted(const innodb::EntryEvent& entry) override;
  void page_splits(const innodb::SplitEvent& split) override;
  void root_raised(const innodb::RootEvent& root) override;
  void page_freed(const innodb::Btree& index, innodb::PageNumber page) override;

  void note_row();
  void note_log();
  void note_split(innodb::PageNumber page, innodb::PageNumber new_page);
  void note_leaf(innodb::PageNumber page);
  void walk();

  Recording recording_;
  const innodb::Server* server_ = nullptr;
  const innodb::Btree* index_ = nullptr;
  std::uint64_t redo_bytes_ = 0;  ///< as told so far
  std::optional<innodb::PageNumber> newest_;
  std::vector<std::pair<innodb::PageNumber, innodb::PageNumber>> splits_;  ///< of the row at hand
  bool is_reshaped_ = false;  ///< leaves have come and gone otherwise than by splits
};

}  // namespace keycost
