"""Tables that outgrow shared_buffers: who is evicted, what that costs, what is in the pool at the end."""

from .case import csv_case, column, insert
from .shape_cases import index, made, shape_case

RESTART = {"do": "restart"}
CHECKPOINT = {"do": "checkpoint"}
SMALL = {"shared_buffers": "4MB"}
LARGER = {"shared_buffers": "16MB"}  # large enough for COPY to add several pages at a time


def all_cases():
    yield from one_index()
    yield from several_relations()
    yield from bulk()


def one_index():
    table = {"columns": [column("id", "uuid"), column("n", "int")], "primary_key": ["id"]}
    yield csv_case("pool-fresh", "Random keys into a fresh table that outgrows 512 buffers", table, "id", "random",
                   [RESTART, insert(60_000, "first"), CHECKPOINT, insert(10_000, "second")], settings=SMALL)
    yield csv_case("pool-cold", "Random keys into a table that is on disk only", table, "id", "random",
                   [insert(60_000, "load"), RESTART, insert(5_000, "first"), insert(5_000, "second"), CHECKPOINT, insert(5_000, "third")],
                   settings=SMALL)
    yield csv_case("pool-prewarm", "All is read first, and then grows out of 1024 buffers", table, "id", "random",
                   [insert(60_000, "load"), RESTART, {"do": "prewarm"}, insert(40_000, "first")], settings={"shared_buffers": "8MB"})
    serial = {"columns": [column("id", "bigint"), column("n", "int")], "primary_key": ["id"]}
    for order in ("ascending", "interleaved"):
        yield csv_case(f"pool-{order}", f"{order.capitalize()} keys in 512 buffers: what is evicted is not needed again", serial, "id", order,
                       [RESTART, insert(80_000, "first"), CHECKPOINT, insert(20_000, "second")], settings=SMALL)


def several_relations():
    columns = {"id": made("uuid", "random_uuid"), "owner": made("int", "low_cardinality", count=40),
               "code": made("text", "random_text", shortest=5, longest=120)}
    yield shape_case("pool-three-indexes", "Three indexes, variable rows, and the free space map, in 512 buffers", columns, ["id"],
                     [index("t_owner", "owner"), index("t_code", "code")],
                     [RESTART, insert(25_000, "first"), CHECKPOINT, insert(5_000, "second"), insert(2_000, "third", commit_every=500)],
                     settings=SMALL)


def bulk():
    columns = {"id": made("uuid", "random_uuid"), "n": made("int", "serial")}
    for name, settings in (("pool-copy", LARGER), ("pool-copy-small", SMALL)):
        yield shape_case(name, "COPY goes round in a ring of buffers for the table, its index in the whole pool", columns, ["id"], (),
                         [RESTART, {"do": "copy", "rows": 60_000, "name": "first"}, CHECKPOINT, {"do": "copy", "rows": 20_000, "name": "second"},
                          insert(5_000, "third")], settings=settings)
