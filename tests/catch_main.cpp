// Catch2 2 wants its main() compiled once; Catch2 3 brings one in a library.
#if __has_include(<catch2/catch_all.hpp>)
// Catch2::Catch2WithMain has main().
#else
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#endif
