// Text made from a template: "row {n}" gives 'row 1', 'row 2', …
#include "sim/streams/streams.hpp"

#include <charconv>

namespace keycost {

namespace {

constexpr std::string_view placeholder = "{n}";
constexpr SqlType text_only[] = {SqlType::text};

const Declaration options[] = {
    {"text", ValueKind::text, std::string("row {n}"), 0, 0, "", "The text; {n} stands for the row's number."},
    {"start", ValueKind::integer, std::int64_t{1}, 0, std::int64_t{1} << 62, "",
     "The number of the first row."},
};

class TemplateText : public KeyStream {
 public:
  explicit TemplateText(const StreamContext& context)
      : template_(context.options.text(options, "text")), start_(context.options.integer(options, "start")) {}

  void mint(std::uint64_t first, std::size_t count, ColumnBatch& out) const override {
    std::string value;
    for (std::size_t i = 0; i < count; ++i) {
      write(start_ + static_cast<std::int64_t>(first + i), value);
      out.append(std::string_view(value));
    }
  }

 private:
  void write(std::int64_t number, std::string& value) const {
    value.clear();
    std::size_t from = 0;
    for (std::size_t at; (at = template_.find(placeholder, from)) != std::string::npos;
         from = at + placeholder.size()) {
      value.append(template_, from, at - from);
      char digits[20];
      const auto end = std::to_chars(std::begin(digits), std::end(digits), number).ptr;
      value.append(std::begin(digits), end);
    }
    value.append(template_, from);
  }

  std::string template_;
  std::int64_t start_;
};

std::unique_ptr<KeyStream> make(const StreamContext& context) {
  return std::make_unique<TemplateText>(context);
}

}  // namespace

const StreamDescription template_text_stream{
    .name = "template",
    .summary = "Text with the row's number in it, as 'row ' || g.",
    .formula = "text, with every {n} replaced by start + i",
    .source = "",
    .types = text_only,
    .options = options,
    .draws_from_sequence = false,
    .make = make,
};

}  // namespace keycost
