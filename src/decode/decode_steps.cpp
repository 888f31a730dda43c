#include "src/decode/decode_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "src/decode/decode_indexes.hpp"
#include "src/decode/decode_step_values.hpp"
#include "src/decode/decode_value.hpp"
#include "src/nearest_name.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

constexpr std::string_view insert_keys[] = {
    "do",   "rows",        "commit_every",    "new_session",   "values",
    "name", "on_conflict", "conflict_target", "rollback_every"};
constexpr std::string_view copy_keys[] = {"do", "rows", "values", "name"};
constexpr std::string_view checkpoint_keys[] = {"do", "name"};
constexpr std::string_view create_index_keys[] = {"do", "index", "name"};
constexpr std::string_view rebuild_keys[] = {"do", "name"};
constexpr std::string_view restart_keys[] = {"do", "buffers", "name"};
constexpr std::string_view prewarm_keys[] = {"do", "name"};
constexpr std::string_view read_keys[] = {"do", "which", "rows", "from_row", "name"};
constexpr std::string_view repeat_keys[] = {"do", "times", "steps", "name"};
constexpr std::string_view words_modelled[] = {"insert",  "copy",    "checkpoint", "create_index", "rebuild",
                                               "restart", "prewarm", "read",       "repeat"};

/// "insert-3": how a step without a name is reported.
bool is_number_name(std::string_view name) {
  for (const std::string_view prefix : {"insert-", "repeat-"}) {
    if (!name.starts_with(prefix) || name.size() == prefix.size()) continue;
    name.remove_prefix(prefix.size());
    return name.find_first_not_of("0123456789") == std::string_view::npos;
  }
  return false;
}

class StepsDecoder {
 public:
  StepsDecoder(const StepsContext& context, Findings& findings)
      : context_(context), tables_so_far_(context.tables), findings_(findings) {}

  /// `level` counts the repeats around these steps, `executions` how often they run.
  std::vector<Step> decode_list_of_steps(const JsonValue& value, std::size_t level, std::int64_t executions) {
    std::vector<Step> steps;
    const std::vector<JsonValue>* elements = decode_list(value, "steps", findings_);
    if (elements == nullptr) return steps;
    for (const JsonValue& element : *elements) {
      if (element.kind == JsonKind::object) {
        steps.push_back(decode_step(element, level, executions));
      } else {
        findings_.add(element.position, fmt::format("a step must be an object, is {}", described(element)));
      }
    }
    return steps;
  }

  bool inserts_rows() const { return inserts_rows_; }
  bool takes_all_rows() const { return all_rows_taken_on_line_ != 0; }

 private:
  Step decode_step(const JsonValue& value, std::size_t level, std::int64_t executions) {
    Step step;
    const JsonValue* word = required_member(value, "do", "a step", findings_);
    if (word == nullptr || !decode_text(*word, findings_)) {
      inserts_rows_ = true;  // it may have been meant to
    } else if (word->text == "insert") {
      step.action = decode_insert(value, level);
    } else if (word->text == "copy") {
      step.action = decode_copy(value, level);
    } else if (word->text == "checkpoint") {
      step.action = CheckpointStep{};
      check_object(value, "a checkpoint step", checkpoint_keys, findings_);
    } else if (word->text == "create_index") {
      step.action = decode_create_index(value, level);
    } else if (word->text == "rebuild") {
      step.action = RebuildStep{};
      check_object(value, "a rebuild step", rebuild_keys, findings_);
    } else if (word->text == "restart") {
      step.action = decode_restart(value);
    } else if (word->text == "prewarm") {
      step.action = PrewarmStep{};
      check_object(value, "a prewarm step", prewarm_keys, findings_);
    } else if (word->text == "read") {
      step.action = decode_read(value);
    } else if (word->text == "repeat") {
      step.action = decode_repeat(value, level, executions);
    } else {
      refuse_word(*word);
    }
    decode_step_name(value, step);
    return step;
  }

  void refuse_word(const JsonValue& word) {
    inserts_rows_ = true;  // it may have been meant to
    findings_.add(word.position, unknown_name("step", word.text, words_modelled));
  }

  /// Steps with something wrong keep their name too, so that expectations about them are not refused for it.
  void decode_step_name(const JsonValue& value, Step& step) {
    const JsonValue* name = value.find("name");
    if (name == nullptr || !decode_name(*name, findings_)) return;
    step.name = name->text;
    if (is_number_name(step.name)) {
      findings_.add(name->position,
                    fmt::format("{} is how a step without a name is reported; take another name",
                                in_quotes(step.name)));
    }
    const auto [first, is_new] = line_of_name_.emplace(step.name, name->position.line);
    if (!is_new) {
      findings_.add(name->position,
                    fmt::format("a step {} exists already, on line {}", in_quotes(step.name), first->second));
    }
  }

  CopyStep decode_copy(const JsonValue& value, std::size_t level) {
    check_object(value, "a copy step", copy_keys, findings_);
    return {decode_rows(value, "a copy step", level), decode_step_values(value, context_.tables, findings_)};
  }

