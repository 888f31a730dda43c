"""Keys of every shape: composite, text, NULLs, duplicates, several indexes."""

from . import scenario as scenarios
from .case import Case, insert, load_then_rounds, scenario


def made(kind, make, nullable=False, **parameters):
    """A column's type and what makes its values."""
    spec = {"make": make, **parameters}
    if nullable:
        spec.setdefault("null_share", 0.2)
    return kind, spec, nullable


def shape_case(name, title, columns, primary_key=(), indexes=(), steps=None, table_options=None, settings=None):
    steps = steps or load_then_rounds(30_000, 3, 4_000)
    definitions = [{"name": column, "type": kind, **({"nullable": True} if nullable else {})}
                   for column, (kind, _, nullable) in columns.items()]
    table = {"columns": definitions, **({"primary_key": list(primary_key)} if primary_key else {}), "rows": "rows.csv",
             **({"indexes": list(indexes)} if indexes else {}), **(table_options or {})}
    spec = {"columns": {column: makes for column, (_, makes, _) in columns.items()}, "rows": scenarios.rows_needed(steps)}
    return Case(name, scenario(title, {"t": table}, steps, settings), {"t": spec})


def index(name, *columns, **options):
    return {"name": name, "columns": list(columns), **options}


def all_cases():
    return [*composite_keys(), *text_keys(), *limited_texts(), *decimals(), *duplicates(), *nulls(), *several_indexes(), *bulk_built(), *copies()]


def composite_keys():
    tenant = {"tenant": made("bigint", "cycle", count=8), "id": made("bigint", "serial")}
    yield shape_case("tenant-and-number", "Eight tenants in turn, two bigints: split after the new item", tenant, ["tenant", "id"])
    yield shape_case("tenant-and-number-fillfactor", "The same with a fillfactor of 70", tenant,
                     indexes=[index("i", "tenant", "id", unique=True, fillfactor=70)])
    yield shape_case("tenants-64", "Sixty-four tenants in turn", dict(tenant, tenant=made("bigint", "cycle", count=64)), ["tenant", "id"])
    yield shape_case("tenants-at-random", "A thousand tenants, skewed", dict(tenant, tenant=made("bigint", "skewed", count=1000)),
                     ["tenant", "id"])
    yield shape_case("narrow-tenant", "int tenant, int number", {"tenant": made("int", "cycle", count=16), "id": made("int", "serial")},
                     ["tenant", "id"])
    yield shape_case("tenant-and-uuid", "Ascending bigint with a hundred rows each, random uuid: short pivots",
                     {"a": made("bigint", "runs", length=100), "b": made("uuid", "random_uuid")}, ["a", "b"])
    yield shape_case("uuid-and-number", "Random uuid first", {"a": made("uuid", "random_uuid"), "b": made("bigint", "serial")}, ["a", "b"])
    yield shape_case("three-columns", "Three bigints", {"a": made("bigint", "cycle", count=5), "b": made("bigint", "runs", length=50),
                                                        "c": made("bigint", "serial")}, ["a", "b", "c"])
    yield shape_case("descending-within", "Newest first within an owner",
                     {"owner": made("bigint", "skewed", count=300), "at": made("timestamptz", "moments"), "id": made("bigint", "serial")},
                     indexes=[index("i", "owner", {"name": "at", "order": "desc"}, {"name": "id", "order": "desc"})])
    yield shape_case("mixed-widths", "bool, smallint, date, uuid: padding between them",
                     {"a": made("bool", "truth"), "b": made("smallint", "low_cardinality", count=50), "c": made("date", "days"),
                      "d": made("uuid", "random_uuid")}, indexes=[index("i", "a", "b", "c", "d")])


def text_keys():
    yield shape_case("row-text", "'row 1', 'row 2', …", {"id": made("text", "row_text")}, ["id"])
    yield shape_case("random-text", "Text of 1 to 60 bytes", {"id": made("text", "random_text", shortest=20, longest=60)}, ["id"])
    yield shape_case("long-text", "Text of 100 to 400 bytes: both length headers", {"id": made("text", "random_text", shortest=100, longest=400)},
                     ["id"], steps=load_then_rounds(12_000, 3, 1_500))
    yield shape_case("same-prefix", "Forty equal bytes, then what differs",
                     {"id": made("text", "same_prefix", prefix_length=40, count=10**8)}, indexes=[index("i", "id")])
    yield shape_case("text-and-number", "Low-cardinality text, then a number",
                     {"a": made("text", "same_prefix", prefix_length=3, count=40), "b": made("bigint", "serial")}, ["a", "b"])
    yield shape_case("text-duplicates", "Text of few values", {"a": made("text", "random_text", shortest=1, longest=2)}, indexes=[index("i", "a")])


