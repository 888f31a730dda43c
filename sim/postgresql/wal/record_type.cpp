#include "sim/postgresql/wal/record_type.hpp"

#include <array>

namespace keycost::postgresql {

namespace {

// Source: src/backend/access/rmgrdesc/*.c (the identify functions) and rmgrlist.h (resource manager names).
constexpr std::array<std::string_view, 15> names{
    "Btree/DEDUP",          "Btree/INSERT_LEAF",     "Btree/INSERT_POST",      "Btree/INSERT_UPPER",
    "Btree/NEWROOT",        "Btree/SPLIT_L",         "Btree/SPLIT_R",          "Heap/INSERT",
    "Heap/INSERT+INIT",     "Sequence/LOG",          "Transaction/COMMIT",     "XLOG/FPI_FOR_HINT",
    "XLOG/CHECKPOINT_REDO", "Standby/RUNNING_XACTS", "XLOG/CHECKPOINT_ONLINE",
};

}  // namespace

std::string_view record_type_name(RecordType type) {
  return names[static_cast<std::size_t>(type)];
}

std::span<const std::string_view> statement_record_type_names() {
  return std::span(names).first(statement_record_types);
}

}  // namespace keycost::postgresql
