#include "sim/innodb/types.hpp"

namespace keycost::innodb {

namespace {

// Source: MySQL 8.0 Reference Manual, 11.1 to 11.3; MariaDB's documentation, "Data Types".
constexpr ModifierRange char_length{1, 255};
constexpr ModifierRange varying_length{1, 65535};
constexpr ModifierRange fraction_digits{0, 6};
constexpr ModifierRange decimal_precision{1, 65};
constexpr ModifierRange decimal_scale{0, 30};

constexpr AcceptedType types[] = {
    {SqlType::tinyint},
    {SqlType::smallint},
    {SqlType::integer},
    {SqlType::bigint},
    {SqlType::boolean},
    {.type = SqlType::binary, .length = char_length, .when_absent = {.length = 1}},
    {.type = SqlType::varbinary, .length = varying_length, .must_have_modifiers = true},
    {.type = SqlType::character, .length = char_length, .when_absent = {.length = 1}},
    {.type = SqlType::varchar, .length = varying_length, .must_have_modifiers = true},
    {SqlType::text},
    {.type = SqlType::numeric,
     .precision = decimal_precision,
     .scale = decimal_scale,
     .when_absent = {.precision = 10, .scale = 0}},
    {SqlType::date},
    {.type = SqlType::datetime, .precision = fraction_digits, .when_absent = {.precision = 0}},
    {.type = SqlType::timestamp, .precision = fraction_digits, .when_absent = {.precision = 0}},
    {.type = SqlType::uuid, .refusal = "is not modelled for InnoDB; take binary(16) or char(36)"},
    {.type = SqlType::timestamptz, .refusal = "is no type of MySQL; take timestamp"},
    {.type = SqlType::bytea, .refusal = "is no type of MySQL; take varbinary"},
};

constexpr CharacterSet sets[] = {CharacterSet::utf8mb4, CharacterSet::latin1, CharacterSet::ascii};

}  // namespace

std::span<const AcceptedType> accepted_types() {
  return types;
}
std::span<const CharacterSet> accepted_character_sets() {
  return sets;
}

}  // namespace keycost::innodb
