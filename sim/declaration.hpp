// A declaration says once what a value is: its name, kind, range, default, unit and meaning.
//
// Server settings, stream options and index options are all declared this way. The scenario decoder checks
// values against the declaration, `keycost explain` prints it and the JSON Schema is written from it, so a
// value that nobody reads, or a unit that nobody states, cannot exist.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace keycost {

enum class ValueKind {
  boolean,
  integer,     ///< a whole number
  seconds,     ///< a whole number of seconds, written as "5min", "30s" or a number
  fraction,    ///< a number from 0 to 1
  size_bytes,  ///< a whole number of bytes, written as "128MB", "8kB" or a number
  text,
  choice,  ///< a text out of a few
};

/// A choice that somebody may well expect to be there, and why it is not.
struct RefusedChoice {
  std::string_view choice;
  std::string_view because;
};

using OptionValue = std::variant<bool, std::int64_t, std::string, double>;

struct Declaration {
  std::string_view name;
  ValueKind kind;
  OptionValue default_value;
  std::int64_t minimum = std::numeric_limits<std::int64_t>::min();  ///< numbers only
  std::int64_t maximum = std::numeric_limits<std::int64_t>::max();  ///< numbers only
  std::string_view unit;                                            ///< "" where there is none
  std::string_view meaning;
  std::span<const std::string_view> choices = {};  ///< what a choice may be
  std::span<const RefusedChoice> refused_choices = {};
};

/// The declaration called `name`, or nullptr. Linear: the tables are short.
const Declaration* find_declaration(std::span<const Declaration> declarations, std::string_view name);

/// Values given by name; whatever is absent has its declared default.
/// A scenario decoder has checked every value against its declaration before one of these is made.
class Options {
 public:
  void set(std::string name, OptionValue value) {
    values_.insert_or_assign(std::move(name), std::move(value));
  }
  bool contains(std::string_view name) const { return values_.find(name) != values_.end(); }
  const std::map<std::string, OptionValue, std::less<>>& given() const { return values_; }

  /// The value of `name`: as given, else as declared. `name` must be declared.
  const OptionValue& value(std::span<const Declaration> declarations, std::string_view name) const;
  std::int64_t integer(std::span<const Declaration> declarations, std::string_view name) const;
  bool boolean(std::span<const Declaration> declarations, std::string_view name) const;
  double fraction(std::span<const Declaration> declarations, std::string_view name) const;
  const std::string& text(std::span<const Declaration> declarations, std::string_view name) const;

 private:
  std::map<std::string, OptionValue, std::less<>> values_;
};

}  // namespace keycost
