// What can be shown of a run of PostgreSQL's engine at one of its moments.
#pragma once

#include <optional>
#include <string>

#include "src/show/page_drawing.hpp"
#include "src/show/postgresql_watch.hpp"
#include "src/show/screen.hpp"
#include "src/show/tree_drawing.hpp"

namespace keycost {

/// A block of one of the table's relations.
struct PostgresqlPlace {
  postgresql::Server::NamedRelation relation;
  postgresql::BlockNumber block = 0;
};

/// "orders_pkey:3", "heap:0", "3" (of the first index), given with `option`. Nothing given: the leaf that
/// took the last entry, the page that splits, else the heap's last page. Throws UsageError for what is not
/// there at this moment.
PostgresqlPlace find_place(const PostgresqlWatch& watch, const std::optional<std::string>& text,
                           std::string_view option = "--of");
/// "orders_pkey", or nothing for the first index.
postgresql::Server::NamedRelation find_index(const PostgresqlWatch& watch,
                                             const std::optional<std::string>& name);

/// Where the last row's entries went, and what was logged for it.
void show_moment(Screen& screen, const PostgresqlWatch& watch);
PageDrawing postgresql_page(const PostgresqlWatch& watch, const PostgresqlPlace& place);
TreeDrawing postgresql_tree(const PostgresqlWatch& watch, const postgresql::Server::NamedRelation& index);
/// The last split. `lines_max`: of more candidates, those around the best are listed.
void show_split(Screen& screen, const PostgresqlWatch& watch, std::size_t lines_max);
/// The log since the redo point of the last checkpoint. `lines_max`: so many of the last records are listed.
void show_wal(Screen& screen, const PostgresqlWatch& watch, std::size_t lines_max);
void show_checkpoint(Screen& screen, const PostgresqlWatch& watch, std::size_t lines_max);

}  // namespace keycost
