// keycost inspect: what an id tells whoever holds it.
#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/ids/format.hpp"
#include "src/command/arguments.hpp"
#include "src/command/command.hpp"
#include "src/command/console_text.hpp"
#include "src/command/format_table.hpp"
#include "src/command/id_estimates.hpp"
#include "src/nearest_name.hpp"
#include "src/report/numbers.hpp"
#include "src/report/output_files.hpp"
#include "src/report/plain_text.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

using Json = nlohmann::ordered_json;

struct InspectArguments {
  std::vector<std::string> ids;
  std::optional<std::string> as;
  std::optional<std::string> apart_seconds;
  std::optional<std::string> collisions;
  std::string alphabet_size = "64";
  bool formats = false;
  std::string rows = std::to_string(format_table_rows_default);
  std::string output = "text";
};

struct Candidate {
  const IdFormat* format;
  IdReading reading;
};

struct InspectedId {
  std::string text;
  std::vector<Candidate> candidates;  ///< at least one
};

const IdFormat& named_format(const std::string& name) {
  if (const IdFormat* format = find_id_format(name)) return *format;
  std::vector<std::string_view> known;
  for (const IdFormat& format : id_formats()) known.push_back(format.name);
  throw UsageError("inspect: --as: " + unknown_name("format", name, known));
}

/// The format that a text was meant to be, if its shape leaves no doubt.
const IdFormat* format_by_shape(std::string_view text) {
  const auto is_typeid_like = [&] {
    const std::size_t underscore = text.rfind('_');
    return underscore != std::string_view::npos && text.size() - underscore > 24 &&
           text.size() - underscore < 30;
  };
  if (!text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos)
    return find_id_format("sequence");
  if (is_typeid_like()) return find_id_format("typeid");
  if (text.size() == 36 || text.size() == 32 || text.starts_with("\\x")) return find_id_format("uuid");
  if (text.size() == 27) return find_id_format("ksuid");
  if (text.size() == 26) return find_id_format("ulid");
  return nullptr;
}

InspectedId inspect(const std::string& text, std::size_t position, const std::optional<std::string>& as) {
  const auto refuse = [&](const IdFormat& format, const std::string& wrong) {
    throw UsageError(
        fmt::format("inspect: id {}, {} is no {}: {}", position, in_quotes(text), format.title, wrong));
  };
  InspectedId id{text, {}};
  if (as) {
    const IdFormat& format = named_format(*as);
    IdReading reading = format.read(text);
    if (!reading.wrong.empty()) refuse(format, reading.wrong);
    id.candidates.push_back({&format, std::move(reading)});
    return id;
  }
  std::vector<Candidate> unlikely;
  for (const IdFormat& format : id_formats()) {
    IdReading reading = format.read(text);
    if (!reading.wrong.empty()) continue;
    const bool is_likely = reading.is_likely;
    (is_likely ? id.candidates : unlikely).push_back({&format, std::move(reading)});
  }
  if (!id.candidates.empty()) return id;
  // What has the shape of a format and is none was misspelt. Anything else may be what it hardly is.
  const IdFormat* meant = format_by_shape(text);
  if (meant == nullptr && unlikely.empty()) meant = find_id_format("nanoid");
  if (meant != nullptr) {
    if (const std::string wrong = meant->read(text).wrong; !wrong.empty()) refuse(*meant, wrong);
  }
  id.candidates = std::move(unlikely);
  return id;
}

void append_fact(std::string& text, std::string_view name, std::string_view value) {
  text += fmt::format("    {}  {}\n", padded_right(std::string(name), 14), value);
}

std::string id_text(const InspectedId& id) {
  std::string text = presentable(id.text) + "\n";
  if (id.candidates.size() > 1) text += fmt::format("  can be any of {} formats\n", id.candidates.size());
  for (const Candidate& candidate : id.candidates) {
    text += fmt::format("  {} ({})\n", candidate.format->title, candidate.format->name);
    for (const IdFact& fact : candidate.reading.facts) append_fact(text, fact.name, fact.value);
    append_fact(text, "sorts", candidate.format->sorts);
    append_fact(text, "leaks", candidate.format->leaks);
    append_fact(text, "source", candidate.format->source);
  }
  return text;
}

