// An index drawn by its levels: every page in key order, and how full it is, whatever the engine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "src/show/screen.hpp"

namespace keycost {

struct TreePage {
  std::uint32_t number = 0;  ///< block, or page number
  std::size_t items = 0;
  double fill = 0;   ///< of what items can have of the page, 0 to 1
  std::string note;  ///< "dirty", "inserted last"
  bool is_newest = false;
};

struct TreeDrawing {
  std::string title;
  std::vector<std::string> facts;
  std::vector<std::vector<TreePage>> levels;  ///< the root first, the leaves last
  std::string page_word;                      ///< "block"
  std::string item_word;                      ///< "items"
};

/// `lines_max`: levels of more pages than that are drawn as a strip alone.
void draw(Screen& screen, const TreeDrawing& tree, std::size_t lines_max);

}  // namespace keycost
