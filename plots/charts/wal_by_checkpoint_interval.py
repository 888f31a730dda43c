"""What a row costs, by how many rows come between two checkpoints."""
from style import ROLE, figure, finish, label_end, thousands

NAME = "wal-by-checkpoint-interval"
TITLE = "WAL of a row, by how many rows come between two checkpoints"
NEEDS = ["checkpoint-intervals.json"]


def intervals(run, table):
    """(rows between checkpoints, WAL bytes a row), the shortest interval first."""
    points = []
    for step in run.steps(table).values():
        if step["each"]:
            points.append((step["each"][0]["rows"], step["wal"]["bytes"] / step["rows"]))
    return sorted(points)


TICKS = [digit * 10**power for power in range(1, 5) for digit in (1, 2, 5)]


def draw(results, style):
    run = results.run("checkpoint-intervals")
    drawing, [[axes]] = figure()
    least, most = float("inf"), 0.0
    for table in run.tables():
        rows, cost = zip(*intervals(run, table))
        axes.plot(rows, cost, **style.line(ROLE[table]))
        least, most = min(least, *cost), max(most, *cost)
        label_end(axes, rows[-1], cost[-1], f"{table}: {cost[-1]:,.0f}", style.colours[ROLE[table]],
                  (7, {"bigint": -6, "v7": 6}.get(table, 0)))
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set(xlabel="rows between two checkpoints (number, logarithmic)", ylabel="WAL (bytes a row, logarithmic)")
    axes.set_xticks(rows)
    axes.set_yticks([ticks for ticks in TICKS if least / 2 <= ticks <= most * 2])
    axes.set_xlim(None, rows[-1] * 1.9)
    axes.minorticks_off()
    thousands(axes.xaxis)
    thousands(axes.yaxis)
    return finish(drawing, TITLE, run.origin())


def describe(results):
    run = results.run("checkpoint-intervals")
    return " ".join(f"{table}: " + ", ".join(f"{cost:.0f} bytes a row at {rows:,} rows" for rows, cost in intervals(run, table))
                    + "." for table in run.tables())
