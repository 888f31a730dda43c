#include "sim/postgresql/sequence.hpp"
#include "sim/postgresql/relation_name.hpp"

#include <algorithm>

#include "sim/streams/key_stream.hpp"

namespace keycost::postgresql {

namespace {

constexpr int values_logged_ahead = 32;                      // SEQ_LOG_VALS
constexpr std::size_t sequence_special_size_bytes = 8;       // MAXALIGN(sizeof(sequence_magic))
constexpr std::size_t sequence_record_data_size_bytes = 12;  // xl_seq_rec: the relation's locator
// The sequence's only tuple: a heap header of 24, then last_value, log_cnt (8 each) and is_called (1).
constexpr std::size_t sequence_tuple_size_bytes = 24 + 8 + 8 + 1;

}  // namespace

bool draws_from_sequence(const ColumnDefinition& column) {
  return column.values && find_key_stream(column.values->stream)->draws_from_sequence;
}

std::vector<std::unique_ptr<Sequence>> make_sequences(const TableDefinition& table,
                                                      Transactions& transactions, BufferManager& buffers,
                                                      WriteAheadLog& log) {
  std::vector<std::unique_ptr<Sequence>> sequences;
  for (const ColumnDefinition& column : table.columns) {
    if (!draws_from_sequence(column)) continue;
    const StreamReference& values = *column.values;
    const std::int64_t cache = values.options.integer(find_key_stream(values.stream)->options, "cache");
    sequences.push_back(std::make_unique<Sequence>(sequence_name(table.name, column.name), transactions,
                                                   buffers, log, static_cast<int>(cache)));
  }
  return sequences;
}

Sequence::Sequence(std::string name, Transactions& transactions, BufferManager& buffers, WriteAheadLog& log,
                   int cache)
    : name_(std::move(name)), transactions_(&transactions), buffers_(&buffers), log_(&log), cache_(cache) {
  const PinnedPage page = buffers.extend(relation_);
  page->initialize(sequence_special_size_bytes);
  page->set_lsn(log.position());
  buffers.mark_dirty(page);
}

void Sequence::next_value() {
  if (cached_ > 0) {
    --cached_;
    return;
  }
  cached_ = cache_ - 1;
  const PinnedPage page = buffers_->read(relation_, 0);
  // A checkpoint forgets what was logged before it, so the first value after one logs again.
  const bool log_now = logged_ahead_ < cache_ || page->lsn() <= log_->redo_point();
  if (log_now) transactions_->current_id();  // what is logged must be flushed by a commit
  if (log_now) logged_ahead_ = values_logged_ahead + cache_;
  logged_ahead_ -= cache_;
  buffers_->mark_dirty(page);
  if (log_now) {
    log_->insert(WalRecord(RecordType::sequence_log)
                     .block(page, BlockUse::initialized)
                     .main_data(sequence_record_data_size_bytes + sequence_tuple_size_bytes));
  }
}

// As long as values are logged ahead, drawing some is but an access to the page.
void Sequence::next_values(std::uint64_t count) {
  const auto a_draw = static_cast<std::uint64_t>(cache_);
  while (count > 0) {
    const std::uint64_t given = std::min<std::uint64_t>(count, static_cast<std::uint64_t>(cached_));
    cached_ -= static_cast<int>(given);
    count -= given;
    const bool needs_no_record = relation_.page(0).lsn() > log_->redo_point();
    const std::uint64_t draws =
        needs_no_record ? std::min(count, static_cast<std::uint64_t>(logged_ahead_)) / a_draw : 0;
    if (draws > 0) {
      buffers_->count_hits(relation_, draws);
      logged_ahead_ -= static_cast<int>(draws * a_draw);
      count -= draws * a_draw;
    } else if (count > 0) {
      next_value();
      --count;
    }
  }
}

}  // namespace keycost::postgresql