Json id_json(const InspectedId& id) {
  Json candidates = Json::array();
  for (const Candidate& candidate : id.candidates) {
    Json fields = Json::object();
    for (const IdFact& fact : candidate.reading.facts) fields[fact.name] = fact.value;
    Json object = {
        {"format", candidate.format->name}, {"title", candidate.format->title}, {"fields", fields}};
    if (candidate.reading.unix_us) object["unix_us"] = *candidate.reading.unix_us;
    if (candidate.reading.number) object["number"] = *candidate.reading.number;
    object["sorts"] = candidate.format->sorts;
    object["leaks"] = candidate.format->leaks;
    object["source"] = candidate.format->source;
    candidates.push_back(std::move(object));
  }
  return {{"id", id.text}, {"candidates", std::move(candidates)}};
}

/// The place in a count that an id's first candidate has, if every id has one in the same format.
std::vector<std::uint64_t> numbers_of(const std::vector<InspectedId>& ids) {
  std::vector<std::uint64_t> numbers;
  for (const InspectedId& id : ids) {
    const Candidate& first = id.candidates[0];
    if (!first.reading.number || first.format != ids[0].candidates[0].format) return {};
    numbers.push_back(*first.reading.number);
  }
  return numbers;
}

struct Conclusions {
  std::optional<std::uint64_t> count;
  std::optional<double> ids_per_second;
  std::optional<std::int64_t> between_us;  ///< from the earliest to the latest, if all say when
};

Conclusions conclude(const std::vector<InspectedId>& ids, const std::optional<std::uint64_t>& apart_seconds) {
  Conclusions conclusions;
  const std::vector<std::uint64_t> numbers = numbers_of(ids);
  if (numbers.size() > 1) conclusions.count = estimated_count(numbers);
  if (apart_seconds) {
    if (numbers.size() != 2)
      throw UsageError("inspect: --apart needs two ids that count: numbers of a sequence, or Sqids of one");
    const double difference =
        static_cast<double>(std::max(numbers[0], numbers[1]) - std::min(numbers[0], numbers[1]));
    conclusions.ids_per_second = difference / static_cast<double>(*apart_seconds);
  }
  std::vector<std::int64_t> times;
  for (const InspectedId& id : ids) {
    if (id.candidates[0].reading.unix_us) times.push_back(*id.candidates[0].reading.unix_us);
  }
  if (times.size() > 1 && times.size() == ids.size()) {
    const auto [earliest, latest] = std::minmax_element(times.begin(), times.end());
    conclusions.between_us = *latest - *earliest;
  }
  return conclusions;
}

std::string conclusions_text(const Conclusions& conclusions, std::size_t ids) {
  std::string text;
  if (conclusions.count) {
    text += fmt::format(
        "\n{} ids of a count that starts at 1: there are about {} (m + m/k - 1 for k ids of which the "
        "largest is m)\n",
        ids, with_thousands(*conclusions.count));
  }
  if (conclusions.ids_per_second) {
    text += fmt::format("\nthey come at {:.3f} a second, {} a day\n", *conclusions.ids_per_second,
                        with_thousands(static_cast<std::uint64_t>(*conclusions.ids_per_second * 86400)));
  }
  if (conclusions.between_us)
    text += fmt::format("\nfrom the earliest to the latest: {:.6f} s\n",
                        static_cast<double>(*conclusions.between_us) / 1e6);
  return text;
}

Json conclusions_json(const Conclusions& conclusions) {
  Json object = Json::object();
  if (conclusions.count) object["estimated_count"] = *conclusions.count;
  if (conclusions.ids_per_second) object["ids_per_second"] = *conclusions.ids_per_second;
  if (conclusions.between_us) object["between_us"] = *conclusions.between_us;
  return object;
}

std::string collisions_text(std::uint64_t size, std::uint64_t alphabet_size) {
  return fmt::format(
      "{} random characters out of {}: among {} ids two are the same with a chance of one in a billion\n",
      size, alphabet_size, print_count(ids_at_one_in_a_billion(alphabet_size, size)));
}

