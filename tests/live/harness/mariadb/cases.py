"""Every case of MariaDB that the live run goes through."""

from .. import scenario as scenarios
from ..case import Case, insert

HEX_UUID = "binary(16)"
TEXT_UUID = "char(36)"


def made(kind, make, charset=None, nullable=False, **parameters):
    """A column's type and what makes its values."""
    spec = {"make": make, **parameters}
    if nullable:
        spec.setdefault("null_share", 0.2)
    if parameters.get("shortest") == 0:
        spec["quoted"] = True
    if kind == HEX_UUID:
        spec["hex"] = True
    return {"type": kind, **({"charset": charset} if charset else {}), **({"nullable": True} if nullable else {})}, spec


def table_case(name, title, columns, primary_key=("id",), indexes=(), steps=None, how=None, recorded=True, options=None):
    """One table `t`, whose rows this harness writes."""
    steps = steps or [insert(20_000, "load"), insert(5_000, "more")]
    table = {"columns": [{"name": column, **definition} for column, (definition, _) in columns.items()],
             "primary_key": list(primary_key), **({"indexes": list(indexes)} if indexes else {}), "rows": "rows.csv", **(options or {})}
    spec = {"columns": {column: makes for column, (_, makes) in columns.items()}, "rows": scenarios.rows_needed(steps)}
    scenario = {"title": title, "engine": "mariadb-10.11", "seed": 1, "tables": {"t": table}, "steps": steps}
    return Case(name, scenario, {"t": spec}, how or {}, recorded)


def index(name, *columns, unique=False):
    return {"name": name, "columns": list(columns), **({"unique": True} if unique else {})}


def copy(rows, name=None):
    return {"do": "copy", "rows": rows, **({"name": name} if name else {})}


def order_columns():
    """Beside the key: 36 bytes of fixed width (with header and system columns 53), and a note of 7 or 8 bytes and its length."""
    return {"customer_id": made("bigint", "cycle", count=5_000), "quantity": made("int", "cycle", count=7),
            "status": made("tinyint", "cycle", count=4), "amount": made("decimal(12,2)", "amounts"),
            "created_at": made("datetime(3)", "date_times"), "note": made("varchar(64)", "numbered_text", prefix="order-", count=100)}


KEY_ORDERS = {
    "v4": ("random_uuid", {}),
    "v7": ("uuid_v7", {"per_ms": 500}),
    "strict": ("uuid_v7", {"per_ms": 500, "inside": "counter"}),
    "writers": ("uuid_v7", {"per_ms": 500, "inside": "writers"}),
}


def all_cases():
    return [*eight_tables(), *key_orders(), *statements(), *row_shapes(), *text_keys(), *composite_keys(), *secondary_indexes(),
            *wide_rows(), *rebuilds(), *sort_buffers(), *pools(), *logs(), *large()]


def eight_tables():
    """D3's tables, loaded and rebuilt, at full scale."""
    steps = [insert(300_000, "load"), {"do": "rebuild", "name": "optimized"}]
    for kind, spelled in ((HEX_UUID, "binary"), (TEXT_UUID, "char")):
        for order, (make, parameters) in KEY_ORDERS.items():
            yield table_case(f"eight-{spelled}-{order}", f"Keys as {kind}, {order}", {"id": made(kind, make, **parameters), **order_columns()},
                             steps=steps, recorded=False)


def key_orders():
    for order, (make, parameters) in KEY_ORDERS.items():
        yield table_case(f"binary-{order}", f"Keys as binary(16), {order}", {"id": made(HEX_UUID, make, **parameters), **order_columns()},
                         steps=[insert(30_000, "load")])
        yield table_case(f"char-{order}", f"Keys as char(36), {order}", {"id": made(TEXT_UUID, make, **parameters), **order_columns()},
                         steps=[insert(30_000, "load")])
    yield table_case("late-synced", "Twenty-five thousand keys in order, five thousand at random moments",
                     {"id": made(HEX_UUID, "late_uuid_v7", early=25_000), **order_columns()}, steps=[insert(25_000, "load"), insert(5_000, "late")])
    yield table_case("descending", "Descending binary keys", {"id": made(HEX_UUID, "descending_uuid", first=10**6), **order_columns()},
                     steps=[insert(30_000, "load")])
    yield table_case("bigint-ascending", "Ascending bigint", {"id": made("bigint", "serial"), **order_columns()}, steps=[insert(30_000, "load")])
    yield table_case("bigint-descending", "Descending bigint, the leftmost node pointer goes stale",
                     {"id": made("bigint", "serial", start=10**6, step=-1), **order_columns()}, steps=[insert(30_000, "load")])
    yield table_case("bigint-random", "Random bigint", {"id": made("bigint", "random_number", bits=62), **order_columns()}, steps=[insert(30_000, "load")])
    yield table_case("int-narrow", "An int and nothing else", {"id": made("int", "scattered", bits=31)}, steps=[insert(30_000, "load")])
    yield table_case("key-last", "The key is the last of the columns", {**order_columns(), "id": made(HEX_UUID, "random_uuid")})


