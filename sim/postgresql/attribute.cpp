#include "sim/postgresql/attribute.hpp"

#include <cstring>

namespace keycost::postgresql {

namespace {

constexpr std::size_t short_header_size_bytes = 1;  // VARHDRSZ_SHORT
constexpr std::size_t long_header_size_bytes = 4;   // VARHDRSZ

}  // namespace

AttributeExtent attribute_extent(const Attribute& attribute, std::size_t payload_size_bytes,
                                 std::size_t position) {
  if (attribute.size_bytes == variable_size && payload_size_bytes <= short_varlena_data_max_bytes) {
    return {position, position + short_header_size_bytes + payload_size_bytes};
  }
  const std::size_t header = attribute.size_bytes == variable_size ? long_header_size_bytes : 0;
  const std::size_t start = align_to(position, attribute.alignment_bytes);
  return {start, start + header + payload_size_bytes};
}

std::size_t write_attribute(const Attribute& attribute, std::span<const std::byte> payload, std::byte* data,
                            std::size_t position) {
  const AttributeExtent extent = attribute_extent(attribute, payload.size(), position);
  std::byte* to = data + extent.start;
  if (attribute.size_bytes == variable_size) {
    const std::size_t total = extent.end - extent.start;
    if (payload.size() <= short_varlena_data_max_bytes) {
      *to++ = static_cast<std::byte>(total << 1 | 1);  // SET_VARSIZE_1B, little-endian
    } else {
      const auto header = static_cast<std::uint32_t>(total << 2);  // SET_VARSIZE_4B, little-endian
      std::memcpy(to, &header, sizeof header);
      to += sizeof header;
    }
  }
  if (!payload.empty()) std::memcpy(to, payload.data(), payload.size());
  return extent.end;
}

AttributeExtent stored_extent(const Attribute& attribute, const std::byte* data, std::size_t position) {
  if (attribute.size_bytes != variable_size) {
    const std::size_t start = align_to(position, attribute.alignment_bytes);
    return {start, start + static_cast<std::size_t>(attribute.size_bytes)};
  }
  // Padding bytes are zero and a short header never is, so a non-zero byte is a header (att_align_pointer).
  const auto first = std::to_integer<unsigned>(data[position]);
  if ((first & 1) != 0) return {position, position + (first >> 1)};
  const std::size_t start = align_to(position, attribute.alignment_bytes);
  std::uint32_t header;
  std::memcpy(&header, data + start, sizeof header);
  return {start, start + (header >> 2)};
}

std::span<const std::byte> stored_payload(const Attribute& attribute, const std::byte* data,
                                          AttributeExtent extent) {
  std::size_t header = 0;
  if (attribute.size_bytes == variable_size) {
    const bool is_short = (std::to_integer<unsigned>(data[extent.start]) & 1) != 0;
    header = is_short ? short_header_size_bytes : long_header_size_bytes;
  }
  return {data + extent.start + header, data + extent.end};
}

}  // namespace keycost::postgresql
