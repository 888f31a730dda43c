#include "sim/postgresql/buffers.hpp"

#include <algorithm>

namespace keycost::postgresql {

void BufferManager::write_all_dirty() {
  for (const auto& [relation, block] : dirty_) relation->state(block).dirty = false;
  dirty_.clear();
}

void BufferManager::drop(const Relation& relation) {
  const auto of_relation = [&relation](const auto& entry) { return entry.first == &relation; };
  dirty_.erase(std::remove_if(dirty_.begin(), dirty_.end(), of_relation), dirty_.end());
}

}  // namespace keycost::postgresql