def statements():
    """The same rows through every kind of statement: pages do not depend on it."""
    columns = {"id": made(HEX_UUID, "uuid_v7", per_ms=500), **order_columns()}
    for name, steps, how in (("statement-single-rows", [insert(8_000, "load")], {"rows_per_statement": 1}),
                             ("statement-autocommit", [insert(3_000, "load", commit_every=1)], {}),
                             ("statement-thousand-rows", [insert(30_000, "load")], {"rows_per_statement": 1000}),
                             ("statement-load-data", [copy(30_000, "load"), copy(7, "few"), copy(3_000, "more")], {}),
                             ("statement-commits", [insert(10_000, "load", commit_every=333)], {})):
        yield table_case(name, name.replace("-", " ").capitalize(), columns, steps=steps, how=how)
    yield table_case("first-rows", "Row by row until the root splits", columns, steps=[insert(1, f"row-{n}") for n in range(1, 4)] +
                     [insert(50, f"to-{n * 50 + 3}") for n in range(1, 7)])


def row_shapes():
    key = {"id": made(HEX_UUID, "random_uuid")}
    yield table_case("varchar", "Rows of varying width, random keys", {**key, "t": made("varchar(200)", "random_text", shortest=0, longest=120)})
    yield table_case("varchar-ascending", "Rows of varying width, ascending keys",
                     {"id": made("bigint", "serial"), "t": made("varchar(200)", "random_text", shortest=0, longest=120)})
    yield table_case("varchar-long", "Lengths of two bytes where a value is longer than 127",
                     {**key, "t": made("varchar(300)", "random_text", shortest=90, longest=180), "u": made("varchar(100)", "random_text", seed=2,
                      shortest=1, longest=9)})
    yield table_case("nullable", "Nullable columns of fixed and varying width",
                     {**key, "a": made("bigint", "serial", nullable=True), "t": made("varchar(60)", "random_text", shortest=1, longest=40, nullable=True)})
    yield table_case("nine-nullable", "A bitmap of two bytes",
                     {**key, **{f"c{n}": made("int", "random_number", bits=30, seed=n, nullable=True, null_share=0.5) for n in range(9)}})
    yield table_case("types", "Each type of fixed width", {
        "id": made("bigint", "serial"), "a": made("tinyint", "cycle", count=100), "b": made("smallint", "cycle", count=1000),
        "c": made("int", "serial"), "d": made("date", "days"), "e": made("datetime", "date_times", digits=0),
        "f": made("datetime(6)", "date_times", digits=6), "g": made("timestamp", "date_times", digits=0),
        "h": made("decimal(18,4)", "amounts"), "i": made(HEX_UUID, "random_uuid")})
    yield table_case("compact", "ROW_FORMAT=COMPACT", {**key, **order_columns()}, options={"row_format": "compact"})


def text_keys():
    for charset in ("utf8mb4", "latin1", "ascii"):
        yield table_case(f"char-36-{charset}", f"char(36) in {charset}", {"id": made(TEXT_UUID, "random_uuid", charset), **order_columns()})
    yield table_case("varchar-key", "A varchar key of varying length",
                     {"id": made("varchar(64)", "random_text", shortest=20, longest=60), "n": made("int", "serial")})
    yield table_case("varchar-key-latin1", "A varchar key in latin1, ascending by a number in front",
                     {"id": made("varchar(64)", "row_text", "latin1", prefix="row "), "n": made("int", "serial")})
    yield table_case("long-key", "Node pointers of some 250 bytes: four levels",
                     {"id": made("varchar(300)", "random_text", "ascii", shortest=200, longest=260)}, steps=[insert(40_000, "load")])


def composite_keys():
    rest = {"n": made("int", "serial"), "t": made("varchar(40)", "random_text", shortest=5, longest=30)}
    yield table_case("tenants", "Eight tenants in turn, then a number", {"tenant": made("int", "cycle", count=8), "id": made("bigint", "serial"), **rest},
                     ["tenant", "id"])
    yield table_case("tenants-skewed", "A thousand tenants, skewed", {"tenant": made("int", "skewed", count=1000), "id": made("bigint", "serial"), **rest},
                     ["tenant", "id"])
    yield table_case("tenant-and-uuid", "Tenant and random uuid", {"tenant": made("bigint", "cycle", count=50), "id": made(HEX_UUID, "random_uuid"), **rest},
                     ["tenant", "id"])


