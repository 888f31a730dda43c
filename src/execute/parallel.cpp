#include "src/execute/parallel.hpp"

#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace keycost {

void do_in_parallel(std::size_t count, const std::function<void(std::size_t)>& work) {
  std::vector<std::exception_ptr> errors(count);
  const auto do_one = [&](std::size_t position) {
    try {
      work(position);
    } catch (...) {
      errors[position] = std::current_exception();
    }
  };
  std::vector<std::thread> threads;
  std::size_t started = 1;  // the first is done here
  try {
    for (; started < count; ++started) threads.emplace_back(do_one, started);
  } catch (const std::system_error&) {
    for (std::size_t position = started; position < count; ++position) do_one(position);
  }
  if (count > 0) do_one(0);
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

}  // namespace keycost
