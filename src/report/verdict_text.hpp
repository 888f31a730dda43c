// A verdict in words: the same words in text, check lines, JUnit, TAP and annotations.
#pragma once

#include <string>
#include <vector>

#include "src/report/report.hpp"
#include "src/verdict.hpp"

namespace keycost {

/// "≥ 3", "≤ 50", "= 43", "70,570.41 … 74,935.59 (72,753 ± 3%)". Ends of the interval stand at full
/// precision, as they are compared. With "contradicts": "< 3", "> 50", "≠ 43", "outside 70,570.41 … ".
std::string bound_text(const Verdict& verdict, bool ascii);

/// At full precision, so that the printed value never contradicts the verdict; or "no value (why)".
std::string value_text(const Verdict& verdict, bool ascii);

/// Whose value it is: "mean of 30 seeds", "seed 17, nearest to failing of 30"; empty without replicates.
std::string seeds_text(const Verdict& verdict);

/// "margin 0.85", "too low by 12"; empty where there is no value.
std::string margin_text(const Verdict& verdict);

/// "EXPRESSION = VALUE, expected ≥ 3, margin 0.85".
std::string verdict_line(const Verdict& verdict, bool ascii);

/// "551 MB", or the number where the document's words are not given.
std::string stated_text(const Statement& stated);

/// What stands behind an expectation, a line each: "because …", "stated: …", "contradicts it: …", "source:
/// …".
std::vector<std::string> reason_lines(const Expectation& expectation);

/// "held", "failed", "missing".
std::string outcome_word(Outcome outcome);

/// "✓" or "✗", in ASCII "ok    " or "FAILED", coloured if the style has colour.
std::string verdict_mark(Outcome outcome, const ReportStyle& style);

}  // namespace keycost