def secondary_indexes():
    columns = {"id": made(HEX_UUID, "random_uuid"), "n": made("bigint", "serial"), "code": made("varchar(30)", "random_text", seed=3, shortest=22,
               longest=22), "owner": made("int", "skewed", count=2000, nullable=True), "flag": made("tinyint", "cycle", count=2)}
    yield table_case("secondary", "Unique code, nullable owner, two flags, over a random primary key", columns,
                     indexes=[index("code", "code", unique=True), index("owner", "owner", "n"), index("flag", "flag")])
    yield table_case("secondary-ascending", "The same over an ascending primary key", dict(columns, id=made("bigint", "serial")),
                     indexes=[index("code", "code", unique=True), index("owner", "owner", "n"), index("flag", "flag")])
    yield table_case("secondary-char", "A secondary index that carries char(36)", {"id": made(TEXT_UUID, "uuid_v7", per_ms=500),
                     "owner": made("bigint", "low_cardinality", count=900)}, indexes=[index("owner", "owner")])
    yield table_case("secondary-holds-key", "A secondary index with a column of the primary key in it", {
                     "a": made("int", "cycle", count=30), "b": made("bigint", "serial"), "c": made("int", "low_cardinality", count=5000)}, ["a", "b"],
                     indexes=[index("c", "c", "a"), index("b", "b", unique=True)])
    yield table_case("created-index", "Indexes built over a loaded table, then more rows", columns, steps=[
        insert(20_000, "load"), {"do": "create_index", "index": index("code", "code", unique=True), "name": "build-code"},
        {"do": "create_index", "index": index("owner", "owner"), "name": "build-owner"}, insert(8_000, "after")])


def wide_rows():
    """Few rows a page: two or three, none of them kept out of line."""
    for name, shortest, longest in (("half-page", 7_900, 8_050), ("near-half-page", 5_000, 8_050), ("third-of-a-page", 4_000, 5_300),
                                    ("mixed-width", 10, 8_000)):
        for order, key in (("random", made("bigint", "random_number", bits=62)), ("ascending", made("bigint", "serial"))):
            yield table_case(f"{name}-{order}", f"Rows of {shortest} to {longest} bytes, {order} keys", {
                             "id": key, "t": made("varchar(8100)", "random_text", "latin1", shortest=shortest, longest=longest)},
                             steps=[insert(3_000, "load")])
    yield table_case("wide-key-and-row", "Long keys and rows of half a page", {
                     "id": made("varchar(700)", "random_text", "latin1", shortest=300, longest=700),
                     "t": made("varchar(7000)", "random_text", "latin1", seed=4, shortest=10, longest=7_000)}, steps=[insert(3_000, "load")])


def rebuilds():
    more = [insert(25_000, "load"), {"do": "rebuild", "name": "optimized"}, insert(300, "few"), insert(8_000, "more")]
    for order in ("v4", "strict"):
        make, parameters = KEY_ORDERS[order]
        yield table_case(f"rebuilt-{order}", f"OPTIMIZE TABLE, then more rows: {order}", {"id": made(HEX_UUID, make, **parameters), **order_columns()},
                         steps=more)
    yield table_case("rebuilt-varchar", "OPTIMIZE TABLE of rows of varying width, with a secondary index", {
                     "id": made(HEX_UUID, "random_uuid"), "t": made("varchar(300)", "random_text", shortest=0, longest=250),
                     "k": made("int", "low_cardinality", count=500)}, indexes=[index("k", "k")],
                     steps=[insert(20_000, "load"), {"do": "rebuild", "name": "optimized"}, insert(4_000, "more")])
    yield table_case("rebuilt-twice", "OPTIMIZE TABLE again and again", {"id": made(TEXT_UUID, "random_uuid"), **order_columns()}, steps=[
        {"do": "repeat", "times": 3, "name": "rounds", "steps": [insert(12_000), {"do": "rebuild"}]}])


def sort_buffers():
    """OPTIMIZE TABLE builds an index first if its entries fit a sort buffer of 1 MiB: by bytes (17 an entry), or by the number of
    the smallest entries (of 16 bytes, a NULL counted as long as a value)."""
    for name, rows, parameters in (("fits", 61_680, {}), ("full", 61_681, {}), ("most-entries", 65_536, {"nullable": True, "null_share": 0.95}),
                                   ("too-many-entries", 65_537, {"nullable": True, "null_share": 0.95})):
        yield table_case(f"sort-buffer-{name}", f"A wide index defined before a narrow one of {rows:,} entries", {
                         "id": made("bigint", "serial"), "n": made("bigint", "random_number", bits=62, **parameters),
                         "m": made("bigint", "serial")}, indexes=[index("wide", "m", "n"), index("narrow", "n")],
                         steps=[insert(rows, "load"), {"do": "rebuild", "name": "optimized"}])


