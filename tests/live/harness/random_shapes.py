"""Random tables of every shape: columns of every type, indexes of every kind over them, rows in every order, each a function of its
seed and nothing else. Values are spelled as the database prints them, without quotes: COPY counts the bytes of its input."""

import random

from .case import insert
from .shape_cases import copy, index, made, shape_case

# What makes a column's values, by its type; parameters are drawn below.
TYPES = {
    "bigint": ("serial", "backwards", "cycle", "runs", "bursts", "low_cardinality", "skewed", "random_number"),
    "int": ("serial", "cycle", "runs", "bursts", "skewed"), "smallint": ("cycle", "low_cardinality", "bursts"),
    "uuid": ("random_uuid", "ordered_uuid"), "bool": ("truth",), "date": ("days",),
    "timestamptz": ("moments",), "timestamp(3)": ("spread_times",), "timestamptz(0)": ("spread_times",),
    "text": ("row_text", "random_text", "same_prefix", "accented"), "varchar(n)": ("random_text", "accented"),
    "char(n)": ("random_text", "accented", "low_cardinality"), "bytea": ("random_bytes",),
    "numeric": ("serial", "same_value", "any_number", "low_cardinality"), "numeric(p,s)": ("decimal_number",),
}
UNIQUE = ("serial", "backwards", "random_number", "random_uuid", "ordered_uuid", "row_text")
WIDTHS = (1, 3, 12, 25, 60, 125, 126, 127, 130, 300)
WIDTH_IN_ALL = 1_400  # bytes of text: wider rows would be compressed, which is not modelled


def random_case(seed):
    dice = random.Random(seed)
    columns = random_columns(dice)
    indexes = [random_index(dice, f"i{number}", columns) for number in range(dice.choice((1, 1, 2, 3)))]
    if dice.random() < 0.1:
        indexes = []
    steps = random_steps(dice, columns)
    options = {"fillfactor": dice.choice((10, 45, 70, 90))} if dice.random() < 0.3 else {}
    settings = {name: False for name in ("full_page_writes", "data_checksums") if dice.random() < 0.05}
    if dice.random() < 0.1:
        settings["wal_log_hints"] = True
    if dice.random() < 0.15:
        settings["wal_compression"] = "pglz"
        steps = quiet(steps)
    return shape_case(f"shape-{seed}", f"Random table {seed}", columns, indexes=indexes, steps=steps, table_options=options, settings=settings)


