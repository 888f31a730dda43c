"""Where keys land, and what it costs: ascending keys append, random keys go everywhere, and each interval between two
checkpoints pays for every page that was reached."""
from style import MEGABYTE, ROLE, figure, finish, thousands

NAME = "append-against-random"
TITLE = "Append against random: where keys land, and what each batch writes"
NEEDS = ["second-million.json", "second-million.bigint.csv", "second-million.v4.csv"]


def ranks(results, table):
    """For each row in order of arrival, its place in key order."""
    keys = [row["id"] for row in results.table(f"second-million.{table}.csv")]
    if all(key.isdigit() for key in keys):
        keys = [int(key) for key in keys]
    place = {key: rank for rank, key in enumerate(sorted(keys), 1)}
    return [place[key] for key in keys]


def parts(batch):
    """Of a batch's WAL: bytes in records and in images, from the record types, which add up to all of it."""
    by_type = batch["wal"]["by_type"].values()
    return sum(one["record_size"] for one in by_type), sum(one["fpi_size"] for one in by_type)


def draw(results, style):
    run = results.run("second-million")
    drawing, axes = figure(2, 2, height=5.6, gridspec_kw={"width_ratios": [1, 1.4]})
    highest = max(sum(parts(batch)) for table in ("bigint", "v4") for batch in run.step(table, "second")["each"])
    for row, table in enumerate(("bigint", "v4")):
        where, cost = axes[row]
        arrival = ranks(results, table)
        where.plot(range(1, len(arrival) + 1), arrival, ".", markersize=2, color=style.colours[ROLE[table]])
        where.set(xlabel="arrival (row number)", ylabel="place in key order (rank)",
                  title=f"{table}: {len(arrival):,} rows as they come")
        thousands(where.xaxis)
        thousands(where.yaxis)
        batches = run.step(table, "second")["each"]
        records, images = zip(*map(parts, batches))
        number = range(1, len(batches) + 1)
        cost.bar(number, [size / MEGABYTE for size in records], label="records", **style.bar("records"))
        cost.bar(number, [size / MEGABYTE for size in images], bottom=[size / MEGABYTE for size in records],
                 label="full-page images", **style.bar("images", "////"))
        total = sum(records) + sum(images)
        cost.set(xlabel=f"batch of {batches[0]['rows']:,} rows, a checkpoint before each (number)", ylabel="WAL (MB)",
                 title=f"{table}: {total / MEGABYTE:,.1f} MB in all, {100 * sum(images) / total:.1f} % in images",
                 ylim=(0, highest / MEGABYTE * 1.05), xticks=list(number))
        if row == 1:
            cost.legend(loc="upper left", ncols=2, fontsize=8)
            cost.set_ylim(0, highest / MEGABYTE * 1.25)
    axes[0][1].set_ylim(axes[1][1].get_ylim())
    return finish(drawing, TITLE, run.origin())


def describe(results):
    run = results.run("second-million")
    words = []
    for table in ("bigint", "v4"):
        records, images = (sum(part) for part in zip(*map(parts, run.step(table, "second")["each"])))
        words.append(f"{table}: {records + images:,} bytes of WAL, {records:,} in records, {images:,} in images.")
    return " ".join(words)
