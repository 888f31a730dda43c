#include "sim/declaration.hpp"

#include "sim/error.hpp"

namespace keycost {

const Declaration* find_declaration(std::span<const Declaration> declarations, std::string_view name) {
  for (const Declaration& declaration : declarations) {
    if (declaration.name == name) return &declaration;
  }
  return nullptr;
}

const OptionValue& Options::value(std::span<const Declaration> declarations, std::string_view name) const {
  if (const auto found = values_.find(name); found != values_.end()) return found->second;
  const Declaration* declaration = find_declaration(declarations, name);
  require(declaration != nullptr, "an option is read that nobody declared");
  return declaration->default_value;
}

std::int64_t Options::integer(std::span<const Declaration> declarations, std::string_view name) const {
  return std::get<std::int64_t>(value(declarations, name));
}

bool Options::boolean(std::span<const Declaration> declarations, std::string_view name) const {
  return std::get<bool>(value(declarations, name));
}

double Options::fraction(std::span<const Declaration> declarations, std::string_view name) const {
  return std::get<double>(value(declarations, name));
}

const std::string& Options::text(std::span<const Declaration> declarations, std::string_view name) const {
  return std::get<std::string>(value(declarations, name));
}

}  // namespace keycost
