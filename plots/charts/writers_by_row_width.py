"""InnoDB: the pages that one writer, four writers in turn and random keys take, by the width of a row. Four writers are a
matter of phase: where in a page the rows of a millisecond end."""
from style import figure, finish, label_end, thousands

NAME = "writers-by-row-width"
TITLE = "InnoDB: pages of a clustered index, by the width of a row and who writes"
NEEDS = ["writers-by-row-width.json"]
WHO = {"one": ("one writer", "ordered"), "four": ("four writers in turn", "append"), "random": ("random keys", "random")}


def pages_by_width(run):
    """For each of WHO: (bytes of a row, pages reserved for the clustered index), from tables called one_64, four_64, …"""
    points = {who: [] for who in WHO}
    for table in run.tables():
        who, width = table.rsplit("_", 1)
        points[who].append((int(width), run.step(table, "load")["indexes"]["PRIMARY"]["clustered_index_size"]))
    return {who: sorted(found) for who, found in points.items()}


def draw(results, style):
    run = results.run("writers-by-row-width")
    drawing, [[axes]] = figure(width=9)
    for who, points in pages_by_width(run).items():
        words, role = WHO[who]
        width, pages = zip(*points)
        axes.plot(width, pages, **style.line(role))
        label_end(axes, width[-1], pages[-1], words, style.colours[role])
    rows = run.step(run.tables()[0], "load")["rows"]
    axes.set(xlabel="width of a row (bytes, header and system columns included)", ylabel=f"pages reserved for {rows:,} rows (16 KiB pages)", ylim=(0, None))
    axes.set_xlim(width[0] - 0.5, width[-1] + (width[-1] - width[0]) * 0.3)
    axes.set_xticks(width)
    thousands(axes.yaxis)
    return finish(drawing, TITLE, run.origin())


def describe(results):
    points = pages_by_width(results.run("writers-by-row-width"))
    return " ".join(f"{WHO[who][0]}: " + ", ".join(f"{pages:,} at {width} bytes" for width, pages in found) + "."
                    for who, found in points.items())
