// What an expression consists of once it has been parsed: a tree that can be evaluated against results.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/metrics.hpp"
#include "src/expression.hpp"

namespace keycost {

class ExpressionNode {
 public:
  virtual ~ExpressionNode() = default;

  /// Whether this is one value for each round of a repeat, which only a function can take apart.
  virtual bool is_list() const { return false; }

  /// Appends the node's value, or all of them if it is a list.
  virtual void append_values(const std::vector<TableResult>& tables,
                             std::vector<ExpressionValue>& values) const = 0;
};

using NodePointer = std::unique_ptr<const ExpressionNode>;

/// Where a result holds a value: which table, step and round, and how it is read from there.
struct ResultPath {
  std::string text;  ///< as written, for messages
  std::string table;
  std::string step;
  bool every_round = false;                                    ///< `each` without an index
  std::optional<std::uint64_t> round;                          ///< `each[n]`
  MetricValue (*read_step)(const StepResult& step) = nullptr;  ///< one of these four is set
  MetricValue (*read_wal_type)(const WalTypeUsage& usage) = nullptr;
  MetricValue (*read_index)(const IndexState& index) = nullptr;
  const CostMetric* cost = nullptr;  ///< told as `view`; of the step, or of the relation that `detail` names
  CostView view = CostView::whole;
  std::string detail;  ///< the record type, the index or the relation
};

enum class Function { minimum, maximum, sum };

NodePointer make_number(double number);
NodePointer make_path(ResultPath path);
NodePointer make_negation(NodePointer operand);
/// `operation` is one of + - * /; `right_text` is how the right operand is written.
NodePointer make_operation(char operation, NodePointer left, NodePointer right, std::string right_text);
NodePointer make_function(Function function, std::vector<NodePointer> arguments);

}  // namespace keycost
