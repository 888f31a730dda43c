// OPTIMIZE TABLE and ALTER TABLE … ADD INDEX: indexes built from the rows in order.
// Sources: storage/innobase/row/row0merge.cc (row_merge_build_indexes), btr/btr0bulk.cc.
#include <algorithm>

#include <fmt/format.h>

#include "sim/error.hpp"
#include "sim/innodb/bulk_load.hpp"
#include "sim/innodb/server.hpp"
#include "sim/step_sums.hpp"

namespace keycost::innodb {

namespace {

/// Visits every leaf record of `tree` by key.
template <class Visit>
void for_each_row(const Btree& tree, const RunOptions& options, Visit visit) {
  std::uint64_t pages = 0;
  for (const Page* page = &tree.leftmost_page(0); page != nullptr;
       page = page->next() == no_page ? nullptr : &tree.page(page->next())) {
    for (std::size_t i = 0; i < page->records(); ++i) visit(NewRecord{page->record(i), page->record_size(i)});
    constexpr std::uint64_t pages_between_calls = 1024;
    if (options.progress && ++pages % pages_between_calls == 0) options.progress(tree.records());
  }
}

/// A secondary index's entry from a row.
class EntryMaker {
 public:
  EntryMaker(const std::vector<FieldSource>& row_sources, const RecordFormat& row_format,
             const std::vector<FieldSource>& entry_sources, const RecordFormat& entry_format)
      : row_format_(row_format), entry_format_(entry_format) {
    for (const FieldSource source : entry_sources) {
      positions_.push_back(static_cast<std::size_t>(
          std::find(row_sources.begin(), row_sources.end(), source) - row_sources.begin()));
    }
  }

  /// Valid until the next one is made.
  NewRecord make(const NewRecord& row) {
    row_format_.read_leaf(row.origin, row_values_);
    values_.clear();
    for (const std::size_t position : positions_) values_.push_back(row_values_[position]);
    const std::size_t origin = entry_format_.build_leaf(values_, record_);
    return {record_.data() + origin, entry_format_.size(record_.data() + origin, true)};
  }

 private:
  const RecordFormat& row_format_;
  const RecordFormat& entry_format_;
  std::vector<std::size_t> positions_;  ///< of each of the entry's fields in the row
  std::vector<StoredValue> row_values_;
  std::vector<StoredValue> values_;
  std::vector<std::byte> record_;
};

/// innodb_sort_buffer_size: it holds entries without their header, with their length in front
/// (row_merge_buf_create, row_merge_buf_add).
class SortBuffer {
 public:
  explicit SortBuffer(std::size_t smallest_entry_bytes)
      : entries_max_(size_bytes / std::max<std::size_t>(1, smallest_entry_bytes)) {}

  /// Returns whether there was room.
  bool add(const RecordSize& size) {
    constexpr std::size_t two_length_bytes_from = 128;
    const std::size_t extra = size.extra_bytes - record_header_size_bytes + 1;
    const std::size_t entry = extra + (extra >= two_length_bytes_from ? 1 : 0) + size.data_bytes;
    if (entries_ >= entries_max_ || bytes_ + entry >= size_bytes) return false;
    bytes_ += entry;
    ++entries_;
    return true;
  }
  void clear() { bytes_ = entries_ = 0; }

 private:
  static constexpr std::size_t size_bytes = 1048576;

