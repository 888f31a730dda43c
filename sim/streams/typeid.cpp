// TypeIDs, and UUIDs in base32 with any prefix: what an application shows in the place of a uuid.
#include "sim/ids/typeid.hpp"

#include "sim/ids/uuid.hpp"
#include "sim/random/uniform.hpp"
#include "sim/streams/streams.hpp"
#include "sim/streams/uuid_form.hpp"
#include "sim/streams/uuid_v7_minter.hpp"

namespace keycost {

namespace {

constexpr SqlType typeid_types[] = {SqlType::text, SqlType::uuid, SqlType::varchar, SqlType::character};
constexpr std::string_view versions[] = {"7", "4"};

std::vector<Declaration> all_typeid_options() {
  std::vector<Declaration> options{
      {"prefix", ValueKind::text, std::string(""), 0, 0, "",
       "Of text: the type's name, a to z and _; an underscore follows it. A column of type uuid holds the id "
       "without it."},
      {"version", ValueKind::choice, std::string("7"), 0, 0, "", "Of the UUIDs; TypeIDs have 7.", versions}};
  for (Declaration& option : uuid_v7_options()) options.push_back(std::move(option));
  return options;
}

const std::vector<Declaration> typeid_options = all_typeid_options();

class TypeIdStream : public KeyStream {
 public:
  explicit TypeIdStream(const StreamContext& context)
      : random_(context.random),
        is_random_(context.options.text(typeid_options, "version") == "4"),
        minter_(typeid_options, context),
        id_{context.options.text(typeid_options, "prefix"), {}} {}

  void mint(const Mint& mint, ColumnBatch& out) override {
    id_.uuid = is_random_ ? random_uuid(mint) : minter_.next(mint);
    if (is_text_type(out.type())) {
      out.append(std::string_view(print_typeid(id_)));
    } else {
      out.append(to_bytes(id_.uuid));
    }
  }

 private:
  Bits128 random_uuid(const Mint& mint) const {
    const PhiloxBlock bits = random_.block(mint.number);
    return make_uuid(half_of(bits, 0), half_of(bits, 1), 4);
  }

  RandomKey random_;
  bool is_random_;
  UuidV7Minter minter_;
  TypeId id_;
};

std::unique_ptr<KeyStream> make_typeid(const StreamContext& context) {
  return std::make_unique<TypeIdStream>(context);
}

std::string typeid_problem(SqlType type, const Options& given) {
  const std::string& prefix = given.text(typeid_options, "prefix");
  if (!prefix.empty() && !is_text_type(type))
    return "\"prefix\" is for a column of text, this one holds bytes";
  if (std::string wrong = typeid_prefix_problem(prefix); !wrong.empty()) return wrong;
  if (given.text(typeid_options, "version") == "7") return uuid_v7_problem(typeid_options, given);
  for (const Declaration& option : uuid_v7_options()) {
    if (given.contains(option.name))
      return "\"" + std::string(option.name) + "\" is for ids with a time, which version 4 has not";
  }
  return "";
}

std::string typeid_misfit(SqlType type, const TypeModifiers& modifiers, const Options& given) {
  const std::size_t prefix = given.text(typeid_options, "prefix").size();
  return misfit_of_length(type, modifiers, base32_size + prefix + (prefix > 0 ? 1 : 0), id128_size_bytes);
}

}  // namespace

const StreamDescription typeid_stream{
    .name = "typeid",
    .summary =
        "TypeIDs: a prefix and a UUID of version 7 (or 4) as 26 characters of base32 in lower case, which "
        "sort as "
        "the UUIDs do.",
    .formula = "prefix _ base32(uuid); the options of uuidv7 say how the UUIDs come",
    .source = "jetify-com/typeid, spec/README (0.3.0)",
    .types = typeid_types,
    .options = typeid_options,
    .draws_from_sequence = false,
    .make = make_typeid,
    .problem = typeid_problem,
    .misfit = typeid_misfit,
};

}  // namespace keycost
