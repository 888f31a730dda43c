#include "sim/postgresql/sequence.hpp"

namespace keycost::postgresql {

namespace {

constexpr int values_logged_ahead = 32;                      // SEQ_LOG_VALS
constexpr std::size_t sequence_special_size_bytes = 8;       // MAXALIGN(sizeof(sequence_magic))
constexpr std::size_t sequence_record_data_size_bytes = 12;  // xl_seq_rec: the relation's locator
// The sequence's only tuple: a heap header of 24, then last_value, log_cnt (8 each) and is_called (1).
constexpr std::size_t sequence_tuple_size_bytes = 24 + 8 + 8 + 1;

}  // namespace

Sequence::Sequence(BufferManager& buffers, WriteAheadLog& log) : buffers_(&buffers), log_(&log) {
  const PinnedPage page = buffers.extend(relation_);
  page->initialize(sequence_special_size_bytes);
  page->set_lsn(log.position());
  buffers.mark_dirty(page);
}

void Sequence::next_value() {
  const PinnedPage page = buffers_->read(relation_, 0);
  // A checkpoint forgets what was logged before it, so the first value after one logs again.
  const bool log_now = logged_ahead_ == 0 || page->lsn() <= log_->redo_point();
  if (log_now) logged_ahead_ = values_logged_ahead + 1;
  --logged_ahead_;
  buffers_->mark_dirty(page);
  if (log_now) {
    log_->insert(WalRecord(RecordType::sequence_log)
                     .block(page, BlockUse::initialized)
                     .main_data(sequence_record_data_size_bytes + sequence_tuple_size_bytes));
  }
}

}  // namespace keycost::postgresql
