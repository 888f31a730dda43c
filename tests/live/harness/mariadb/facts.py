"""Everything known about one table after a scenario: from the server, from the simulator, or from a recording."""

from dataclasses import dataclass

from .. import compare
from ..errors import HarnessError
from .live_table import LiveTable
from .page import COLUMNS
from .pool_table import PoolTable
from .redo_table import RedoTable
from .servers import LOG_SETTING

COMPARED_ALWAYS = COLUMNS[:8]  # `last_insert` too, where both sides have it
DETAILS_PER_INDEX = 3


@dataclass
class TableFacts:
    steps: dict        # step name -> result object
    pages: dict        # index -> lines of a page table, each a list of column: value
    measured: dict     # step name -> what the server's counters say, for people: nothing is held against it


def from_server(server, name, case, rows):
    kind = PoolTable if watches_pool(case.scenario["steps"]) else RedoTable if watches_log(case.scenario) else LiveTable
    live = kind(server, name, case.scenario["tables"][name], rows, **case.how)
    try:
        results = live.run(case.scenario["steps"])
        tables = {index: [dict(zip(COLUMNS, map(str, line))) for line in lines] for index, lines in live.page_tables().items()}
        return TableFacts(results, tables, live.measured)
    finally:
        live.close()


def watches_pool(steps):
    """A checkpoint with a name is asked what it wrote."""
    return any(step["do"] == "checkpoint" and "name" in step for step in steps)


def watches_log(scenario):
    """One that says how large the redo log is asks what goes into it."""
    return LOG_SETTING in scenario.get("settings", {})


def from_simulator(result, folder, name, indexes):
    """`folder` is where `--pages` wrote."""
    if name not in result.get("tables", {}):
        raise HarnessError(f"the simulator's result has no table {name}; it has {', '.join(result.get('tables', {})) or 'none'}")
    tables = {}
    for index in indexes:
        path = folder / f"{name}.{index}.tsv"
        try:
            tables[index] = parse_page_table(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise HarnessError(f"the simulator wrote no {path.name} ({error.strerror}); --pages writes TABLE.INDEX.tsv") from None
    return TableFacts(result["tables"][name]["steps"], tables, {})


def page_table_text(lines):
    """A page table as a TSV file."""
    return "\n".join("\t".join(line) for line in [COLUMNS, *(line.values() for line in lines)]) + "\n"


def parse_page_table(text):
    header, *lines = [line.split("\t") for line in text.splitlines()]
    missing = [column for column in COMPARED_ALWAYS if column not in header]
    if missing:
        raise HarnessError(f"a page table has the columns {' '.join(header)}; {' '.join(missing)} should be among them")
    return [dict(zip(header, line)) for line in lines]


def differences(name, server, simulator):
    """All differences of a table, as lines."""
    found = compare.figures(server.steps, simulator.steps, name)
    for index, lines in server.pages.items():
        found += page_differences(lines, simulator.pages[index], f"{name}.{index} pages")
    return found


def page_differences(server, simulator, name):
    """Page by page in level and key order, the root's level first on either side."""
    server, simulator = by_level(server), by_level(simulator)
    found = []
    if len(server) != len(simulator):
        found.append(f"{name}: server has {len(server)} pages, simulator {len(simulator)}")
    differing = [pair for pair in zip(server, simulator) if differing_columns(*pair)]
    for one, other in differing[:DETAILS_PER_INDEX]:
        told = ", ".join(f"{column}: server {one[column]}, simulator {other[column]}" for column in differing_columns(one, other))
        found.append(f"{name}: level {one['level']}, page {one['page_no']}: {told}")
    rest = len(differing) - DETAILS_PER_INDEX
    return found + ([f"{name}: and {rest} more pages that differ"] if rest > 0 else [])


def by_level(lines):
    return sorted(lines, key=lambda line: -int(line["level"]))  # stable: key order stays


def differing_columns(one, other):
    return [column for column, value in one.items() if column in other and other[column] != value]
