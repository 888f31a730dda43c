"""Density never settles: it swings with every doubling of the table. Runs of several seeds, and, where
theory.csv is there, what theory expects of them: a line, and four standard deviations around it."""
from style import figure, finish, thousands

NAME = "density-by-rows"
TITLE = "Average leaf density of a random uuid key, by the number of rows"
NEEDS = ["density-by-rows.json"]
THEORY = "theory-uuid.csv"
BAND_DEVIATIONS = 4
TICKS = [digit * 10**power for power in range(2, 9) for digit in (1, 2, 5)]


def theory_of(results):
    """(rows, density, lowest, highest), or nothing. More leaves for the same entries are less full, in proportion."""
    if not results.has(THEORY):
        return []
    points = []
    for line in results.table(THEORY):
        density, leaves, sd = (float(line[name]) for name in ("avg_leaf_density", "leaf_pages", "leaf_pages_sd"))
        reach = BAND_DEVIATIONS * sd
        points.append((int(line["keys"]), density, density * leaves / (leaves + reach),
                       min(100.0, density * leaves / max(leaves - reach, 1.0))))
    return sorted(points)


def rounds(run, table):
    """(rows so far, density of the first seed, least, mean and greatest of all seeds) at the end of every round."""
    step, replicated = run.step(table, "grow"), run.replicated(table, "grow")
    index = next(iter(step["indexes"]))
    rows, points = 0, []
    for number, one in enumerate(step["each"]):
        rows += one["rows"]
        spread = replicated["each"][number]["indexes"][index]["avg_leaf_density"]
        points.append((rows, one["indexes"][index]["avg_leaf_density"], spread["min"], spread["mean"], spread["max"]))
    return points


def draw(results, style):
    run = results.run("density-by-rows")
    drawing, [[axes]] = figure(width=9, height=4.6)
    rows, first, least, mean, most = zip(*rounds(run, "v4"))
    theory = theory_of(results)
    lowest = highest = ()
    if theory:
        keys, density, lowest, highest = zip(*theory)
        axes.fill_between(keys, lowest, highest, facecolor="none", edgecolor=style.quiet, hatch="....", linewidth=0.5,
                          label=f"theory, {BAND_DEVIATIONS} standard deviations around")
        axes.plot(keys, density, color=style.ink, linestyle=(0, (6, 2)), linewidth=1.2, label="theory, expected")
    seeds = len(run.document["replicates"]["seeds"])
    axes.vlines(rows, least, most, color=style.colours["random"], linewidth=1, label=f"least to greatest of {seeds} seeds")
    axes.plot(rows, mean, "o", markersize=3.5, color=style.colours["random"], markeredgecolor=style.ink,
              markeredgewidth=0.4, label="their mean")
    axes.set_xscale("log")
    axes.set(xlabel="rows (number, logarithmic)", ylabel="average leaf density (%)")
    axes.set_xticks([ticks for ticks in TICKS if rows[0] <= ticks <= rows[-1]])
    axes.minorticks_off()
    thousands(axes.xaxis)
    axes.legend(loc="upper right", ncols=2, fontsize=8)
    axes.set_ylim(min(least + lowest) - 3, max(most + highest) + 8)
    axes.set_xlim(rows[0] * 0.95, rows[-1] * 1.05)
    return finish(drawing, TITLE, run.origin())


def describe(results):
    run = results.run("density-by-rows")
    last = rounds(run, "v4")[-1]
    return f"At {last[0]:,} rows: mean {last[3]:.2f} %, from {last[2]:.2f} to {last[4]:.2f} % over the seeds."
