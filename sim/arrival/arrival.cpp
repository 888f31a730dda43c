#include "sim/arrival/arrival.hpp"

#include "sim/error.hpp"
#include "sim/random/exponential.hpp"
#include "sim/random/uniform.hpp"

namespace keycost {

namespace {

constexpr std::uint64_t nanoseconds_per_ms = 1'000'000;
constexpr std::uint64_t elapsed_limit_ns = std::uint64_t{1} << 63;

// What a draw of a row is for. Draws that need many blocks have a range of their own.
constexpr std::uint32_t draw_of_turn = 0;
constexpr std::uint32_t draw_of_jitter = 1;
constexpr std::uint32_t draw_of_skew = 2;  // by writer, not by row
constexpr std::uint32_t draw_of_lateness = 3;
constexpr std::uint32_t draw_of_shuffle = 4;
constexpr std::uint32_t draw_of_tick = 5;  // by tick
constexpr std::uint32_t draws_of_gap = 1U << 16;
constexpr std::uint32_t draws_of_delay = 2U << 16;

/// Any whole number from −limit to limit.
std::int64_t around_zero(std::uint64_t bits, std::uint64_t limit) {
  return static_cast<std::int64_t>(scaled_below(bits, 2 * limit + 1)) - static_cast<std::int64_t>(limit);
}

}  // namespace

MintClock::MintClock(const ArrivalSettings& settings, const RandomKey& random)
    : settings_(settings), random_(random) {
  for (std::uint32_t writer = 0; writer < settings.writers; ++writer) {
    const std::uint64_t bits = half_of(random_.block(writer, draw_of_skew));
    skews_ns_.push_back(around_zero(bits, settings.skew_ms * nanoseconds_per_ms));
  }
}

MintClock::Reading MintClock::next() {
  const std::uint64_t elapsed = next_elapsed();
  // A tick and a pause are far shorter than what is left from here to 2^64.
  if (elapsed >= elapsed_limit_ns)
    throw RowRefused(count_ + 1, "", "the rows spread over more than 292 years");
  const ClockReading truth{settings_.start_ms + static_cast<std::int64_t>(elapsed / nanoseconds_per_ms),
                           static_cast<std::uint32_t>(elapsed % nanoseconds_per_ms)};
  const std::uint32_t writer = next_writer();
  const Mint mint{count_, writer, moved(truth, clock_error_ns(writer))};
  ++count_;
  return {mint, elapsed};
}

std::uint64_t MintClock::next_elapsed() {
  const std::uint64_t pauses = settings_.burst_rows == 0 ? 0 : count_ / settings_.burst_rows;
  const std::uint64_t paused_ns = pauses * settings_.pause_ms * nanoseconds_per_ms;
  switch (settings_.rate) {
    case Rate::poisson:
      return paused_ns + next_elapsed_poisson();
    case Rate::varying:
      return paused_ns + next_elapsed_varying();
    case Rate::fixed:
      break;
  }
  return paused_ns + next_elapsed_fixed();
}

std::uint64_t MintClock::next_elapsed_fixed() const {
  const std::uint64_t tick_ns = settings_.tick_ms * nanoseconds_per_ms;
  const std::uint64_t rows = settings_.rows_per_tick;
  return count_ / rows * tick_ns + count_ % rows * tick_ns / rows;
}

// Exponential gaps make the number of rows in any stretch of time a Poisson number.
std::uint64_t MintClock::next_elapsed_poisson() {
  if (count_ > 0) {
    const std::uint64_t mean = settings_.tick_ms * nanoseconds_per_ms * 256 / settings_.rows_per_tick;
    fraction_ += scaled_exponential(mean, exponential_draw(random_, count_, draws_of_gap));
    elapsed_ns_ += fraction_ / 256;
    fraction_ %= 256;
  }
  return elapsed_ns_;
}

std::uint64_t MintClock::next_elapsed_varying() {
  while (rows_in_tick_ == rows_of_tick_) {
    const std::uint64_t bits = half_of(random_.block(tick_++, draw_of_tick));
    rows_of_tick_ = scaled_below(bits, 2 * settings_.rows_per_tick + 1);
    rows_in_tick_ = 0;
  }
  const std::uint64_t tick_ns = settings_.tick_ms * nanoseconds_per_ms;
  return (tick_ - 1) * tick_ns + rows_in_tick_++ * tick_ns / rows_of_tick_;
}

std::uint32_t MintClock::next_writer() const {
  const std::uint64_t turn = count_ / settings_.turn_rows;
  if (!settings_.random_turns) return static_cast<std::uint32_t>(turn % settings_.writers);
  return static_cast<std::uint32_t>(
      scaled_below(half_of(random_.block(turn, draw_of_turn)), settings_.writers));
}

std::int64_t MintClock::clock_error_ns(std::uint32_t writer) const {
  if (settings_.jitter_us == 0) return skews_ns_[writer];
  const std::uint64_t bits = half_of(random_.block(count_, draw_of_jitter));
  return skews_ns_[writer] + around_zero(bits, settings_.jitter_us * 1000);
}

std::uint64_t delay_ns(const ArrivalSettings& settings, const RandomKey& random, std::uint64_t number) {
  const PhiloxBlock bits = random.block(number, draw_of_lateness);
  if (scaled_below(half_of(bits, 0), 100) >= settings.late_percent) return 0;
  const std::uint64_t late_ns = settings.late_ms * nanoseconds_per_ms;
  switch (settings.delay) {
    case Delay::uniform:
      return scaled_below(half_of(bits, 1), late_ns + 1);
    case Delay::exponential:
      return scaled_exponential(late_ns, exponential_draw(random, number, draws_of_delay));
    case Delay::fixed:
      break;
  }
  return late_ns;
}

std::uint64_t shuffled_choice(const RandomKey& random, std::uint64_t delivered, std::uint64_t left) {
  return scaled_below(half_of(random.block(delivered, draw_of_shuffle)), left);
}

}  // namespace keycost
