#include "sim/postgresql/wal/record_type.hpp"

#include <array>

namespace keycost::postgresql {

namespace {

// Source: src/backend/access/rmgrdesc/*.c (the identify functions) and rmgrlist.h (resource manager names).
constexpr std::array<std::string_view, record_types> names{
    "Btree/DEDUP",
    "Btree/DELETE",
    "Btree/INSERT_LEAF",
    "Btree/INSERT_POST",
    "Btree/INSERT_UPPER",
    "Btree/NEWROOT",
    "Btree/SPLIT_L",
    "Btree/SPLIT_R",
    "Heap/HEAP_CONFIRM",
    "Heap/INSERT",
    "Heap/INSERT+INIT",
    "Heap2/MULTI_INSERT",
    "Heap2/MULTI_INSERT+INIT",
    "Sequence/LOG",
    "Standby/RUNNING_XACTS",
    "Transaction/ABORT",
    "Transaction/COMMIT",
    "XLOG/CHECKPOINT_ONLINE",
    "XLOG/CHECKPOINT_REDO",
    "XLOG/CHECKPOINT_SHUTDOWN",
    "XLOG/FPI",
    "XLOG/FPI_FOR_HINT",
};

}  // namespace

std::string_view record_type_name(RecordType type) {
  return names[static_cast<std::size_t>(type)];
}

std::span<const std::string_view> record_type_names() {
  return names;
}

}  // namespace keycost::postgresql
