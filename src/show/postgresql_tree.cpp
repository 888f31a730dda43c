// An index of PostgreSQL's by its levels, and where to look when nobody says.
#include "src/show/postgresql_views.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/postgresql/nbtree/index_page.hpp"
#include "src/command/arguments.hpp"
#include "src/command/exit_status.hpp"
#include "src/nearest_name.hpp"
#include "src/report/numbers.hpp"

namespace keycost {

using namespace postgresql;

namespace {

Server::NamedRelation find_relation(const PostgresqlWatch& watch, const std::string& name,
                                    std::string_view option) {
  const std::vector<Server::NamedRelation> relations = watch.relations();
  std::vector<std::string> names;
  for (const Server::NamedRelation& relation : relations) {
    names.push_back(watch.name_of(*relation.pages));
    if (names.back() == name) return relation;
  }
  if (name == "heap") return relations[0];
  if (name == "fsm") return relations[1];
  names.emplace_back("heap");
  names.emplace_back("fsm");
  throw UsageError(fmt::format("{}: ", option) +
                   unknown_name("relation", name, std::vector<std::string_view>(names.begin(), names.end())));
}

PostgresqlPlace place_by_itself(const PostgresqlWatch& watch) {
  const std::vector<Server::NamedRelation> relations = watch.relations();
  const auto of = [&](const Relation* pages, BlockNumber block) -> std::optional<PostgresqlPlace> {
    const auto found = std::ranges::find(relations, pages, &Server::NamedRelation::pages);
    if (found == relations.end() || block >= pages->blocks()) return std::nullopt;
    return PostgresqlPlace{*found, block};
  };
  const auto& split = watch.last_split();
  if (split && !split->record) {
    if (const auto place = of(&split->tree->main_fork(), split->block)) return *place;
  }
  if (const auto& entry = watch.last_entry()) {
    // Of several indexes the first is what the others are explained by.
    const Relation* index = watch.entries_of_row().empty() ? entry->index : watch.entries_of_row()[0].index;
    const BlockNumber leaf = watch.entries_of_row().empty() ? entry->leaf : watch.entries_of_row()[0].leaf;
    if (const auto place = of(index, leaf)) return *place;
  }
  for (const Server::NamedRelation& relation : relations) {
    if (relation.tree != nullptr) return {relation, metapage_block};
  }
  if (relations[0].pages->blocks() == 0) throw UsageError("--at: at this moment the table has no page yet");
  return {relations[0], relations[0].pages->blocks() - 1};
}

TreePage tree_page(const PostgresqlWatch& watch, const Relation& index, BlockNumber block) {
  const Page& page = index.page(block);
  TreePage drawn;
  drawn.number = block;
  drawn.items = page.max_offset() + std::size_t{1} - index_page::first_data_offset(page);
  drawn.fill = 1 - static_cast<double>(page.exact_free_bytes()) /
                       static_cast<double>(index_page_usable_bytes_of(page.size_bytes()));
  const auto& entry = watch.last_entry();
  drawn.is_newest = entry && entry->index == &index && entry->leaf == block;
  const Buffer* buffer = index.buffer(block);
  drawn.note = buffer == nullptr ? "on disk" : (buffer->dirty ? "dirty" : "");
  if (drawn.is_newest) drawn.note += drawn.note.empty() ? "inserted last" : ", inserted last";
  return drawn;
}

}  // namespace

PostgresqlPlace find_place(const PostgresqlWatch& watch, const std::optional<std::string>& text,
                           std::string_view option) {
  if (!text) return place_by_itself(watch);
  const std::size_t colon = text->rfind(':');
  const std::string block_text = colon == std::string::npos ? *text : text->substr(colon + 1);
  const Server::NamedRelation relation = colon == std::string::npos
                                             ? find_index(watch, std::nullopt)
                                             : find_relation(watch, text->substr(0, colon), option);
  const std::uint64_t blocks = relation.pages->blocks();
  if (blocks == 0) {
    throw UsageError(
        fmt::format("{}: at this moment {} has no page yet", option, watch.name_of(*relation.pages)));
  }
  return {relation, static_cast<BlockNumber>(read_whole_number(fmt::format("{} RELATION:BLOCK", option),
                                                               block_text, {0, blocks - 1}))};
}

Server::NamedRelation find_index(const PostgresqlWatch& watch, const std::optional<std::string>& name) {
  const std::vector<Server::NamedRelation> relations = watch.relations();
  std::vector<std::string_view> known;
  for (const Server::NamedRelation& relation : relations) {
    if (relation.tree == nullptr) continue;
    if (!name || relation.name == *name) return relation;
    known.push_back(relation.name);
  }
  if (known.empty()) throw UsageError("--of: at this moment the table has no index");
  throw UsageError("--of: " + unknown_name("index", *name, known));
}

TreeDrawing postgresql_tree(const PostgresqlWatch& watch, const Server::NamedRelation& index) {
  TreeDrawing tree;
  const Relation& pages = *index.pages;
  tree.title =
      fmt::format("{}: {} blocks, {}", index.name, pages.blocks(),
                  size_pretty(std::uint64_t{pages.blocks()} * pages.page(metapage_block).size_bytes()));
  tree.page_word = "block";
  tree.item_word = "items";
  const index_page::Root root = index_page::root_of_metapage(pages.page(metapage_block));
  if (root.block == no_block) {
    tree.facts.emplace_back("It has a metapage and no root yet.");
    return tree;
  }
  BlockNumber leftmost = root.block;
  for (;;) {
    std::vector<TreePage> level;
    for (BlockNumber block = leftmost; block != no_block; block = index_page::next(pages.page(block)))
      level.push_back(tree_page(watch, pages, block));
    tree.levels.push_back(std::move(level));
    const Page& page = pages.page(leftmost);
    if (index_page::is_leaf(page)) break;
    leftmost = index_tuple::block(page.item(index_page::first_data_offset(page)));
  }
  return tree;
}

}  // namespace keycost