ExitStatus inspect_ids(const InspectArguments& arguments, bool as_json) {
  if (arguments.ids.empty())
    throw UsageError("inspect: an ID is missing; --formats and --collisions do without one");
  const std::optional<std::uint64_t> apart =
      read_optional_number("--apart", arguments.apart_seconds, {1, std::uint64_t{1} << 40});
  std::vector<InspectedId> ids;
  for (std::size_t i = 0; i < arguments.ids.size(); ++i)
    ids.push_back(inspect(arguments.ids[i], i + 1, arguments.as));
  const Conclusions conclusions = conclude(ids, apart);
  if (as_json) {
    Json root = {{"schema", "keycost-inspect/1"}, {"ids", Json::array()}};
    for (const InspectedId& id : ids) root["ids"].push_back(id_json(id));
    root["conclusions"] = conclusions_json(conclusions);
    write_standard_output(root.dump(2) + "\n");
    return ExitStatus::held;
  }
  std::string text;
  for (const InspectedId& id : ids) text += (text.empty() ? "" : "\n") + id_text(id);
  write_standard_output(in_character_set(text + conclusions_text(conclusions, ids.size())));
  return ExitStatus::held;
}

ExitStatus run_inspect(const InspectArguments& arguments) {
  if (arguments.output != "text" && arguments.output != "json")
    throw UsageError(fmt::format("inspect: -o takes text or json, not {}", in_quotes(arguments.output)));
  const bool as_json = arguments.output == "json";
  if (arguments.formats) {
    // Tenths of the rows are statements of their own.
    const std::uint64_t rows = read_whole_number("--rows", arguments.rows, {10, 10'000'000});
    const std::vector<FormatLine> lines = simulate_formats(rows);
    write_standard_output(as_json ? format_table_json(lines, rows)
                                  : in_character_set(print_format_table(lines, rows)));
    return ExitStatus::held;
  }
  if (arguments.collisions) {
    const std::uint64_t size = read_whole_number("--collisions", *arguments.collisions, {1, 255});
    const std::uint64_t alphabet = read_whole_number("--alphabet", arguments.alphabet_size, {2, 255});
    if (as_json) {
      const Json root = {{"schema", "keycost-collisions/1"},
                         {"size", size},
                         {"alphabet", alphabet},
                         {"ids_at_one_in_a_billion", ids_at_one_in_a_billion(alphabet, size)}};
      write_standard_output(root.dump(2) + "\n");
    } else {
      write_standard_output(in_character_set(collisions_text(size, alphabet)));
    }
    return ExitStatus::held;
  }
  return inspect_ids(arguments, as_json);
}

CommandAction declare_inspect(CLI::App& app) {
  const auto arguments = std::make_shared<InspectArguments>();
  app.add_option("ID", arguments->ids, "ids; after -- they may begin with a hyphen");
  app.add_option("--as", arguments->as, "read them as this format")->type_name("FORMAT");
  app.add_option("--apart", arguments->apart_seconds, "two ids that count were made so long after each other")
      ->type_name("SECONDS");
  app.add_option("--collisions", arguments->collisions, "how many random ids of this length may be made")
      ->type_name("SIZE");
  app.add_option("--alphabet", arguments->alphabet_size, "of so many characters (64)")->type_name("N");
  app.add_flag("--formats", arguments->formats,
               "all formats side by side: what they trade, and their simulated cost");
  app.add_option("--rows", arguments->rows, "how many rows --formats simulates, twice (100000)")
      ->type_name("N");
  app.add_option("-o", arguments->output, "text or json (text)")->type_name("KIND");
  return [arguments] { return run_inspect(*arguments); };
}

}  // namespace

const Command inspect_command{
    "inspect", "tell what ids give away",
    "Each id is read in every format that it can be; --as says which one it is. Ids of a count tell how many "
    "there\n"
    "are: m + m/k - 1 for k ids of which the largest is m.\n\n"
    "Formats: sequence, uuidv1, uuidv4, uuidv6, uuidv7, uuid, uuid-swapped, ulid, ulid-as-uuid, ksuid,\n"
    "snowflake-pgedge, snowflake-twitter, auto_random, nanoid, typeid, sqids.\n\n"
    "Example: keycost inspect 01890a5d-ac96-774b-bcce-b302099a8057 prj_01h455vb4pex5vsknk084sn02q",
    declare_inspect};

}  // namespace keycost
