#include "sim/innodb/record.hpp"

#include <algorithm>

#include "sim/error.hpp"

namespace keycost::innodb {

namespace {

constexpr unsigned long_length_flag = 0x80;
constexpr std::size_t one_byte_length_max = 127;
constexpr std::byte blank{0x20};

std::size_t bitmap_size_bytes(const std::vector<Field>& fields) {
  const auto nullable =
      std::count_if(fields.begin(), fields.end(), [](const Field& field) { return field.is_nullable; });
  return (static_cast<std::size_t>(nullable) + 7) / 8;
}

std::size_t length_size_bytes(const Field& field, std::size_t length) {
  return field.may_need_two_length_bytes && length > one_byte_length_max ? 2 : 1;
}

/// Goes through a record's fields in order: reads the NULL bitmap and the lengths, which lie backwards in
/// front of the origin.
class FieldReader {
 public:
  FieldReader(RecordPointer origin, std::size_t bitmap_size)
      : data_(origin),
        nulls_(origin - record_header_size_bytes - 1),
        lengths_(nulls_ - bitmap_size),
        origin_(origin) {}

  StoredValue next(const Field& field) {
    if (field.is_nullable && read_null_bit()) return {{}, true};
    const std::size_t length = field.is_variable ? read_length(field) : field.size_bytes;
    const std::span<const std::byte> bytes{data_, length};
    data_ += length;
    return {bytes, false};
  }

  void skip(std::size_t bytes) { data_ += bytes; }
  RecordSize size() const {
    return {static_cast<std::uint16_t>(origin_ - lengths_ - 1), static_cast<std::uint16_t>(data_ - origin_)};
  }

 private:
  bool read_null_bit() {
    if (null_bit_ == 8) {
      --nulls_;
      null_bit_ = 0;
    }
    return (std::to_integer<unsigned>(*nulls_) >> null_bit_++ & 1U) != 0;
  }

  std::size_t read_length(const Field& field) {
    const auto first = std::to_integer<unsigned>(*lengths_--);
    if (!field.may_need_two_length_bytes || (first & long_length_flag) == 0) return first;
    return (first & 0x3fU) << 8 | std::to_integer<unsigned>(*lengths_--);
  }

  RecordPointer data_;
  RecordPointer nulls_;
  RecordPointer lengths_;
  RecordPointer origin_;
  unsigned null_bit_ = 0;
};

int compare_bytes(std::span<const std::byte> a, std::span<const std::byte> b) {
  const std::size_t common = std::min(a.size(), b.size());
  const int order = common == 0 ? 0 : std::memcmp(a.data(), b.data(), common);
  if (order != 0) return order;
  return a.size() < b.size() ? -1 : static_cast<int>(a.size() > b.size());
}

/// What follows the common part, against blanks.
int compare_tail(std::span<const std::byte> tail) {
  for (const std::byte byte : tail) {
    if (byte != blank) return byte < blank ? -1 : 1;
  }
  return 0;
}

int compare_padded(std::span<const std::byte> a, std::span<const std::byte> b) {
  const std::size_t common = std::min(a.size(), b.size());
  const int order = common == 0 ? 0 : std::memcmp(a.data(), b.data(), common);
  if (order != 0) return order;
  return a.size() > common ? compare_tail(a.subspan(common)) : -compare_tail(b.subspan(common));
}

int compare_values(const Field& field, const StoredValue& a, const StoredValue& b) {
  int order = 0;
  if (a.is_null || b.is_null) {
    order = static_cast<int>(b.is_null) - static_cast<int>(a.is_null);
  } else if (field.comparison == Comparison::bytes) {
    order = compare_bytes(a.bytes, b.bytes);
  } else {
    order = compare_padded(a.bytes, b.bytes);
  }
  return field.is_descending ? -order : order;
}

}  // namespace

RecordFormat::RecordFormat(std::vector<Field> fields, std::size_t key_fields)
    : fields_(std::move(fields)),
      key_fields_(key_fields),
      null_bitmap_size_bytes_(bitmap_size_bytes(fields_)) {
  require(key_fields_ > 0 && key_fields_ <= fields_.size(), "an index has a key");
  const auto extra = static_cast<std::uint16_t>(record_header_size_bytes + null_bitmap_size_bytes_);
  leaf_size_.size.extra_bytes = node_size_.size.extra_bytes = extra;
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    const Field& field = fields_[i];
    const bool is_fixed = !field.is_variable && !field.is_nullable;
    leaf_size_.is_fixed = leaf_size_.is_fixed && is_fixed;
    leaf_size_.size.data_bytes = static_cast<std::uint16_t>(leaf_size_.size.data_bytes + field.size_bytes);
    if (i >= key_fields_) continue;
    node_size_.is_fixed = node_size_.is_fixed && is_fixed;
    node_size_.size.data_bytes = static_cast<std::uint16_t>(node_size_.size.data_bytes + field.size_bytes);
    key_is_one_string_ =
        key_is_one_string_ && is_fixed && !field.is_descending && field.comparison == Comparison::bytes;
    key_size_bytes_ += field.size_bytes;
  }
  node_size_.size.data_bytes =
      static_cast<std::uint16_t>(node_size_.size.data_bytes + child_page_number_size_bytes);
}

