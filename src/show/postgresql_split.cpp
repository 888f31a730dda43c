// A split of PostgreSQL's: candidates, scores, the choice and why.
#include "src/show/postgresql_views.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/error.hpp"
#include "sim/postgresql/nbtree/index_page.hpp"
#include "src/report/counts.hpp"
#include "src/report/numbers.hpp"

namespace keycost {

using namespace postgresql;

namespace {

std::size_t data_items(const Page& page) {
  return page.max_offset() + std::size_t{1} - index_page::first_data_offset(page);
}

double fill_of(const Page& page) {
  return 1 - static_cast<double>(page.exact_free_bytes()) /
                 static_cast<double>(index_page_usable_bytes_of(page.size_bytes()));
}

std::string aim_words(const SplitSeen& split) {
  const SplitExplanation& why = split.why;
  const double percent = 100 * why.left_share;
  switch (why.aim) {
    case SplitAim::halves:
      return "The aim is as much free space on the left as on the right: the page is not the last of its "
             "level, so "
             "keys may come on both sides.";
    case SplitAim::fillfactor:
      return fmt::format(
          "The aim is a left half that is {:.0f} % full, the index's fillfactor: the leaf is the "
          "rightmost one, where ascending keys go on to the right and leave the left half as it is.",
          percent);
    case SplitAim::rightmost_internal:
      return fmt::format(
          "The aim is {:.0f} % on the left: the page is the last of its level above the leaves.", percent);
    case SplitAim::behind_new_item:
      return "The page is split right behind the new item, whatever the balance: keys of several columns, "
             "all of one "
             "size, and the new item goes on where the item before it left off. Such a run gets a page of "
             "its own.";
    case SplitAim::run_at_fillfactor:
      return fmt::format(
          "The aim is {:.0f} % on the left, the index's fillfactor: a run of ascending keys inside the "
          "index ends at the end of this page.",
          percent);
    case SplitAim::single_value:
      return fmt::format(
          "The page is full of one value, so the aim is {:.0f} % on the left: the next rows of that "
          "value go to the right.",
          percent);
  }
  return "";
}

std::string strategy_words(const SplitSeen& split) {
  const SplitExplanation& why = split.why;
  const bool leaf = split.level == 0;
  if (why.aim == SplitAim::behind_new_item || why.aim == SplitAim::single_value) return "";
  if (why.strategy == SplitStrategy::many_duplicates)
    return "Near the best balance one value fills both sides, but elsewhere on the page the value changes: "
           "so all "
           "candidates are looked at for a place where it does.";
  const std::string penalty = leaf ? " The penalty is how many attributes the high key must keep."
                                   : " The penalty is the high key's bytes.";
  if (why.near_best == 1)
    return fmt::format(
        "None of the other {} candidates comes near enough to the best balance to be taken for the "
        "sake of a shorter high key.{}",
        why.candidates.size() - 1, penalty);
  const std::string looked =
      why.looked_at == 1 ? "the first of them is as good as any, so no other was looked at"
                         : fmt::format("{} were looked at, until one was good enough (penalty {} or less)",
                                       why.looked_at, why.good_enough);
  return fmt::format(
      "{} of {} candidates are near enough to the best balance to be taken for the sake of a shorter "
      "high key; {}.{}",
      why.near_best, why.candidates.size(), looked, penalty);
}

/// The candidates to list: from the best balanced on, and the chosen one wherever it is.
std::vector<std::size_t> candidates_to_list(const SplitExplanation& why, std::size_t lines_max) {
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < why.candidates.size() && shown.size() < lines_max; ++i) shown.push_back(i);
  if (why.chosen >= shown.size() && !shown.empty()) {
    if (shown.size() == lines_max) shown.pop_back();
    shown.push_back(why.chosen);
  }
  return shown;
}

std::string first_right_text(const SplitSeen& split, const SplitCandidate& candidate) {
  if (!candidate.new_item_on_left && candidate.first_right == split.new_offset) return "the new item";
  return fmt::format("item {}", candidate.first_right);
}

void list_candidates(Screen& screen, const SplitSeen& split, std::size_t lines_max) {
  const SplitExplanation& why = split.why;
  std::vector<std::vector<std::string>> lines;
  for (const std::size_t i : candidates_to_list(why, lines_max)) {
    const SplitCandidate& candidate = why.candidates[i].candidate;
    lines.push_back({i == why.chosen ? std::string(screen.mark("→", ">")) : "", std::to_string(i + 1),
                     first_right_text(split, candidate), candidate.new_item_on_left ? "left" : "right",
                     with_thousands(static_cast<std::uint64_t>(candidate.left_free_bytes)),
                     with_thousands(static_cast<std::uint64_t>(candidate.right_free_bytes)),
                     std::to_string(candidate.delta), std::to_string(why.candidates[i].penalty)});
  }
  draw_table(screen, {"", "", "right begins with", "new item", "free left", "right", "delta", "penalty"},
             lines);
  if (lines.size() < why.candidates.size())
    screen.line(fmt::format("  {} candidates in all", why.candidates.size()));
  screen.line("  delta: bytes off the aim; free bytes as they are before the high key is cut short");
}

void list_halves(Screen& screen, const SplitSeen& split) {
  const auto line = [&](std::string_view what, std::string block, const Page& page) {
    return std::vector<std::string>{std::string(what),
                                    std::move(block),
                                    std::to_string(data_items(page)),
                                    bar(screen, fill_of(page), 24),
                                    fmt::format("{:.1f} %", 100 * fill_of(page)),
                                    with_thousands(page.exact_free_bytes())};
  };
  std::vector<std::vector<std::string>> lines{line("before", std::to_string(split.block), split.before)};
  if (split.record) {
    lines.push_back(line("left half", std::to_string(split.block), split.left));
    lines.push_back(line("right half", std::to_string(split.new_block), split.right));
  }
  draw_table(screen, {"", "block", "items", "", "full", "free bytes"}, lines);
}

void tell_result(Screen& screen, const SplitSeen& split) {
  if (!split.record) return;
  const KeyDescriptor& key = split.tree->key();
  const std::byte* high_key = split.left.item(high_key_offset);
  screen.blank();
  screen.words(fmt::format(
      "Between them stands {}, {}: the left half's high key, and the entry for block {} that goes "
      "into the page above.",
      key.print(high_key), counted(index_tuple::size_bytes(high_key), "byte"), split.new_block));
  const LoggedRecord& record = *split.record;
  screen.words(fmt::format(
      "The log has it as one record, {}, {} bytes{}: the right half's items and, of the left one, "
      "what cannot be told from the old page.",
      record_type_name(record.type), with_thousands(record.size_bytes),
      record.images == 0 ? ""
                         : fmt::format(", {} of them full-page images of pages not changed "
                                       "since the redo point",
                                       with_thousands(record.images_size_bytes))));
}

}  // namespace

