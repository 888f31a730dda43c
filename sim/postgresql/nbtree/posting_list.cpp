#include "sim/postgresql/nbtree/posting_list.hpp"

namespace keycost::postgresql {

std::span<const std::byte> PostingGroup::tuple() {
  if (items_ == 1) return index_tuple::bytes(base_);
  const std::size_t key_size = index_tuple::key_size_bytes(base_);
  const auto flags = static_cast<std::uint16_t>(index_tuple::info(base_) &
                                                (index_tuple::has_nulls | index_tuple::has_variable));
  list_.assign(base_, base_ + key_size);
  list_.resize(maxalign(key_size + rows_.size() * tuple_id_size_bytes), std::byte{0});
  index_tuple::set_size_and_flags(list_.data(), list_.size(), flags);
  index_tuple::set_posting(list_.data(), rows_.size(), key_size);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    index_tuple::set_tuple_id(list_.data() + key_size + i * tuple_id_size_bytes, rows_[i]);
  }
  return list_;
}

}  // namespace keycost::postgresql
