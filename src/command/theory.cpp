// keycost theory: what random keys do to a B-tree, computed instead of simulated.
#include <algorithm>
#include <array>
#include <memory>

#include <fmt/format.h>

#include "sim/sql_type.hpp"
#include "src/command/arguments.hpp"
#include "src/command/command.hpp"
#include "src/command/console_text.hpp"
#include "src/command/theory_answer.hpp"
#include "src/nearest_name.hpp"
#include "src/report/output_files.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

constexpr NumberRange key_byte_range{1, 2700};  // nbtree refuses tuples above a third of a page
constexpr NumberRange capacity_range{3, 1000};  // what an 8 kB page can hold, and then some
constexpr NumberRange keys_range{1, 1'000'000'000'000};
constexpr NumberRange fillfactor_range{10, 100};  // Source: src/backend/access/common/reloptions.c

struct TheoryArguments {
  std::string key = "uuid";
  std::optional<std::string> key_bytes;
  std::string fillfactor = "90";
  std::optional<std::string> capacity;
  std::optional<std::string> left;
  std::string keys = "1000000";
  std::optional<std::string> loaded;
  std::string fill = "fixed";
  std::optional<std::string> inserts;
  std::string output = "text";
};

/// Of a type whose values all take the same room.
std::size_t bytes_of_type(const std::string& name) {
  const SqlTypeDescription* type = find_sql_type(name);
  if (type != nullptr && type->size_bytes != variable_size) return static_cast<std::size_t>(type->size_bytes);
  std::vector<std::string_view> known;
  for (const SqlTypeDescription& fixed : sql_types()) {
    if (fixed.size_bytes != variable_size) known.push_back(fixed.name);
  }
  if (type != nullptr) {
    throw UsageError(
        fmt::format("theory: --key: values of type {} differ in width; give the width with --key-bytes "
                    "(text of n bytes takes n + 1)",
                    in_quotes(name)));
  }
  throw UsageError("theory: --key: " + unknown_name("type", name, known));
}

void choose_postgresql_page(const TheoryArguments& arguments, TheoryQuestion& question) {
  const std::size_t key_bytes =
      arguments.key_bytes
          ? static_cast<std::size_t>(read_whole_number("--key-bytes", *arguments.key_bytes, key_byte_range))
          : bytes_of_type(arguments.key);
  const auto fillfactor =
      static_cast<int>(read_whole_number("--fillfactor", arguments.fillfactor, fillfactor_range));
  const std::size_t entry = theory::postgresql_entry_bytes(key_bytes);
  question.leaf = theory::postgresql_leaf(entry, entry, fillfactor);
  if (!question.leaf) {
    throw UsageError(fmt::format(
        "theory: with entries of {} bytes and fillfactor {} a leaf holds too few keys for these rules", entry,
        fillfactor));
  }
  question.rules = question.leaf->rules;
}

void choose_own_rule(const TheoryArguments& arguments, TheoryQuestion& question) {
  const std::uint64_t capacity = read_whole_number("--capacity", *arguments.capacity, capacity_range);
  const std::uint64_t left =
      read_optional_number("--left", arguments.left, {1, capacity}).value_or((capacity + 1) / 2);
  question.rules = {theory::split_into(static_cast<std::size_t>(capacity), static_cast<std::size_t>(left)),
                    {}};
}

LoadFill read_fill(const std::string& name) {
  constexpr std::array<std::string_view, 3> names{"fixed", "uniform", "stationary"};
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) throw UsageError("theory: --fill: " + unknown_name("fill", name, names));
  return static_cast<LoadFill>(found - names.begin());
}

void choose_load(const TheoryArguments& arguments, TheoryQuestion& question) {
  question.fill = read_fill(arguments.fill);
  question.loaded_keys = read_optional_number("--loaded", arguments.loaded, {1, question.keys});
  if (!question.loaded_keys) {
    if (question.fill != LoadFill::fixed)
      throw UsageError("theory: --fill says how --loaded keys lie; give both");
    return;
  }
  if (question.fill == LoadFill::fixed && !question.leaf) {
    throw UsageError(
        "theory: how full a load leaves pages of your own --capacity is not known; take --fill uniform or "
        "stationary");
  }
}

TheoryQuestion read_question(const TheoryArguments& arguments) {
  TheoryQuestion question;
  if (arguments.capacity) {
    choose_own_rule(arguments, question);
  } else {
    if (arguments.left) throw UsageError("theory: --left says where leaves of --capacity are cut; give both");
    choose_postgresql_page(arguments, question);
  }
  question.keys = read_whole_number("-n", arguments.keys, keys_range);
  choose_load(arguments, question);
  question.inserts = read_optional_number("--inserts", arguments.inserts, {1, question.keys});
  return question;
}

ExitStatus run_theory(const TheoryArguments& arguments) {
  constexpr std::array<std::string_view, 3> kinds{"text", "json", "csv"};
  if (std::ranges::find(kinds, arguments.output) == kinds.end())
    throw UsageError("theory: -o: " + unknown_name("kind", arguments.output, kinds));
  const TheoryAnswer computed = answer(read_question(arguments));
  if (arguments.output == "json") {
    write_standard_output(theory_json(computed));
  } else if (arguments.output == "csv") {
    write_standard_output(theory_csv(computed));
  } else {
    write_standard_output(in_character_set(theory_text(computed)));
  }
  return ExitStatus::held;
}

CommandAction declare_theory(CLI::App& app) {
  const auto arguments = std::make_shared<TheoryArguments>();
  app.add_option("--key", arguments->key, "SQL type of the key, of fixed width (uuid)")->type_name("TYPE");
  app.add_option("--key-bytes", arguments->key_bytes, "instead: bytes of the key in an index entry")
      ->type_name("N");
  app.add_option("--fillfactor", arguments->fillfactor, "of the index (90)")->type_name("PERCENT");
  app.add_option("--capacity", arguments->capacity, "instead of a PostgreSQL page: keys that a leaf holds")
      ->type_name("N");
  app.add_option("--left", arguments->left,
                 "of them and the new one, how many stay on the left of a split (half)")
      ->type_name("N");
  app.add_option("-n", arguments->keys, "keys inserted, up to which the curve goes (1000000)")
      ->type_name("N");
  app.add_option("--loaded", arguments->loaded, "how many of them a bulk load has put there, sorted")
      ->type_name("N");
  app.add_option("--fill", arguments->fill, "how full it leaves pages: fixed, uniform or stationary (fixed)")
      ->type_name("LAW");
  app.add_option("--inserts", arguments->inserts, "how many different leaves so many further inserts hit")
      ->type_name("K");
  app.add_option("-o", arguments->output, "text, json or csv (text)")->type_name("KIND");
  return [arguments] { return run_theory(*arguments); };
}

}  // namespace

const Command theory_command{
    "theory", "compute what random keys do to an index, without simulating it",
    "Exact expected leaves of an index of random keys at every size, and the standard deviation of a single "
    "one.\n"
    "Density never settles at ln 2: it swings with every doubling, so a published figure goes with its "
    "number of\n"
    "rows. With --loaded: the waves of splits after CREATE INDEX; with --fill stationary there are none.\n"
    "sim/theory/README.md has the argument.\n\n"
    "Example: keycost theory --key bigint -n 1000000000 --inserts 100000",
    declare_theory};

}  // namespace keycost