void show_split(Screen& screen, const PostgresqlWatch& watch, std::size_t lines_max) {
  require(watch.last_split().has_value(), "a split has been seen");
  const SplitSeen& split = *watch.last_split();
  const KeyDescriptor& key = split.tree->key();
  const bool leaf = split.level == 0;
  screen.heading(fmt::format("Split {}: {}, block {}, {}", watch.count(EventKind::split), split.index,
                             split.block, leaf ? "a leaf" : fmt::format("level {}", split.level)));
  const std::string who =
      leaf ? fmt::format("the entry of row {}", with_thousands(split.row))
           : fmt::format("the entry for a page that row {} has split", with_thousands(split.row));
  screen.words(fmt::format(
      "The page has {} free bytes; {} needs {}, and a line pointer of {}: {}, to be item {} of {}.",
      split.before.exact_free_bytes(), who, split.new_item.size(), line_pointer_size_bytes,
      key.print(split.new_item.data()), split.new_offset,
      std::max<std::size_t>(split.before.max_offset(), split.new_offset)));
  screen.blank();
  list_halves(screen, split);
  screen.blank();
  screen.words(aim_words(split));
  screen.words(strategy_words(split));
  screen.blank();
  list_candidates(screen, split, lines_max);
  tell_result(screen, split);
}

}  // namespace keycost
