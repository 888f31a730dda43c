#include "src/expression_node.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "src/utf8.hpp"

namespace keycost {

namespace {

using Tables = std::vector<TableResult>;
using Values = std::vector<ExpressionValue>;

ExpressionValue missing(std::string reason) {
  return {std::nullopt, std::move(reason)};
}

ExpressionValue finite(double number) {
  if (!std::isfinite(number)) return missing("the value is too large for a number");
  return {number, {}};
}

ExpressionValue single_value(const ExpressionNode& node, const Tables& tables) {
  Values values;
  node.append_values(tables, values);
  return std::move(values.front());
}

class NumberNode : public ExpressionNode {
 public:
  explicit NumberNode(double number) : number_(number) {}
  void append_values(const Tables&, Values& values) const override { values.push_back({number_, {}}); }

 private:
  double number_;
};

class PathNode : public ExpressionNode {
 public:
  explicit PathNode(ResultPath path) : path_(std::move(path)) {}

  bool is_list() const override { return path_.every_round; }

  void append_values(const Tables& tables, Values& values) const override {
    const StepResult* step = find_step(tables);
    if (step == nullptr) {
      values.push_back(missing(fmt::format("the result has no {}", path_.text)));
    } else if (path_.every_round) {
      for (const StepResult& round : step->each) values.push_back(value_of(round));
    } else if (!path_.round) {
      values.push_back(value_of(*step));
    } else if (*path_.round < step->each.size()) {
      values.push_back(value_of(step->each[*path_.round]));
    } else {
      values.push_back(missing(fmt::format("the result has no {}", path_.text)));
    }
  }

 private:
  const StepResult* find_step(const Tables& tables) const {
    const auto table = std::find_if(tables.begin(), tables.end(), [this](const TableResult& candidate) {
      return candidate.name == path_.table;
    });
    if (table == tables.end()) return nullptr;
    const auto step =
        std::find_if(table->steps.begin(), table->steps.end(),
                     [this](const StepResult& candidate) { return candidate.name == path_.step; });
    return step == table->steps.end() ? nullptr : &*step;
  }

  ExpressionValue value_of(const StepResult& step) const {
    const auto value = read(step);
    if (!value) return missing(fmt::format("the result has no {}", path_.text));
    if (const auto* whole = std::get_if<std::uint64_t>(&*value)) return {static_cast<double>(*whole), {}};
    const auto* number = std::get_if<double>(&*value);
    if (number == nullptr || std::isnan(*number)) {
      return missing(fmt::format("{} has no value (0/0)", path_.text));
    }
    return {*number, {}};
  }

  std::optional<MetricValue> read(const StepResult& step) const {
    if (path_.read_step != nullptr) return path_.read_step(step);
    if (path_.read_wal_type != nullptr) {
      // Results list only record types that occurred; the others are known and count 0.
      const auto found =
          std::find_if(step.wal.by_type.begin(), step.wal.by_type.end(),
                       [this](const WalTypeUsage& usage) { return usage.type == path_.detail; });
      return path_.read_wal_type(found == step.wal.by_type.end() ? WalTypeUsage{} : *found);
    }
    if (path_.cost != nullptr) return read_cost(*path_.cost, cost(step), path_.view, step);
    const auto found = std::find_if(step.indexes.begin(), step.indexes.end(),
                                    [this](const auto& index) { return index.first == path_.detail; });
    if (found == step.indexes.end()) return std::nullopt;
    return path_.read_index(found->second);
  }

  /// A relation that is created later has cost nothing yet.
  Cost cost(const StepResult& step) const {
    if (path_.detail.empty()) return step.cost();
    for (const auto& [name, cost] : step.by_relation) {
      if (name == path_.detail) return cost;
    }
    return {};
  }

  ResultPath path_;
};

class NegationNode : public ExpressionNode {
 public:
  explicit NegationNode(NodePointer operand) : operand_(std::move(operand)) {}

  void append_values(const Tables& tables, Values& values) const override {
    ExpressionValue value = single_value(*operand_, tables);
    if (value.number) value.number = -*value.number;
    values.push_back(std::move(value));
  }

 private:
  NodePointer operand_;
};

class OperationNode : public ExpressionNode {
 public:
  OperationNode(char operation, NodePointer left, NodePointer right, std::string right_text)
      : operation_(operation),
        left_(std::move(left)),
        right_(std::move(right)),
        right_text_(std::move(right_text)) {}

  void append_values(const Tables& tables, Values& values) const override {
    ExpressionValue left = single_value(*left_, tables);
    ExpressionValue right = single_value(*right_, tables);
    if (!left.number) {
      values.push_back(std::move(left));
    } else if (!right.number) {
      values.push_back(std::move(right));
    } else {
      values.push_back(compute(*left.number, *right.number));
    }
  }

 private:
  ExpressionValue compute(double left, double right) const {
    switch (operation_) {
      case '+':
        return finite(left + right);
      case '-':
        return finite(left - right);
      case '*':
        return finite(left * right);
      default:
        break;
    }
    if (right == 0) return missing(fmt::format("division by zero: {} is 0", right_text_));
    return finite(left / right);
  }

  char operation_;
  NodePointer left_;
  NodePointer right_;
  std::string right_text_;
};

class FunctionNode : public ExpressionNode {
 public:
  FunctionNode(Function function, std::vector<NodePointer> arguments)
      : function_(function), arguments_(std::move(arguments)) {}

  void append_values(const Tables& tables, Values& values) const override {
    Values arguments;
    for (const NodePointer& argument : arguments_) argument->append_values(tables, arguments);
    if (arguments.empty()) {
      values.push_back(missing("a function of no values: the repeat has no rounds"));
      return;
    }
    for (ExpressionValue& argument : arguments) {
      if (argument.number) continue;
      values.push_back(std::move(argument));
      return;
    }
    double result = *arguments.front().number;
    for (auto argument = arguments.begin() + 1; argument != arguments.end(); ++argument) {
      result = combine(result, *argument->number);
    }
    values.push_back(finite(result));
  }

 private:
  double combine(double left, double right) const {
    switch (function_) {
      case Function::minimum:
        return std::min(left, right);
      case Function::maximum:
        return std::max(left, right);
      case Function::sum:
        break;
    }
    return left + right;
  }

  Function function_;
  std::vector<NodePointer> arguments_;
};

}  // namespace

NodePointer make_number(double number) {
  return std::make_unique<NumberNode>(number);
}
NodePointer make_path(ResultPath path) {
  return std::make_unique<PathNode>(std::move(path));
}
NodePointer make_negation(NodePointer operand) {
  return std::make_unique<NegationNode>(std::move(operand));
}

NodePointer make_operation(char operation, NodePointer left, NodePointer right, std::string right_text) {
  return std::make_unique<OperationNode>(operation, std::move(left), std::move(right), std::move(right_text));
}

NodePointer make_function(Function function, std::vector<NodePointer> arguments) {
  return std::make_unique<FunctionNode>(function, std::move(arguments));
}

}  // namespace keycost
