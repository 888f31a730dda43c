// Lists of extents and of pages in a file: a base node with length, first and last, and in each node the ones
// before and behind it, as page number and place on the page. Here they are written for the log's sake alone;
// who stands on which list is known from Tablespace.
// Source: storage/innobase/fut/fut0lst.cc, include/fut0lst.h.
#pragma once

#include <cstddef>

#include "sim/innodb/page_frame.hpp"
#include "sim/innodb/redo.hpp"

namespace keycost::innodb {

inline constexpr std::size_t list_base_size_bytes = 16;  ///< FLST_BASE_NODE_SIZE
inline constexpr std::size_t list_node_size_bytes = 12;  ///< FLST_NODE_SIZE

/// A base or a node: where it stands.
struct ListPlace {
  PageFrame* page = nullptr;
  std::size_t offset = 0;
};

/// The pages of a file on which nodes may stand.
class PagesWithLists {
 public:
  virtual ~PagesWithLists() = default;
  virtual PageFrame& page_with_lists(PageNumber page) = 0;
};

/// flst_init.
void make_list(ListPlace base, MiniTransaction& mtr);
/// flst_add_last.
void add_last(ListPlace base, ListPlace node, PagesWithLists& pages, MiniTransaction& mtr);
/// flst_add_first.
void add_first(ListPlace base, ListPlace node, PagesWithLists& pages, MiniTransaction& mtr);
/// flst_remove.
void remove(ListPlace base, ListPlace node, PagesWithLists& pages, MiniTransaction& mtr);

}  // namespace keycost::innodb
