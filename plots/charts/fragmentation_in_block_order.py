"""Where the leaves of an index lie in its file: reading in key order, a step back is what leaf_fragmentation counts."""
from results import leaves_in_key_order
from style import MARKERS, ROLE, figure, finish, thousands

NAME = "fragmentation-in-block-order"
TITLE = "Where the leaves lie in the file, read in key order"
NEEDS = ["every-page.json", "every-page.pages"]


def leaves(results, table):
    return leaves_in_key_order(results.pages("every-page", table, f"{table}_pkey"))


def is_back(page):
    """The next leaf in key order lies before this one in the file."""
    return page["btpo_next"] != 0 and page["btpo_next"] < page["blkno"]


def draw(results, style):
    run = results.run("every-page")
    tables = run.tables()
    drawing, [row] = figure(len(tables), 1, width=10, height=4.2, sharey=True)
    highest = 0
    for axes, table in zip(row, tables):
        chain = leaves(results, table)
        places = list(enumerate(chain, 1))
        for kind, marker, filled in (("next leaf lies behind it, or is none", MARKERS[ROLE[table]], True), ("next leaf lies before it", "x", False)):
            points = [(place, page["blkno"]) for place, page in places if is_back(page) != filled]
            if points:
                axes.scatter(*zip(*points), s=5 if filled else 8, marker=marker, linewidths=0.6,
                             color=style.colours[ROLE[table]] if filled else style.ink, label=f"{kind}: {len(points):,}")
        fragmentation = run.step(table, "load")["indexes"][f"{table}_pkey"]["leaf_fragmentation"]
        axes.set(xlabel="leaf, in key order (number)", title=f"{table}: {fragmentation:.2f} % leaf fragmentation")
        axes.legend(loc="upper left", fontsize=8, markerscale=2)
        highest = max(highest, *(page["blkno"] for _, page in places))
        thousands(axes.xaxis)
        thousands(axes.yaxis)
    row[0].set(ylabel="block in the file (number)", ylim=(0, highest * 1.3))
    return finish(drawing, TITLE, run.origin())


def describe(results):
    run = results.run("every-page")
    return " ".join(f"{table}: {sum(map(is_back, leaves(results, table))):,} of {len(leaves(results, table)):,} leaves "
                    "are followed by one that lies before them." for table in run.tables())
