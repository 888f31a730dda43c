#include "src/expression.hpp"

#include <fmt/format.h>

#include <array>

#include "src/decimal.hpp"
#include "src/expression_node.hpp"
#include "src/expression_path.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

constexpr std::size_t levels_max = 64;
constexpr std::size_t bytes_max = 4096;  // bounds the depth of a chain of operations too

struct NamedFunction {
  std::string_view name;
  Function function;
};
constexpr std::array functions{NamedFunction{"min", Function::minimum},
                               NamedFunction{"max", Function::maximum}, NamedFunction{"sum", Function::sum}};

class Parser {
 public:
  Parser(std::string_view text, const ExpressionNames& names) : text_(text), names_(names) {}

  NodePointer parse() {
    if (text_.size() > bytes_max) throw ExpressionError{0, fmt::format("longer than {} bytes", bytes_max)};
    if (has_control_character(text_))
      throw ExpressionError{0, "has a control character; only spaces separate its parts"};
    if (peek() == '\0')
      throw ExpressionError{0, "the expression is empty; write a result's path such as v4.first.wal.bytes"};
    NodePointer root = parse_sum(1);
    if (peek() != '\0')
      throw ExpressionError{offset_, fmt::format("found {} where + - * / or the end is expected", found())};
    refuse_list(*root, 0);
    if (paths_ == 0) {
      throw ExpressionError{
          0, "names no result, so it says nothing; write a result's path such as v4.first.wal.bytes"};
    }
    return root;
  }

 private:
  NodePointer parse_sum(std::size_t level) {
    if (level > levels_max)
      throw ExpressionError{offset_, fmt::format("nested deeper than {} levels", levels_max)};
    return parse_operations("+-", [&] { return parse_term(level); });
  }

  NodePointer parse_term(std::size_t level) {
    return parse_operations("*/", [&] { return parse_factor(level); });
  }

  /// operand ((operator) operand)*, from left to right.
  template <class ParseOperand>
  NodePointer parse_operations(std::string_view operators, ParseOperand parse_operand) {
    std::size_t start = skip_blanks();
    NodePointer left = parse_operand();
    while (peek() != '\0' && operators.find(peek()) != std::string_view::npos) {
      refuse_list(*left, start);
      const char operation = text_[offset_++];
      start = skip_blanks();
      NodePointer right = parse_operand();
      refuse_list(*right, start);
      left = make_operation(operation, std::move(left), std::move(right),
                            std::string(text_.substr(start, end_ - start)));
    }
    return left;
  }

  NodePointer parse_factor(std::size_t level) {
    const std::size_t start = skip_blanks();
    NodePointer node;
    if (peek() == '(') {
      ++offset_;
      node = parse_sum(level + 1);
      expect(')', "+ - * / or )");
    } else if (peek() == '-') {
      ++offset_;
      if (level > levels_max)
        throw ExpressionError{start, fmt::format("nested deeper than {} levels", levels_max)};
      const std::size_t operand = skip_blanks();
      node = parse_factor(level + 1);
      refuse_list(*node, operand);
      node = make_negation(std::move(node));
    } else if (const NamedFunction* function = find_function()) {
      node = parse_function(*function, level);
    } else if (is_digit(peek()) && !names_.starts_path(text_, offset_)) {
      node = parse_number();
    } else if (peek() == '\0' || std::string_view(")+*/,").find(peek()) != std::string_view::npos) {
      throw ExpressionError{
          offset_, fmt::format("found {} where a result's path, a number or ( is expected", found())};
    } else {
      node = make_path(names_.read_path(text_, offset_));
      ++paths_;
    }
    end_ = offset_;
    return node;
  }

