#include "sim/streams/uuid_form.hpp"

#include <fmt/format.h>

#include "sim/ids/uuid.hpp"

namespace keycost {

namespace {

constexpr std::size_t uuid_text_size = 36;

}  // namespace

std::string misfit_of_length(SqlType type, const TypeModifiers& modifiers, std::size_t characters,
                             std::size_t bytes) {
  const bool is_text = is_text_type(type);
  const std::size_t needed = is_text ? characters : bytes;
  if (!modifiers.length || static_cast<std::size_t>(*modifiers.length) >= needed) return "";
  return fmt::format("the ids have {} {}, {} holds {}", needed, is_text ? "characters" : "bytes",
                     print_type(type, modifiers), *modifiers.length);
}

std::string uuid_form_problem(SqlType type, const Options& options) {
  if (options.contains("letters") && !is_text_type(type))
    return "\"letters\" is for a column of text, this one holds bytes";
  if (options.contains("swap") && (is_text_type(type) || type == SqlType::uuid))
    return "\"swap\" is for a column of bytes, as UUID_TO_BIN fills one";
  return "";
}

std::string uuid_form_misfit(SqlType type, const TypeModifiers& modifiers, const Options&) {
  return misfit_of_length(type, modifiers, uuid_text_size, id128_size_bytes);
}

UuidForm::UuidForm(std::span<const Declaration> declared, const Options& options)
    : upper_(options.text(declared, "letters") == "upper"), swap_(options.boolean(declared, "swap")) {}

void UuidForm::append(const Bits128& uuid, ColumnBatch& out) const {
  if (!is_text_type(out.type())) return out.append(to_bytes(swap_ ? with_time_swapped(uuid) : uuid));
  std::string text = print_uuid(uuid);
  if (upper_) {
    for (char& c : text) {
      if (c >= 'a' && c <= 'f') c = static_cast<char>(c - 'a' + 'A');
    }
  }
  out.append(std::string_view(text));
}

}  // namespace keycost
