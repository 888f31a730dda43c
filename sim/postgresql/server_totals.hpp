// Everything counted since a server began; the difference of two is what a step cost.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sim/postgresql/wal/log.hpp"
#include "sim/result.hpp"
#include "sim/scenario.hpp"

namespace keycost::postgresql {

struct ServerTotals {
  WalTotals wal;
  BufferUsage buffers;
  std::uint64_t rows = 0;  ///< that the steps have given, whatever became of them
  std::uint64_t conflicts = 0;
  std::uint64_t rolled_back = 0;
  CheckpointerUsage checkpointer;
  std::vector<std::pair<std::string, Cost>> by_relation;  ///< in the order of relation_names()
};

StepResult cost_between(const ServerTotals& before, const ServerTotals& after);

/// Who is charged besides indexes and sequences.
namespace charged {
inline constexpr const char* heap = "heap";
inline constexpr const char* toast = "toast";
inline constexpr const char* transaction = "transaction";
inline constexpr const char* checkpoint = "checkpoint";
inline constexpr const char* wal_page_headers = "wal_page_headers";
}  // namespace charged

}  // namespace keycost::postgresql
