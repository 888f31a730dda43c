// Text inside Markdown as GitHub renders it.
#pragma once

#include <string>
#include <string_view>

namespace keycost {

/// Text that Markdown must not read as markup, a table's border or HTML.
std::string escaped_markdown(std::string_view text);

/// A code span inside a table. The pipe needs its backslash there too; backquotes inside need a longer fence.
std::string markdown_code(std::string_view text);

}  // namespace keycost
