// A crash: a run is cut off, only what was on disk is kept, a page may be torn, and recovery replays the log.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "src/show/event.hpp"
#include "src/show/look.hpp"
#include "src/show/screen.hpp"

namespace keycost {

struct CrashRequest {
  EventRequest event;
  std::optional<std::string> tear;   ///< RELATION:BLOCK of the page that is being written
  std::size_t torn_at_bytes = 4096;  ///< of it, what lies before is new, what lies behind is old
};

/// What is on disk, what recovery does and what is lost. Throws UsageError if the run has no such moment, or
/// the page is not one that can be being written at it.
std::string show_crash(const WatchedTable& watched, const CrashRequest& request, Screen screen);

}  // namespace keycost
