// A B-tree index, as nbtree inserts into it.
//
// The insert path, in the order in which it runs: form the tuple (key.cpp), find the leaf (search.cpp), make
// room by merging duplicates (deduplicate.cpp), find the place and insert or split (insert.cpp,
// split_location.cpp, split.cpp), tell the parent (insert.cpp), grow a new root (root.cpp).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/postgresql/buffers.hpp"
#include "sim/postgresql/heap/heap.hpp"
#include "sim/postgresql/nbtree/index_page.hpp"
#include "sim/postgresql/nbtree/key.hpp"
#include "sim/postgresql/nbtree/split_location.hpp"
#include "sim/postgresql/wal/log.hpp"

namespace keycost::postgresql {

/// A key that a unique index has already.
struct DuplicateKey {
  std::string key;  ///< as text
};

/// A key that no index page can hold, or that the server would compress first.
struct KeyTooWide {
  std::string reason;
};

struct BtreeOptions {
  bool unique = false;
  int fillfactor_percent = 90;
  bool deduplicate_items = true;
};

class Btree {
 public:
  /// An empty index as CREATE INDEX leaves it: a metapage on disk, logged, not in shared buffers; no root.
  /// `heap`: the rows that its entries point to.
  Btree(KeyDescriptor key, BtreeOptions options, Heap& heap, BufferManager& buffers, WriteAheadLog& log);

  Btree(const Btree&) = delete;  // parts of it point to each other
  Btree& operator=(const Btree&) = delete;

  /// btinsert: adds the key of a row. Throws DuplicateKey or KeyTooWide. O(log n) page accesses.
  void insert(const std::vector<ColumnBatch>& columns, std::size_t row, TupleId id);

  /// check_exclusion_or_unique_constraint: whether a live row has the key of this one, which is not inserted
  /// yet. For unique indexes.
  bool has_live_row(const std::vector<ColumnBatch>& columns, std::size_t row);

  /// CREATE INDEX or REINDEX: replaces the index by one built from the rows of `heap`, which has
  /// `attributes`. Returns the old file, which is there until the transaction commits. Throws as insert does.
  /// O(n log n).
  std::unique_ptr<Relation> build(const Relation& heap, const std::vector<Attribute>& attributes);

  /// A session that has not used the index yet has nothing cached about it.
  void start_session();

  const Relation& main_fork() const { return *main_; }
  Relation& main_fork() { return *main_; }
  const KeyDescriptor& key() const { return key_; }
  bool is_unique() const { return options_.unique; }
  /// How many rows have an entry.
  std::uint64_t entries() const { return entries_; }

 private:
  /// Where the descent came through: the entry of an internal page that led on down. Source: nbtree.h
  /// (BTStackData).
  struct StackEntry {
    BlockNumber block = 0;
    OffsetNumber offset = 0;
  };

  /// What is searched for: a leaf tuple, told apart from equal keys by its row unless the index is unique.
  struct Search {
    const std::byte* tuple;
    bool by_row;
  };

  /// A tuple and where on its page it goes.
  struct Insertion {
    std::span<const std::byte> tuple;
    OffsetNumber offset = 0;
    bool splits_posting_list =
        false;  ///< the item before it is a posting list that has taken the new row in its stead
  };

  // search.cpp
  PinnedPage find_leaf(Search search);
  PinnedPage try_rightmost_leaf(Search search);
  PinnedPage descend(Search search, bool to_insert);
  OffsetNumber first_not_before(const Page& page, Search search) const;

  // unique.cpp
  bool check_unique(const PinnedPage& leaf, OffsetNumber offset, Search search);
  void mark_dead(const PinnedPage& leaf, std::span<const OffsetNumber> offsets);

  // delete.cpp
  bool make_room_by_deleting(const PinnedPage& leaf, bool has_duplicates);
  void delete_dead_entries(const PinnedPage& leaf);
  void take_out(const PinnedPage& leaf, std::vector<OffsetNumber> deleted);

  // bottom_up.cpp
  void refuse_equal_keys(const Page& leaf) const;
  void delete_bottom_up(const PinnedPage& leaf);

  // root.cpp
  void read_metapage_for_key_rules();
  PinnedPage read_root(bool create);
  PinnedPage create_first_root(const PinnedPage& metapage);
  void grow_root(const PinnedPage& left, const PinnedPage& right);

  // insert.cpp. `depth`: how many entries of the stack lie above the page.
  void refuse_if_too_wide(const std::vector<ColumnBatch>& columns, std::size_t row) const;
  Insertion place_on_leaf(const PinnedPage& leaf, Search search);
  void insert_on_page(PinnedPage page, PinnedPage child, const Insertion& insertion, std::size_t depth);
  void add_to_page(const PinnedPage& page, const PinnedPage& child, const Insertion& insertion);
  void insert_into_parent(PinnedPage left, PinnedPage right, bool was_root, std::size_t depth);

  // deduplicate.cpp
  bool deduplicates() const { return options_.deduplicate_items && key_.all_equal_image(); }
  void deduplicate(const PinnedPage& leaf, const std::byte* new_tuple);
  void swap_row_into_posting_list(const PinnedPage& leaf, OffsetNumber offset);

  // build.cpp
  void collect_tuples(const Relation& heap, const std::vector<Attribute>& attributes,
                      std::vector<std::byte>& arena);

  // split.cpp
  PinnedPage split(const PinnedPage& page, PinnedPage child, const Insertion& insertion);
  struct SplitContent;
  void fill_halves(const Page& original, SplitContent& content);
  void tell_where_inserted(const PinnedPage& left, const PinnedPage& right,
                           const SplitContent& content) const;
  void log_split(const PinnedPage& left, const PinnedPage& right, const PinnedPage& old_right,
                 const PinnedPage& child, const SplitContent& content);

  KeyDescriptor key_;
  BtreeOptions options_;
  SplitChooser split_chooser_;
  std::unique_ptr<Relation> main_;  ///< replaced by a rebuild
  Heap* heap_;
  BufferManager* buffers_;
  WriteAheadLog* log_;

  // What the session has cached. Source: nbtpage.c (_bt_getroot, rd_amcache), nbtinsert.c
  // (_bt_search_insert).
  std::optional<index_page::Root> cached_root_;
  std::optional<BlockNumber> rightmost_leaf_;

  std::uint64_t entries_ = 0;
  std::vector<StackEntry> stack_;     ///< of the current insert, from the root down
  std::vector<std::byte> new_tuple_;  ///< buffers that keep their memory from one insert to the next
  std::vector<std::byte> pivot_;
};

}  // namespace keycost::postgresql
