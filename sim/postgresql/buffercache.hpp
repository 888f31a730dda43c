// What the pool holds, as pg_buffercache shows it, and a pool that is in use from the start.
// Source: contrib/pg_buffercache.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/postgresql/buffers.hpp"

namespace keycost::postgresql {

/// A fork of one of the table's relations, under the name that the server gives the relation.
struct NamedFork {
  std::string relation;
  std::string fork;  ///< "main" or "fsm"
  Relation* pages;
};

/// What a text that says how a pool is in use says of one buffer.
struct BufferInUse {
  std::uint64_t position = 0;  ///< from 0; the server counts from 1
  std::uint8_t usage_count = 0;
  bool dirty = false;
  std::string relation;  ///< empty: a page of another table or of a catalog
  std::string fork;
  BlockNumber block = 0;
};

/// Reads "1-200:5 201:1* 202:5=t_pkey/main/0": buffers 1 to 200 hold something else that has been used five
/// times, buffer 201 something dirty, buffer 202 the index's metapage. Returns what is wrong with it, if
/// anything. `buffers_max`: the pool's size.
std::optional<std::string> parse_buffers_in_use(std::string_view text, std::uint64_t buffers_max,
                                                std::vector<BufferInUse>& in_use);

/// Puts them into a pool that holds nothing. Returns what is wrong, if anything: a relation or block that
/// does not exist.
std::optional<std::string> use_buffers(const std::vector<BufferInUse>& in_use,
                                       const std::vector<NamedFork>& forks, BufferManager& buffers);

/// Every buffer that is in use, in the pool's order: bufferid, relation, fork, relblocknumber, isdirty,
/// usagecount. A page of another relation has no name.
std::vector<std::string> buffer_line_columns();
std::vector<std::vector<std::string>> buffer_lines(const BufferManager& buffers,
                                                   const std::vector<NamedFork>& forks);

}  // namespace keycost::postgresql
