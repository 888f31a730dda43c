#include "sim/postgresql/wal/log.hpp"

#include <utility>
#include <vector>

#include "sim/postgresql/observer.hpp"

namespace keycost::postgresql {

namespace {

// Source: src/include/access/xlogrecord.h.
constexpr std::size_t record_header_size_bytes = 24;  // SizeOfXLogRecord
constexpr std::size_t block_header_size_bytes =
    4;  // SizeOfXLogRecordBlockHeader: id, fork and flags, data length
constexpr std::size_t relation_locator_size_bytes =
    12;  // RelFileLocator, left out for the relation of the block before
constexpr std::size_t block_number_size_bytes = 4;
constexpr std::size_t short_main_header_size_bytes =
    2;  // SizeOfXLogRecordDataHeaderShort, for up to 255 bytes
constexpr std::size_t long_main_header_size_bytes = 5;  // SizeOfXLogRecordDataHeaderLong

std::size_t main_data_with_header(std::size_t size_bytes) {
  if (size_bytes == 0) return 0;
  return size_bytes + (size_bytes <= 255 ? short_main_header_size_bytes : long_main_header_size_bytes);
}

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
  std::size_t size = record_header_size_bytes + main_data_with_header(record.main_data_size_bytes());
  std::size_t images = 0;
  std::size_t images_size = 0;
  std::array<std::size_t, record_blocks_max> image_sizes{};  // 0: no image
  const Relation* relation_before = nullptr;
  for (const RecordBlock& block : record.blocks()) {
    size += block_header_size_bytes + block_number_size_bytes;
    if (&block.page->relation() != relation_before) size += relation_locator_size_bytes;
    relation_before = &block.page->relation();
    if (takes_image(block)) {
      const PageImages::Size image = images_.measure(**block.page, block.use != BlockUse::whole);
      size += image.header_bytes + image.image_bytes;
      ++images;
      images_size += image.image_bytes;
      image_sizes[static_cast<std::size_t>(&block - record.blocks().data())] = image.image_bytes;
    } else {
      size += block.data_size_bytes;
    }
  }
  const Lsn begin = position_;
  const Lsn end = append(record.type(), size, images, images_size, cost_of(record));
  for (const RecordBlock& block : record.blocks()) (*block.page)->set_lsn(end);
  if (observer_ != nullptr) tell_observer(record, size, begin, end, image_sizes);
}

void WriteAheadLog::insert_new_pages(Relation& relation, std::span<const BlockNumber> blocks) {
  std::size_t size = record_header_size_bytes + relation_locator_size_bytes;
  std::size_t images_size = 0;
  std::vector<LoggedBlock> logged;  // for an observer
  for (const BlockNumber block : blocks) {
    const PageImages::Size image = images_.measure(relation.page(block), true);
    if (observer_ != nullptr)
      logged.push_back({&relation, block, BlockUse::standard, 0, true, image.image_bytes});
    size += block_header_size_bytes + block_number_size_bytes + image.header_bytes + image.image_bytes;
    images_size += image.image_bytes;
  }
  const Lsn begin = position_;
  const Lsn end = append(RecordType::xlog_fpi, size, blocks.size(), images_size, relation.cost());
  for (const BlockNumber block : blocks) relation.page(block).set_lsn(end);
  if (observer_ != nullptr) observer_->record_logged({RecordType::xlog_fpi, begin, end, size, 0, logged});
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

Lsn WriteAheadLog::append(RecordType type, std::size_t size_bytes, std::size_t images,
                          std::size_t images_size_bytes, Cost& cost) {
  WalTotals::OfType& totals = totals_.types[static_cast<std::size_t>(type)];
  ++totals.count;
  totals.size_bytes += size_bytes;
  totals.images += images;
  totals.images_size_bytes += images_size_bytes;
  record_bytes_ += maxalign(size_bytes);
  const Lsn position_before = std::exchange(position_, lsn_of_record_start(record_bytes_));
  cost.wal.lsn_bytes += position_ - position_before;
  if (is_part_of_statement(type)) {
    ++cost.wal.records;
    cost.wal.fpi += images;
    cost.wal.bytes += size_bytes;
  }
  return lsn_of_record_end(record_bytes_);
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
