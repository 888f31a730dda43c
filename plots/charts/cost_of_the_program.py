"""What simulating a row costs, by the number of rows: from the benchmark's CSV file (work, rows, nanoseconds_per_row).
The one figure whose numbers depend on the machine."""
import itertools

from style import figure, finish, label_end, thousands

NAME = "cost-of-the-program"
TITLE = "What simulating a row costs, by the number of rows"
NEEDS = ["benchmark.csv"]


def lines_by_work(results):
    lines = {}
    for line in results.table("benchmark.csv"):
        lines.setdefault(line["work"], []).append((int(line["rows"]), float(line["nanoseconds_per_row"])))
    return {work: sorted(points) for work, points in lines.items()}


def draw(results, style):
    drawing, [[axes]] = figure(width=9)
    looks = itertools.cycle(itertools.product(("solid", (0, (6, 2)), (0, (1, 1.5))), "os^Dv"))
    colours = itertools.cycle([style.colours[name] for name in ("random", "append", "ordered")])
    last = 1
    for (work, points), (dash, marker), colour in zip(lines_by_work(results).items(), looks, colours):
        rows, cost = zip(*points)
        axes.plot(rows, cost, color=colour, linestyle=dash, marker=marker, markersize=5, markeredgecolor=style.ink,
                  markeredgewidth=0.5)
        label_end(axes, rows[-1], cost[-1], f"{work}: {cost[-1]:,.0f}", colour)
        last = max(last, rows[-1])
    axes.set_xscale("log")
    axes.set(xlabel="rows (number, logarithmic)", ylabel="time (nanoseconds a row)", ylim=(0, None))
    axes.set_xlim(None, last * 6)
    thousands(axes.xaxis)
    thousands(axes.yaxis)
    return finish(drawing, TITLE, "measured by the benchmark on one machine")


def describe(results):
    return " ".join(f"{work}: " + ", ".join(f"{cost:.0f} ns a row at {rows:,} rows" for rows, cost in points) + "."
                    for work, points in lines_by_work(results).items())
