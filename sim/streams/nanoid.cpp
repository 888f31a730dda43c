// NanoIDs: so many random characters.
#include <algorithm>
#include <string>

#include "sim/random/uniform.hpp"
#include "sim/streams/streams.hpp"
#include "sim/streams/uuid_form.hpp"

namespace keycost {

namespace {

constexpr std::int64_t nanoid_size_max = 255;
// The 64 characters that need no escape in a URL; their order does not matter to random ones. Source:
// ai/nanoid, README.
constexpr std::string_view url_alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz-";

const Declaration nanoid_options[] = {
    {"size", ValueKind::integer, std::int64_t{21}, 1, nanoid_size_max, "characters", "How long an id is."},
    {"alphabet", ValueKind::text, std::string(url_alphabet), 0, 0, "",
     "The characters that ids are made of, each as likely; a character that is given twice comes twice as "
     "often."},
};

bool is_plain(std::string_view alphabet) {
  for (const char c : alphabet) {
    if (c < '!' || c > '~') return false;
  }
  return true;
}

class NanoId : public KeyStream {
 public:
  explicit NanoId(const StreamContext& context)
      : random_(context.random),
        alphabet_(context.options.text(nanoid_options, "alphabet")),
        text_(static_cast<std::size_t>(context.options.integer(nanoid_options, "size")), ' ') {}

  void mint(const Mint& mint, ColumnBatch& out) override {
    PhiloxBlock bits{};
    for (std::size_t i = 0; i < text_.size(); ++i) {
      const auto draw = static_cast<std::uint32_t>(i / bits.size());
      if (i % bits.size() == 0) bits = random_.block(mint.number, draw);
      text_[i] = alphabet_[std::uint64_t{bits[i % bits.size()]} * alphabet_.size() >> 32];
    }
    out.append(std::string_view(text_));
  }

 private:
  RandomKey random_;
  std::string alphabet_;
  std::string text_;
};

std::unique_ptr<KeyStream> make_nanoid(const StreamContext& context) {
  return std::make_unique<NanoId>(context);
}

std::string nanoid_problem(SqlType, const Options& given) {
  const std::string& alphabet = given.text(nanoid_options, "alphabet");
  if (alphabet.size() < 2 || alphabet.size() > 255) return "an alphabet has 2 to 255 characters";
  return is_plain(alphabet) ? "" : "an alphabet is made of printable ASCII characters other than the blank";
}

std::string nanoid_misfit(SqlType type, const TypeModifiers& modifiers, const Options& given) {
  return misfit_of_length(type, modifiers, static_cast<std::size_t>(given.integer(nanoid_options, "size")),
                          0);
}

/// Two characters are the same with a chance of Σ p².
double independent_draws(const Options& given) {
  const std::string& alphabet = given.text(nanoid_options, "alphabet");
  double pairs = 0;
  for (const char c : alphabet) pairs += static_cast<double>(std::count(alphabet.begin(), alphabet.end(), c));
  const double characters = static_cast<double>(alphabet.size() * alphabet.size()) / pairs;
  double values = 1;
  for (std::int64_t i = 0; i < given.integer(nanoid_options, "size"); ++i) values *= characters;
  return values;
}

}  // namespace

const StreamDescription nanoid_stream{
    .name = "nanoid",
    .summary = "NanoIDs: random characters, 21 of them by default, without any order.",
    .formula = "size characters, each alphabet[⌊32 random bits × length of alphabet / 2^32⌋]",
    .source = "ai/nanoid, README",
    .types = text_types,
    .options = nanoid_options,
    .draws_from_sequence = false,
    .make = make_nanoid,
    .problem = nanoid_problem,
    .misfit = nanoid_misfit,
    .independent_draws = independent_draws,
};

}  // namespace keycost
