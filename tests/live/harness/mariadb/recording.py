"""What the server said about a case, as files of the repository, so that it can be held against later simulators
without a server.

tests/recorded/mariadb-10.11/NAME/
    scenario.json        exactly what ran
    rows.json            the generator and the parameters that write a CSV table's rows
    expected.json        the server's figures, in the layout of keycost's result
    measured.json        counters of the server over each step: for people, held against nothing
    TABLE.INDEX.tsv.gz   every page at the end, level by level
    provenance.json      which server, which settings, when
"""

import datetime
import gzip
import platform

from .. import recording as common
from . import facts
from .facts import TableFacts
from .servers import described_settings


def write(folder, case, tables, rows_digests, version):
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    common.write_json(folder / "scenario.json", case.scenario)
    for spec in case.generated.values():
        common.write_json(folder / "rows.json", spec)
    common.write_json(folder / "expected.json", {"tables": {name: {"steps": table.steps} for name, table in tables.items()}})
    common.write_json(folder / "measured.json", {name: table.measured for name, table in tables.items()})
    for name, table in tables.items():
        for index, lines in table.pages.items():
            (folder / f"{name}.{index}.tsv.gz").write_bytes(common.compressed(facts.page_table_text(lines).encode()))
    common.write_json(folder / "provenance.json", {
        "server": version, "settings": described_settings(case.scenario), "recorded_on": datetime.date.today().isoformat(),
        "platform": f"{platform.system()} {platform.machine()}, {platform.libc_ver()[0]}",
        "recorded_with": "tests/live/run --record", "sha256_of_rows": rows_digests})


def read_tables(recorded):
    """Table -> facts of a common.Recording."""
    return {name: TableFacts(expected["steps"], page_tables(recorded.folder, name), {}) for name, expected in recorded.expected.items()}


def page_tables(folder, name):
    prefix, suffix = f"{name}.", ".tsv.gz"
    return {path.name[len(prefix):-len(suffix)]: facts.parse_page_table(gzip.decompress(path.read_bytes()).decode())
            for path in sorted(folder.glob(f"{prefix}*{suffix}"))}
