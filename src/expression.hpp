// Expressions over results: `v4.second.wal.bytes / v7.second.wal.bytes`, `max(v4.second.each.wal.fpi)`.
//
//   sum    := term (('+' | '-') term)*
//   term   := factor (('*' | '/') factor)*
//   factor := number | path | function '(' sum (',' sum)* ')' | '(' sum ')' | '-' factor
//   function := min | max | sum
//   path   := TABLE '.' STEP ['.each' ['[' n ']']] '.' METRIC
//   METRIC := a path of the engine's metrics: "wal.bytes", "wal.by_type.Btree/SPLIT_R.count",
//             "indexes.v4_pkey.leaf_pages"
//
// Names are looked up while parsing, longest known name first, so "insert-1" or "Heap/INSERT+INIT" need no
// quotes
// (`["insert-1"]` is accepted too). `each` without an index is a list, which min, max and sum take apart.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/result.hpp"
#include "sim/scenario.hpp"

namespace keycost {

/// An expression that does not parse or names something that the scenario does not have.
struct ExpressionError {
  std::size_t offset = 0;  ///< bytes into the expression's text
  std::string message;
};

/// A number, or why there is none ("leaf_fragmentation of an index without leaves").
struct ExpressionValue {
  std::optional<double> number;
  std::string missing;
};

class ExpressionNames;
class ExpressionNode;

class Expression {
 public:
  Expression();
  explicit Expression(std::unique_ptr<const ExpressionNode> root, std::string text);
  Expression(Expression&&) noexcept;
  Expression& operator=(Expression&&) noexcept;
  ~Expression();

  const std::string& text() const { return text_; }
  ExpressionValue evaluate(const std::vector<TableResult>& tables) const;

 private:
  std::unique_ptr<const ExpressionNode> root_;
  std::string text_;
};

/// Parses `text` against the tables, steps, indexes and record types that `scenario` will report.
/// On failure fills `error` and returns nothing.
std::optional<Expression> parse_expression(std::string_view text, const Scenario& scenario,
                                           ExpressionError& error);

/// The same for one expression of many: `names` are the scenario's (expression_path.hpp).
std::optional<Expression> parse_expression(std::string_view text, const ExpressionNames& names,
                                           ExpressionError& error);

}  // namespace keycost