  /// The function whose name and ( stand here. A table may have the same name: a dot follows that.
  const NamedFunction* find_function() const {
    for (const NamedFunction& candidate : functions) {
      std::string_view rest = text_.substr(offset_);
      if (!rest.starts_with(candidate.name)) continue;
      rest.remove_prefix(candidate.name.size());
      if (rest.substr(std::min(rest.size(), rest.find_first_not_of(' '))).starts_with('(')) return &candidate;
    }
    return nullptr;
  }

  NodePointer parse_function(const NamedFunction& function, std::size_t level) {
    offset_ += function.name.size();
    expect('(', "(");
    std::vector<NodePointer> arguments;
    arguments.push_back(parse_sum(level + 1));
    while (peek() == ',') {
      ++offset_;
      arguments.push_back(parse_sum(level + 1));
    }
    expect(')', "+ - * / , or )");
    return make_function(function.function, std::move(arguments));
  }

  NodePointer parse_number() {
    const std::size_t start = offset_;
    const auto is_part = [this] {
      return offset_ < text_.size() && (is_digit(text_[offset_]) || text_[offset_] == '.');
    };
    while (is_part()) ++offset_;
    if (offset_ < text_.size() && (text_[offset_] == 'e' || text_[offset_] == 'E')) {
      ++offset_;
      if (offset_ < text_.size() && (text_[offset_] == '+' || text_[offset_] == '-')) ++offset_;
      while (is_part()) ++offset_;
    }
    const std::string_view written = text_.substr(start, offset_ - start);
    const auto number = parse_decimal(written);
    if (!number)
      throw ExpressionError{start,
                            fmt::format("{} is not a number, such as 12, 0.5 or 1e6", in_quotes(written))};
    return make_number(*number);
  }

  static void refuse_list(const ExpressionNode& node, std::size_t offset) {
    if (!node.is_list()) return;
    throw ExpressionError{offset,
                          "\"each\" is one value a round; write each[0] for one of them, or put it into min( "
                          "), max( ) or sum( )"};
  }

  void expect(char wanted, std::string_view choices) {
    if (peek() != wanted)
      throw ExpressionError{offset_, fmt::format("found {} where {} is expected", found(), choices)};
    ++offset_;
  }

  std::size_t skip_blanks() {
    while (offset_ < text_.size() && text_[offset_] == ' ') ++offset_;
    return offset_;
  }

  /// The next character that is no blank; NUL at the end.
  char peek() {
    skip_blanks();
    return offset_ < text_.size() ? text_[offset_] : '\0';
  }

  std::string found() const {
    if (offset_ >= text_.size()) return "the end";
    std::size_t length = 1;
    while (offset_ + length < text_.size() &&
           find_invalid_utf8(text_.substr(offset_, length)) != std::string_view::npos)
      ++length;
    return in_quotes(text_.substr(offset_, length));
  }

  std::string_view text_;
  const ExpressionNames& names_;
  std::size_t offset_ = 0;
  std::size_t end_ = 0;  ///< behind the last factor
  std::size_t paths_ = 0;
};

}  // namespace

Expression::Expression() = default;
Expression::Expression(std::unique_ptr<const ExpressionNode> root, std::string text)
    : root_(std::move(root)), text_(std::move(text)) {}
Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression&&) noexcept = default;
Expression::~Expression() = default;

ExpressionValue Expression::evaluate(const std::vector<TableResult>& tables) const {
  if (root_ == nullptr) return {std::nullopt, "there is no expression"};
  std::vector<ExpressionValue> values;
  root_->append_values(tables, values);
  return std::move(values.front());
}

std::optional<Expression> parse_expression(std::string_view text, const Scenario& scenario,
                                           ExpressionError& error) {
  return parse_expression(text, ExpressionNames(scenario), error);
}

std::optional<Expression> parse_expression(std::string_view text, const ExpressionNames& names,
                                           ExpressionError& error) {
  try {
    return Expression(Parser(text, names).parse(), std::string(text));
  } catch (const ExpressionError& problem) {
    error = problem;
    return std::nullopt;
  }
}

}  // namespace keycost
