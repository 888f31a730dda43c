#include "sim/postgresql/types.hpp"

namespace keycost::postgresql {

namespace {

// MaxAttrSize. Source: src/include/access/htup_details.h; src/backend/utils/adt/varchar.c (anychar_typmodin)
constexpr ModifierRange text_length{1, 10 * 1024 * 1024};
constexpr ModifierRange fraction_digits{
    0, 6};  // MAX_TIMESTAMP_PRECISION. Source: src/include/datatype/timestamp.h

constexpr AcceptedType types[] = {
    {SqlType::smallint},
    {SqlType::integer},
    {SqlType::bigint},
    {SqlType::uuid},
    {SqlType::text},
    {.type = SqlType::varchar, .length = text_length},
    {SqlType::boolean},
    {SqlType::date},
    {.type = SqlType::timestamp, .precision = fraction_digits},
    {.type = SqlType::timestamptz, .precision = fraction_digits},
    {SqlType::bytea},
    {.type = SqlType::character, .refusal = "is not modelled yet; take varchar(n)"},
    {.type = SqlType::numeric, .refusal = "is not modelled yet; take bigint"},
    {.type = SqlType::tinyint, .refusal = "is no type of PostgreSQL; its smallest integer is smallint"},
    {.type = SqlType::datetime, .refusal = "is no type of PostgreSQL; take timestamp"},
    {.type = SqlType::binary, .refusal = "is no type of PostgreSQL; take bytea"},
    {.type = SqlType::varbinary, .refusal = "is no type of PostgreSQL; take bytea"},
};

}  // namespace

std::span<const AcceptedType> accepted_types() {
  return types;
}

}  // namespace keycost::postgresql
