// What an id gives away to whoever holds it: the formats, how to read them, how they sort, what they leak.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace keycost {

struct IdFact {
  std::string name;
  std::string value;
};

/// What a text says if it is an id of some format.
struct IdReading {
  std::vector<IdFact> facts;            ///< its fields, in their order in the id
  std::optional<std::int64_t> unix_us;  ///< when it was minted, in microseconds since 1970, as far as it says
  std::optional<std::uint64_t> number;  ///< its place in a count
  std::string wrong;                    ///< not empty: it is none, and why
  bool is_likely = true;                ///< whether anybody would take it for one who has not been told so
};

struct IdFormat {
  std::string_view name;  ///< what --as takes
  std::string_view title;
  std::string_view sorts;
  std::string_view leaks;
  std::string_view stored_as;  ///< the column type that suits it in PostgreSQL
  std::string_view source;
  IdReading (*read)(std::string_view text);
};

/// In the order in which candidates are listed. The one table to add a line to.
std::span<const IdFormat> id_formats();
const IdFormat* find_id_format(std::string_view name);

/// "2026-01-31 12:30:00.25+00".
std::string print_unix_us(std::int64_t unix_us);

}  // namespace keycost