def limited_texts():
    few = [insert(6_000, "load"), {"do": "checkpoint"}, insert(1_500, "more")]
    yield shape_case("varchar", "varchar(n) of characters of one to four bytes, full to the last one",
                     {"k": made("varchar(12)", "accented", longest=12, count=10**8), "t": made("varchar(40)", "accented", longest=40, count=300)},
                     indexes=[index("i", "k"), index("j", "t", "k")], steps=few)
    yield shape_case("char", "char(n) is padded with blanks, which do not count when keys are compared",
                     {"k": made("char(12)", "accented", longest=12, count=10**8), "c": made("char(3)", "low_cardinality", count=300),
                      "w": made("char(140)", "low_cardinality", count=90, nullable=True)}, indexes=[index("i", "k"), index("j", "c", "k"), index("w", "w")],
                     steps=[*few, {"do": "create_index", "index": index("built", "c", "w"), "name": "build"}, copy(800, "copied")])
    yield shape_case("trailing-blanks", "Blanks beyond the length are cut off; those within count in varchar and text, not in char", {
                     "v": made("varchar(5)", "trailing_blanks", longest=5), "c": made("char(5)", "trailing_blanks", longest=5, seed=2),
                     "t": made("text", "trailing_blanks", longest=5, seed=3)}, indexes=[index("i", "v"), index("j", "c", "v"), index("k", "t")],
                     steps=[insert(2_000, "load"), {"do": "checkpoint"}, insert(300, "more")])
    yield shape_case("rounded-times", "timestamp(p) rounds as the server does", {"a": made("timestamp(3)", "spread_times"),
                     "b": made("timestamptz(0)", "spread_times", zone="+00"), "c": made("timestamp(6) without time zone", "spread_times")},
                     indexes=[index("i", "a"), index("j", "b")], steps=few)


def decimals():
    few = [insert(6_000, "load"), {"do": "checkpoint"}, insert(1_500, "more")]
    yield shape_case("numeric-key", "A numeric primary key that counts", {"id": made("numeric", "serial")}, ["id"])
    yield shape_case("money-key", "Random amounts of numeric(12,2) within an owner", {"owner": made("int", "skewed", count=300),
                     "amount": made("numeric(12,2)", "decimal_number", digits=12, scale=2), "id": made("bigint", "serial")},
                     indexes=[index("i", "owner", {"name": "amount", "order": "desc"}), index("j", "amount", "id", unique=True)], steps=few)
    yield shape_case("numeric-equals", "7 and 7.00 are equal keys that are not merged: pivots with heap TIDs", {
                     "n": made("numeric", "same_value", count=60), "id": made("bigint", "serial")}, indexes=[index("i", "n"), index("j", "n", "id")],
                     steps=[*few, {"do": "create_index", "index": index("built", "n"), "name": "build"}, copy(800, "copied")])
    yield shape_case("numeric-of-all-sizes", "Both headers, digits before and behind the point, NULLs", {
                     "n": made("numeric", "any_number", nullable=True), "t": made("text", "random_text", shortest=1, longest=9)},
                     indexes=[index("i", "n"), index("j", "t", include=["n"])], steps=few)
    yield shape_case("numeric-rounded", "Values are rounded to the scale, also to hundreds", {
                     "a": made("numeric(40,3)", "decimal_number", digits=20, scale=6), "b": made("numeric(30,-2)", "decimal_number", digits=12, scale=1, seed=2)},
                     indexes=[index("i", "a"), index("j", "b")], steps=few)


def duplicates():
    for deduplicate in (True, False):
        suffix = "" if deduplicate else "-kept"
        options = {} if deduplicate else {"deduplicate_items": False}
        for name, spec in {"thousand-values": made("bigint", "low_cardinality", count=1000), "one-value": made("bigint", "cycle", count=1),
                           "two-values": made("bigint", "cycle", count=2), "four-each": made("bigint", "runs", length=4),
                           "skewed-values": made("int", "skewed", count=5000), "flags": made("bool", "truth", one_in=10),
                           "uuid-references": made("uuid", "random_uuid")}.items():
            yield shape_case(name + suffix, f"{name.replace('-', ' ')}{', without deduplication' if not deduplicate else ''}",
                             {"k": spec, "n": made("int", "serial")}, indexes=[index("i", "k", **options)])
    yield shape_case("returning-rows", "Rows of varying width go back to older pages: TIDs out of order, posting lists split",
                     {"k": made("int", "low_cardinality", count=200), "t": made("text", "random_text", shortest=1, longest=300)},
                     indexes=[index("i", "k")])
    yield shape_case("returning-rows-one-value", "The same with one value only",
                     {"k": made("int", "cycle", count=1), "t": made("text", "random_text", shortest=1, longest=300)},
                     indexes=[index("i", "k")])
    yield shape_case("included", "An included column: no deduplication, pivots without it",
                     {"k": made("int", "low_cardinality", count=500), "v": made("bigint", "random_number", bits=60)},
                     indexes=[index("i", "k", include=["v"])])
    yield shape_case("included-unique", "Unique with an included text", {"k": made("bigint", "random_number", bits=60),
                     "v": made("text", "random_text", shortest=0, longest=30, nullable=True)}, indexes=[index("i", "k", unique=True, include=["v"])])


