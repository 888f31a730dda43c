"""Every leaf's fill, from the least key to the greatest."""
from results import leaves_in_key_order
from style import ROLE, figure, finish, thousands

NAME = "leaf-fill-in-key-order"
TITLE = "Every leaf's fill, from the least key to the greatest"
NEEDS = ["every-page.json", "every-page.pages"]
# Source: PostgreSQL 18, src/include/storage/bufpage.h and access/nbtree.h: a page of 8,192 bytes without its header
# of 24 and the special space of 16.
USABLE_BYTES = 8192 - 24 - 16
# Source: src/backend/storage/page/bufpage.c, PageGetFreeSpace: what bt_multi_page_stats calls free keeps the four bytes of
# the next line pointer; pgstatindex counts them as free. A page with nothing free may have those four or none.
LINE_POINTER_BYTES = 4
DASH = (0, (6, 3))


def leaves(results, table):
    return leaves_in_key_order(results.pages("every-page", table, f"{table}_pkey"))


def fills(results, table):
    """Percent of each leaf, as pgstatindex takes the average of."""
    return [100 - 100 * (page["free_size"] + LINE_POINTER_BYTES) / USABLE_BYTES
            for page in leaves(results, table)]


def draw(results, style):
    run = results.run("every-page")
    tables = run.tables()
    drawing, rows = figure(1, len(tables), height=1.2 + 1.9 * len(tables))
    for [axes], table in zip(rows, tables):
        fill = fills(results, table)
        index = run.step(table, "load")["indexes"][f"{table}_pkey"]
        axes.stairs(fill, [place + 0.5 for place in range(len(fill) + 1)], fill=True, color=style.colours[ROLE[table]])
        axes.axhline(sum(fill) / len(fill), color=style.ink, linewidth=1, linestyle=DASH)
        axes.set(ylim=(0, 105), xlim=(0, len(fill) + 1), ylabel="used (% of a leaf)", xlabel="leaf, in key order (number)",
                 title=f"{table}: {index['leaf_pages']:,} leaves, {index['avg_leaf_density']:.2f} % full on average (dashed)")
        thousands(axes.xaxis)
    return finish(drawing, TITLE, run.origin())



def describe(results):
    run = results.run("every-page")
    return " ".join(f"{table}: {len(fills(results, table)):,} leaves, from {min(fills(results, table)):.1f} to "
                    f"{max(fills(results, table)):.1f} % full." for table in run.tables())
