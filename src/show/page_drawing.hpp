// A page drawn by its bytes, whatever the engine: every byte belongs to one region, and the legend adds up to
// the page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "src/show/screen.hpp"

namespace keycost {

/// What bytes on a page are for.
enum class ByteUse : std::uint8_t {
  header,
  line_pointers,
  free,
  tuple_headers,
  values,
  row_pointers,
  high_key,
  newest,
  dead,
  alignment,
  special,
  metadata,
  map,
  zeros,
  limits,
  garbage,
  directory,
  trailer,
};

struct ByteRegion {
  ByteUse use = ByteUse::free;
  std::size_t begin = 0;
  std::size_t end = 0;
};

struct PageDrawing {
  std::string title;
  std::size_t size_bytes = 0;
  std::vector<ByteRegion> regions;  ///< disjoint; together the whole page
  std::vector<std::string> facts;   ///< sentences about the page
  std::vector<std::string> items_header;
  std::vector<std::vector<std::string>> items;  ///< what is on it, in order
};

/// Bytes that one use has, and in how many regions: what a legend says.
struct ByteSum {
  ByteUse use;
  std::size_t regions = 0;
  std::size_t bytes = 0;
};

/// One for each use that occurs, in the order of ByteUse. Throws InvariantBroken unless they add up to the
/// page.
std::vector<ByteSum> sum_of_bytes(const PageDrawing& page);

/// `items_max`: of more, the first and last ones are listed.
void draw(Screen& screen, const PageDrawing& page, std::size_t items_max);

/// Columns, each as wide as its widest entry, numbers to the right; lines are cut at the screen's width.
void draw_table(Screen& screen, const std::vector<std::string>& header,
                const std::vector<std::vector<std::string>>& lines);

}  // namespace keycost
