#include "sim/date_time.hpp"

#include <chrono>

#include <fmt/format.h>

namespace keycost {

namespace {

using namespace std::chrono;

constexpr sys_days epoch = year{2000} / January / 1;
constexpr std::int64_t microseconds_per_second = 1'000'000;
constexpr std::int64_t microseconds_per_day = 86'400 * microseconds_per_second;

/// Takes a text apart from the left. Once something is missing, everything after it is.
class Scan {
 public:
  explicit Scan(std::string_view text) : rest_(text) {}

  bool ok() const { return ok_; }
  bool at_end() const { return rest_.empty(); }
  char peek() const { return rest_.empty() ? '\0' : rest_.front(); }

  /// Exactly `digits` decimal digits.
  int number(std::size_t digits) {
    int value = 0;
    for (std::size_t i = 0; i < digits; ++i) value = value * 10 + digit();
    return ok_ ? value : 0;
  }

  bool skip(char expected) {
    if (peek() != expected) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void need(char expected) { ok_ = skip(expected) && ok_; }
  bool at_digit() const { return peek() >= '0' && peek() <= '9'; }
  void fail() { ok_ = false; }

 private:
  int digit() {
    if (!at_digit()) {
      ok_ = false;
      return 0;
    }
    const int value = rest_.front() - '0';
    rest_.remove_prefix(1);
    return value;
  }

  std::string_view rest_;
  bool ok_ = true;
};

std::int64_t scan_days(Scan& scan) {
  const int y = scan.number(4);
  scan.need('-');
  const int m = scan.number(2);
  scan.need('-');
  const int d = scan.number(2);
  const year_month_day date{year{y}, month{static_cast<unsigned>(m)}, day{static_cast<unsigned>(d)}};
  if (!date.ok() || y == 0) {
    scan.fail();
    return 0;
  }
  return (sys_days{date} - epoch).count();
}

/// Up to six digits behind the point; microseconds are all that is stored.
std::int64_t scan_fraction(Scan& scan) {
  std::int64_t value = 0;
  int digits = 0;
  for (; scan.at_digit(); ++digits) value = value * 10 + scan.number(1);
  if (digits == 0 || digits > 6) scan.fail();
  for (; digits < 6; ++digits) value *= 10;
  return value;
}

std::int64_t scan_time_of_day(Scan& scan) {
  const int hours = scan.number(2);
  scan.need(':');
  const int minutes = scan.number(2);
  int seconds = 0;
  std::int64_t fraction = 0;
  if (scan.skip(':')) {
    seconds = scan.number(2);
    if (scan.skip('.')) fraction = scan_fraction(scan);
  }
  if (hours > 23 || minutes > 59 || seconds > 59) scan.fail();
  return ((hours * 60 + minutes) * std::int64_t{60} + seconds) * microseconds_per_second + fraction;
}

std::int64_t scan_zone(Scan& scan) {
  if (scan.at_end() || scan.skip('Z')) return 0;
  const bool west = scan.peek() == '-';
  if (!scan.skip('-')) scan.need('+');
  const int hours = scan.number(2);
  int minutes = 0;
  if (scan.skip(':') || scan.at_digit()) minutes = scan.number(2);
  if (hours > 15 || minutes > 59) scan.fail();
  const std::int64_t offset = (hours * 60 + minutes) * std::int64_t{60} * microseconds_per_second;
  return west ? -offset : offset;
}

}  // namespace

std::optional<std::int32_t> parse_date(std::string_view text) {
  Scan scan(text);
  const std::int64_t days = scan_days(scan);
  if (!scan.ok() || !scan.at_end()) return std::nullopt;
  return static_cast<std::int32_t>(days);
}

std::string print_date(std::int32_t days) {
  const year_month_day date{epoch + std::chrono::days{days}};
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()));
}

std::optional<std::int64_t> parse_timestamp(std::string_view text, bool with_zone) {
  Scan scan(text);
  std::int64_t microseconds = scan_days(scan) * microseconds_per_day;
  if (!scan.at_end()) {
    if (!scan.skip(' ')) scan.need('T');
    microseconds += scan_time_of_day(scan);
    if (with_zone) microseconds -= scan_zone(scan);
  }
  if (!scan.ok() || !scan.at_end()) return std::nullopt;
  return microseconds;
}

std::string print_timestamp(std::int64_t microseconds, bool with_zone) {
  std::int64_t days = microseconds / microseconds_per_day;
  std::int64_t rest = microseconds % microseconds_per_day;
  if (rest < 0) {
    rest += microseconds_per_day;
    --days;
  }
  const std::int64_t seconds = rest / microseconds_per_second;
  std::string text = fmt::format("{} {:02}:{:02}:{:02}", print_date(static_cast<std::int32_t>(days)),
                                 seconds / 3600, seconds / 60 % 60, seconds % 60);
  if (const std::int64_t fraction = rest % microseconds_per_second; fraction != 0) {
    text += fmt::format(".{:06}", fraction);
    text.erase(text.find_last_not_of('0') + 1);
  }
  return with_zone ? text + "+00" : text;
}

std::int64_t round_timestamp(std::int64_t microseconds, int digits, bool halves_up) {
  std::int64_t unit = 1;
  for (int digit = digits; digit < 6; ++digit) unit *= 10;
  const bool upwards = microseconds >= 0 || halves_up;
  const std::int64_t shifted = microseconds + (upwards ? unit / 2 : -(unit / 2));
  const std::int64_t beyond = shifted % unit;
  if (microseconds < 0 && upwards && beyond != 0) return shifted - beyond - (shifted < 0 ? unit : 0);
  return shifted - beyond;
}

}  // namespace keycost
