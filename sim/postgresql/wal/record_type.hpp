// The WAL record types that the model writes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace keycost::postgresql {

// In the order of their names, which is the order in which results list them.
enum class RecordType : std::uint8_t {
  btree_dedup,
  btree_delete,
  btree_insert_leaf,
  btree_insert_post,
  btree_insert_upper,
  btree_newroot,
  btree_split_l,
  btree_split_r,
  heap_confirm,
  heap_insert,
  heap_insert_init,
  heap2_multi_insert,
  heap2_multi_insert_init,
  sequence_log,
  running_xacts,
  transaction_abort,
  transaction_commit,
  checkpoint_online,
  checkpoint_redo,
  checkpoint_shutdown,
  xlog_fpi,
  xlog_fpi_for_hint,
};

inline constexpr std::size_t record_types = static_cast<std::size_t>(RecordType::xlog_fpi_for_hint) + 1;

/// "Btree/INSERT_LEAF", as pg_get_wal_stats writes it.
std::string_view record_type_name(RecordType type);
std::span<const std::string_view> record_type_names();

}  // namespace keycost::postgresql
