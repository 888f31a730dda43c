// Text made from a template: "row {n}" gives 'row 1', 'row 2', …
#include <algorithm>
#include <charconv>

#include "sim/streams/streams.hpp"
#include "sim/streams/uuid_form.hpp"

namespace keycost {

namespace {

constexpr std::string_view placeholder = "{n}";
constexpr std::int64_t number_max = std::int64_t{1} << 62;

const Declaration template_text_options[] = {
    {"text", ValueKind::text, std::string("row {n}"), 0, 0, "", "The text; {n} stands for the row's number."},
    {"start", ValueKind::integer, std::int64_t{1}, 0, number_max, "", "The number of the first row."},
    {"modulo", ValueKind::integer, std::int64_t{0}, 0, number_max, "",
     "Numbers begin again at 0 when they reach this one, so that texts repeat and stay short; 0: never."},
};

class TemplateText : public KeyStream {
 public:
  explicit TemplateText(const StreamContext& context)
      : type_(context.type),
        modifiers_(context.modifiers),
        template_(context.options.text(template_text_options, "text")),
        start_(context.options.integer(template_text_options, "start")),
        modulo_(context.options.integer(template_text_options, "modulo")),
        next_(start_) {}

  void mint(const Mint&, ColumnBatch& out) override {
    write(next_++, text_);
    value_.clear();
    parse_value(type_, text_, value_, modifiers_);
    out.append(std::string_view(value_));
  }

  /// The numbers grow, and with them the text, until the column does not hold it.
  std::uint64_t rows_max() const override {
    if (!modifiers_.length) return KeyStream::rows_max();
    std::int64_t fitting = start_;  // numbers below this one fit
    for (std::int64_t power = 10;; power *= 10) {
      if (start_ < power && !problem_of(power - 1).empty()) {
        return static_cast<std::uint64_t>(fitting - start_);
      }
      if (power > number_max / 10) return KeyStream::rows_max();
      fitting = std::max(start_, power);
    }
  }

  /// Why the column does not hold the value of `number`, or nothing.
  std::string problem_of(std::int64_t number) const {
    std::string text;
    std::string value;
    write(number, text);
    return parse_value(type_, text, value, modifiers_);
  }

  std::string problem_of_first() const { return problem_of(start_); }

 private:
  void write(std::int64_t number, std::string& text) const {
    if (modulo_ > 0) number %= modulo_;
    text.clear();
    std::size_t from = 0;
    for (std::size_t at; (at = template_.find(placeholder, from)) != std::string::npos;
         from = at + placeholder.size()) {
      text.append(template_, from, at - from);
      char digits[20];
      const auto end = std::to_chars(std::begin(digits), std::end(digits), number).ptr;
      text.append(std::begin(digits), end);
    }
    text.append(template_, from);
  }

  SqlType type_;
  TypeModifiers modifiers_;
  std::string template_;
  std::int64_t start_;
  std::int64_t modulo_;
  std::int64_t next_;
  std::string text_;
  std::string value_;
};

std::unique_ptr<KeyStream> make_template_text(const StreamContext& context) {
  return std::make_unique<TemplateText>(context);
}

std::string template_text_misfit(SqlType type, const TypeModifiers& modifiers, const Options& given) {
  return TemplateText({type, {}, given, modifiers}).problem_of_first();
}

}  // namespace

const StreamDescription template_text_stream{
    .name = "template",
    .summary = "Text with the row's number in it, as 'row ' || g.",
    .formula = "text, with every {n} replaced by start + i, modulo \"modulo\" if that is not 0",
    .source = "",
    .types = text_types,
    .options = template_text_options,
    .draws_from_sequence = false,
    .make = make_template_text,
    .misfit = template_text_misfit,
};

}  // namespace keycost
