// The keys of a column, in pieces large enough to be worth sharing among threads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "sim/engine.hpp"
#include "sim/fast/key.hpp"
#include "sim/rows/key_column.hpp"

namespace keycost::fast {

/// Does `work` for 0 … count−1, at the same time where the caller has threads for it.
inline void do_all(const RunOptions& options, std::size_t count,
                   const std::function<void(std::size_t)>& work) {
  if (options.parallel && count > 1) {
    options.parallel(count, work);
  } else {
    for (std::size_t i = 0; i < count; ++i) work(i);
  }
}

template <class Key, class Reader>
class KeyFeed {
 public:
  using Opener = std::function<std::unique_ptr<KeyColumn>()>;

  KeyFeed(const Opener& open, SqlType type, Reader reader, const RunOptions& options)
      : options_(&options), reader_(std::move(reader)), type_(type) {
    columns_.push_back(open());
    if (!columns_[0]->is_addressable()) return;
    while (columns_.size() < std::max<std::size_t>(1, options.threads)) columns_.push_back(open());
  }

  /// The keys of the rows from `first_row` on, which are the next, unless the column is addressable.
  void read(std::uint64_t first_row, std::span<Key> keys) {
    const std::size_t parts = columns_.size();
    const std::size_t part_rows = (keys.size() + parts - 1) / parts;
    do_all(*options_, parts, [&](std::size_t part) {
      const std::size_t begin = std::min(keys.size(), part * part_rows);
      const std::size_t end = std::min(keys.size(), begin + part_rows);
      if (columns_[part]->is_addressable()) columns_[part]->go_to(first_row + begin);
      read_part(*columns_[part], keys.subspan(begin, end - begin));
    });
  }

  /// Passes over the first `rows` rows.
  void skip(std::uint64_t rows) {
    if (columns_[0]->is_addressable()) return;
    ColumnBatch values(type_);
    for (std::uint64_t done = 0; done < rows; done += values.rows())
      columns_[0]->next(static_cast<std::size_t>(std::min<std::uint64_t>(rows_at_a_time, rows - done)),
                        values);
  }

 private:
  static constexpr std::size_t rows_at_a_time = 1024;

  void read_part(KeyColumn& column, std::span<Key> keys) const {
    ColumnBatch values(type_);
    Reader reader = reader_;
    for (std::size_t done = 0; done < keys.size();) {
      const std::size_t rows = std::min(rows_at_a_time, keys.size() - done);
      column.next(rows, values);
      const std::byte* payload = values.value(0).data();
      const std::size_t width = values.value(0).size();
      if (values.value(rows - 1).data() != payload + (rows - 1) * width ||
          values.value(rows - 1).size() != width)
        throw KeysNotShort{};
      for (std::size_t i = 0; i < rows; ++i) keys[done + i] = reader(payload + i * width);
      done += rows;
    }
    reader.check();
  }

  const RunOptions* options_;
  Reader reader_;
  SqlType type_;
  std::vector<std::unique_ptr<KeyColumn>> columns_;
};

}  // namespace keycost::fast
