// SIGINT and SIGTERM as a flag that long work looks at, so that a run stops between two rows and not inside a
// file.
#pragma once

namespace keycost {

/// From here on the first SIGINT or SIGTERM sets the flag; a second one ends the program at once.
/// SIGPIPE and SIGXFSZ are ignored, so that a closed pipe or a file-size limit is a write error like any
/// other.
void watch_for_interrupts();

bool is_interrupted();

/// Throws Interrupted if the flag is set.
void stop_if_interrupted();

}  // namespace keycost
