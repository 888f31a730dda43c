// Measured values written into a scenario's expectations: which numbers would change, and the text with them
// changed. Everything else of the file, comments and layout among it, stays as it is.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "src/scenario_file.hpp"
#include "src/verdict.hpp"

namespace keycost {

/// A failed expectation whose bound is not rewritten, and why.
struct Unblessed {
  std::size_t expectation = 0;  ///< position in ScenarioFile::expectations
  std::string reason;
};

struct Blessing {
  std::string text;             ///< of the file with the new numbers
  std::size_t changed = 0;      ///< bounds that are new in it
  std::vector<Unblessed> left;  ///< in the file's order
};

/// Takes the number of every bound that failed from its verdict. What a document states is not the
/// simulation's to change: those are left, as are bounds without a value and an "equals" that the seeds do
/// not agree on. `text` is what `file` was decoded from, `verdicts` those of all its expectations.
Blessing bless(const std::string& text, const ScenarioFile& file, const std::vector<Verdict>& verdicts);

/// The lines that differ, as `diff -U0` prints them and `patch` reads them; both texts have as many lines.
std::string changed_lines(const std::string& path, const std::string& before, const std::string& after);

}  // namespace keycost
