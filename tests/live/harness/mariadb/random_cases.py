"""Random tables, keys, indexes and steps, each a function of its seed and nothing else."""

import random

from ..case import insert
from .cases import HEX_UUID, TEXT_UUID, copy, index, made, table_case

CHARSETS = ("utf8mb4", "latin1", "ascii")
WIDEST = "varchar(600)"  # wider than an index column of ROW_FORMAT=COMPACT may be


def make(seed):
    dice = random.Random(f"mariadb {seed}")
    key = random_key(dice, seed)
    columns = {"id": key, **{f"c{n}": random_column(dice, n) for n in range(dice.choice((0, 1, 2, 3, 5, 8, 12)))}}
    primary_key = ["id"]
    if dice.random() < 0.25:
        columns["part"] = made("int", dice.choice(("cycle", "low_cardinality", "skewed")), count=dice.choice((2, 9, 200)))
        primary_key.insert(dice.randint(0, 1), "part")
    others = [name for name, (definition, _) in columns.items() if name not in primary_key and definition["type"] != WIDEST]
    indexes = [random_index(dice, f"i{n}", [*others, "id"]) for n in range(dice.choice((0, 0, 0, 1, 2)) if others else 0)]
    steps = random_steps(dice, others)
    how = {"rows_per_statement": dice.choice((1, 7, 500, 500, 1000))}
    options = {"row_format": "compact"} if dice.random() < 0.1 else {}
    return table_case(f"random-{seed}", f"Random case {seed}", columns, primary_key, indexes, steps, how, options=options)


def random_key(dice, seed):
    kinds = {
        "bigint": [("serial", {}), ("serial", {"start": 10**7, "step": -1}), ("random_number", {"bits": 62, "seed": seed})],
        HEX_UUID: [("random_uuid", {"seed": seed}), ("ordered_uuid", {}), ("descending_uuid", {"first": 10**7}),
                   *[("uuid_v7", {"per_ms": dice.choice((1, 20, 500, 3000)), "inside": inside, "seed": seed}) for inside in ("random", "writers")],
                   ("late_uuid_v7", {"early": dice.randint(100, 20_000), "seed": seed})],
        "varchar(80)": [("random_text", {"shortest": 24, "longest": dice.choice((24, 40, 80)), "seed": seed}), ("row_text", {})],
    }
    kinds[TEXT_UUID] = kinds[HEX_UUID]
    kind = dice.choice(list(kinds))
    make_, parameters = dice.choice(kinds[kind])
    if parameters.get("inside") == "writers" and parameters["per_ms"] > 1024:
        parameters["per_ms"] = 1000  # four counters of eight bits
    return made(kind, make_, dice.choice(CHARSETS) if "char" in kind else None, **parameters)


def random_column(dice, number):
    kind, make_, parameters = dice.choice((
        ("bigint", "serial", {}), ("int", "random_number", {"bits": 30, "seed": number}), ("smallint", "cycle", {"count": 900}),
        ("tinyint", "cycle", {"count": 3}), ("datetime(3)", "date_times", {}), ("date", "days", {}), ("decimal(12,2)", "amounts", {}),
        (HEX_UUID, "random_uuid", {"seed": number}), (TEXT_UUID, "random_uuid", {"seed": number}),
        ("varchar(40)", "random_text", {"shortest": 0, "longest": 40, "seed": number}),
        (WIDEST, "random_text", {"shortest": 0, "longest": dice.choice((60, 200, 600)), "seed": number}),
        ("int", "low_cardinality", {"count": dice.choice((2, 30, 3000)), "seed": number})))
    nullable = dice.random() < 0.3
    if nullable:
        parameters["null_share"] = dice.choice((0.05, 0.5, 0.95))
    return made(kind, make_, dice.choice(CHARSETS) if "char" in kind else None, nullable, **parameters)


def random_index(dice, name, columns):
    return index(name, *dice.sample(columns, min(len(columns), dice.choice((1, 1, 2)))))


def random_steps(dice, others):
    steps = [random_insert(dice, 30_000) for _ in range(dice.randint(1, 3))]
    if dice.random() < 0.3:
        steps.append({"do": "rebuild", "name": "optimized"})
        steps.append(random_insert(dice, 8_000))
    if others and dice.random() < 0.2:
        steps.append({"do": "create_index", "index": index("late", dice.choice(others)), "name": "built"})
        steps.append(random_insert(dice, 8_000))
    return steps


def random_insert(dice, most):
    rows = dice.randint(1, most)
    return copy(rows) if dice.random() < 0.2 else insert(rows, **({"commit_every": max(1, rows // 9)} if dice.random() < 0.1 else {}))
