"""What the log consists of: every record type's bytes, and the images that came with it."""
from style import MEGABYTE, figure, finish

NAME = "wal-by-record-type"
TITLE = "What the log consists of, by record type"
NEEDS = ["second-million.json"]
STEP = "second"


def types_of(run):
    """By what they take in all tables together, the largest on top."""
    sizes = {}
    for table in run.tables():
        for name, usage in run.step(table, STEP)["wal"]["by_type"].items():
            sizes[name] = sizes.get(name, 0) + usage["combined_size"]
    return sorted(sizes, key=lambda name: (sizes[name], name))


def size_text(megabytes):
    return f"{megabytes:,.1f}" if megabytes >= 0.1 else f"{megabytes:.1g}"


def draw(results, style):
    run = results.run("second-million")
    names = types_of(run)
    drawing, [row] = figure(len(run.tables()), 1, width=10, height=4.2, sharey=True, sharex=True)
    largest = max(run.step(table, STEP)["wal"]["by_type"].get(name, {}).get("combined_size", 0)
                  for table in run.tables() for name in names)
    for axes, table in zip(row, run.tables()):
        by_type = run.step(table, STEP)["wal"]["by_type"]
        records = [by_type.get(name, {}).get("record_size", 0) / MEGABYTE for name in names]
        images = [by_type.get(name, {}).get("fpi_size", 0) / MEGABYTE for name in names]
        axes.barh(names, records, label="records", **style.bar("records"))
        axes.barh(names, images, left=records, label="full-page images", **style.bar("images", "////"))
        for place, (record, image) in enumerate(zip(records, images)):
            if record + image > 0:
                axes.annotate(size_text(record + image), (record + image, place), xytext=(3, 0),
                              textcoords="offset points", va="center", fontsize=8)
        axes.set(xlabel="WAL (MB)", title=f"{table}: {sum(records) + sum(images):,.1f} MB in all",
                 xlim=(0, largest / MEGABYTE * 1.22))
    row[0].set_ylabel("record type")
    row[-1].legend(loc="lower right", fontsize=8)
    return finish(drawing, TITLE, run.origin())


def describe(results):
    run = results.run("second-million")
    return " ".join(f"{table}: {sum(usage['combined_size'] for usage in run.step(table, STEP)['wal']['by_type'].values()):,}"
                    " bytes of WAL." for table in run.tables())