def nulls():
    yield shape_case("unique-with-nulls", "A unique index with many NULLs: they are merged", {"k": made("bigint", "random_number", bits=60,
                     nullable=True, null_share=0.4)}, indexes=[index("i", "k", unique=True)])
    yield shape_case("nulls-first", "NULLs first", {"k": made("int", "low_cardinality", count=300, nullable=True)},
                     indexes=[index("i", {"name": "k", "nulls": "first"})])
    yield shape_case("composite-nulls", "NULLs in either column", {"a": made("bigint", "low_cardinality", count=40, nullable=True),
                     "b": made("uuid", "random_uuid", nullable=True)}, indexes=[index("i", "a", "b"), index("u", {"name": "b", "order": "desc"}, "a")])
    yield shape_case("nine-nullable-columns", "A bitmap of two bytes", {f"c{i}": made("int", "random_number", bits=30, seed=i, nullable=True)
                     for i in range(9)}, indexes=[index("i", "c3")])


def several_indexes():
    share = {"id": made("bigint", "serial"), "public_code": made("text", "random_text", shortest=22, longest=22),
             "owner_id": made("bigint", "skewed", count=2000), "created_at": made("timestamptz", "moments", per_second=20),
             "state": made("smallint", "low_cardinality", count=4), "target": made("text", "random_text", shortest=20, longest=200, seed=5)}
    yield shape_case("share-service", "Primary key, unique code, owner list", share, ["id"],
                     [index("code", "public_code", unique=True),
                      index("owner", "owner_id", {"name": "created_at", "order": "desc"}, {"name": "id", "order": "desc"})])
    yield shape_case("foreign-keys", "Two foreign keys, one nullable",
                     {"id": made("uuid", "random_uuid"), "a_id": made("uuid", "random_uuid", seed=2), "b_id": made("bigint", "low_cardinality",
                      count=3000, nullable=True)}, ["id"], [index("a", "a_id"), index("b", "b_id")])


def bulk_built():
    key = {"id": made("bigint", "serial"), "u": made("uuid", "random_uuid"), "k": made("int", "low_cardinality", count=700),
           "t": made("text", "random_text", shortest=1, longest=90, seed=3), "m": made("int", "skewed", count=4000, nullable=True)}
    created = [{"do": "create_index", "index": made_index, "name": f"build {made_index['name']}"} for made_index in
               (index("on_uuid", "u", unique=True), index("on_number", "k"), index("kept", "k", deduplicate_items=False),
                index("on_text", "t", fillfactor=70), index("on_nulls", "m", {"name": "id", "order": "desc"}),
                index("carrying", "k", include=["t"]))]
    steps = [insert(30_000, "load"), *created, insert(5_000, "after"), {"do": "checkpoint"}, insert(3_000, "later")]
    yield shape_case("bulk-built", "Six indexes built after the load, then the wave of splits", key, ["id"], steps=steps)
    yield shape_case("bulk-built-after-checkpoint", "A checkpoint between load and build", key, ["id"],
                     steps=[insert(30_000, "load"), {"do": "checkpoint"}, *created, insert(5_000, "after")])
    yield shape_case("built-on-nothing", "Indexes created on an empty table", key, ["id"], steps=[*created, insert(8_000, "load")])
    yield shape_case("rebuilt", "REINDEX TABLE of a random key", {"id": made("uuid", "random_uuid"), "k": made("int", "skewed", count=900)}, ["id"],
                     [index("i", "k")], steps=[insert(40_000, "load"), {"do": "rebuild", "name": "rebuild"}, insert(6_000, "after"), {"do": "checkpoint"},
                                               insert(6_000, "later")])
    yield shape_case("rebuilt-with-text", "A rebuild of a table with out-of-line storage", {"id": made("bigint", "serial"),
                     "t": made("text", "random_text", shortest=1, longest=80)}, ["id"],
                     steps=[insert(3_000, "load"), {"do": "rebuild", "name": "rebuild"}, insert(500, "after")])
    yield shape_case("rebuilt-at-the-limit", "Out-of-line storage belongs to a table whose columns may be wider than 2032 bytes together", {
                     "id": made("bigint", "serial"), "t": made("varchar(499)", "accented", longest=20, count=50)}, ["id"],
                     steps=[insert(300, "load"), {"do": "rebuild", "name": "rebuild"}, insert(50, "after")])
    yield shape_case("rebuilt-beyond-the-limit", "The same with one character more", {
                     "id": made("bigint", "serial"), "t": made("varchar(500)", "accented", longest=20, count=50)}, ["id"],
                     steps=[insert(300, "load"), {"do": "rebuild", "name": "rebuild"}, insert(50, "after")])
    yield shape_case("rebuilt-with-numeric", "A numeric of 14 digits knows its limit, one without digits does not", {
                     "a": made("numeric(14,1)", "decimal_number", digits=12, scale=1)}, ["a"],
                     steps=[insert(300, "load"), {"do": "rebuild", "name": "rebuild"}, insert(50, "after")])
    yield shape_case("rebuilt-without-index", "A rebuild of a table without indexes", {"id": made("bigint", "serial")},
                     steps=[insert(1_000, "load"), {"do": "rebuild", "name": "rebuild"}, insert(1, "after")])
    yield shape_case("rebuilt-large", "A rebuild with two internal levels", {"id": made("uuid", "random_uuid")}, ["id"],
                     steps=[insert(90_000, "load"), {"do": "rebuild", "name": "rebuild"}, insert(9_000, "after")])


