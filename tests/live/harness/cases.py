"""Every case that the live run goes through."""

from . import log_cases, pool_cases, shape_cases, statement_cases
from .case import Case, column, csv_case, insert, load_then_rounds, scenario
from .orders import ORDERS

KEY = {"bigint": load_then_rounds(120_000, 3, 20_000),  # enough for a third level in every order
       "uuid": load_then_rounds(60_000, 3, 12_000),
       "int": load_then_rounds(120_000, 3, 20_000),
       "smallint": load_then_rounds(30_000, 2, 10_000)}


def all_cases():
    return [*key_orders(), *first_rows(), *documents(), *row_shapes(), *transactions(), *server_settings(),
            *log_cases.all_cases(), *shape_cases.all_cases(), *pool_cases.all_cases(), *statement_cases.all_cases()]


def key_orders():
    """Each order of arrival for bigint and uuid, some for the narrower types."""
    for key_type in KEY:
        for order in ORDERS if key_type in ("bigint", "uuid") else ("ascending", "descending", "random", "inside_out"):
            table = {"columns": [column("id", key_type), column("n", "int")], "primary_key": ["id"]}
            yield csv_case(f"{key_type}-{order}".replace("_", "-"), f"{key_type} keys, {order.replace('_', ' ')}",
                           table, "id", order, KEY[key_type])


def first_rows():
    """The first rows of a fresh table, one statement each: where the first root, the first sequence record, the first
    read of the metapage fall."""
    singles = [insert(1, f"row-{number}") for number in range(1, 5)]
    steps = [*singles, insert(100, "to-104"), insert(104, "to-208"), {"do": "checkpoint"}, insert(1, "after-checkpoint"), insert(500, "rest")]
    tables = {"identity": identity_table(), "v4": uuid_table("uuidv4")}
    yield Case("first-rows", scenario("First rows of a fresh table", tables, steps))
    yield Case("checkpoint-first", scenario("A checkpoint before the first row", tables, [{"do": "checkpoint"}, *steps]))


def documents():
    yield Case("document-d1", scenario("D1's three tables at a fifth of the scale", {
        "bigint": identity_table(), "v4": uuid_table("uuidv4"), "v7": uuid_table({"stream": "uuidv7", "ids_per_ms": 2000}),
    }, [{"do": "checkpoint"}, insert(200_000, "first"),
        {"do": "repeat", "times": 10, "name": "second", "steps": [{"do": "checkpoint"}, insert(20_000)]}]))
    payload = column("payload", "text", {"stream": "template", "text": "row {n}"})
    streams = {"v4": ("uuid", "uuidv4"), "v7": ("uuid", {"stream": "uuidv7", "ids_per_ms": 2000}), "snowflake": ("bigint", "snowflake"),
               "identity": ("bigint", "identity")}
    yield Case("document-d2", scenario("D2's tables with a text payload, at a tenth of the scale", {
        name: {"columns": [column("id", kind, values), payload], "primary_key": ["id"]} for name, (kind, values) in streams.items()
    }, load_then_rounds(100_000, 3, 10_000)))


def row_shapes():
    """Rows that leave much or no room on a heap page, with and without a place in the free space map."""
    wide = [column("id", "bigint"), *(column(f"u{number}", "uuid") for number in range(1, 7))]
    yield csv_case("wide-rows", "Rows of 128 bytes: what a full heap page leaves over goes into the free space map",
                   {"columns": wide, "primary_key": ["id"]}, "id", "random", load_then_rounds(20_000, 3, 3_000))
    wider = [column("id", "uuid"), *(column(f"c{number}", "bigint") for number in range(1, 40))]
    yield csv_case("wider-rows", "Rows of 352 bytes in random uuid order",
                   {"columns": wider, "primary_key": ["id"]}, "id", "random", load_then_rounds(8_000, 3, 1_000))
    kinds = ("bigint", "int", "smallint", "uuid", "bool", "smallint", "bigint", "bool", "int", "timestamptz", "uuid")
    mixed = [column("id", "int"), *(column(f"c{number}", kind) for number, kind in enumerate(kinds))]
    yield csv_case("twelve-columns", "Twelve columns of every fixed width, with gaps for alignment",
                   {"columns": mixed, "primary_key": ["id"]}, "id", "interleaved", load_then_rounds(20_000, 3, 3_000))
    yield csv_case("key-last", "The key is the last of the columns",
                   {"columns": [column("a", "bool"), column("b", "smallint"), column("id", "uuid")], "primary_key": ["id"]},
                   "id", "random", load_then_rounds(20_000, 3, 3_000))
    for name, key, title in (("narrow-smallint", {"primary_key": ["id"]}, "One smallint a row: 226 rows a heap page, the narrowest there is without NULLs"),
                             ("narrow-without-index", {}, "One smallint a row and no index at all")):
        yield csv_case(name, title,
                       {"columns": [column("id", "smallint")], **key}, "id", "random", load_then_rounds(20_000, 3, 5_000))
    yield csv_case("heap-past-4069-pages", "A heap that needs a second leaf page of the free space map",
                   {"columns": [column("id", "bigint"), *(column(f"u{number}", "uuid") for number in range(1, 32))], "primary_key": ["id"]},
                   "id", "ascending", load_then_rounds(56_000, 3, 4_000))


def transactions():
    tables = {"identity": identity_table(), "v4": uuid_table("uuidv4")}
    yield Case("commit-every", scenario("Several transactions a step", tables,
                                        [insert(2_000, "batches", commit_every=77), {"do": "checkpoint"}, insert(1_000, "more", commit_every=300)]))
    yield Case("new-session", scenario("Each step in a session of its own", tables,
                                       [insert(3_000, "first"), insert(1_000, "second", new_session=True), {"do": "checkpoint"},
                                        insert(1_000, "third", new_session=True)]))
    yield Case("identity-cache", scenario("Identity columns whose sequences hand out blocks of values", {
        f"cache-{cache}": {"columns": [column("id", "bigint", {"stream": "identity", "cache": cache})], "primary_key": ["id"]}
        for cache in (2, 20, 33, 100)}, load_then_rounds(1_000, 2, 500)))
    yield Case("identity-alone", scenario("An identity column and nothing else", {
        "t": {"columns": [column("id", "bigint", "identity")], "primary_key": ["id"]}}, load_then_rounds(5_000, 2, 2_000)))


def server_settings():
    table = {"columns": [column("id", "uuid"), *(column(f"u{number}", "uuid") for number in range(1, 7))], "primary_key": ["id"]}
    for name, settings in (("full-page-writes-off", {"full_page_writes": False}), ("data-checksums-off", {"data_checksums": False})):
        yield csv_case(name, name.replace("-", " ").capitalize(), table, "id", "random", load_then_rounds(10_000, 3, 2_000), settings=settings)


def identity_table():
    return {"columns": [column("id", "bigint", "identity"), column("n", "int", "counter")], "primary_key": ["id"]}


def uuid_table(values):
    return {"columns": [column("id", "uuid", values), column("n", "int", "counter")], "primary_key": ["id"]}