def pools():
    """Pages read, written and doublewritten by checkpoints, with a pool that holds the table."""
    flush = {"do": "checkpoint"}
    steps = [insert(20_000, "load"), dict(flush, name="flush-load"), insert(2_000, "more"), dict(flush, name="flush-more"), insert(1, "row"),
             dict(flush, name="flush-row")]
    keyed = lambda order: {"id": made(HEX_UUID, KEY_ORDERS[order][0], **KEY_ORDERS[order][1]), **order_columns()}  # noqa: E731
    for order in ("v4", "v7", "strict"):
        yield pool_case(f"pool-{order}", f"What checkpoints write: {order}", keyed(order), steps)
    yield pool_case("pool-secondary", "What checkpoints write of three indexes", keyed("v4"), steps,
                    indexes=[index("customer", "customer_id"), index("amount", "amount", "created_at")])
    yield pool_case("pool-commits", "What checkpoints write after transactions of 1,000 rows", keyed("strict"), [
        insert(5_000, "load", commit_every=1000), dict(flush, name="flush-load"), insert(2_000, "more", commit_every=1000),
        dict(flush, name="flush-more")])


def pool_case(name, title, columns, steps, **options):
    case = table_case(name, title, columns, steps=steps, **options)
    case.scenario["settings"] = {"innodb_buffer_pool_size": "64MB"}
    return case


def logs():
    """What each index logs, to the byte: loads with splits, sorted builds, and what comes onto their pages afterwards."""
    rebuilt = {"do": "rebuild", "name": "optimized"}
    build = {"do": "create_index", "index": index("late", "n"), "name": "built"}
    steps = [insert(12_000, "load"), rebuilt, insert(1, "row"), build, insert(3_000, "more"), insert(300, "commits", commit_every=10)]
    keyed = lambda order: {"id": made(HEX_UUID, KEY_ORDERS[order][0], **KEY_ORDERS[order][1]), "n": made("int", "cycle", count=700),  # noqa: E731
                           **order_columns()}
    yield log_case("redo-v4", "What random keys log", keyed("v4"), steps, indexes=[index("customer", "customer_id"), index("note", "note", "amount")])
    yield log_case("redo-v7", "What keys ordered by millisecond log", keyed("v7"), steps)
    yield log_case("redo-descending", "What descending keys log", {"id": made("bigint", "serial", start=10**6, step=-1), **order_columns()},
                   [insert(8_000, "load"), rebuilt, insert(2_000, "more")])
    yield log_case("redo-varchar", "What rows of varying width log", {
        "id": made("varchar(64)", "random_text", shortest=20, longest=60), "t": made("varchar(300)", "random_text", shortest=0, longest=250, seed=5),
        "n": made("int", "low_cardinality", count=500, nullable=True)}, steps, indexes=[index("by_n", "n", "id", unique=True)])
    yield log_case("redo-wide", "What rows of a third of a page log", {
        "id": made("bigint", "random_number", bits=62), "n": made("int", "serial"),
        "t": made("varchar(8100)", "random_text", "latin1", shortest=10, longest=8_000)}, [insert(1_500, "load"), rebuilt, insert(300, "more")])
    numbered = {"columns": [{"name": "id", "type": "bigint", "values": "identity"}, {"name": "n", "type": "int", "values": "counter"}],
                "primary_key": ["id"]}
    yield Case("redo-auto-increment", {
        "title": "What the counter of AUTO_INCREMENT logs", "engine": "mariadb-10.11", "seed": 1, "settings": YOUNG_SERVER, "tables": {"t": numbered},
        "steps": [insert(5_000, "load"), rebuilt, insert(2_000, "more")]})


YOUNG_SERVER = {"innodb_log_file_size": "96MB"}


def log_case(name, title, columns, steps, **options):
    case = table_case(name, title, columns, steps=steps, **options)
    case.scenario["settings"] = YOUNG_SERVER
    return case


def large():
    """Past 16,384 pages, where a second page of extent descriptors comes."""
    wide = {"t": made("varchar(2000)", "random_text", "latin1", shortest=700, longest=1_100)}
    for order, key in (("ascending", made("bigint", "serial")), ("random", made("bigint", "random_number", bits=62))):
        yield table_case(f"large-{order}", f"More than 16,384 pages, {order}", {"id": key, **wide}, steps=[insert(360_000, "load")], recorded=False)