  std::uint64_t decode_rows(const JsonValue& value, std::string_view what, std::size_t level) {
    inserts_rows_ = true;
    if (all_rows_taken_on_line_ != 0) {
      findings_.add(value.position,
                    fmt::format("nothing is left to insert: the step on line {} takes all rows",
                                all_rows_taken_on_line_));
    }
    const JsonValue* rows = required_member(value, "rows", what, findings_);
    if (rows == nullptr) return 0;
    if (rows->kind == JsonKind::text && rows->text == "all") return decode_all_rows(*rows, level);
    return static_cast<std::uint64_t>(decode_whole_number(*rows, {1, rows_max}, findings_).value_or(1));
  }

  InsertStep decode_insert(const JsonValue& value, std::size_t level) {
    InsertStep insert;
    check_object(value, "an insert step", insert_keys, findings_);
    insert.rows = decode_rows(value, "an insert step", level);
    if (const JsonValue* commit_every = value.find("commit_every")) {
      insert.commit_every = static_cast<std::uint64_t>(
          decode_whole_number(*commit_every, {1, rows_max}, findings_).value_or(1));
    }
    insert.values = decode_step_values(value, context_.tables, findings_);
    if (const JsonValue* new_session = value.find("new_session")) {
      insert.new_session = decode_boolean(*new_session, findings_).value_or(false);
    }
    refuse_unmodelled(value);
    if (const JsonValue* rollback_every = value.find("rollback_every")) {
      insert.rollback_every = static_cast<std::uint64_t>(
          decode_whole_number(*rollback_every, {1, rows_max}, findings_).value_or(1));
      rolls_back_ = true;
    }
    decode_on_conflict(value, insert);
    return insert;
  }

  RestartStep decode_restart(const JsonValue& value) {
    RestartStep restart;
    check_object(value, "a restart step", restart_keys, findings_);
    const JsonValue* buffers = value.find("buffers");
    if (buffers != nullptr && decode_text(*buffers, findings_)) restart.buffers = buffers->text;
    return restart;
  }

  ReadStep decode_read(const JsonValue& value) {
    ReadStep read;
    check_object(value, "a read step", read_keys, findings_);
    if (!context_.engine.can_be_read) {
      findings_.add(value.position,
                    fmt::format("reading is not modelled for {}, of which only the placement of rows is",
                                context_.engine.name));
    }
    if (value.find("name") == nullptr)
      findings_.add(value.position, "a read step needs a \"name\": without one nothing is reported of it");
    if (rolls_back_)
      findings_.add(value.position, "rows that are rolled back cannot be read; leave out \"rollback_every\"");
    if (const JsonValue* which = required_member(value, "which", "a read step", findings_))
      decode_which(*which, read);
    if (const JsonValue* rows = required_member(value, "rows", "a read step", findings_))
      read.rows =
          static_cast<std::uint64_t>(decode_whole_number(*rows, {1, rows_max}, findings_).value_or(1));
    const JsonValue* from_row = value.find("from_row");
    if (from_row != nullptr && read.which != RowsRead::period)
      findings_.add(from_row->position, "\"from_row\" says where a period begins; \"which\" is another");
    if (from_row == nullptr && read.which == RowsRead::period)
      findings_.add(value.position, "a period needs \"from_row\": the first row of it, counted from 1");
    if (from_row != nullptr)
      read.from_row =
          static_cast<std::uint64_t>(decode_whole_number(*from_row, {1, rows_max}, findings_).value_or(1));
    return read;
  }

  void decode_which(const JsonValue& value, ReadStep& read) {
    const std::optional<std::string> text = decode_text(value, findings_);
    if (!text) return;
    const auto found = std::find(std::begin(rows_read_names), std::end(rows_read_names), *text);
    if (found == std::end(rows_read_names)) {
      findings_.add(value.position, unknown_name("choice of rows", *text, rows_read_names));
    } else {
      read.which = static_cast<RowsRead>(found - std::begin(rows_read_names));
    }
  }

  void refuse_unmodelled(const JsonValue& value) {
    if (context_.engine.models_conflicts_and_rollbacks) return;
    for (const std::string_view key : {"on_conflict", "rollback_every"}) {
      if (const JsonValue* option = value.find(key))
        findings_.add(option->position,
                      fmt::format("{} is not modelled for {}", in_quotes(key), context_.engine.name));
    }
  }

  void decode_on_conflict(const JsonValue& value, InsertStep& insert) {
    const JsonValue* target = value.find("conflict_target");
    const JsonValue* on_conflict = value.find("on_conflict");
    if (on_conflict == nullptr) {
      if (target != nullptr)
        findings_.add(target->position, "\"conflict_target\" means something only with \"on_conflict\"");
      return;
    }
    insert.on_conflict.emplace();
    const std::optional<std::string> action = decode_text(*on_conflict, findings_);
    if (action && *action != on_conflict_do_nothing) {
      findings_.add(on_conflict->position,
                    fmt::format("on_conflict can only be {}, not {}", in_quotes(on_conflict_do_nothing),
                                in_quotes(*action)));
    }
    if (target != nullptr) decode_conflict_target(*target, insert.on_conflict->target);
  }

