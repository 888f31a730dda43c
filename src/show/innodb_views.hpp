// What can be shown of a run of InnoDB's engine at one of its moments.
#pragma once

#include <optional>
#include <string>

#include "src/show/innodb_watch.hpp"
#include "src/show/page_drawing.hpp"
#include "src/show/screen.hpp"
#include "src/show/tree_drawing.hpp"

namespace keycost {

struct InnodbPlace {
  const innodb::Btree* index = nullptr;
  innodb::PageNumber page = 0;
};

/// "PRIMARY:4", "4" (of the clustered index). Nothing given: the page that took the last entry, or the one
/// that splits, else the root. Throws UsageError for what is not there at this moment.
InnodbPlace find_place(const InnodbWatch& watch, const std::optional<std::string>& text);
/// "PRIMARY", or nothing for the clustered index.
innodb::Server::NamedIndex find_index(const InnodbWatch& watch, const std::optional<std::string>& name);

/// Where the last row's entries went.
void show_moment(Screen& screen, const InnodbWatch& watch);
PageDrawing innodb_page(const InnodbWatch& watch, const InnodbPlace& place);
TreeDrawing innodb_tree(const InnodbWatch& watch, const innodb::Server::NamedIndex& index);
/// The last split.
void show_split(Screen& screen, const InnodbWatch& watch);

}  // namespace keycost
