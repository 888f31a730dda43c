#include "src/command/value_words.hpp"

#include <algorithm>
#include <set>

#include "sim/ids/format.hpp"
#include "sim/sql_type.hpp"
#include "sim/streams/key_stream.hpp"
#include "src/command/explain_entries.hpp"
#include "src/report/kinds.hpp"
#include "src/selftest/selftest.hpp"
#include "src/show/look.hpp"

namespace keycost {

namespace {

using Words = std::vector<ValueWord>;

Words streams() {
  Words words;
  for (const StreamDescription* stream : key_streams())
    words.push_back({std::string(stream->name), std::string(stream->summary)});
  return words;
}

Words views() {
  Words words;
  for (const ViewDescription& view : view_descriptions())
    words.push_back({std::string(view.name), std::string(view.meaning)});
  return words;
}

/// "split:N" as "split:1": a number can then be changed.
Words events() {
  Words words;
  for (const EventDescription& event : event_descriptions()) {
    if (event.name.empty() || event.kind == EventKind::step) continue;
    const bool is_counted = event.written.find(':') != std::string_view::npos;
    words.push_back({std::string(event.name) + (is_counted ? ":1" : ""), std::string(event.meaning)});
  }
  return words;
}

Words checks() {
  Words words;
  for (const SelfCheck& check : self_checks())
    words.push_back({std::string(check.name), std::string(check.question)});
  return words;
}

Words id_format_names() {
  Words words;
  for (const IdFormat& format : id_formats())
    words.push_back({std::string(format.name), std::string(format.title)});
  return words;
}

Words types() {
  std::set<std::string_view> names;
  for (const StreamDescription* stream : key_streams()) {
    for (const SqlType type : stream->types) names.insert(describe(type).name);
  }
  Words words;
  for (const std::string_view name : names) words.push_back({std::string(name), ""});
  return words;
}

/// The short names: what a full one ends with finds it as well.
Words explained() {
  std::set<std::string> names;
  for (const ExplainEntry& entry : explain_entries())
    names.insert(entry.also.empty() ? entry.name : entry.also[0]);
  Words words;
  for (const std::string& name : names) words.push_back({name, ""});
  return words;
}

Words kinds_of(std::span<const ReportKind> kinds) {
  Words words;
  for (const ReportKind& kind : kinds) words.push_back({std::string(kind.name), std::string(kind.summary)});
  return words;
}

/// Where the meaning itself lists the few words that are taken: "text, json or csv (text)" and all that.
Words listed_words(std::string_view list) {
  const std::size_t other = list.find(" or ");
  if (other == std::string_view::npos) return {};
  std::string before(list.substr(0, other));
  std::string_view after = list.substr(other + 4);
  after = after.substr(0, after.find_first_of(" ;,("));
  // What stands before the first comma may be a sentence that ends in the first word.
  Words words;
  while (!before.empty()) {
    const std::size_t comma = before.rfind(", ");
    std::string word = comma == std::string::npos ? before : before.substr(comma + 2);
    before.resize(comma == std::string::npos ? 0 : comma);
    word = word.substr(word.rfind(' ') + 1);
    words.insert(words.begin(), {word, ""});
  }
  words.push_back({std::string(after), ""});
  return words;
}

}  // namespace

ValueWords value_words(const DeclaredArgument& argument) {
  const std::string& value = argument.value;
  if (value == "SCENARIO" || value == "FILE") return {ValueFiles::scenarios, {}};
  if (value == "DIR" || value == "FOLDER") return {ValueFiles::folders, {}};
  if (value == "STREAM") return {ValueFiles::none, streams()};
  if (value == "VIEW") return {ValueFiles::none, views()};
  if (value == "EVENT") return {ValueFiles::none, events()};
  if (value == "CHECK") return {ValueFiles::none, checks()};
  if (value == "FORMAT") return {ValueFiles::none, id_format_names()};
  if (value == "TYPE") return {ValueFiles::none, types()};
  if (value == "NAME" && argument.spellings.empty()) return {ValueFiles::none, explained()};
  if (value == "KIND[:PATH]" && listed_words(argument.meaning).empty()) {
    const bool is_of_documents = argument.spellings.back() == "--report";
    return {ValueFiles::none, kinds_of(is_of_documents ? document_report_kinds() : report_kinds())};
  }
  if (value.starts_with("KIND") || value == "WHEN" || value == "LAW" || value == "GROUP" || value == "SHELL")
    return {ValueFiles::none, listed_words(argument.meaning)};
  return {};
}

}  // namespace keycost
