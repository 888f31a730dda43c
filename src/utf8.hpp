// UTF-8 text as it is counted, checked and shown in messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace keycost {

/// Offset of the first byte that is not part of well-formed UTF-8 (RFC 3629: no surrogates, nothing
/// overlong), or npos.
std::size_t find_invalid_utf8(std::string_view text);

/// Code points in well-formed text; in other text, bytes that are no continuation bytes.
std::size_t count_characters(std::string_view text);

/// Control characters: below space, and DEL. Names have none.
bool has_control_character(std::string_view text);

/// `text` as a message may show it: control characters and stray bytes as \xNN, cut after 60 characters.
std::string presentable(std::string_view text);

/// The same in double quotes.
std::string in_quotes(std::string_view text);

/// A file's path in double quotes: whole however long it is, since a path that is cut off leads nowhere.
std::string path_in_quotes(std::string_view path);

}  // namespace keycost
