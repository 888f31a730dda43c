#include "src/bless.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/error.hpp"
#include "src/decode/findings.hpp"
#include "src/decode/json_reader.hpp"
#include "src/report/numbers.hpp"

namespace keycost {

namespace {

std::string_view bound_name(BoundKind kind) {
  switch (kind) {
    case BoundKind::equals:
      return "equals";
    case BoundKind::minimum:
      return "min";
    case BoundKind::maximum:
      return "max";
    case BoundKind::near:
      break;
  }
  return "near";
}

/// Why the bound of a failed expectation is left alone; empty if it is not.
std::string reason_to_leave(const Verdict& verdict) {
  const Expectation& expectation = *verdict.expectation;
  const Bound& bound = expectation.bound;
  if (!verdict.value) return "it has no value: " + verdict.missing;
  if (expectation.stated.is_given()) return "it is what a document states";
  const bool seeds_differ = verdict.spread && verdict.spread->sd > 0;
  if (bound.kind == BoundKind::equals && seeds_differ) return "its value differs from seed to seed";
  if (bound.within_percent && *verdict.value == 0)
    return "its value is 0, and a percentage of 0 leaves no room";
  return "";
}

/// Middle of the accepted values: of all seeds where each is held against the bound.
double measured_value(const Verdict& verdict) {
  const Bound& bound = verdict.expectation->bound;
  const bool each_is_held = verdict.spread && bound.kind == BoundKind::near && !bound.band;
  return each_is_held ? (verdict.spread->minimum + verdict.spread->maximum) / 2 : *verdict.value;
}

/// Where a number stands in the text, and what is to stand there.
struct Edit {
  std::size_t offset;
  std::size_t length;
  std::string written;
};

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace

Blessing bless(const std::string& text, const ScenarioFile& file, const std::vector<Verdict>& verdicts) {
  Findings findings(file.path);
  const auto root = read_json(text, findings);
  require(root.has_value(), "a decoded scenario is JSON");
  const JsonValue* expect = root->find("expect");
  require(expect == nullptr ? verdicts.empty() : expect->elements.size() == verdicts.size(),
          "every expectation of the file has a verdict");
  Blessing blessing{text, 0, {}};
  std::vector<Edit> edits;
  for (std::size_t position = 0; position < verdicts.size(); ++position) {
    const Verdict& verdict = verdicts[position];
    if (verdict.outcome == Outcome::held) continue;
    if (std::string reason = reason_to_leave(verdict); !reason.empty()) {
      blessing.left.push_back({position, std::move(reason)});
      continue;
    }
    const JsonValue* bound = expect->elements[position].find(bound_name(verdict.expectation->bound.kind));
    require(bound != nullptr, "an expectation's bound stands in the file");
    edits.push_back({static_cast<std::size_t>(bound->written.data() - text.data()), bound->written.size(),
                     full_precision(measured_value(verdict))});
  }
  // From the end on, so that the offsets in front stay true.
  std::ranges::sort(edits, std::greater<>(), &Edit::offset);
  for (const Edit& edit : edits) blessing.text.replace(edit.offset, edit.length, edit.written);
  blessing.changed = edits.size();
  return blessing;
}

std::string changed_lines(const std::string& path, const std::string& before, const std::string& after) {
  const std::vector<std::string_view> old_lines = lines_of(before);
  const std::vector<std::string_view> new_lines = lines_of(after);
  require(old_lines.size() == new_lines.size(), "numbers change inside their lines");
  std::string text;
  for (std::size_t first = 0; first < old_lines.size();) {
    std::size_t last = first;
    std::string removed;
    std::string added;
    for (; last < old_lines.size() && old_lines[last] != new_lines[last]; ++last) {
      removed += fmt::format("-{}\n", old_lines[last]);
      added += fmt::format("+{}\n", new_lines[last]);
    }
    const std::size_t count = last - first;
    if (count > 0) {
      const std::string range =
          count == 1 ? fmt::format("{}", first + 1) : fmt::format("{},{}", first + 1, count);
      text += fmt::format("@@ -{} +{} @@\n{}{}", range, range, removed, added);
    }
    first = last + 1;
  }
  return text.empty() ? "" : fmt::format("--- {}\n+++ {}\n{}", path, path, text);
}

}  // namespace keycost
