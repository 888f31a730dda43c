// Keys of one stream, as a table of one column gets them.
#pragma once

#include <string>
#include <vector>

#include "sim/engine.hpp"

namespace keycost::test {

struct Named {
  const char* name;
  OptionValue value;
};

/// Options from a list: {{"writers", 4}, {"turns", "random"}}, numbers as std::int64_t, texts as std::string.
Options options_of(const std::vector<Named>& options);

/// The first `count` keys of a column of `type`, under the table's arrival if there is one.
ColumnBatch minted(const std::string& stream, SqlType type, std::size_t count, const Options& options = {},
                   const std::optional<Options>& arrival = {}, std::uint64_t seed = 1);

/// As the database prints them.
std::vector<std::string> printed(const ColumnBatch& batch);
std::vector<std::int64_t> numbers(const ColumnBatch& batch);

/// FNV-1a over the printed keys, each with a newline: what `keycost keys` prints.
std::uint64_t hash_of(const ColumnBatch& batch);

}  // namespace keycost::test
