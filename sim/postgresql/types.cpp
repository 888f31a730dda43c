#include "sim/postgresql/types.hpp"

namespace keycost::postgresql {

namespace {

// MaxAttrSize. Source: src/include/access/htup_details.h; src/backend/utils/adt/varchar.c (anychar_typmodin)
constexpr ModifierRange text_length{1, 10 * 1024 * 1024};
constexpr ModifierRange fraction_digits{
    0, 6};  // MAX_TIMESTAMP_PRECISION. Source: src/include/datatype/timestamp.h
// NUMERIC_MAX_PRECISION, NUMERIC_MIN_SCALE, NUMERIC_MAX_SCALE. Source: src/include/utils/numeric.h
constexpr ModifierRange numeric_precision{1, 1000};
constexpr ModifierRange numeric_scale{-1000, 1000};

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
    {.type = SqlType::character, .length = text_length, .when_absent = {.length = 1}},
    {.type = SqlType::numeric, .precision = numeric_precision, .scale = numeric_scale},
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
