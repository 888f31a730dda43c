// The same value in every row: for the columns that a table has besides its keys.
#include <array>

#include "sim/streams/streams.hpp"

namespace keycost {

namespace {

constexpr std::array all_types{SqlType::integer,  SqlType::bigint,  SqlType::smallint,  SqlType::tinyint,
                               SqlType::text,     SqlType::varchar, SqlType::character, SqlType::boolean,
                               SqlType::uuid,     SqlType::date,    SqlType::timestamp, SqlType::timestamptz,
                               SqlType::datetime, SqlType::bytea,   SqlType::binary,    SqlType::varbinary,
                               SqlType::numeric};

const Declaration constant_options[] = {
    {"value", ValueKind::text, std::string("0"), 0, 0, "", "The value, as the database would read it."},
};

class Constant : public KeyStream {
 public:
  explicit Constant(const StreamContext& context) {
    parse_value(context.type, context.options.text(constant_options, "value"), payload_, context.modifiers);
  }

  void mint(const Mint&, ColumnBatch& out) override { out.append(std::string_view(payload_)); }

 private:
  std::string payload_;
};

std::unique_ptr<KeyStream> make_constant(const StreamContext& context) {
  return std::make_unique<Constant>(context);
}

std::string constant_problem(SqlType type, const Options& given) {
  std::string payload;
  return parse_value(type, given.text(constant_options, "value"), payload);
}

std::string constant_misfit(SqlType type, const TypeModifiers& modifiers, const Options& given) {
  std::string payload;
  return parse_value(type, given.text(constant_options, "value"), payload, modifiers);
}

}  // namespace

const StreamDescription constant_stream{
    .name = "constant",
    .summary = "The same value in every row, for columns that are no key.",
    .formula = "value",
    .source = "",
    .types = all_types,
    .options = constant_options,
    .draws_from_sequence = false,
    .make = make_constant,
    .problem = constant_problem,
    .misfit = constant_misfit,
};

}  // namespace keycost
