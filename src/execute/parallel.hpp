// Several pieces of work at the same time.
#pragma once

#include <cstddef>
#include <functional>

namespace keycost {

/// Does work(0) … work(count − 1), each on a thread of its own, and waits for all. The first exception by
/// position is thrown again. Where the system has no more threads to give, one after the other.
void do_in_parallel(std::size_t count, const std::function<void(std::size_t)>& work);

}  // namespace keycost
