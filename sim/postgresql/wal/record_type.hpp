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
  btree_insert_leaf,
  btree_insert_post,
  btree_insert_upper,
  btree_newroot,
  btree_split_l,
  btree_split_r,
  heap_insert,
  heap_insert_init,
  sequence_log,
  transaction_commit,
  xlog_fpi_for_hint,
  checkpoint_redo,
  running_xacts,
  checkpoint_online,
};

/// Types that can occur in a step, and so in results; the checkpointer's own come behind them.
inline constexpr std::size_t statement_record_types = static_cast<std::size_t>(RecordType::checkpoint_redo);

/// "Btree/INSERT_LEAF", as pg_get_wal_stats writes it.
std::string_view record_type_name(RecordType type);
std::span<const std::string_view> statement_record_type_names();

}  // namespace keycost::postgresql
