#include "sim/postgresql/transactions.hpp"

#include <algorithm>

namespace keycost::postgresql {

namespace {

// xl_xact_commit and xl_xact_abort: the time. Source: src/include/access/xact.h.
constexpr std::size_t end_record_size_bytes = 8;

}  // namespace

// EXPLAIN never shows this record: it is written after the statement.
void Transactions::commit() {
  if (has_id_) log_->insert(WalRecord(RecordType::transaction_commit).main_data(end_record_size_bytes));
  end();
}

void Transactions::commit_many(std::uint64_t transactions) {
  log_->insert_alike(RecordType::transaction_commit, transactions, end_record_size_bytes);
  id_ += static_cast<std::uint32_t>(transactions);
  has_id_ = false;
}

void Transactions::roll_back() {
  if (has_id_) {
    log_->insert(WalRecord(RecordType::transaction_abort).main_data(end_record_size_bytes));
    aborted_.push_back(id_);
  }
  end();
}

void Transactions::end() {
  if (has_id_) ++id_;
  has_id_ = false;
}

Transactions::Fate Transactions::fate(std::uint32_t id) const {
  if (has_id_ && id == id_) return Fate::in_progress;
  return std::binary_search(aborted_.begin(), aborted_.end(), id) ? Fate::aborted : Fate::committed;
}

}  // namespace keycost::postgresql
