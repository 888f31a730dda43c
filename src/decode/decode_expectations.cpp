#include "src/decode/decode_expectations.hpp"

#include <fmt/format.h>

#include "src/decimal.hpp"
#include "src/decode/decode_value.hpp"
#include "src/expression_path.hpp"
#include "src/nearest_name.hpp"
#include "src/replicates.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

constexpr std::string_view expectation_keys[] = {"value",       "equals",  "min",   "max",    "near",
                                                 "within",      "band",    "sd",    "stated", "stated_as",
                                                 "contradicts", "because", "source"};

struct BoundKey {
  std::string_view name;
  BoundKind kind;
};
constexpr BoundKey bound_keys[] = {{"equals", BoundKind::equals},
                                   {"min", BoundKind::minimum},
                                   {"max", BoundKind::maximum},
                                   {"near", BoundKind::near}};

/// A number at least 0, or the text "3%".
void decode_within(const JsonValue& value, Bound& bound, Findings& findings) {
  const std::string right = "must be a number at least 0, or a percentage such as \"3%\"";
  double number = value.number;
  if (value.kind == JsonKind::text && value.text.ends_with('%')) {
    number = parse_decimal(std::string_view(value.text).substr(0, value.text.size() - 1)).value_or(-1);
    bound.within_percent = true;
  } else if (value.kind != JsonKind::number) {
    number = -1;
  }
  if (number < 0) {
    findings.add(value.position, fmt::format("{}, is {}", right, described(value)));
  } else if (bound.within_percent && bound.value == 0) {
    findings.add(value.position, "a percentage of 0 leaves no room; give \"within\" as a number");
  }
  bound.within = number;
}

/// "4sd", "4se": a number above 0 and what it counts.
void decode_band(const JsonValue& value, Band& band, Findings& findings) {
  std::string_view times = value.text;
  if (times.ends_with("sd") || times.ends_with("se")) {
    band.kind = times.ends_with("sd") ? BandKind::one_run : BandKind::expected;
    times.remove_suffix(2);
    band.times = parse_decimal(times).value_or(0);
  }
  if (band.times > 0) return;
  findings.add(
      value.position,
      fmt::format("must be so many standard deviations around one run's figure, as \"4sd\", or standard "
                  "errors around an expected value, as \"4se\", is {}",
                  described(value)));
}

std::optional<Band> decode_chance(const JsonValue& expectation, std::size_t replicates, Findings& findings) {
  const JsonValue* written = expectation.find("band");
  const JsonValue* sd = expectation.find("sd");
  if (written == nullptr) {
    if (sd != nullptr) findings.add(sd->position, "\"sd\" needs \"band\": how many of them, as \"4sd\"");
    return std::nullopt;
  }
  Band band;
  decode_band(*written, band, findings);
  if (sd != nullptr) {
    band.sd = decode_number(*sd, findings);
    if (band.sd && *band.sd <= 0)
      findings.add(sd->position, fmt::format("must be above 0, is {}", described(*sd)));
  } else if (replicates < replicates_for_a_band) {
    findings.add(
        written->position,
        fmt::format("a band needs \"sd\", or at least {} \"replicates\" in the scenario that tell it",
                    replicates_for_a_band));
  }
  return band;
}

/// What belongs to "near" alone.
void decode_reach(const JsonValue& expectation, Bound& bound, std::size_t replicates, Findings& findings) {
  const JsonValue* within = expectation.find("within");
  bound.band = decode_chance(expectation, replicates, findings);
  if (within != nullptr) {
    decode_within(*within, bound, findings);
  } else if (!bound.band) {
    findings.add(expectation.position,
                 "\"near\" needs \"within\": a number, or a percentage such as \"3%\"; or \"band\"");
  }
}

Bound decode_bound(const JsonValue& expectation, std::size_t replicates, Findings& findings) {
  Bound bound;
  const JsonValue* given = nullptr;
  std::string_view given_name;
  for (const BoundKey& key : bound_keys) {
    const JsonValue* value = expectation.find(key.name);
    if (value == nullptr) continue;
    if (given != nullptr) {
      findings.add(value->position,
                   fmt::format("\"{}\" is a second bound beside \"{}\"; write an expectation for each",
                               key.name, given_name));
      continue;
    }
    given = value;
    given_name = key.name;
    bound.kind = key.kind;
    bound.value = decode_number(*value, findings).value_or(1);
  }
  if (given == nullptr) {
    findings.add(expectation.position,
                 "an expectation needs a bound: \"equals\", \"min\", \"max\", or \"near\" with \"within\" or "
                 "\"band\"");
    return bound;
  }
  if (bound.kind == BoundKind::near) {
    decode_reach(expectation, bound, replicates, findings);
    return bound;
  }
  for (const std::string_view name : {"within", "band", "sd"}) {
    if (const JsonValue* member = expectation.find(name))
      findings.add(member->position,
                   fmt::format("\"{}\" belongs to \"near\", not to \"{}\"", name, given_name));
  }
  return bound;
}

