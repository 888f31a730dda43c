"""Random tables, keys and steps, each a function of its seed and nothing else."""

import random

from .case import Case, column, scenario
from . import scenario as scenarios
from .orders import ORDERS

KEY_TYPES = ("bigint", "uuid", "int", "smallint")
OTHER_TYPES = ("bigint", "int", "smallint", "uuid", "bool", "timestamptz")
MOST_ROWS = {"smallint": 50_000}
STREAMS = {"bigint": ("identity", "snowflake"), "uuid": ("uuidv4", {"stream": "uuidv7", "ids_per_ms": 3})}


def make(seed):
    dice = random.Random(seed)
    key_type = dice.choice(KEY_TYPES)
    steps = random_steps(dice, MOST_ROWS.get(key_type, 120_000))
    others = [column(f"c{number}", dice.choice(OTHER_TYPES)) for number in range(dice.choice((0, 1, 1, 2, 3, 5, 8, 13, 30)))]
    if key_type in STREAMS and dice.random() < 0.25:
        return streamed(dice, seed, key_type, len(others), steps)
    return written(dice, seed, key_type, others, steps)


def written(dice, seed, key_type, others, steps):
    order = dice.choice(sorted(ORDERS))
    columns = list(others)
    columns.insert(dice.randint(0, len(others)) if dice.random() < 0.3 else 0, column("id", key_type))
    table = {"columns": columns, "primary_key": ["id"], "rows": "rows.csv"}
    spec = {"key": "id", "order": order, "rows": scenarios.rows_needed(steps), "parameters": parameters(dice, order)}
    title = f"Random case {seed}: {key_type} keys, {order.replace('_', ' ')}, {len(columns)} columns"
    return Case(f"random-{seed}", scenario(title, {"t": table}, steps), {"t": spec})


def parameters(dice, order):
    if order == "random":
        return {"seed": dice.randint(1, 60_000)}
    if order == "interleaved":
        return {"writers": dice.choice((2, 3, 4, 7, 16))}
    if order == "late_synced":
        return {"late_share": dice.choice((0.05, 0.2, 0.5)), "seed": dice.randint(1, 60_000)}
    return {}


def streamed(dice, seed, key_type, counters, steps):
    stream = dice.choice(STREAMS[key_type])
    columns = [column("id", key_type, stream), *(column(f"c{number}", "int", "counter") for number in range(counters))]
    title = f"Random case {seed}: {key_type} keys of the stream {stream}, {len(columns)} columns"
    return Case(f"random-{seed}", scenario(title, {"t": {"columns": columns, "primary_key": ["id"]}}, steps))


def random_steps(dice, most_rows):
    """Inserts, checkpoints and repeats that together stay below `most_rows` rows."""
    steps, left = [], dice.randint(1, most_rows)
    while left > 0 and len(steps) < 8:
        rows = min(left, random_rows(dice))
        left -= rows
        kind = dice.random()
        if kind < 0.2:
            times = dice.randint(2, 4)
            inner = [{"do": "insert", "rows": max(1, rows // times)}]
            steps.append({"do": "repeat", "times": times, "steps": [{"do": "checkpoint"}, *inner] if dice.random() < 0.7 else inner})
            continue
        if kind < 0.5:
            steps.append({"do": "checkpoint"})
        steps.append({"do": "insert", "rows": rows, **random_options(dice, rows)})
    return steps


def random_rows(dice):
    return int(10 ** dice.uniform(0, 4.9))


def random_options(dice, rows):
    options = {}
    if dice.random() < 0.1:
        options["commit_every"] = max(1, rows // dice.randint(1, 6))
    if dice.random() < 0.1:
        options["new_session"] = True
    return options
