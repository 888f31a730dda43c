// OPTIMIZE TABLE and ALTER TABLE … ADD INDEX: indexes built from the rows in order.
// Sources: storage/innobase/row/row0merge.cc (row_merge_build_indexes), btr/btr0bulk.cc.
#include <algorithm>

#include <fmt/format.h>

#include "sim/error.hpp"
#include "sim/innodb/bulk_load.hpp"
#include "sim/innodb/server.hpp"

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

}  // namespace

// A new file with the same indexes; the old one is dropped. The rows come in the order of the primary key, so
// nothing is sorted for the clustered index.
void Server::rebuild(const RunOptions& options) {
  auto new_space = std::make_unique<Tablespace>(rules_);
  std::vector<Index> new_indexes = make_indexes(*new_space);
  copy_clustered(*indexes_[0].tree, *new_indexes[0].tree, options);
  for (std::size_t i = 1; i < new_indexes.size(); ++i)
    build_secondary(new_indexes[0], new_indexes[i], options);
  for (std::size_t i = 0; i < new_indexes.size(); ++i)
    new_indexes[i].splits_before_rebuild = sum(indexes_[i].splits_before_rebuild, indexes_[i].tree->splits());
  indexes_ = std::move(new_indexes);
  space_ = std::move(new_space);
}

void Server::copy_clustered(const Btree& from, Btree& to, const RunOptions& options) const {
  BulkLoad load(to, settings_.fill_factor_percent);
  for_each_row(from, options, [&](const NewRecord& row) { load.insert(row); });
  load.finish();
}

void Server::create_index(const IndexDefinition& index, const RunOptions& options) {
  table_.indexes.push_back(index);
  indexes_.push_back(make_index(index.name, secondary_index_fields(table_, columns_, index), *space_));
  build_secondary(indexes_[0], indexes_.back(), options);
}

void Server::build_secondary(const Index& clustered, Index& index, const RunOptions& options) const {
  const RecordFormat& format = index.tree->format();
  const RecordFormat& row_format = clustered.tree->format();
  std::vector<std::size_t> positions;  // of each of the entry's fields in the row
  for (const FieldSource source : index.sources) {
    positions.push_back(static_cast<std::size_t>(
        std::find(clustered.sources.begin(), clustered.sources.end(), source) - clustered.sources.begin()));
  }
  struct Entry {
    std::size_t origin;
    RecordSize size;
  };
  std::vector<std::byte> bytes;  // the entries, one behind the other
  std::vector<Entry> entries;
  std::vector<StoredValue> row_values;
  std::vector<StoredValue> values;
  std::vector<std::byte> record;
  for_each_row(*clustered.tree, options, [&](const NewRecord& row) {
    row_format.read_leaf(row.origin, row_values);
    values.clear();
    for (const std::size_t position : positions) values.push_back(row_values[position]);
    const std::size_t origin = format.build_leaf(values, record);
    entries.push_back({bytes.size() + origin, format.size(record.data() + origin, true)});
    bytes.insert(bytes.end(), record.begin(), record.end());
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
}

}  // namespace keycost::innodb