std::size_t RecordFormat::smallest_size_bytes(bool is_leaf) const {
  std::size_t size = record_header_size_bytes + null_bitmap_size_bytes_;
  for (std::size_t i = 0; i < (is_leaf ? fields_.size() : key_fields_); ++i) {
    if (fields_[i].is_nullable) continue;
    size += fields_[i].is_variable ? std::size_t{1} : std::size_t{fields_[i].size_bytes};
  }
  return size + (is_leaf ? 0 : child_page_number_size_bytes);
}

RecordSize RecordFormat::walk(RecordPointer origin, bool is_leaf) const {
  FieldReader reader(origin, null_bitmap_size_bytes_);
  for (std::size_t i = 0; i < (is_leaf ? fields_.size() : key_fields_); ++i) reader.next(fields_[i]);
  if (!is_leaf) reader.skip(child_page_number_size_bytes);
  return reader.size();
}

int RecordFormat::compare_fields(RecordPointer a, RecordPointer b, std::size_t fields) const {
  FieldReader reader_a(a, null_bitmap_size_bytes_);
  FieldReader reader_b(b, null_bitmap_size_bytes_);
  for (std::size_t i = 0; i < fields; ++i) {
    const int order = compare_values(fields_[i], reader_a.next(fields_[i]), reader_b.next(fields_[i]));
    if (order != 0) return order;
  }
  return 0;
}

bool RecordFormat::has_null(RecordPointer origin, std::size_t fields) const {
  FieldReader reader(origin, null_bitmap_size_bytes_);
  for (std::size_t i = 0; i < fields; ++i) {
    if (reader.next(fields_[i]).is_null) return true;
  }
  return false;
}

// rec_convert_dtuple_to_rec_comp: lengths and NULL bits are written backwards, from the header on.
std::size_t RecordFormat::build_leaf(std::span<const StoredValue> values,
                                     std::vector<std::byte>& bytes) const {
  std::size_t lengths_size = 0;
  std::size_t data_size = 0;
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    if (values[i].is_null) continue;
    if (fields_[i].is_variable) lengths_size += length_size_bytes(fields_[i], values[i].bytes.size());
    data_size += values[i].bytes.size();
  }
  const std::size_t origin = lengths_size + null_bitmap_size_bytes_ + record_header_size_bytes;
  bytes.assign(origin + data_size, std::byte{0});
  std::size_t nulls = origin - record_header_size_bytes - 1;
  std::size_t lengths = nulls - null_bitmap_size_bytes_;
  std::size_t data = origin;
  unsigned null_bit = 0;
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    if (fields_[i].is_nullable) {
      if (null_bit == 8) {
        --nulls;
        null_bit = 0;
      }
      if (values[i].is_null) bytes[nulls] |= std::byte{1} << null_bit;
      ++null_bit;
      if (values[i].is_null) continue;
    }
    const std::size_t length = values[i].bytes.size();
    if (fields_[i].is_variable) {
      if (length_size_bytes(fields_[i], length) == 2) {
        bytes[lengths--] = static_cast<std::byte>(length >> 8 | long_length_flag);
      }
      bytes[lengths--] = static_cast<std::byte>(length);
    }
    std::copy(values[i].bytes.begin(), values[i].bytes.end(),
              bytes.begin() + static_cast<std::ptrdiff_t>(data));
    data += length;
  }
  return origin;
}

void RecordFormat::read_leaf(RecordPointer origin, std::vector<StoredValue>& values) const {
  FieldReader reader(origin, null_bitmap_size_bytes_);
  values.clear();
  for (const Field& field : fields_) values.push_back(reader.next(field));
}

std::size_t RecordFormat::build_node_pointer(RecordPointer record, PageNumber child,
                                             std::vector<std::byte>& bytes) const {
  FieldReader reader(record, null_bitmap_size_bytes_);
  for (std::size_t i = 0; i < key_fields_; ++i) reader.next(fields_[i]);
  const RecordSize key = reader.size();
  bytes.assign(record - key.extra_bytes, record + key.data_bytes);
  bytes.resize(bytes.size() + child_page_number_size_bytes);
  const std::size_t origin = key.extra_bytes;
  bytes[origin - 5] &= min_rec_flag;  // owned records and other flags are the page's own affair
  bytes[origin - 3] = static_cast<std::byte>(node_pointer_status);
  set_child_page(bytes.data() + origin, child);
  // The NULL bitmap covers the columns of the whole record; of those that are no part of the key nothing is
  // known here, and their bits are 0.
  if (null_bitmap_size_bytes_ > 0) {
    unsigned position = 0;
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      if (!fields_[i].is_nullable) continue;
      if (i >= key_fields_)
        bytes[origin - record_header_size_bytes - 1 - position / 8] &= ~(std::byte{1} << position % 8);
      ++position;
    }
  }
  return origin;
}

PageNumber RecordFormat::read_child_page(RecordPointer place) {
  PageNumber child = 0;
  for (std::size_t i = 0; i < child_page_number_size_bytes; ++i)
    child = child << 8 | std::to_integer<PageNumber>(place[i]);
  return child;
}

void RecordFormat::set_child_page(std::byte* origin, PageNumber child) const {
  std::byte* place = origin + size(origin, false).data_bytes - child_page_number_size_bytes;
  for (std::size_t i = 0; i < child_page_number_size_bytes; ++i)
    place[i] = static_cast<std::byte>(child >> (8 * (child_page_number_size_bytes - 1 - i)));
}

}  // namespace keycost::innodb