  void decode_conflict_target(const JsonValue& value, std::vector<std::string>& target) {
    const std::vector<JsonValue>* elements = decode_list(value, "conflict_target", findings_);
    if (elements == nullptr) return;
    for (const JsonValue& element : *elements) {
      if (const auto column = decode_name(element, findings_)) target.push_back(*column);
    }
    if (target.size() != elements->size()) return;
    for (const TableDefinition& table : tables_so_far_) {
      if (has_unique_index_on(table, target)) continue;
      findings_.add(value.position, fmt::format("table {} has no unique index on exactly these columns here",
                                                in_quotes(table.name)));
      return;
    }
  }

  static bool has_unique_index_on(const TableDefinition& table, const std::vector<std::string>& target) {
    const std::set<std::string> wanted(target.begin(), target.end());
    return std::any_of(table.indexes.begin(), table.indexes.end(), [&](const IndexDefinition& index) {
      std::set<std::string> key;
      for (const IndexColumn& column : index.columns) key.insert(table.columns[column.column].name);
      return index.unique && key == wanted;
    });
  }

  std::uint64_t decode_all_rows(const JsonValue& rows, std::size_t level) {
    if (!context_.every_table_reads_a_file) {
      findings_.add(rows.position,
                    "\"all\" needs tables that read their \"rows\" from a file; streams do not end");
    } else if (level > 0) {
      findings_.add(rows.position,
                    "\"all\" inside a repeat leaves nothing for the second round; give a number of rows");
    } else {
      all_rows_taken_on_line_ = rows.position.line;
    }
    return all_remaining_rows;
  }

  // Each table has its columns in an order of its own, so each gets its own definition. What is wrong is said
  // once, for the first table that it is wrong for.
  CreateIndexStep decode_create_index(const JsonValue& value, std::size_t level) {
    CreateIndexStep create;
    check_object(value, "a create_index step", create_index_keys, findings_);
    if (level > 0) {
      findings_.add(
          value.position,
          "an index cannot be created inside a repeat: the second round would find it there already");
    }
    const JsonValue* index = required_member(value, "index", "a create_index step", findings_);
    if (index == nullptr) return create;
    for (TableDefinition& table : tables_so_far_) {
      const std::size_t findings_before = findings_.count();
      decode_index(*index, context_.engine, table, findings_);
      if (findings_.count() != findings_before) return create;
      create.indexes.push_back(table.indexes.back());
    }
    return create;
  }

  RepeatStep decode_repeat(const JsonValue& value, std::size_t level, std::int64_t executions) {
    RepeatStep repeat;
    check_object(value, "a repeat step", repeat_keys, findings_);
    if (level == repeat_levels_max) {
      findings_.add(value.position,
                    fmt::format("repeats are nested deeper than {} levels", repeat_levels_max));
      return repeat;
    }
    std::int64_t rounds = executions;
    if (const JsonValue* times = required_member(value, "times", "a repeat step", findings_)) {
      const std::int64_t decoded = decode_whole_number(*times, {1, repeat_times_max}, findings_).value_or(1);
      repeat.times = static_cast<std::uint64_t>(decoded);
      rounds *= decoded;
      if (rounds > repeat_times_max) {
        findings_.add(times->position,
                      fmt::format("with the repeats around it, this makes {} rounds; at most {} are run",
                                  rounds, repeat_times_max));
        rounds = executions;
      }
    }
    if (const JsonValue* steps = required_member(value, "steps", "a repeat step", findings_)) {
      repeat.steps = decode_list_of_steps(*steps, level + 1, rounds);
    }
    return repeat;
  }

  StepsContext context_;
  std::vector<TableDefinition> tables_so_far_;  ///< with the indexes that earlier steps created
  Findings& findings_;
  std::map<std::string, std::size_t> line_of_name_;
  std::size_t all_rows_taken_on_line_ = 0;
  bool inserts_rows_ = false;
  bool rolls_back_ = false;
};

}  // namespace

std::vector<Step> decode_steps(const JsonValue& steps, const StepsContext& context, Findings& findings) {
  const std::size_t findings_before = findings.count();
  StepsDecoder decoder(context, findings);
  std::vector<Step> decoded = decoder.decode_list_of_steps(steps, 0, 1);
  if (findings.count() != findings_before) return decoded;
  if (!decoder.inserts_rows())
    findings.add(steps.position, "no step inserts rows, so there is nothing to report");
  if (!decoder.takes_all_rows() && rows_asked_for(decoded) > static_cast<std::uint64_t>(rows_max)) {
    findings.add(steps.position, fmt::format("the steps together insert more than {} rows", rows_max));
  }
  return decoded;
}

}  // namespace keycost
