#include "sim/postgresql/buffers.hpp"

namespace keycost::postgresql {

void BufferManager::write_all_dirty() {
  for (const auto& [relation, block] : dirty_) relation->state(block).dirty = false;
  dirty_.clear();
}

}  // namespace keycost::postgresql
