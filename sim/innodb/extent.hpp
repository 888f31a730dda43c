// An extent of 64 pages and its descriptor. Source: storage/innobase/fsp/fsp0fsp.cc, include/fsp0fsp.h.
#pragma once

#include <cstdint>

#include "sim/innodb/page_format.hpp"

namespace keycost::innodb {

inline constexpr std::uint32_t extent_size_pages = 64;  ///< FSP_EXTENT_SIZE

enum class ExtentState : std::uint8_t {
  free,           ///< on the tablespace's free list
  free_fragment,  ///< pages go to segments one by one; some are left
  full_fragment,  ///< pages went to segments one by one; none is left
  of_segment,     ///< belongs to one segment
};

class Extent {
 public:
  ExtentState state = ExtentState::free;
  std::uint32_t segment = 0;  ///< of_segment: whose

  std::uint32_t used_pages() const { return used_pages_; }
  bool is_full() const { return used_pages_ == extent_size_pages; }
  bool is_page_free(std::uint32_t page) const { return (used_ >> page & 1) == 0; }
  void mark_used(std::uint32_t page) {
    used_ |= std::uint64_t{1} << page;
    ++used_pages_;
  }
  void mark_free(std::uint32_t page) {
    used_ &= ~(std::uint64_t{1} << page);
    --used_pages_;
  }
  /// The first free page from `hint` on, then from the front (xdes_find_free). There must be one.
  std::uint32_t find_free(std::uint32_t hint) const {
    for (std::uint32_t i = 0; i < extent_size_pages; ++i) {
      const std::uint32_t page = (hint + i) % extent_size_pages;
      if (is_page_free(page)) return page;
    }
    return extent_size_pages;
  }

 private:
  std::uint64_t used_ = 0;
  std::uint32_t used_pages_ = 0;
};

}  // namespace keycost::innodb
