// Does the browser lab's recording show, at any moment and in whichever order one goes there, what the
// engine's pages and log held at that moment? And is what the lab hands back the program's own?
#include <nlohmann/json.hpp>

#include "sim/innodb/btree.hpp"
#include "sim/postgresql/nbtree/index_page.hpp"
#include "sim/postgresql/observer_list.hpp"
#include "src/browser/lab.hpp"
#include "src/execute/one_table.hpp"
#include "src/report/kinds.hpp"
#include "src/scenario_file.hpp"
#include "tests/catch.hpp"

using namespace keycost;

namespace {

/// What the pages themselves say at a tick.
struct Seen {
  std::size_t tick = 0;
  std::vector<std::uint32_t> order;
  std::vector<std::size_t> used_bytes;
  std::vector<bool> dirty;
  std::uint64_t dirty_pages = 0;
  std::uint64_t log_bytes = 0;

  bool operator==(const Seen&) const = default;
};

Seen seen_in(const RecordedState& state, std::size_t tick) {
  Seen seen;
  seen.tick = tick;
  seen.order = state.order;
  for (const std::uint32_t page : state.order) {
    seen.used_bytes.push_back(state.leaves[page].used_bytes);
    seen.dirty.push_back((state.leaves[page].marks & LeafMarks::dirty) != 0);
  }
  seen.dirty_pages = state.dirty_pages;
  seen.log_bytes = state.logged_in_all().size();
  return seen;
}

/// Looks at the pages every so many rows, and at the end of every step.
class PageReader : public postgresql::Observer {
 public:
  explicit PageReader(std::uint64_t every) : every_(every) {}
  const std::vector<Seen>& seen() const { return seen_; }

 private:
  void run_begins(const postgresql::Server& server) override { server_ = &server; }
  void record_logged(const postgresql::RecordEvent& record) override { log_bytes_ += record.size_bytes; }
  void row_arrived(const postgresql::RowEvent& row) override {
    ++tick_;
    if (row.number % every_ == 0) look();
  }
  void step_ends(const Step& step) override {
    if (std::holds_alternative<RepeatStep>(step.action)) return;
    ++tick_;
    look();
  }

  void look() {
    using namespace postgresql;
    Seen seen;
    seen.tick = tick_;
    seen.log_bytes = log_bytes_;
    const Relation* index = nullptr;
    for (const Server::NamedRelation& relation : server_->relations()) {
      for (BlockNumber block = 0; block < relation.pages->blocks(); ++block) {
        const Buffer* buffer = relation.pages->buffer(block);
        seen.dirty_pages += buffer != nullptr && buffer->dirty;
      }
      if (index == nullptr && relation.tree != nullptr) index = relation.pages;
    }
    if (index != nullptr) look_at(*index, seen);
    seen_.push_back(seen);
  }

  /// The leaf without one to its left, and from there on to the right.
  static void look_at(const postgresql::Relation& index, Seen& seen) {
    using namespace postgresql;
    BlockNumber leaf = no_block;
    for (BlockNumber block = 1; block < index.blocks(); ++block) {
      if (index_page::is_leaf(index.page(block)) && index_page::is_leftmost(index.page(block))) leaf = block;
    }
    for (; leaf != no_block; leaf = index_page::next(index.page(leaf))) {
      seen.order.push_back(leaf);
      seen.used_bytes.push_back(index_page_usable_bytes_of(index.page(leaf).size_bytes()) -
                                index.page(leaf).exact_free_bytes());
      seen.dirty.push_back(index.buffer(leaf) != nullptr && index.buffer(leaf)->dirty);
    }
  }

  std::uint64_t every_;
  const postgresql::Server* server_ = nullptr;
  std::size_t tick_ = 0;
  std::uint64_t log_bytes_ = 0;
  std::vector<Seen> seen_;
};

/// The same for InnoDB's clustered index; nothing is known of dirty pages and record types.
class InnodbPageReader : public innodb::Observer {
 public:
  InnodbPageReader(InnodbRecorder& recorder, std::uint64_t every) : recorder_(recorder), every_(every) {}
  const std::vector<Seen>& seen() const { return seen_; }

 private:
  innodb::Observer& told() { return recorder_; }
  void run_begins(const innodb::Server& server) override {
    server_ = &server;
    told().run_begins(server);
  }
  void run_ends() override { told().run_ends(); }
  void entry_inserted(const innodb::EntryEvent& entry) override { told().entry_inserted(entry); }
  void page_splits(const innodb::SplitEvent& split) override { told().page_splits(split); }
  void root_raised(const innodb::RootEvent& root) override { told().root_raised(root); }
  void page_freed(const innodb::Btree& index, innodb::PageNumber page) override {
    told().page_freed(index, page);
  }
  void row_arrived(std::uint64_t number) override {
    told().row_arrived(number);
    ++tick_;
    if (number % every_ == 0) look();
  }
  void step_ends(const Step& step) override {
    told().step_ends(step);
    if (std::holds_alternative<RepeatStep>(step.action)) return;
    ++tick_;
    look();
  }

  void look() {
    using namespace innodb;
    Seen seen;
    seen.tick = tick_;
    const Btree& index = *server_->indexes().front().tree;
    for (const Page* page = &index.leftmost_page(0); page != nullptr;
         page = page->next() == no_page ? nullptr : &index.page(page->next())) {
      seen.order.push_back(page->number());
      seen.used_bytes.push_back(page->data_size_bytes() + directory_reserved_space(page->records()));
      seen.dirty.push_back(false);
    }
    seen_.push_back(seen);
  }

