#include "src/execute/interrupt.hpp"

#include <csignal>

#include "src/execute.hpp"

namespace keycost {

namespace {

volatile std::sig_atomic_t interrupted = 0;

extern "C" void note_interrupt(int) {
  interrupted = 1;
}

}  // namespace

void watch_for_interrupts() {
  struct sigaction action = {};
  action.sa_handler = note_interrupt;
  sigemptyset(&action.sa_mask);
  // SA_RESETHAND: whoever asks twice does not want to wait. No SA_RESTART: a blocked read must come back.
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  struct sigaction ignore = {};
  ignore.sa_handler = SIG_IGN;
  sigemptyset(&ignore.sa_mask);
  sigaction(SIGPIPE, &ignore, nullptr);
  sigaction(SIGXFSZ, &ignore, nullptr);
}

bool is_interrupted() {
  return interrupted != 0;
}

void stop_if_interrupted() {
  if (is_interrupted()) throw Interrupted{};
}

}  // namespace keycost
