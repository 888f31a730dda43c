// Does `keycost init` write a scenario that runs as it is, say what it guessed and why, take what is known
// better, and leave alone what is there?
#include <filesystem>
#include <string>

#include "tests/catch.hpp"
#include "tests/program/program_run.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace keycost {
namespace {

using namespace test;

ProgramOutput run_in(const TemporaryFolder& folder, const std::vector<std::string>& arguments) {
  ProgramSetting setting;
  setting.folder = folder.path();
  return run_keycost(arguments, setting);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// What init writes for `rows`, which must then be valid and run.
std::string written_for(const std::string& rows, std::vector<std::string> options = {}) {
  const TemporaryFolder folder;
  write_file(folder / "t.csv", rows);
  options.insert(options.begin(), {"init", "t.csv"});
  const ProgramOutput output = run_in(folder, options);
  INFO(output.err);
  REQUIRE(output.status == 0);
  CHECK(output.out.empty());
  const ProgramOutput run = run_in(folder, {"run", "t.json"});
  INFO(run.err);
  CHECK(run.status == 0);
  return read_file(folder / "t.json");
}

TEST_CASE("init writes a scenario with what it guessed, and that scenario runs") {
  const std::string text = written_for(
      "id,customer_id,at,paid,total,day,note\n"
      "018f4e6e-7b3a-7c1d-9a2b-3c4d5e6f7081,7,2024-05-06 12:00:00+02,t,12.50,2024-05-06,\"a, b\"\n"
      "018f4e6e-7b3b-7c1d-9a2b-3c4d5e6f7081,7,2024-05-06 12:00:01+02,f,3,2024-05-06,\n"
      "018f4e6e-7b3c-7c1d-9a2b-3c4d5e6f7081,8,2024-05-06 12:00:02+02,t,-1.5,2024-05-07,c\n");
  CHECK(
      text ==
      R"(// A first scenario, guessed from t.csv. Correct what is wrong; `keycost explain NAME` tells of each field.
{
  "engine": "postgresql-18",  // `keycost list engines`
  // "rows_per_second": 200,  // then the report tells what the table costs a day, too
  "tables": {
    "t": {
      "columns": [  // `keycost list types`; "nullable": true where a row may have none
        {"name": "id", "type": "uuid"},  // every value is a UUID
        {"name": "customer_id", "type": "bigint"},  // every value is a whole number; the table may have int or smallint
        {"name": "at", "type": "timestamptz"},  // every value is a time with a zone
        {"name": "paid", "type": "bool"},  // every value is true or false
        {"name": "total", "type": "numeric"},  // every value is a number
        {"name": "day", "type": "date"},  // every value is a day
        {"name": "note", "type": "text", "nullable": true}  // values of no other form, up to 4 characters; some rows have none
      ],
      "primary_key": ["id"],  // by its name
      "indexes": [  // the table's others, as {"name": "by_a", "columns": ["a"], "unique": true}
      ],
      "rows": "t.csv"
    }
  },
  "steps": [  // the first half of the rows, then what the others cost after a checkpoint
    {"do": "insert", "rows": 1, "name": "before"},
    {"do": "checkpoint"},
    {"do": "insert", "rows": "all", "name": "after"}
  ]
  // what must hold is added so, behind a comma:
  // "expect": [{"value": "TABLE.after.wal.bytes / TABLE.after.rows", "max": 500, "because": "…"}]
}
)");
}

TEST_CASE("the key is the column called id, else the first whose value is another in each row") {
  CHECK(contains(written_for("n,ID\n1,1\n2,2\n"), R"("primary_key": ["ID"],  // by its name)"));
  CHECK(contains(written_for("id,code\n1,x\n1,y\n"),
                 R"("primary_key": ["code"],  // the first column in which each row has another value)"));
  CHECK(contains(written_for("id,code\n1,x\n,y\n"), R"("primary_key": ["code"])"));
  CHECK(contains(written_for("a,b\n1,1\n1,2\n", {"--primary-key", "a", "--primary-key", "b"}),
                 R"("primary_key": ["a", "b"],  // as --primary-key says)"));
}

TEST_CASE("a text in the key has a length that every value fits") {
  CHECK(contains(written_for("id\nabcdefghijklmnop\nb\n"), R"~("type": "varchar(16)")~"));
  CHECK(contains(written_for("id\nabcdefghijklmnopq\nb\n"), R"~("type": "varchar(32)")~"));
}

TEST_CASE("a type that was given is taken") {
  CHECK(contains(written_for("id,n\n1,7\n2,8\n", {"--type", "n=smallint"}),
                 R"({"name": "n", "type": "smallint"}  // as --type says)"));
}

TEST_CASE("where MySQL's plain names would round, the type has the values' places") {
  const std::string text = written_for(
      "id,price,at\n1,12.50,2024-05-06 12:00:00.125\n2,3,2024-05-06 12:00:01\n", {"--engine", "mysql-8.0"});
  CHECK(contains(text, R"~("type": "numeric(4,2)")~"));
  CHECK(contains(text, R"~("type": "datetime(3)")~"));
}

TEST_CASE("what was guessed, and why, is said") {
  const TemporaryFolder folder;
  write_file(folder / "t.csv", "id,n\n1,\n2,\n");
  const ProgramOutput output = run_in(folder, {"init", "t.csv"});
  CHECK(output.err ==
        "keycost: id: bigint, every value is a whole number; the table may have int or smallint\n"
        "keycost: n: text, no row has a value\n"
        "keycost: primary key id: by its name\n"
        "keycost: t.json written, 2 rows; correct it, then `keycost run t.json`\n");
}

TEST_CASE("a scenario that is there stays unless --force says otherwise; rows are never written over") {
  const TemporaryFolder folder;
  write_file(folder / "t.csv", "id\n1\n2\n");
  write_file(folder / "t.json", "mine");
  const ProgramOutput refused = run_in(folder, {"init", "t.csv"});
  CHECK(refused.status == 4);
  CHECK(contains(refused.err, "is there already; --force writes over it, -o FILE takes another name"));
  CHECK(read_file(folder / "t.json") == "mine");
  CHECK(run_in(folder, {"init", "t.csv", "--force"}).status == 0);
  CHECK(run_in(folder, {"validate", "t.json"}).status == 0);
  CHECK(run_in(folder, {"init", "t.csv", "--force", "-o", "t.csv"}).status == 4);
  CHECK(read_file(folder / "t.csv") == "id\n1\n2\n");
}

TEST_CASE("the scenario finds the rows from its own folder") {
  const TemporaryFolder folder;
  write_file(folder / "t.csv", "id\n1\n2\n");
  std::filesystem::create_directory(folder / "keys");
  REQUIRE(run_in(folder, {"init", "t.csv", "-o", "keys/s.json"}).status == 0);
  CHECK(contains(read_file(folder / "keys/s.json"), R"("rows": "../t.csv")"));
  CHECK(run_in(folder, {"run", "keys/s.json"}).status == 0);
}

TEST_CASE("init says where a file is wrong and which option does not fit, and writes nothing") {
  const TemporaryFolder folder;
  const auto refusal = [&](const std::string& rows, const std::vector<std::string>& options, int status) {
    write_file(folder / "t.csv", rows);
    std::vector<std::string> arguments{"init", "t.csv"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const ProgramOutput output = run_in(folder, arguments);
    CHECK(output.status == status);
    CHECK_FALSE(std::filesystem::exists(folder / "t.json"));
    return output.err;
  };
  CHECK(contains(refusal("", {}, 4), "t.csv: is empty; the first line names the columns"));
  CHECK(contains(refusal("id,id\n1,1\n", {}, 4), "t.csv:1:4: column \"id\" stands in the header line twice"));
  CHECK(contains(refusal("id,\n1,1\n", {}, 4), "a column without a name"));
  CHECK(contains(refusal("id\n1\n2,3\n", {}, 4), "t.csv:3: has 2 values, the header line names 1 column"));
  CHECK(contains(refusal("id\n1\n\xff\n", {}, 4), "t.csv:3:1: \"\\xFF\" is not UTF-8"));
  CHECK(contains(refusal("id\n1\n", {}, 4), "has 1 row below the header line"));
  CHECK(contains(refusal("a\n1\n1\n", {}, 2), "no column has another value in each row"));
  CHECK(contains(refusal("a,b\n1,\n2,1\n", {"--primary-key", "b"}, 2),
                 "--primary-key: not every row has a value in column \"b\""));
  CHECK(contains(refusal("orders\n1\n2\n", {"--primary-key", "order"}, 2),
                 "--primary-key: unknown column \"order\"; did you mean \"orders\"?"));
  CHECK(contains(refusal("a\n1\n2\n", {"--type", "b=int"}, 2), "--type: unknown column \"b\""));
  CHECK(contains(refusal("a\n1\n2\n", {"--type", "a"}, 2), "--type takes COLUMN=TYPE"));
  CHECK(contains(refusal("a\n1\n2\n", {"--type", "a=bigin"}, 2),
                 "--type: unknown type \"bigin\"; did you mean \"bigint\"?"));
  CHECK(contains(refusal("a\n1\n2\n", {"--engine", "postgres"}, 2), "--engine: unknown engine \"postgres\""));
  CHECK(run_in(folder, {"init"}).status == 2);
  CHECK(run_in(folder, {"init", "-"}).status == 2);
  CHECK(run_in(folder, {"init", "absent.csv"}).status == 4);
}

}  // namespace
}  // namespace keycost