  InnodbRecorder& recorder_;
  std::uint64_t every_;
  const innodb::Server* server_ = nullptr;
  std::size_t tick_ = 0;
  std::vector<Seen> seen_;
};

std::string scenario_text(const std::string& engine, const std::string& table, const std::string& steps) {
  return R"({"engine": ")" + engine + R"(", "rows_per_second": 1000, "tables": {"t": )" + table +
         R"(}, "steps": )" + steps + "}";
}

const std::string uuid_table =
    R"({"columns": [{"name": "id", "type": "uuid", "values": "uuidv4"}], "primary_key": ["id"]})";
const std::string late_table =
    R"json({"columns": [{"name": "id", "type": "binary(16)", "values": "uuidv7"}], "primary_key": ["id"],
            "arrival": {"rows_per_tick": 1000, "tick_ms": 1000, "late_percent": 20, "delay": "uniform",
                        "late_ms": 5000, "writers": 4}})json";

/// From the last moment to the first, then on in strides: whatever the order, the same is shown.
void require_all(Recording& recording, const std::vector<Seen>& seen) {
  REQUIRE(seen.size() > 10);
  REQUIRE(seen.back().tick == recording.ticks() - 1);
  for (auto one = seen.rbegin(); one != seen.rend(); ++one)
    REQUIRE(seen_in(recording.go(one->tick), one->tick) == *one);
  for (std::size_t i = 0; i < 3 * seen.size(); ++i) {
    const Seen& one = seen[i * 7 % seen.size()];
    REQUIRE(seen_in(recording.go(one.tick), one.tick) == one);
  }
}

void require_postgresql(const std::string& steps, const std::string& table = uuid_table) {
  const ScenarioFile file = decode_scenario("t.json", scenario_text("postgresql-18", table, steps));
  PostgresqlRecorder recorder;
  PageReader reader(97);
  postgresql::ObserverList both({&recorder, &reader});
  RunOptions options;
  options.postgresql_observer = &both;
  run_one_table(file, file.scenario, 0, options);
  require_all(recorder.recording(), reader.seen());
}

}  // namespace

TEST_CASE("a recording of PostgreSQL's engine shows every moment's pages: rows and checkpoints") {
  require_postgresql(
      R"([{"do": "repeat", "times": 9, "name": "load", "steps": [{"do": "checkpoint"}, {"do": "insert", "rows": 1500}]}])");
}

TEST_CASE("a recording of PostgreSQL's engine shows every moment's pages: rebuild, restart, a small pool") {
  require_postgresql(R"([{"do": "insert", "rows": 5000}, {"do": "rebuild"}, {"do": "insert", "rows": 3000},
                         {"do": "restart"}, {"do": "insert", "rows": 2000, "commit_every": 10}, {"do": "checkpoint"}])");
}

TEST_CASE("a recording of PostgreSQL's engine shows every moment's pages: an index that comes later") {
  require_postgresql(R"([{"do": "insert", "rows": 3000},
                         {"do": "create_index", "index": {"name": "by_id", "columns": ["id"]}},
                         {"do": "insert", "rows": 3000}, {"do": "checkpoint"}, {"do": "insert", "rows": 500}])",
                     R"({"columns": [{"name": "id", "type": "uuid", "values": "uuidv4"}]})");
}

TEST_CASE("a recording of InnoDB's engine shows every moment's pages") {
  const ScenarioFile file = decode_scenario(
      "t.json",
      scenario_text(
          "mariadb-10.11", late_table,
          R"([{"do": "insert", "rows": 20000}, {"do": "rebuild"}, {"do": "insert", "rows": 9000}])"));
  InnodbRecorder recorder;
  InnodbPageReader reader(recorder, 97);
  RunOptions options;
  options.innodb_observer = &reader;
  const TableRun run = run_one_table(file, file.scenario, 0, options);
  require_all(recorder.recording(), reader.seen());
  // 20,000 rows, then the end of their step.
  CHECK(recorder.recording().go(20001).redo_bytes == run.result.steps[0].redo.bytes);
}

TEST_CASE("the lab's result is that of a run without anybody watching") {
  for (const std::string engine : {"postgresql-18", "mariadb-10.11", "mysql-8.0"}) {
    const std::string table = engine == "postgresql-18" ? uuid_table : late_table;
    const std::string used = scenario_text(
        engine, table, R"([{"do": "checkpoint"}, {"do": "insert", "rows": 8000, "name": "load"}])");
    browser::Lab lab;
    const auto answer =
        nlohmann::json::parse(lab.run("keycost-lab.json", used, [](std::size_t, std::uint64_t) {}));
    REQUIRE(answer.contains("result"));
    ScenarioReport report;
    report.path = "keycost-lab.json";
    report.scenario = std::make_shared<ScenarioFile>(decode_scenario("keycost-lab.json", used));
    report.result = execute(*report.scenario, {});
    report.verdicts = judge_all(*report.scenario, report.result);
    CHECK(answer["result"] == write_json_report({&report, 1}, {}));
    CHECK(answer["tables"][0]["rows"] == 8000);
  }
}

TEST_CASE("the lab says what is wrong with a scenario, and where") {
  browser::Lab lab;
  const std::string text = scenario_text("postgresql-81", uuid_table, R"([{"do": "insert", "rows": 10}])");
  const auto answer = nlohmann::json::parse(lab.run("keycost-lab.json", text, {}));
  REQUIRE(answer.contains("problems"));
  REQUIRE(answer["problems"].size() == 1);
  CHECK(answer["problems"][0]["line"] == 1);
  CHECK(answer["problems"][0]["column"] == 12);
  CHECK(answer["problems"][0]["text"].get<std::string>().find("keycost-lab.json:1:12: ") == 0);
  CHECK(lab.moment(0, 0) == "null");
}
