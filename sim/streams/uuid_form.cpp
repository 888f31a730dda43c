#include "sim/streams/uuid_form.hpp"

#include "sim/ids/uuid.hpp"

namespace keycost {

std::string uuid_form_problem(SqlType type, const Options& options) {
  if (options.contains("letters") && type != SqlType::text)
    return "\"letters\" is for a column of type text, this one holds bytes";
  if (options.contains("swap") && (type == SqlType::text || type == SqlType::uuid))
    return "\"swap\" is for a column of bytes, as UUID_TO_BIN fills one";
  return "";
}

UuidForm::UuidForm(std::span<const Declaration> declared, const Options& options)
    : upper_(options.text(declared, "letters") == "upper"), swap_(options.boolean(declared, "swap")) {}

void UuidForm::append(const Bits128& uuid, ColumnBatch& out) const {
  if (out.type() != SqlType::text) return out.append(to_bytes(swap_ ? with_time_swapped(uuid) : uuid));
  std::string text = print_uuid(uuid);
  if (upper_) {
    for (char& c : text) {
      if (c >= 'a' && c <= 'f') c = static_cast<char>(c - 'a' + 'A');
    }
  }
  out.append(std::string_view(text));
}

}  // namespace keycost