  std::size_t entries_max_;
  std::size_t bytes_ = 0;
  std::size_t entries_ = 0;
};

/// A row whose transaction is over for everybody belongs to none (row_merge_read_clustered_index).
void forget_history(const RecordFormat& format, std::span<std::byte> row_data) {
  constexpr std::byte insert_flag{0x80};  // in the roll pointer: nothing lies behind
  const std::span<std::byte> columns = row_data.subspan(format.key_data_bytes(row_data.data()));
  std::fill_n(columns.begin(), transaction_id_size_bytes + roll_pointer_size_bytes, std::byte{0});
  columns[transaction_id_size_bytes] = insert_flag;
}

}  // namespace

// A new file with the same indexes; the old one is dropped. The rows come in the order of the primary key, so
// nothing is sorted for the clustered index.
void Server::rebuild(const RunOptions& options) {
  log_.begin_transaction();
  const std::uint32_t old_space_id = space_->space_id();
  auto new_space = make_space(old_space_id + 1);
  std::vector<Index> new_indexes = make_indexes(*new_space);
  new_indexes[0].tree->keep_auto_increment(indexes_[0].tree->root().max_transaction());
  copy_clustered(*indexes_[0].tree, new_indexes[0], options);
  build_secondaries(new_indexes, options);
  for (Index& index : new_indexes) {
    const Index& old = index_called(index.name);
    index.splits_before_rebuild = sum(old.splits_before_rebuild, old.tree->splits());
    index.cost += old.cost;
  }
  indexes_ = std::move(new_indexes);
  space_ = std::move(new_space);
  pool_.drop_file(old_space_id);
  charge(file_cost_);
}

const Server::Index& Server::index_called(const std::string& name) const {
  return *std::find_if(indexes_.begin(), indexes_.end(),
                       [&](const Index& index) { return index.name == name; });
}

// The rows go through the sort buffer, although they need no sorting; whenever it is full, what has been
// built of the index is released.
void Server::copy_clustered(const Btree& from, Index& to, const RunOptions& options) {
  BulkLoad load(*to.tree, settings_.fill_factor_percent);
  SortBuffer buffer(smallest_entry_bytes(to));
  std::vector<std::byte> bytes;
  for_each_row(from, options, [&](const NewRecord& row) {
    bytes.assign(row.origin - row.size.extra_bytes, row.origin + row.size.data_bytes);
    forget_history(from.format(), std::span(bytes).subspan(row.size.extra_bytes));
    if (!buffer.add(row.size)) {
      load.release();
      buffer.clear();
      buffer.add(row.size);
    }
    load.insert({bytes.data() + row.size.extra_bytes, row.size});
  });
  load.finish();
  charge(to.cost);
}

void Server::create_index(const IndexDefinition& index, const RunOptions& options) {
  log_.begin_transaction();
  table_.indexes.push_back(index);
  indexes_.push_back(make_index(index.name, secondary_index_fields(table_, columns_, index), *space_));
  build_secondary(indexes_[0], indexes_.back(), options);
}

// The scan of the rows puts the entries of every index into a sort buffer each. Those that all fit go from
// there into their index when the scan ends; the others were written to files meanwhile and come later.
void Server::build_secondaries(std::vector<Index>& indexes, const RunOptions& options) {
  std::vector<bool> fits;
  for (const Index& index : indexes) fits.push_back(&index != &indexes[0] && fits_sort_buffer(index));
  for (const bool is_first_pass : {true, false}) {
    for (std::size_t i = 1; i < indexes.size(); ++i) {
      if (fits[i] == is_first_pass) build_secondary(indexes[0], indexes[i], options);
    }
  }
}

bool Server::fits_sort_buffer(const Index& index) const {
  SortBuffer buffer(smallest_entry_bytes(index));
  bool fits = true;
  EntryMaker maker(indexes_[0].sources, indexes_[0].tree->format(), index.sources, index.tree->format());
  for_each_row(*indexes_[0].tree, {},
               [&](const NewRecord& row) { fits = fits && buffer.add(maker.make(row).size); });
  return fits;
}

// dict_index_get_min_size.
std::size_t Server::smallest_entry_bytes(const Index& index) const {
  std::size_t bytes = 0;
  for (const FieldSource source : index.sources) {
    bytes += source == transaction_id_source ? transaction_id_size_bytes
             : source == roll_pointer_source ? roll_pointer_size_bytes
                                             : columns_[source].size_min_bytes();
  }
  return bytes;
}

void Server::build_secondary(const Index& clustered, Index& index, const RunOptions& options) {
  const RecordFormat& format = index.tree->format();
  struct Entry {
    std::size_t origin;
    RecordSize size;
  };
  std::vector<std::byte> bytes;  // the entries, one behind the other
  std::vector<Entry> entries;
  EntryMaker maker(clustered.sources, clustered.tree->format(), index.sources, format);
  for_each_row(*clustered.tree, options, [&](const NewRecord& row) {
    const NewRecord entry = maker.make(row);
    entries.push_back({bytes.size() + entry.size.extra_bytes, entry.size});
    bytes.insert(bytes.end(), entry.origin - entry.size.extra_bytes, entry.origin + entry.size.data_bytes);
  });
  std::sort(entries.begin(), entries.end(), [&](const Entry& a, const Entry& b) {
    return format.compare(bytes.data() + a.origin, bytes.data() + b.origin) < 0;
  });
  for (std::size_t i = 1; i < entries.size(); ++i) {
    const RecordPointer entry = bytes.data() + entries[i].origin;
    const std::size_t unique_fields = index.tree->shape().unique_fields;
    if (unique_fields == 0 || format.has_null(entry, unique_fields)) continue;
    if (format.compare_fields(bytes.data() + entries[i - 1].origin, entry, unique_fields) == 0)
      throw RowRefused(
          0, "", fmt::format("a key is there twice, so the unique index {} cannot be built", index.name));
  }
  BulkLoad load(*index.tree, settings_.fill_factor_percent);
  for (const Entry& entry : entries) load.insert({bytes.data() + entry.origin, entry.size});
  load.finish();
  charge(index.cost);
}

}  // namespace keycost::innodb
