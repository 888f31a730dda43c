#!/usr/bin/env python3
"""Write tests/live/ACCURACY.md from the recorded comparisons with real servers (tests/recorded/).

    accuracy.py KEYCOST            write the page
    accuracy.py KEYCOST --check    exit with 1 if the page is not what this would write

Every figure is simulated anew by KEYCOST and held against what tests/recorded/lab has of the servers.
"""

import argparse
import csv
import io
import re
import subprocess
import sys
from pathlib import Path

from lab import CASES, RECORDED, SCENARIOS

HERE = Path(__file__).resolve().parent
PAGE = HERE / "ACCURACY.md"

# What a reader asks about, and the beginnings of the metrics that answer it.
GROUPS = {
    "postgresql": (("rows", ("rows", "conflicts", "rolled_back")), ("heap size", ("heap.",)), ("index pages", ("indexes.",)),
                   ("WAL records", ("wal.records",)), ("images", ("wal.fpi",)), ("WAL bytes", ("wal.bytes",)),
                   ("LSN distance", ("wal.lsn_bytes",)), ("WAL by type", ("wal.by_type.",)), ("buffers", ("buffers.",))),
    "mariadb": (("rows", ("rows",)), ("file size", ("file_size",)), ("index pages", ("indexes.",)), ("redo", ("redo.bytes",))),
}


def verified(keycost, server, case):
    """The lines of a recorded case, as dictionaries."""
    scenario = SCENARIOS / f"{CASES[server][case][0]}.json"
    done = subprocess.run([keycost, "lab", scenario, "--verify", RECORDED / server / f"{case}.out", "-o", "csv"],
                          capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"accuracy.py: {server} {case}: {done.stderr.strip()}")
    return list(csv.DictReader(io.StringIO(done.stdout)))


def cell(lines, prefixes):
    """How far the figures of a group are apart: "=" where none is, else the largest deviation, and how many differ."""
    group = [line for line in lines if line["metric"].startswith(prefixes) and line["real"] and line["simulated"]]
    if not group:
        return "–"
    apart = [line for line in group if line["agreement"] != "equal"]
    if not apart:
        return f"= ({len(group)})"
    deviations = [abs(float(line["deviation_percent"])) for line in apart if line["deviation_percent"]]
    largest = f"{max(deviations):.2f} %" if deviations else "0 simulated"
    return f"{largest} ({len(apart)} of {len(group)})"


def recorded(server):
    return [case for case in sorted(CASES[server]) if (RECORDED / server / f"{case}.out").exists()]


def measured(keycost, server):
    groups = GROUPS[server.split("-")[0]]
    lines = ["| workload | table | " + " | ".join(name for name, _ in groups) + " |", "|---" * (len(groups) + 2) + "|"]
    explanations = {}
    for case in recorded(server):
        found = verified(keycost, server, case)
        for table in dict.fromkeys(line["table"] for line in found):
            of_table = [line for line in found if line["table"] == table]
            lines.append(f"| {case} | {table} | " + " | ".join(cell(of_table, prefixes) for _, prefixes in groups) + " |")
        for line in found:
            if line["agreement"] in ("differs", "in band"):
                words = re.sub(r": those have ± [0-9.]+ \(4 sd\)", ", within four of their standard deviations", line["explanation"])
                explanations.setdefault(words or "not explained", set()).add(f"{case}: {line['table']} {line['step']} {line['metric']}")
    text = "\n".join(lines) + "\n"
    if explanations:
        text += "\nWhat differs by more than 1 %, and what is known to explain it:\n\n"
        for words, where in sorted(explanations.items()):
            shown = sorted(where)
            more = f" and {len(shown) - 3} more" if len(shown) > 3 else ""
            text += f"* {words}: {'; '.join(shown[:3])}{more}\n"
    return text


def recorded_workloads(server):
    return len(list((HERE.parent / "recorded" / server).glob("*/expected.json")))


INTRODUCTION = """# How near the simulation is to real servers

Written by `tests/live/accuracy.py KEYCOST` from what the servers of `tests/recorded/` said; a test holds this page against it.

Two kinds of comparison stand behind it. The *twin's recordings* ({postgresql} workloads on PostgreSQL 18.4, {mariadb} on MariaDB 10.11, `README.md`
here) keep every page and record of a server without a clock, and allow no difference. The *lab's recordings* below come from
servers with their default settings, where background writer and checkpointer run (autovacuum leaves the script's tables alone),
through the script that `keycost lab` writes for anybody: what you will find on your own.

A cell has the largest deviation of real from simulated among its figures and how many of them differ; `= (12)` says that all 12 are equal.
"""

MODELLED = {
    "postgresql-18.4": """## PostgreSQL 18

Modelled: INSERT, ON CONFLICT DO NOTHING, COPY, rollback, CREATE INDEX, REINDEX TABLE; heap, free space map, TOAST, nbtree with deduplication
and bottom-up deletion; WAL with full-page images and pglz compression; sequences; checkpoints by command, time and volume; shared buffers.

Not modelled: UPDATE, DELETE, VACUUM and what they leave; concurrent sessions waiting for each other; other index methods; the catalogs'
own records; lz4 and zstd; free space map pages in the buffers of COPY; timing.
""",
    "postgresql-15": """## PostgreSQL 15 to 17, held against the simulation of 18

There is no engine for these: the rules of an insert are the same but for what is listed below the table. Clusters made before 18 have no
checksums unless asked for, and then write no hints and no free space map to the log.
""",
    "mariadb-10.11": """## MariaDB 10.11

Modelled: clustered and secondary indexes with their splits, segments and extents, file growth, OPTIMIZE TABLE, ADD INDEX; redo of all
of these on the table's file and on undo logs.

Not modelled: purge, the dictionary's own redo, pages stored off the row, compressed row formats. `mysql-8.0` follows the same rules
where the sources agree and has not been held against a server.
""",
}

REPORTING = """## Reporting a mismatch

Run the scenario on your server and keep what it prints:

    keycost lab SCENARIO > lab.sql
    psql -X -f lab.sql DATABASE > lab.out        # MariaDB: mariadb < lab.sql > lab.out
    keycost lab --verify lab.out

A line that `differs` without an explanation, or with one that does not convince, is worth an issue: attach the scenario file (and its CSV
file, if rows come from one) and `lab.out`. They hold the versions, settings and both sides' figures; `--rows 10000` often shows the same and is
quicker to look into.
"""


def page(keycost):
    parts = [INTRODUCTION.format(postgresql=recorded_workloads("postgresql-18.4"), mariadb=recorded_workloads("mariadb-10.11"))]
    for server in filter(recorded, CASES):
        parts.append(MODELLED[server] + "\n" + measured(keycost, server))
    return "\n".join([*parts, REPORTING])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("keycost")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    written = page(options.keycost)
    if not options.check:
        PAGE.write_text(written, encoding="utf-8")
        return 0
    if PAGE.read_text(encoding="utf-8") == written:
        print("1 passed, 0 failed")
        return 0
    print(f"{PAGE.name} is not what the recordings give now; write it anew with tests/live/accuracy.py KEYCOST, and look at what changed")
    return 1


if __name__ == "__main__":
    sys.exit(main())
