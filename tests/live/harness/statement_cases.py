"""What becomes of rows: conflicts that are left out, transactions that roll back, keys that come again; costs by relation."""

import random

from . import scenario as scenarios
from .case import Case, insert, scenario
from .shape_cases import index, made, shape_case

CHECKPOINT = {"do": "checkpoint"}
DO_NOTHING = {"on_conflict": "do nothing"}


def all_cases():
    return [*conflicts(), *rollbacks(), *returning_keys(), *sessions()]


def repeating(kind="bigint", count=600, **parameters):
    return made(kind, "low_cardinality", count=count, **parameters)


def conflicts():
    numbered = {"id": made("bigint", "serial"), "n": made("int", "serial")}
    yield shape_case("conflict-none", "ON CONFLICT, and no key twice: what the precaution costs", numbered, ["id"],
                     steps=[insert(1, "row-1", **DO_NOTHING), insert(1, "row-2", **DO_NOTHING), insert(3_000, "load", **DO_NOTHING), CHECKPOINT,
                            insert(500, "more", **DO_NOTHING)])
    yield shape_case("conflict-within", "Keys that come again within a statement and from one to the next", {"id": repeating(), "n": made("int", "serial")}, ["id"],
                     steps=[insert(800, "first", **DO_NOTHING), insert(800, "second", **DO_NOTHING), CHECKPOINT, insert(800, "third", **DO_NOTHING),
                            insert(400, "retry", commit_every=7, **DO_NOTHING)])
    yield identity_case()
    codes = {"id": made("bigint", "serial"), "code": repeating("int", count=900), "mail": made("text", "same_prefix", prefix_length=12, count=700, nullable=True),
             "wide": made("text", "random_text", shortest=20, longest=300)}
    unique = [index("code", "code", unique=True), index("mail", "mail", unique=True), index("wide", "wide")]
    yield shape_case("conflict-anywhere", "Three unique indexes, any of which may object; NULLs never do", codes, ["id"], unique,
                     steps=[insert(1_500, "first", **DO_NOTHING), CHECKPOINT, insert(1_500, "second", commit_every=100, **DO_NOTHING)])
    yield shape_case("conflict-target", "One unique index decides, another one is never asked", {"code": repeating("int", count=400), "id": made("bigint", "serial")}, ["id"],
                     [index("code", "code", unique=True)],
                     steps=[insert(1_000, "first", conflict_target=["code"], **DO_NOTHING), CHECKPOINT,
                            insert(1_000, "second", conflict_target=["code"], commit_every=50, **DO_NOTHING)])
    yield shape_case("conflict-composite", "A conflict target of two columns in another order than the index's",
                     {"a": repeating("int", count=40), "b": repeating("smallint", count=30, seed=9)}, indexes=[index("u", "a", {"name": "b", "order": "desc"}, unique=True)],
                     steps=[insert(1_000, "first", conflict_target=["b", "a"], **DO_NOTHING), CHECKPOINT, insert(1_000, "second", **DO_NOTHING)])
    yield shape_case("conflict-nowhere", "ON CONFLICT without a unique index: speculative all the same", {"k": repeating()}, indexes=[index("i", "k")],
                     steps=[insert(1_000, "first", **DO_NOTHING)])
    yield shape_case("conflict-no-index", "ON CONFLICT without an index: a plain insert", {"k": repeating()}, steps=[insert(1_000, "first", **DO_NOTHING)])
    yield shape_case("conflict-three-levels", "Conflicts in a tree of three levels",
                     {"id": made("text", "twice", of="random_text", runs=[1_200, 300], shortest=200, longest=300), "n": made("int", "serial")}, ["id"],
                     steps=[insert(1_500, "load", **DO_NOTHING), CHECKPOINT, insert(900, "there", **DO_NOTHING), insert(600, "more", **DO_NOTHING)])


def identity_case():
    """Three rows in turn arrive at the same microsecond."""
    clock = {"stream": "clock", "rows_per_second": 3_000_000}
    table = {"columns": [{"name": "id", "type": "bigint", "values": "identity"}, {"name": "at", "type": "timestamptz", "values": clock}],
             "primary_key": ["id"], "indexes": [index("at", "at", unique=True)]}
    steps = [insert(500, "first", **DO_NOTHING), CHECKPOINT, insert(600, "second", commit_every=2, **DO_NOTHING)]
    return Case("conflict-identity", scenario("A number lost for each row left out", {"t": table}, steps))


