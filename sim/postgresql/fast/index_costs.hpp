// What an index costs over one segment of the run. Sums of integers, so that parts of the key space can be
// simulated apart from each other, in any order, and added up.
#pragma once

#include <array>
#include <cstdint>

#include "sim/postgresql/wal/log.hpp"
#include "sim/postgresql/wal/record_size.hpp"
#include "sim/postgresql/wal/record_type.hpp"
#include "sim/result.hpp"

namespace keycost::postgresql::fast {

struct RecordSums {
  std::uint64_t count = 0;
  std::uint64_t size_bytes = 0;
  std::uint64_t aligned_bytes = 0;
  std::uint64_t images = 0;
  std::uint64_t images_bytes = 0;

  void add(const RecordSize& record, std::uint64_t times = 1) {
    count += times;
    size_bytes += times * record.total_bytes();
    aligned_bytes += times * record.aligned_bytes();
    images += times * record.images();
    images_bytes += times * record.images_bytes();
  }
  RecordSums& operator+=(const RecordSums& other) {
    count += other.count;
    size_bytes += other.size_bytes;
    aligned_bytes += other.aligned_bytes;
    images += other.images;
    images_bytes += other.images_bytes;
    return *this;
  }
};

struct IndexCosts {
  RecordSums insert_leaf;
  RecordSums insert_upper;
  RecordSums split_left;   ///< Btree/SPLIT_L: the new entry went to the left page
  RecordSums split_right;  ///< Btree/SPLIT_R
  RecordSums newroot;
  BufferUsage buffers;
  std::uint64_t leaf_pages = 0;  ///< that came to be
  std::uint64_t internal_pages = 0;
  std::uint64_t leaf_splits = 0;
  std::uint64_t levels = 0;  ///< by which the tree grew
  /// Neighbours in key order of which the second lies before the first in the file: how many more there are.
  std::int64_t fragments = 0;

  IndexCosts& operator+=(const IndexCosts& other) {
    insert_leaf += other.insert_leaf;
    insert_upper += other.insert_upper;
    split_left += other.split_left;
    split_right += other.split_right;
    newroot += other.newroot;
    buffers.hit += other.buffers.hit;
    buffers.read += other.buffers.read;
    buffers.dirtied += other.buffers.dirtied;
    buffers.written += other.buffers.written;
    leaf_pages += other.leaf_pages;
    internal_pages += other.internal_pages;
    leaf_splits += other.leaf_splits;
    levels += other.levels;
    fragments += other.fragments;
    return *this;
  }
};

}  // namespace keycost::postgresql::fast
