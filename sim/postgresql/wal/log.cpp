#include "sim/postgresql/wal/log.hpp"

#include <utility>
#include <vector>

#include "sim/postgresql/observer.hpp"

namespace keycost::postgresql {

namespace {

bool is_about_transaction(RecordType type) {
  return type == RecordType::transaction_commit || type == RecordType::transaction_abort;
}

/// What EXPLAIN counts: not the commit or abort behind the statement, nor what other processes write.
bool is_part_of_statement(RecordType type) {
  switch (type) {
    case RecordType::transaction_abort:
    case RecordType::transaction_commit:
    case RecordType::running_xacts:
    case RecordType::checkpoint_redo:
    case RecordType::checkpoint_shutdown:
    case RecordType::checkpoint_online:
      return false;
    default:
      return true;
  }
}

}  // namespace

WriteAheadLog::WriteAheadLog(const Settings& settings)
    : settings_(settings),
      images_(settings.wal_compression),
      record_bytes_(record_bytes_before(settings.start_lsn)),
      position_(lsn_of_record_start(record_bytes_)) {}

bool WriteAheadLog::takes_image(const RecordBlock& block) const {
  return settings_.full_page_writes && block.use != BlockUse::initialized &&
         (*block.page)->lsn() <= redo_point_;
}

void WriteAheadLog::insert(const WalRecord& record) {
  RecordSize size(record.main_data_size_bytes());
  std::array<std::size_t, record_blocks_max> image_sizes{};  // 0: no image
  const Relation* relation_before = nullptr;
  for (const RecordBlock& block : record.blocks()) {
    const bool names_relation = &block.page->relation() != relation_before;
    relation_before = &block.page->relation();
    if (takes_image(block)) {
      const PageImages::Size image = images_.measure(**block.page, block.use != BlockUse::whole);
      size.add_block_with_image(names_relation, image);
      image_sizes[static_cast<std::size_t>(&block - record.blocks().data())] = image.image_bytes;
    } else {
      size.add_block(names_relation, block.data_size_bytes);
    }
  }
  const Lsn begin = position_;
  const Lsn end = append(record.type(), size, cost_of(record));
  for (const RecordBlock& block : record.blocks()) (*block.page)->set_lsn(end);
  if (observer_ != nullptr) tell_observer(record, size.total_bytes(), begin, end, image_sizes);
}

void WriteAheadLog::insert_new_pages(Relation& relation, std::span<const BlockNumber> blocks) {
  RecordSize size(0);
  bool names_relation = true;
  std::vector<LoggedBlock> logged;  // for an observer
  for (const BlockNumber block : blocks) {
    const PageImages::Size image = images_.measure(relation.page(block), true);
    size.add_block_with_image(names_relation, image);
    names_relation = false;
    if (observer_ != nullptr)
      logged.push_back({&relation, block, BlockUse::standard, 0, true, image.image_bytes});
  }
  const Lsn begin = position_;
  const Lsn end = append(RecordType::xlog_fpi, size, relation.cost());
  for (const BlockNumber block : blocks) relation.page(block).set_lsn(end);
  if (observer_ != nullptr)
    observer_->record_logged(
        {RecordType::xlog_fpi, begin, end, static_cast<std::size_t>(size.total_bytes()), 0, logged});
}

void WriteAheadLog::tell_observer(const WalRecord& record, std::size_t size_bytes, Lsn begin, Lsn end,
                                  std::span<const std::size_t> image_sizes_bytes) const {
  std::array<LoggedBlock, record_blocks_max> blocks;
  std::size_t count = 0;
  for (const RecordBlock& block : record.blocks()) {
    const std::size_t image = image_sizes_bytes[count];
    blocks[count++] = {&block.page->relation(), block.page->block(), block.use,
                       block.data_size_bytes,   image > 0,           image};
  }
  observer_->record_logged(
      {record.type(), begin, end, size_bytes, record.main_data_size_bytes(), {blocks.data(), count}});
}

Lsn WriteAheadLog::append(RecordType type, const RecordSize& size, Cost& cost) {
  add({type, 1, size.total_bytes(), size.aligned_bytes(), size.images(), size.images_bytes()}, cost);
  return lsn_of_record_end(record_bytes_);
}

void WriteAheadLog::insert_alike(RecordType type, std::uint64_t count, std::size_t main_data_size_bytes) {
  const RecordSize size(main_data_size_bytes);
  add({type, count, count * size.total_bytes(), count * size.aligned_bytes(), 0, 0},
      is_about_transaction(type) ? transaction_cost_ : checkpoint_cost_);
}

// What lies between the records, the headers of the log's pages, is caused by all of them.
void WriteAheadLog::add(const WalBulk& records, Cost& cost) {
  WalTotals::OfType& totals = totals_.types[static_cast<std::size_t>(records.type)];
  totals.count += records.count;
  totals.size_bytes += records.size_bytes;
  totals.images += records.images;
  totals.images_size_bytes += records.images_size_bytes;
  record_bytes_ += records.aligned_bytes;
  const Lsn position_before = std::exchange(position_, lsn_of_record_start(record_bytes_));
  page_headers_cost_.wal.lsn_bytes += position_ - position_before - records.aligned_bytes;
  cost.wal.lsn_bytes += records.aligned_bytes;
  if (is_part_of_statement(records.type)) {
    cost.wal.records += records.count;
    cost.wal.fpi += records.images;
    cost.wal.bytes += records.size_bytes;
  }
}

// All blocks of a record belong to one relation (its main fork or its free space map).
Cost& WriteAheadLog::cost_of(const WalRecord& record) {
  if (!record.blocks().empty()) return record.blocks()[0].page->relation().cost();
  return is_about_transaction(record.type()) ? transaction_cost_ : checkpoint_cost_;
}

WalTotals WriteAheadLog::totals() const {
  WalTotals totals = totals_;
  totals.position_lsn = position();
  return totals;
}

WalUsage wal_usage_between(const WalTotals& before, const WalTotals& after) {
  WalUsage usage;
  usage.lsn_bytes = after.position_lsn - before.position_lsn;
  for (std::size_t i = 0; i < record_types; ++i) {
    const WalTotals::OfType& then = before.types[i];
    const WalTotals::OfType& now = after.types[i];
    if (now.count == then.count) continue;
    const auto type = static_cast<RecordType>(i);
    const std::uint64_t size = now.size_bytes - then.size_bytes;
    const std::uint64_t images_size = now.images_size_bytes - then.images_size_bytes;
    usage.by_type.push_back({.type = std::string(record_type_name(type)),
                             .count = now.count - then.count,
                             .record_size = size - images_size,
                             .fpi = now.images - then.images,
                             .fpi_size = images_size});
    if (!is_part_of_statement(type)) continue;
    usage.records += now.count - then.count;
    usage.fpi += now.images - then.images;
    usage.bytes += size;
  }
  return usage;
}

}  // namespace keycost::postgresql
