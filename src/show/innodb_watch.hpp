// What is remembered of a run of InnoDB's engine while it goes on, so that any moment of it can be shown.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/innodb/observer.hpp"
#include "sim/innodb/server.hpp"
#include "src/show/event.hpp"

namespace keycost {

struct InnodbSplitSeen {
  std::uint64_t row = 0;  ///< that was arriving
  std::string index;
  innodb::SplitEvent event;
  double fill_before = 0;
};

class InnodbWatch : public innodb::Observer {
 public:
  using Visit = std::function<void(EventKind kind, std::uint64_t number, const Step* step)>;
  explicit InnodbWatch(Visit visit) : visit_(std::move(visit)) {}

  std::uint64_t count(EventKind kind) const { return counts_[static_cast<std::size_t>(kind)]; }
  std::uint64_t rows() const { return count(EventKind::row); }
  const innodb::Server& server() const { return *server_; }
  std::string name_of(const innodb::Btree& index) const;
  const std::optional<InnodbSplitSeen>& last_split() const { return split_; }
  /// The last one on a leaf.
  const std::optional<innodb::EntryEvent>& last_entry() const { return entry_; }
  /// Of the row that arrived last, in the order of the indexes.
  const std::vector<innodb::EntryEvent>& entries_of_row() const { return entries_of_row_; }

 private:
  void run_begins(const innodb::Server& server) override;
  void run_ends() override { pass(EventKind::end); }
  void step_ends(const Step& step) override;
  void row_arrived(std::uint64_t number) override;
  void entry_inserted(const innodb::EntryEvent& entry) override;
  void page_splits(const innodb::SplitEvent& split) override;
  void root_raised(const innodb::RootEvent& root) override;

  void pass(EventKind kind, const Step* step = nullptr);

  Visit visit_;
  const innodb::Server* server_ = nullptr;
  std::array<std::uint64_t, event_kinds> counts_{};
  std::map<const Step*, std::uint64_t> executions_;  ///< looked up only
  std::optional<InnodbSplitSeen> split_;
  std::optional<innodb::EntryEvent> entry_;
  std::vector<innodb::EntryEvent> entries_of_row_;
  bool row_is_done_ = false;
};

/// How much of what records and directory can have of the page they have, 0 to 1.
double fill_of(const innodb::Page& page);

}  // namespace keycost
