// The answer of `keycost theory` as text, JSON and CSV. Derived figures keep six digits: what follows depends
// on the system's logarithm.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/theory/exact_counts.hpp"
#include "src/command/theory_answer.hpp"
#include "src/decimal.hpp"
#include "src/report/numbers.hpp"

namespace keycost {

namespace {

using Json = nlohmann::ordered_json;

/// To six digits.
double shortened(double number) {
  return parse_decimal(fmt::format("{:.6g}", number)).value_or(number);
}

std::string page_text(const TheoryAnswer& answer) {
  if (!answer.question.leaf) {
    const theory::SplitRule& rule = answer.question.rules.inner;
    return fmt::format("a leaf: {} keys, split into {} and {}\n", rule.capacity, rule.fewest_keys(),
                       rule.capacity + 1 - rule.fewest_keys());
  }
  const theory::PostgresqlLeaf& leaf = *answer.question.leaf;
  return fmt::format(
      "PostgreSQL leaf page: {} usable bytes, {} an entry, {} the high key\n"
      "  rightmost leaf    {} keys, split into {} and {} (fillfactor {})\n"
      "  any other leaf    {} keys, split into {} and {}\n"
      "keys in order leave {} leaves at {} keys, in reverse {}\n"
      "keys up to {} places out of order cost nothing: only the rightmost leaf splits\n",
      leaf.bytes.usable, leaf.bytes.entry, leaf.bytes.high_key, leaf.rightmost_capacity(),
      leaf.rightmost_left(), leaf.rules.rightmost->rest(), leaf.fillfactor_percent, leaf.capacity(),
      leaf.left(), leaf.right(), with_thousands(theory::ascending_leaves(leaf, answer.question.keys)),
      with_thousands(answer.question.keys),
      with_thousands(theory::descending_leaves(leaf, answer.question.keys)),
      theory::harmless_displacement(leaf));
}

std::string steady_text(const TheoryAnswer& answer) {
  std::string text = fmt::format(
      "\nsteady state of random keys: {:.4f} keys a leaf, {:.4f} of the capacity, {:.6f} splits an insert\n",
      answer.steady.keys_per_leaf, answer.steady.occupancy(), answer.steady.splits_per_insert);
  text += fmt::format(
      "if as many are deleted as inserted, and leaves given up when empty: {:.4f} of the capacity\n",
      theory::occupancy_with_deletions(answer.question.rules.inner));
  text += "ripple around it, by eigenvalue\n";
  for (const theory::Eigenmode& mode : answer.modes) {
    text += fmt::format(
        "  {:>10.6f} ± {:.6f} i   turns once as N grows x {:.5f}, {:.5f} of it left after a doubling\n",
        mode.value.real, mode.value.imaginary, mode.period(), mode.ripple_per_doubling());
  }
  return text;
}

std::string wave_text(const TheoryAnswer& answer) {
  if (!answer.wave) return "";
  return fmt::format(
      "\nfirst wave of splits after the load: at {:.4f} times the keys, {:.4f} wide in ln N, {:.4f} splits "
      "an insert "
      "at its height ({:.1f} times the steady {:.6f})\n",
      answer.wave->centre_growth, answer.wave->width, answer.wave->peak_split_probability,
      answer.wave->peak_split_probability / answer.steady.splits_per_insert, answer.steady.splits_per_insert);
}

std::string curve_text(const TheoryAnswer& answer) {
  std::string text =
      fmt::format("\n{:>15} {:>17} {:>13} {:>17} {:>17} {:>9} {:>9} {:>9}\n", "keys", "expected leaves", "sd",
                  "4 sd below", "4 sd above", "occupancy", "density", "splits");
  for (const TheoryPoint& point : answer.curve) {
    text += fmt::format("{:>15} {:>17.2f} {:>13.2f} {:>17.2f} {:>17.2f} {:>9.4f} {:>9} {:>9.6f}\n",
                        with_thousands(point.keys), point.leaves, point.standard_deviation, point.lowest(),
                        point.highest(), point.occupancy,
                        point.density_percent ? fmt::format("{:.2f} %", *point.density_percent) : "-",
                        point.split_probability);
  }
  return text;
}

std::string hits_text(const TheoryAnswer& answer) {
  if (!answer.hits) return "";
  const TheoryPoint& last = answer.curve.back();
  return fmt::format(
      "\nof {} further inserts, {:.1f} ± {:.1f} different leaves are hit: after a checkpoint, as many images "
      "({:.2f} % of the leaves; {:.2f} % in the steady state; {:.1f} by Cardenas, who takes leaves for "
      "equal)\n",
      with_thousands(*answer.question.inserts), answer.hits->leaves, answer.hits->standard_deviation,
      100 * answer.hits->leaves / last.leaves, 100 * answer.share_hit_in_steady_state,
      theory::distinct_pages_cardenas(last.leaves, *answer.question.inserts));
}

Json curve_json(const TheoryAnswer& answer) {
  Json curve = Json::array();
  for (const TheoryPoint& point : answer.curve) {
    Json object = {{"keys", point.keys},
                   {"leaf_pages", shortened(point.leaves)},
                   {"leaf_pages_sd", shortened(point.standard_deviation)},
                   {"occupancy", shortened(point.occupancy)},
                   {"split_probability", shortened(point.split_probability)}};
    if (point.density_percent) object["avg_leaf_density"] = shortened(*point.density_percent);
    curve.push_back(std::move(object));
  }
  return curve;
}

Json page_json(const TheoryAnswer& answer) {
  const theory::SplitRule& rule = answer.question.rules.inner;
  Json object = {{"capacity", rule.capacity},
                 {"split", {rule.children.front().keys, rule.capacity + 1 - rule.children.front().keys}}};
  if (!answer.question.leaf) return object;
  const theory::PostgresqlLeaf& leaf = *answer.question.leaf;
  object["usable_bytes"] = leaf.bytes.usable;
  object["entry_bytes"] = leaf.bytes.entry;
  object["high_key_bytes"] = leaf.bytes.high_key;
  object["fillfactor"] = leaf.fillfactor_percent;
  object["rightmost_capacity"] = leaf.rightmost_capacity();
  object["rightmost_split"] = {leaf.rightmost_left(), leaf.rules.rightmost->rest()};
  object["ascending_leaf_pages"] = theory::ascending_leaves(leaf, answer.question.keys);
  object["descending_leaf_pages"] = theory::descending_leaves(leaf, answer.question.keys);
  object["harmless_displacement"] = theory::harmless_displacement(leaf);
  return object;
}

}  // namespace

std::string theory_text(const TheoryAnswer& answer) {
  return page_text(answer) + steady_text(answer) + wave_text(answer) + curve_text(answer) + hits_text(answer);
}

std::string theory_json(const TheoryAnswer& answer) {
  Json root = {{"schema", "keycost-theory/1"}, {"page", page_json(answer)}};
  root["steady_state"] = {
      {"keys_per_leaf", shortened(answer.steady.keys_per_leaf)},
      {"occupancy", shortened(answer.steady.occupancy())},
      {"splits_per_insert", shortened(answer.steady.splits_per_insert)},
      {"occupancy_with_deletions", shortened(theory::occupancy_with_deletions(answer.question.rules.inner))}};
  root["modes"] = Json::array();
  for (const theory::Eigenmode& mode : answer.modes) {
    root["modes"].push_back({{"real", shortened(mode.value.real)},
                             {"imaginary", shortened(mode.value.imaginary)},
                             {"period", shortened(mode.period())},
                             {"ripple_per_doubling", shortened(mode.ripple_per_doubling())}});
  }
  if (answer.wave) {
    root["first_wave"] = {{"centre_growth", shortened(answer.wave->centre_growth)},
                          {"width", shortened(answer.wave->width)},
                          {"peak_split_probability", shortened(answer.wave->peak_split_probability)}};
  }
  root["curve"] = curve_json(answer);
  if (answer.hits) {
    root["leaves_hit"] = {{"inserts", *answer.question.inserts},
                          {"leaf_pages", shortened(answer.hits->leaves)},
                          {"leaf_pages_sd", shortened(answer.hits->standard_deviation)},
                          {"share_in_steady_state", shortened(answer.share_hit_in_steady_state)}};
  }
  return root.dump(2) + "\n";
}

std::string theory_csv(const TheoryAnswer& answer) {
  std::string text = "keys,leaf_pages,leaf_pages_sd,occupancy,avg_leaf_density,split_probability\n";
  for (const TheoryPoint& point : answer.curve) {
    text += fmt::format("{},{:.6g},{:.6g},{:.6g},{},{:.6g}\n", point.keys, point.leaves,
                        point.standard_deviation, point.occupancy,
                        point.density_percent ? fmt::format("{:.6g}", *point.density_percent) : "",
                        point.split_probability);
  }
  return text;
}

}  // namespace keycost