def rollbacks():
    columns = {"id": made("uuid", "random_uuid"), "owner": repeating("int", count=50), "n": made("int", "serial", nullable=True)}
    indexes = [index("owner", "owner"), index("u", "n", unique=True)]
    yield shape_case("rollback-every", "Every third transaction rolls back: its rows stay", columns, ["id"], indexes,
                     steps=[insert(2_000, "first", commit_every=50, rollback_every=3), CHECKPOINT, insert(2_000, "second", commit_every=90, rollback_every=2)])
    yield shape_case("rollback-all", "Whole statements roll back", columns, ["id"], indexes,
                     steps=[insert(1_500, "lost", rollback_every=1), insert(1_500, "kept"), CHECKPOINT, insert(700, "lost-again", rollback_every=1),
                            insert(700, "kept-again")])
    yield Case("rollback-identity", scenario("A sequence never takes a number back", {"t": {
        "columns": [{"name": "id", "type": "bigint", "values": "identity"}, {"name": "n", "type": "int", "values": "counter"}], "primary_key": ["id"]}},
        [insert(1_000, "first", commit_every=1, rollback_every=10), insert(300, "second", commit_every=30, rollback_every=4)]))
    yield shape_case("rollback-then-index", "An index is built without the dead rows", columns, ["id"],
                     steps=[insert(2_000, "first", commit_every=100, rollback_every=4), CHECKPOINT, {"do": "create_index", "index": index("late", "owner")},
                            insert(1_000, "second", commit_every=100, rollback_every=5), CHECKPOINT, {"do": "rebuild"}, insert(500, "third")])


def returning_keys():
    again = {"id": repeating(count=700), "n": made("int", "serial")}
    yield shape_case("rollback-and-retry", "Rolled back and tried again under ON CONFLICT: dead entries are marked and taken out", again, ["id"],
                     steps=[insert(900, "first", commit_every=60, rollback_every=2, **DO_NOTHING), insert(900, "second", commit_every=60, rollback_every=2, **DO_NOTHING),
                            CHECKPOINT, insert(2_000, "third", commit_every=100, rollback_every=3, **DO_NOTHING)])
    yield retry_text()
    yield retry_case("retry-ascending", "serial")
    yield retry_case("retry-random", "random_number", bits=60)


def retry_text():
    """Text of many lengths: what dead entries leave is not always enough for the next key, so the server looks for more."""
    steps = [insert(1_200, "lost", commit_every=80, rollback_every=1), insert(1_200, "kept", commit_every=80), CHECKPOINT,
             insert(600, "lost-again", commit_every=80, rollback_every=2, **DO_NOTHING), insert(600, "kept-again", **DO_NOTHING)]
    columns = {"id": made("text", "twice", of="random_text", runs=[1_200, 600], shortest=4, longest=120), "n": made("int", "serial")}
    return shape_case("retry-text", "Keys of many lengths come again after a rollback: bottom-up deletion", columns, ["id"], steps=steps)


def retry_case(name, make, **parameters):
    """Each batch of keys comes twice: rolled back the first time."""
    table = {"columns": [{"name": "id", "type": "bigint"}, {"name": "v", "type": "int"}], "primary_key": ["id"], "rows": "rows.csv",
             "indexes": [index("v", "v")]}
    steps = [insert(1_600, "lost", commit_every=150, rollback_every=1), insert(1_600, "kept", commit_every=150), CHECKPOINT,
             insert(800, "lost-again", rollback_every=1), CHECKPOINT, insert(800, "kept-again")]
    spec = {"columns": {"id": {"make": "twice", "of": make, "runs": [1_600, 800], **parameters}, "v": {"make": "serial"}}, "rows": scenarios.rows_needed(steps)}
    return Case(name, scenario(f"Keys that were rolled back come again, {make.replace('_', ' ')}", {"t": table}, steps), {"t": spec})


def sessions():
    yield shape_case("session-per-batch", "A new session for each batch", {"id": made("uuid", "random_uuid"), "n": repeating("int", count=80)}, ["id"], [index("i", "n")],
                     steps=[insert(3_000, "load"), {"do": "repeat", "times": 6, "name": "rounds", "steps": [insert(200, new_session=True, **DO_NOTHING)]}, CHECKPOINT,
                            {"do": "repeat", "times": 4, "name": "late", "steps": [insert(300, new_session=True, commit_every=100)]}])


def random_case(seed):
    """Keys of few values or many, conflicts, rollbacks, sessions, checkpoints."""
    dice = random.Random(f"statements {seed}")
    count = dice.choice((30, 300, 3_000, 30_000))
    key = {"id": dice.choice((repeating("bigint", count=count), repeating("int", count=min(count, 20_000)), made("text", "same_prefix", prefix_length=dice.randint(1, 30), count=count)))}
    others = {"n": made("int", "serial"), "k": repeating("int", count=50, nullable=True), "t": made("text", "random_text", shortest=1, longest=200)}
    columns = {**key, **dict(list(others.items())[:dice.randint(0, 3)])}
    indexes = [index("k", "k")] if "k" in columns and dice.random() < 0.5 else []
    if "n" in columns and dice.random() < 0.4:
        indexes.append(index("n", "n", unique=True))
    steps = []
    for number in range(dice.randint(2, 6)):
        rows = int(10 ** dice.uniform(1, 3.5))
        options = dict(DO_NOTHING)
        if dice.random() < 0.3:
            options["conflict_target"] = ["id"]
        if dice.random() < 0.6:
            options["commit_every"] = max(1, rows // dice.randint(1, 25))
        if dice.random() < 0.6:
            options["rollback_every"] = dice.randint(1, 4)
        if dice.random() < 0.15:
            options["new_session"] = True
        if dice.random() < 0.4:
            steps.append(CHECKPOINT)
        steps.append(insert(rows, f"step-{number}", **options))
    return shape_case(f"statements-{seed}", f"Random statements {seed}", columns, ["id"], indexes, steps)
