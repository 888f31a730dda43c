// What JavaScript can call. A text that is handed back stays where it is until the next call.
#ifdef __EMSCRIPTEN__

#include <emscripten.h>

#include "src/browser/lab.hpp"

// The page's worker tells how far a run is.
EM_JS(void, tell_progress, (int table, double rows), {
  if (Module["onProgress"]) Module["onProgress"](table, rows);
});

namespace {

keycost::browser::Lab& lab() {
  static keycost::browser::Lab the_lab;
  return the_lab;
}

const char* handed_back(std::string text) {
  static std::string kept;
  kept = std::move(text);
  return kept.c_str();
}

}  // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE const char* keycost_words() {
  return handed_back(keycost::browser::words());
}

EMSCRIPTEN_KEEPALIVE const char* keycost_run(const char* path, const char* text) {
  return handed_back(lab().run(path, text, [](std::size_t table, std::uint64_t rows) {
    tell_progress(static_cast<int>(table), static_cast<double>(rows));
  }));
}

EMSCRIPTEN_KEEPALIVE const char* keycost_report(const char* kind) {
  return handed_back(lab().report(kind));
}

EMSCRIPTEN_KEEPALIVE const char* keycost_moment(int table, int tick) {
  return handed_back(lab().moment(static_cast<std::size_t>(table), static_cast<std::size_t>(tick)));
}

EMSCRIPTEN_KEEPALIVE const char* keycost_series(int table, int points) {
  return handed_back(lab().series(static_cast<std::size_t>(table), static_cast<std::size_t>(points)));
}

}  // extern "C"

#endif
