// UUIDs of version 7: 48 bits of milliseconds, then 74 bits that RFC 9562 leaves to the implementation. By
// default as one PostgreSQL 18 session mints them.
#include "sim/streams/streams.hpp"
#include "sim/streams/uuid_form.hpp"
#include "sim/streams/uuid_v7_minter.hpp"

namespace keycost {

namespace {

std::vector<Declaration> join_uuid_v7_options() {
  std::vector<Declaration> options = uuid_v7_options();
  options.push_back(letters_option());
  options.push_back(swap_option());
  return options;
}

const std::vector<Declaration> uuid_v7_all_options = join_uuid_v7_options();

class UuidV7 : public KeyStream {
 public:
  explicit UuidV7(const StreamContext& context)
      : minter_(uuid_v7_all_options, context), form_(uuid_v7_all_options, context.options) {}

  void mint(const Mint& mint, ColumnBatch& out) override { form_.append(minter_.next(mint), out); }

  bool ascends() const override { return minter_.ascends() && !form_.is_swapped(); }

 private:
  UuidV7Minter minter_;
  UuidForm form_;
};

std::unique_ptr<KeyStream> make_uuid_v7(const StreamContext& context) {
  return std::make_unique<UuidV7>(context);
}

std::string problem_with_form(SqlType type, const Options& given) {
  const std::string of_form = uuid_form_problem(type, given);
  return of_form.empty() ? uuid_v7_problem(uuid_v7_all_options, given) : of_form;
}

}  // namespace

const StreamDescription uuid_v7_stream{
    .name = "uuidv7",
    .summary =
        "Time-ordered UUIDs, version 7: by default as uuidv7() of PostgreSQL 18 mints them in one session, "
        "strictly ascending; \"within_ms\" has the other manners of RFC 9562.",
    .formula =
        "48 bits of milliseconds, version, rand_a, variant, rand_b. sub_ms: t(i) = start_ms + i / "
        "ids_per_ms, "
        "stepping at least 245 ns, rand_a = floor(nanoseconds within the millisecond × 4096 / 1000000), "
        "rand_b "
        "= 62 random bits. counter: node, counter, random bits. random_counter: 74 random bits for the first "
        "value of a millisecond, then raised by 1 to increment_max. uuid_creator: 26 bits that count up from "
        "a "
        "random start, 48 random bits",
    .source =
        "RFC 9562, section 5.7 and 6.2 (methods 1 to 3); PostgreSQL 18, src/backend/utils/adt/uuid.c; "
        "uuid-creator 6, TimeOrderedEpochFactory",
    .types = uuid_types,
    .options = uuid_v7_all_options,
    .draws_from_sequence = false,
    .make = make_uuid_v7,
    .problem = problem_with_form,
    .misfit = uuid_form_misfit,
};

}  // namespace keycost