def copy(rows, name=None):
    return {"do": "copy", "rows": rows, **({"name": name} if name else {})}


def copies():
    narrow = {"id": made("bigint", "serial"), "n": made("int", "serial")}
    texts = {"id": made("uuid", "random_uuid"), "t": made("text", "random_text", shortest=1, longest=300)}
    rounds = {"do": "repeat", "times": 3, "name": "rounds", "steps": [{"do": "checkpoint"}, copy(3_000)]}
    yield shape_case("copied", "COPY of narrow rows", narrow, ["id"], steps=[copy(1, "one"), copy(5_000, "first"), copy(40_000, "load"), rounds])
    yield shape_case("copied-texts", "COPY of rows of varying width, random keys", texts, ["id"],
                     steps=[copy(20_000, "load"), rounds, insert(3_000, "inserted"), copy(2_500, "again"), {"do": "checkpoint"}, insert(2_000, "last")])
    yield shape_case("copied-wide", "COPY of rows so wide that bytes end a batch", {"id": made("bigint", "serial"),
                     **{f"u{i}": made("uuid", "random_uuid", seed=i) for i in range(12)}}, ["id"], steps=[copy(12_000, "load"), rounds])
    yield shape_case("built-after-copy", "CREATE INDEX and REINDEX read the pages of zeros that a COPY has left", {
                     "id": made("bigint", "serial"), "u": made("uuid", "random_uuid"), "t": made("text", "random_text", shortest=1, longest=90)},
                     ["id"], steps=[copy(9_000, "load"), {"do": "create_index", "index": index("u", "u"), "name": "build"}, insert(40, "few"),
                                    {"do": "rebuild", "name": "rebuild"}, {"do": "checkpoint"}, insert(3_000, "more"), copy(900, "again")])
    yield shape_case("copied-half-full", "COPY with a fillfactor of 50", narrow, ["id"], table_options={"fillfactor": 50},
                     steps=[insert(50, "some"), copy(20_000, "load"), insert(500, "more"), copy(1_500, "again")])
    yield shape_case("copied-one-spare-page", "A bulk extension that leaves a single page for the free space map", {
                     "a": made("bigint", "serial"), "b": made("date", "days"), "c": made("bigint", "serial"), "d": made("smallint", "cycle", count=9)},
                     indexes=[index("i", "a")], table_options={"fillfactor": 90}, steps=[copy(2_175, "load"), {"do": "checkpoint"}, insert(600, "more")])
    yield shape_case("copied-share", "COPY into three indexes", {"id": made("bigint", "serial"),
                     "code": made("text", "random_text", shortest=22, longest=22), "owner": made("bigint", "skewed", count=500, nullable=True)},
                     ["id"], [index("code", "code", unique=True), index("owner", "owner")], steps=[copy(25_000, "load"), rounds])
