#include "sim/postgresql/heap/heap_tuple.hpp"

#include <cstring>

namespace keycost::postgresql {

namespace {

// Source: src/include/access/htup_details.h.
constexpr std::uint16_t heap_hasnull = 0x0001;
constexpr std::uint16_t heap_hasvarwidth = 0x0002;
constexpr std::uint16_t heap_xmin_committed = 0x0100;
constexpr std::uint16_t heap_xmin_invalid = 0x0200;
constexpr std::uint16_t heap_xmax_invalid = 0x0800;

constexpr std::uint16_t speculative_offset = 0xFFFE;  // SpecTokenOffsetNumber. Source: itemptr.h

constexpr std::size_t ctid_position = 12;
constexpr std::size_t infomask2_position = 18;
constexpr std::size_t infomask_position = 20;
constexpr std::size_t hoff_position = 22;

template <class T>
void put(std::byte* at, T value) {
  std::memcpy(at, &value, sizeof value);
}

}  // namespace

std::size_t HeapTupleBuilder::write_header(bool has_null, bool has_variable, std::uint32_t xmin) {
  const std::size_t bitmap = has_null ? (attributes_.size() + 7) / 8 : 0;
  const std::size_t header = maxalign(heap_tuple_header_size_bytes + bitmap);
  buffer_.assign(header, std::byte{0});
  const auto infomask = static_cast<std::uint16_t>((has_null ? heap_hasnull : 0) |
                                                   (has_variable ? heap_hasvarwidth : 0) | heap_xmax_invalid);
  put(buffer_.data(), xmin);
  put(buffer_.data() + infomask2_position, static_cast<std::uint16_t>(attributes_.size()));
  put(buffer_.data() + infomask_position, infomask);
  put(buffer_.data() + hoff_position, static_cast<std::uint8_t>(header));
  return header;
}

std::span<std::byte> HeapTupleBuilder::build(const std::vector<ColumnBatch>& columns, std::size_t row,
                                             std::uint32_t xmin) {
  bool has_null = false;
  bool has_variable = false;
  for (std::size_t i = 0; i < attributes_.size(); ++i) {
    const bool null = columns[i].is_null(row);
    has_null = has_null || null;
    has_variable = has_variable || (!null && attributes_[i].size_bytes == variable_size);
  }
  const std::size_t header = write_header(has_null, has_variable, xmin);

  std::size_t size = 0;
  for (std::size_t i = 0; i < attributes_.size(); ++i) {
    if (columns[i].is_null(row)) continue;
    if (has_null)
      buffer_[heap_tuple_header_size_bytes + i / 8] |= static_cast<std::byte>(1u << (i % 8));  // set: present
    const std::span<const std::byte> value = columns[i].value(row);
    buffer_.resize(header + attribute_extent(attributes_[i], value.size(), size).end, std::byte{0});
    size = write_attribute(attributes_[i], value, buffer_.data() + header, size);
  }
  return buffer_;
}

StoredRow::StoredRow(const std::byte* tuple) {
  std::uint16_t infomask;
  std::memcpy(&infomask, tuple + infomask_position, sizeof infomask);
  bitmap_ = (infomask & heap_hasnull) != 0 ? tuple + heap_tuple_header_size_bytes : nullptr;
  data_ = tuple + std::to_integer<std::size_t>(tuple[hoff_position]);
}

bool StoredRow::is_null(std::size_t attribute) const {
  return bitmap_ != nullptr &&
         (std::to_integer<unsigned>(bitmap_[attribute / 8]) >> (attribute % 8) & 1) == 0;
}

std::uint32_t inserting_transaction(const std::byte* tuple) {
  std::uint32_t xmin;
  std::memcpy(&xmin, tuple, sizeof xmin);
  return xmin;
}

namespace {

std::uint16_t infomask(const std::byte* tuple) {
  std::uint16_t mask;
  std::memcpy(&mask, tuple + infomask_position, sizeof mask);
  return mask;
}

void set_infomask_bit(std::byte* tuple, std::uint16_t bit) {
  put(tuple + infomask_position, static_cast<std::uint16_t>(infomask(tuple) | bit));
}

}  // namespace

bool has_committed_hint(const std::byte* tuple) {
  return (infomask(tuple) & heap_xmin_committed) != 0;
}
bool has_aborted_hint(const std::byte* tuple) {
  return (infomask(tuple) & heap_xmin_invalid) != 0;
}
void set_committed_hint(std::byte* tuple) {
  set_infomask_bit(tuple, heap_xmin_committed);
}
void set_aborted_hint(std::byte* tuple) {
  set_infomask_bit(tuple, heap_xmin_invalid);
}

void set_speculative_token(std::byte* tuple, std::uint32_t token) {
  set_tuple_id(tuple, {token, speculative_offset});
}

void set_tuple_id(std::byte* tuple, TupleId id) {
  // ItemPointerData: the block number as two 16-bit halves, the high one first, then the offset.
  put(tuple + ctid_position, static_cast<std::uint16_t>(id.block >> 16));
  put(tuple + ctid_position + 2, static_cast<std::uint16_t>(id.block));
  put(tuple + ctid_position + 4, id.offset);
}

}  // namespace keycost::postgresql