std::string optional_text(const JsonValue& object, std::string_view name, Findings& findings) {
  const JsonValue* value = object.find(name);
  return value == nullptr ? "" : decode_text(*value, findings).value_or("");
}

/// A text that says something if it is there at all.
std::string optional_words(const JsonValue& object, std::string_view name, std::string_view what,
                           Findings& findings) {
  const JsonValue* value = object.find(name);
  if (value == nullptr) return "";
  const std::string text = decode_text(*value, findings).value_or("");
  if (value->kind == JsonKind::text && text.empty())
    findings.add(value->position, fmt::format("\"{}\" is empty; it says {}", name, what));
  return text;
}

/// `bound` is nullptr if it is wrong in itself; `source` is the expectation's, or else the scenario's.
Statement decode_statement(const JsonValue& expectation, const Bound* bound, const std::string& source,
                           Findings& findings) {
  Statement stated;
  const JsonValue* number = expectation.find("stated");
  if (number != nullptr) stated.number = decode_number(*number, findings);
  stated.words = optional_words(expectation, "stated_as", "how the document prints the value", findings);
  stated.contradicts =
      optional_words(expectation, "contradicts", "why the simulation says something else", findings);
  const JsonValue* contradicts = expectation.find("contradicts");
  const JsonValue* said = number != nullptr ? number : expectation.find("stated_as");
  if (said == nullptr) {
    if (contradicts != nullptr) {
      findings.add(contradicts->position,
                   "\"contradicts\" needs \"stated\" or \"stated_as\": what the document says");
    }
    return stated;
  }
  if (source.empty()) findings.add(said->position, "a stated value needs a \"source\": \"DOCUMENT, PLACE\"");
  // A bound that leaves the stated value out says nothing about the document, whatever comes of it.
  if (stated.number && bound != nullptr && !accepted_interval(*bound).contains(*stated.number)) {
    findings.add(
        number->position,
        contradicts != nullptr
            ? "the bound does not accept the stated value; beside \"contradicts\" it is what the document "
              "states, and the simulation must be outside of it"
            : "the bound does not accept the stated value; if the simulation disagrees with the document, "
              "make the bound what the document states and add \"contradicts\" with the reason");
  }
  return stated;
}

Expression decode_expression(const JsonValue& value, const ExpressionNames& names, Findings& findings) {
  if (!decode_text(value, findings)) return {};
  ExpressionError error;
  auto expression = parse_expression(value.text, names, error);
  if (expression) return std::move(*expression);
  findings.add(position_in_text(value, error.offset), error.message);
  return {};
}

}  // namespace

std::vector<Expectation> decode_expectations(const JsonValue& expect, const ScenarioFile& file,
                                             Findings& findings) {
  std::vector<Expectation> expectations;
  const std::vector<JsonValue>* elements = decode_list(expect, "expectations", findings);
  if (elements == nullptr) return expectations;
  const ExpressionNames names(file.scenario);
  for (const JsonValue& element : *elements) {
    check_object(element, "an expectation", expectation_keys, findings);
    if (element.kind != JsonKind::object) continue;
    Expectation expectation;
    expectation.position = element.position;
    if (const JsonValue* value = required_member(element, "value", "an expectation", findings)) {
      expectation.value = decode_expression(*value, names, findings);
    }
    const std::size_t findings_before_bound = findings.count();
    expectation.bound = decode_bound(element, file.replicates, findings);
    const bool bound_is_sound = findings.count() == findings_before_bound;
    expectation.because = optional_text(element, "because", findings);
    expectation.source = optional_text(element, "source", findings);
    const std::string& source = expectation.source.empty() ? file.source : expectation.source;
    expectation.stated =
        decode_statement(element, bound_is_sound ? &expectation.bound : nullptr, source, findings);
    expectations.push_back(std::move(expectation));
  }
  return expectations;
}

}  // namespace keycost
