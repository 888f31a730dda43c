#include "src/report/verdict_text.hpp"

#include <cmath>

#include <fmt/format.h>

#include "src/report/colour.hpp"
#include "src/report/numbers.hpp"
#include "src/report/plain_text.hpp"

namespace keycost {

namespace {

/// Whole distances in full, others to four digits: a margin says how near, the value itself says how much.
std::string distance_text(double distance) {
  if (std::trunc(distance) == distance) return full_precision_with_thousands(distance);
  return fmt::format("{:.4g}", distance);
}

/// "72,753 ± 0.5 ± 4sd of 222.4": the middle, and everything that it is widened by.
std::string reach_text(const Verdict& verdict) {
  const Bound& bound = verdict.expectation->bound;
  std::string text = full_precision_with_thousands(bound.value);
  if (bound.within != 0 || !bound.band)
    text +=
        fmt::format(" ± {}{}", full_precision_with_thousands(bound.within), bound.within_percent ? "%" : "");
  if (!bound.band) return text;
  text += fmt::format(" ± {}{}", full_precision(bound.band->times),
                      bound.band->kind == BandKind::one_run ? "sd" : "se");
  // Without a value the band's width is not known.
  return verdict.value ? text + " of " + distance_text(verdict.sd) : text;
}

std::string bound_in_unicode(const Verdict& verdict) {
  const Bound& bound = verdict.expectation->bound;
  const bool outside = verdict.expectation->contradicts();
  switch (bound.kind) {
    case BoundKind::equals:
      return (outside ? "≠ " : "= ") + full_precision_with_thousands(bound.value);
    case BoundKind::minimum:
      return (outside ? "< " : "≥ ") + full_precision_with_thousands(bound.value);
    case BoundKind::maximum:
      return (outside ? "> " : "≤ ") + full_precision_with_thousands(bound.value);
    case BoundKind::near:
      break;
  }
  return fmt::format("{}{} … {} ({})", outside ? "outside " : "",
                     full_precision_with_thousands(verdict.lowest),
                     full_precision_with_thousands(verdict.highest), reach_text(verdict));
}

}  // namespace

std::string bound_text(const Verdict& verdict, bool ascii) {
  return printable(bound_in_unicode(verdict), ascii);
}

std::string value_text(const Verdict& verdict, bool ascii) {
  if (verdict.value) return full_precision_with_thousands(*verdict.value);
  return printable(fmt::format("no value ({})", verdict.missing), ascii);
}

std::string seeds_text(const Verdict& verdict) {
  if (!verdict.spread) return "";
  if (verdict.seed)
    return fmt::format("seed {}, nearest to failing of {}", *verdict.seed, verdict.spread->count);
  return fmt::format("mean of {} seeds", verdict.spread->count);
}

std::string margin_text(const Verdict& verdict) {
  if (!verdict.value) return "";
  if (verdict.outcome == Outcome::held) return "margin " + distance_text(verdict.margin);
  if (verdict.expectation->contradicts())
    return fmt::format("inside by {}: nothing is contradicted", distance_text(-verdict.margin));
  const bool is_low = *verdict.value < verdict.lowest;
  return fmt::format("too {} by {}", is_low ? "low" : "high", distance_text(-verdict.margin));
}

std::string verdict_line(const Verdict& verdict, bool ascii) {
  std::string line = printable(verdict.expectation->value.text(), ascii);
  line += verdict.value ? " = " : " has ";
  line += value_text(verdict, ascii);
  if (verdict.spread) line += fmt::format(" ({})", seeds_text(verdict));
  line += ", expected " + bound_text(verdict, ascii);
  if (verdict.value) line += ", " + margin_text(verdict);
  return line;
}

std::string stated_text(const Statement& stated) {
  return stated.words.empty() && stated.number ? full_precision_with_thousands(*stated.number) : stated.words;
}

std::vector<std::string> reason_lines(const Expectation& expectation) {
  std::vector<std::string> lines;
  if (!expectation.because.empty()) lines.push_back("because " + expectation.because);
  if (expectation.stated.is_given()) lines.push_back("stated: " + stated_text(expectation.stated));
  if (expectation.contradicts()) lines.push_back("contradicts it: " + expectation.stated.contradicts);
  if (!expectation.source.empty()) lines.push_back("source: " + expectation.source);
  return lines;
}

std::string outcome_word(Outcome outcome) {
  switch (outcome) {
    case Outcome::held:
      return "held";
    case Outcome::failed:
      return "failed";
    case Outcome::missing:
      return "missing";
  }
  return "";
}

std::string verdict_mark(Outcome outcome, const ReportStyle& style) {
  const bool held = outcome == Outcome::held;
  const std::string mark = style.ascii ? (held ? "ok    " : "FAILED") : (held ? "✓" : "✗");
  return coloured(mark, held ? Colour::green : Colour::red, style.colour);
}

}  // namespace keycost
