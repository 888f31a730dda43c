"""Full-page images of each batch between two checkpoints."""
from style import ROLE, figure, finish, label_end, thousands

NAME = "images-a-batch"
TITLE = "Full-page images of each batch between two checkpoints"
NEEDS = ["second-million.json"]


def draw(results, style):
    run = results.run("second-million")
    drawing, [[axes]] = figure()
    for table in run.tables():
        step = run.step(table, "second")
        images = [batch["wal"]["fpi"] for batch in step["each"]]
        number = list(range(1, len(images) + 1))
        axes.plot(number, images, **style.line(ROLE[table]))
        lift = {"bigint": -7, "v7": 7}.get(table, 0)
        label_end(axes, number[-1], images[-1], f"{table}: {sum(images):,} in all", style.colours[ROLE[table]], (8, lift))
    axes.set_yscale("log")
    rows = run.step(run.tables()[0], "second")["each"][0]["rows"]
    axes.set(xlabel=f"batch of {rows:,} rows, a checkpoint before each (number)",
             ylabel="full-page images (number, logarithmic)", xticks=number, xlim=(0.5, len(number) + 2.6), ylim=(0.8, None))
    thousands(axes.yaxis)
    return finish(drawing, TITLE, run.origin())


def describe(results):
    run = results.run("second-million")
    return " ".join(f"{table}: " + ", ".join(str(batch["wal"]["fpi"]) for batch in run.step(table, "second")["each"])
                    + f"; {run.step(table, 'second')['wal']['fpi']:,} in all." for table in run.tables())
