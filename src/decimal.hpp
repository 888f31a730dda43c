// Numbers in the notation of JSON, which is that of scenarios and expressions alike.
#pragma once

#include <optional>
#include <string_view>

namespace keycost {

constexpr bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

/// [ "-" ] ( "0" / 1-9 digits ) [ "." digits ] [ e [ + / - ] digits ] (RFC 8259, section 6)
bool is_decimal(std::string_view text);

/// The nearest double; nothing if `text` is no decimal or lies beyond every double.
std::optional<double> parse_decimal(std::string_view text);

}  // namespace keycost
