#include "src/execute/progress.hpp"

#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

#include "src/report/numbers.hpp"
#include "src/standard_error.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

constexpr double seconds_before_first_line = 1.0;

}  // namespace

std::string progress_text(std::uint64_t rows, std::optional<std::uint64_t> rows_total, double seconds) {
  const double rate = static_cast<double>(rows) / seconds;
  std::string text = with_thousands(rows);
  if (rows_total) text += fmt::format(" of {}", with_thousands(*rows_total));
  text += fmt::format(" rows, {} rows/s", with_thousands(static_cast<std::uint64_t>(rate)));
  if (rows_total && *rows_total >= rows && rows > 0) {
    text += fmt::format(", {:.0f} s left", static_cast<double>(*rows_total - rows) / rate);
  }
  return text;
}

ProgressLine::ProgressLine(std::string label, std::optional<std::uint64_t> rows_total)
    : label_(std::move(label)),
      rows_total_(rows_total),
      is_terminal_(isatty(STDERR_FILENO) == 1),
      start_(std::chrono::steady_clock::now()) {}

ProgressLine::~ProgressLine() {
  if (shown_width_ == 0) return;
  tell(fmt::format("\r{:{}}\r", "", shown_width_));
}

void ProgressLine::show(std::uint64_t rows) {
  if (!is_terminal_) return;
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
  if (elapsed.count() < seconds_before_first_line) return;
  const std::string line = label_ + ": " + progress_text(rows, rows_total_, elapsed.count());
  const std::size_t width = count_characters(line);
  // Spaces cover what is left of a longer line before.
  const std::size_t rest = shown_width_ > width ? shown_width_ - width : 0;
  tell(fmt::format("\r{}{:{}}", line, "", rest));
  shown_width_ = std::max(width, shown_width_);
}

}  // namespace keycost
