#include "sim/accepted_type.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace keycost {

namespace {

std::string range_text(std::string_view letter, ModifierRange range) {
  return fmt::format("{} from {} to {}", letter, range.minimum, range.maximum);
}

bool is_within(int number, ModifierRange range) {
  return number >= range.minimum && number <= range.maximum;
}

std::string refused(const AcceptedType& accepted) {
  return fmt::format("must be {}", written_form(accepted));
}

}  // namespace

const AcceptedType* find_accepted(std::span<const AcceptedType> types, SqlType type) {
  const auto found = std::find_if(types.begin(), types.end(),
                                  [type](const AcceptedType& accepted) { return accepted.type == type; });
  return found == types.end() ? nullptr : &*found;
}

std::string fit_modifiers(const AcceptedType& accepted, std::span<const int> numbers,
                          TypeModifiers& modifiers) {
  if (numbers.empty()) {
    if (accepted.must_have_modifiers) return refused(accepted);
    modifiers = accepted.when_absent;
    return {};
  }
  const std::optional<ModifierRange> first = accepted.length ? accepted.length : accepted.precision;
  const std::size_t numbers_max = (first ? 1u : 0u) + (accepted.scale ? 1u : 0u);
  if (numbers.size() > numbers_max || !is_within(numbers[0], *first)) return refused(accepted);
  if (numbers.size() == 2 && !is_within(numbers[1], *accepted.scale)) return refused(accepted);
  modifiers = {};
  (accepted.length ? modifiers.length : modifiers.precision) = numbers[0];
  if (accepted.scale) modifiers.scale = numbers.size() == 2 ? numbers[1] : 0;
  return {};
}

std::string written_form(const AcceptedType& accepted) {
  const std::string_view name = describe(accepted.type).name;
  const std::string alone = accepted.must_have_modifiers ? "" : fmt::format("{} or ", name);
  if (accepted.length) return fmt::format("{}{}(n), {}", alone, name, range_text("n", *accepted.length));
  if (!accepted.precision) return fmt::format("{}, without a number", name);
  const std::string precision = range_text("p", *accepted.precision);
  if (!accepted.scale) return fmt::format("{}{}(p), {}", alone, name, precision);
  return fmt::format("{}{}(p) or {}(p,s), {}, {}", alone, name, name, precision,
                     range_text("s", *accepted.scale));
}

}  // namespace keycost
