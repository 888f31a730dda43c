// Text inside XML, SVG and HTML.
#pragma once

#include <string>
#include <string_view>

namespace keycost {

/// For attributes in double quotes and for content alike. XML 1.0 has no way to write most control
/// characters, so they are replaced as printable() does.
std::string escaped_xml(std::string_view text);

}  // namespace keycost
