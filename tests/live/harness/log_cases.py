"""Settings of the write-ahead log: which hints are logged, and how images are compressed."""

from .case import Case, column, insert, load_then_rounds, scenario
from .shape_cases import copy, index, made, shape_case

CHECKPOINT = {"do": "checkpoint"}
PGLZ = {"wal_compression": "pglz"}
ROUNDS = load_then_rounds(4_000, 3, 400)
FEWER_ROUNDS = load_then_rounds(1_800, 3, 200)  # of rows that take room in the repository


def all_cases():
    return [*hints(), *compressed()]


def hints():
    """Text of all lengths, so that full pages leave room behind; then an index over rows that nobody has read since a checkpoint."""
    columns = {"id": made("uuid", "random_uuid"), "t": made("text", "random_text", shortest=1, longest=60)}
    steps = [insert(1_500, "load"), CHECKPOINT, insert(300, "more"), CHECKPOINT,
             {"do": "create_index", "name": "built", "index": index("by_text", "t")}, CHECKPOINT, insert(200, "last")]
    for name, settings in (("wal-log-hints", {}), ("wal-log-hints-without-images", {"full_page_writes": False})):
        yield shape_case(name, "Hints logged for their own sake, without checksums", columns, ["id"], steps=steps,
                         settings={"data_checksums": False, "wal_log_hints": True, **settings})
    yield shape_case("hints-without-images", "Checksums, and no images", columns, ["id"], steps=steps, settings={"full_page_writes": False})


def compressed():
    texts = {"id": made("uuid", "random_uuid"), "t": made("text", "random_text", shortest=1, longest=60)}
    yield Case("compressed-v4", scenario("Compressed images, random keys", {"t": {
        "columns": [column("id", "uuid", "uuidv4"), column("n", "int", "counter")], "primary_key": ["id"]}}, ROUNDS, PGLZ))
    yield Case("compressed-identity", scenario("Compressed images, ascending keys", {"t": {
        "columns": [column("id", "bigint", "identity"), column("n", "int", "counter")], "primary_key": ["id"]}}, ROUNDS, PGLZ))
    yield shape_case("compressed-text", "Compressed images: text keys, a text payload, the free space map", {
        "id": made("text", "same_prefix", prefix_length=12, count=10**8), "t": made("text", "random_text", shortest=1, longest=60)}, ["id"],
        steps=FEWER_ROUNDS, settings=PGLZ)
    yield shape_case("compressed-share", "Compressed images: duplicates, NULLs and a composite key", {
        "tenant": made("bigint", "cycle", count=8), "id": made("bigint", "serial"), "owner": made("bigint", "skewed", count=300, nullable=True),
        "at": made("timestamptz", "moments")}, ["tenant", "id"], [index("by_owner", "owner"), index("by_time", "at")],
        steps=load_then_rounds(6_000, 4, 300), settings=PGLZ)
    yield shape_case("compressed-random-bigint", "Compressed images: random numbers", {"id": made("bigint", "random_number", bits=62)}, ["id"],
                     steps=ROUNDS, settings=PGLZ)
    yield shape_case("compressed-commits", "Compressed images: many transactions", {"id": made("bigint", "scattered", bits=20), "n": made("int", "serial")},
                     ["id"], steps=[insert(3_000, "load", commit_every=40), CHECKPOINT, insert(400, "more", commit_every=7), CHECKPOINT,
                                    insert(300, "last", commit_every=50)], settings=PGLZ)
    yield shape_case("compressed-copied", "Compressed images: COPY", texts, ["id"],
                     steps=[copy(2_000, "load"), CHECKPOINT, copy(300, "more"), CHECKPOINT, copy(100, "last")], settings=PGLZ)
    yield shape_case("compressed-built", "Compressed images of built indexes, and of rows read for the first time", texts, ["id"], steps=[
        insert(2_000, "load"), CHECKPOINT, insert(200, "more"), CHECKPOINT,
        *({"do": "create_index", "name": f"built-{name}", "index": index(name, *keys)} for name, keys in (
            ("by_text", ["t"]), ("by_both", ["t", "id"]))),
        {"do": "rebuild", "name": "rebuilt"}], settings=PGLZ)
    yield shape_case("compressed-without-checksums", "Compressed images, hints logged without checksums", texts, ["id"], steps=FEWER_ROUNDS,
                     settings={"wal_compression": "on", "data_checksums": False, "wal_log_hints": True})
