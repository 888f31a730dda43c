#include "sim/ids/typeid.hpp"

#include <fmt/format.h>

namespace keycost {

namespace {

constexpr std::size_t prefix_size_max = 63;

constexpr bool is_letter(char c) {
  return c >= 'a' && c <= 'z';
}

}  // namespace

std::string typeid_prefix_problem(std::string_view prefix) {
  if (prefix.empty()) return "";
  if (prefix.size() > prefix_size_max)
    return fmt::format("the prefix has {} characters, may have {}", prefix.size(), prefix_size_max);
  for (std::size_t i = 0; i < prefix.size(); ++i) {
    if (!is_letter(prefix[i]) && prefix[i] != '_')
      return fmt::format("character {} of the prefix is none of a to z and _", i + 1);
  }
  if (prefix.front() == '_' || prefix.back() == '_') return "the prefix must start and end with a letter";
  return "";
}

std::string print_typeid(const TypeId& id) {
  return id.prefix + (id.prefix.empty() ? "" : "_") + encode_base32(id.uuid, base32_lower);
}

TypeIdReading read_typeid(std::string_view text) {
  const std::size_t underscore = text.rfind('_');
  const bool has_prefix = underscore != std::string_view::npos;
  const std::string_view prefix = has_prefix ? text.substr(0, underscore) : "";
  if (has_prefix && prefix.empty())
    return {std::nullopt, "starts with an underscore; without a prefix there is none"};
  if (std::string problem = typeid_prefix_problem(prefix); !problem.empty()) return {std::nullopt, problem};
  const Base32Reading suffix = decode_base32(has_prefix ? text.substr(underscore + 1) : text, base32_lower);
  if (!suffix.bits) return {std::nullopt, "the part after the prefix " + suffix.wrong};
  return {TypeId{std::string(prefix), *suffix.bits}, ""};
}

}  // namespace keycost