def random_conflict_case(seed):
    """Unique indexes over whatever columns there are, and rows that may be there already."""
    dice = random.Random(f"conflict {seed}")
    columns = random_columns(dice)
    indexes = [random_index(dice, f"i{number}", columns) for number in range(dice.choice((1, 1, 2, 3)))]
    for made_index in indexes:
        if dice.random() < 0.6:
            make_unique(made_index, columns)
    steps = []
    for _ in range(dice.randint(2, 5)):
        if dice.random() < 0.5:
            steps.append({"do": "checkpoint"})
        elif dice.random() < 0.2:
            steps.append({"do": "rebuild", "name": f"rebuild {len(steps)}"})
        load = random_load(dice, 3_000)
        steps.append(insert(load["rows"], **{"commit_every": max(1, load["rows"] // dice.randint(1, 9)) if dice.random() < 0.5 else load["rows"],
                                             "on_conflict": "do nothing", **({"rollback_every": dice.choice((1, 2, 3))} if dice.random() < 0.4 else {})}))
    options = {"fillfactor": dice.choice((10, 45, 70, 90))} if dice.random() < 0.3 else {}
    return shape_case(f"conflict-{seed}", f"Random table {seed} with conflicts", columns, indexes=indexes, steps=steps, table_options=options)


def random_pool_case(seed):
    """A table that outgrows shared_buffers, held against the server's pool buffer by buffer."""
    dice = random.Random(f"pool {seed}")
    columns = random_columns(dice)
    indexes = [random_index(dice, f"i{number}", columns) for number in range(dice.choice((1, 1, 2, 3)))]
    settings = {"shared_buffers": dice.choice(("4MB", "4MB", "8MB", "16MB"))}
    steps = [large_load(dice)] if dice.random() < 0.5 else []
    steps.append({"do": "restart"})
    # Of a table that the pool does not hold, the server's reading ahead leaves other pages: only tables that fit are read first.
    if steps[0]["do"] != "restart" and settings["shared_buffers"] == "16MB" and dice.random() < 0.7:
        steps.append({"do": "prewarm"})
    for _ in range(dice.randint(1, 3)):
        if dice.random() < 0.4:
            steps.append({"do": "checkpoint"})
        steps.append(large_load(dice))
    options = {"fillfactor": dice.choice((10, 45, 70, 90))} if dice.random() < 0.5 else {}
    return shape_case(f"pool-{seed}", f"Random table {seed} in {settings['shared_buffers']}", columns, indexes=indexes, steps=steps,
                      table_options=options, settings=settings)


def random_columns(dice):
    columns, width_left = {}, WIDTH_IN_ALL
    for number in range(dice.choice((1, 2, 2, 3, 4, 5, 6, 7, 8, 12))):
        width = min(dice.choice(WIDTHS), max(1, width_left // 4))
        kind, spec, nullable = columns[f"c{number}"] = random_column(dice, number, width)
        width_left -= 4 * width if spec["make"] == "accented" else 170 if spec["make"] == "any_number" else width + 30
        if width_left < 200:
            break
    return columns


def random_column(dice, number, width):
    family = dice.choice(list(TYPES))
    make = dice.choice(TYPES[family])
    if make == "accented":
        width = min(width, 120)  # of four bytes at most: above 506 a key would be compressed
    nullable = dice.random() < 0.3
    parameters = {"cycle": lambda: {"count": dice.choice((1, 2, 7, 64, 1000))}, "runs": lambda: {"length": dice.choice((2, 4, 30, 500))},
                  "bursts": lambda: {"longest": dice.choice((10, 200, 2000)), "count": dice.choice((8, 1000)), "seed": number},
                  "low_cardinality": lambda: {"count": dice.choice((2, 20, 300, 5000)), "seed": number},
                  "skewed": lambda: {"count": dice.choice((10, 1000, 30000)), "seed": number},
                  "random_number": lambda: {"bits": 62, "seed": number}, "random_uuid": lambda: {"seed": number},
                  "truth": lambda: {"one_in": dice.choice((2, 10, 1000))}, "days": lambda: {"rows_a_day": dice.choice((1, 50, 5000))},
                  "random_text": lambda: {"shortest": dice.choice((1, 1, width)), "longest": width, "seed": number},
                  "same_prefix": lambda: {"prefix_length": dice.choice((1, 30, 130)), "count": dice.choice((10, 1000, 10**8)), "seed": number},
                  "accented": lambda: {"longest": width, "count": dice.choice((30, 10**8)), "seed": number},
                  "random_bytes": lambda: {"longest": width, "seed": number},
                  "spread_times": lambda: {"zone": "+00", "digits": 0, "seed": number} if family == "timestamptz(0)" else {"digits": 3, "seed": number},
                  "same_value": lambda: {"count": dice.choice((3, 60, 5000)), "seed": number}, "any_number": lambda: {"seed": number},
                  "decimal_number": lambda: {"digits": dice.choice((3, 12, 18)), "scale": dice.choice((0, 1, 2, 3)), "seed": number},
                  }.get(make, dict)()
    if nullable:
        parameters["null_share"] = dice.choice((0.05, 0.5, 0.95))
    kind = {"varchar(n)": f"varchar({width})", "char(n)": f"char({max(width, 4)})",
            "numeric(p,s)": f"numeric({parameters.get('digits', 0) + 2},{parameters.get('scale', 0)})"}.get(family, family)
    return made(kind, make, nullable, **parameters)


def random_index(dice, name, columns):
    chosen = dice.sample(list(columns), min(len(columns), dice.choice((1, 1, 1, 2, 2, 3, 4))))
    keys = []
    for column in chosen:
        key = {"name": column, **({"order": "desc"} if dice.random() < 0.25 else {}), **({"nulls": dice.choice(("first", "last"))}
                                                                                    if dice.random() < 0.25 else {})}
        keys.append(column if len(key) == 1 else key)
    options = {"fillfactor": dice.choice((10, 50, 70, 100))} if dice.random() < 0.3 else {}
    if dice.random() < 0.2:
        options["deduplicate_items"] = False
    if dice.random() < 0.5 and any(columns[column][1]["make"] in UNIQUE for column in chosen):
        make_unique(options, columns)
    others = [column for column in columns if column not in chosen]
    if others and dice.random() < 0.2:
        options["include"] = dice.sample(others, min(len(others), dice.choice((1, 1, 2))))
    return index(name, *keys, **options)


def make_unique(made_index, columns):
    """NULLs are merged in a unique index too; a row that is rolled back is not taken out of such a list here."""
    made_index["unique"] = True
    if any(nullable for _, _, nullable in columns.values()):
        made_index["deduplicate_items"] = False


def random_steps(dice, columns):
    """A few loads, with checkpoints, builds and new sessions between them."""
    steps, built = [], 0
    for _ in range(dice.randint(1, 4)):
        kind = dice.random()
        if kind < 0.35:
            steps.append({"do": "checkpoint"})
        elif kind < 0.45:
            steps.append({"do": "rebuild", "name": f"rebuild {len(steps)}"})
        elif kind < 0.6:
            steps.append({"do": "create_index", "index": random_index(dice, f"built{built}", columns), "name": f"build {len(steps)}"})
            built += 1
        steps.append(random_load(dice, 4_000))
        if dice.random() < 0.3:
            steps.append({"do": "repeat", "times": dice.randint(1, 4), "steps": [{"do": "checkpoint"}, random_load(dice, 800)]})
    steps.append(random_load(dice, 9_000) if dice.random() < 0.9 else insert(dice.randint(20_000, 60_000)))
    return steps


def large_load(dice):
    rows = dice.randint(500, 15_000)
    if dice.random() < 0.3:
        return copy(rows)
    return insert(rows, **({"commit_every": rows // dice.randint(1, 6)} if dice.random() < 0.15 else {}))


def quiet(steps):
    """What builds, cold sessions and the warm-up before ON CONFLICT write moves the log on, and with it the positions on pages,
    which are compressed too: steps without them."""
    kept = [{name: value for name, value in step.items() if name not in ("new_session", "on_conflict")} for step in steps
            if step["do"] not in ("create_index", "rebuild")]
    return [dict(step, steps=quiet(step["steps"])) if "steps" in step else step for step in kept]


def random_load(dice, most_rows):
    rows = int(most_rows ** dice.uniform(0, 1))
    if dice.random() < 0.3:
        return copy(rows)
    options = {"commit_every": max(1, rows // dice.randint(1, 12))} if dice.random() < 0.2 else {}
    if "commit_every" in options and dice.random() < 0.4:
        options["rollback_every"] = dice.choice((1, 2, 3, 5))
    if dice.random() < 0.15:
        options["new_session"] = True
    if dice.random() < 0.1:
        options["on_conflict"] = "do nothing"
    return insert(rows, **options)
