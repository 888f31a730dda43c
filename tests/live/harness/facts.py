"""Everything known about one table after a scenario: from the server, from the simulator, or from a recording."""

from dataclasses import dataclass, field

from . import compare, pages
from . import scenario as scenarios
from .errors import HarnessError
from .live_table import LiveTable

HEAP = "heap"
POOL = "pg_buffercache"


@dataclass
class TableFacts:
    steps: dict        # step name -> result object
    statistics: dict   # index -> TSV text, a line a page; POOL -> a line a buffer, if the pool was looked at
    images: dict       # "heap" or index -> all its blocks
    start: dict = field(default_factory=dict)  # settings that say where in the server's history the table's begins


def relations(table_name, table):
    """Index names in order of creation, those that steps create included, then the heap."""
    return scenarios.index_names(table_name, table) + [HEAP]


def from_server(server, name, table, rows, steps, quiet_log=False):
    live = LiveTable(server, name, table, rows, quiet_log)
    try:
        results = live.run(steps)
        indexes = scenarios.index_names(name, live.table)
        statistics = {index: pages.read_statistics(live.observer, index) for index in indexes}
        if live.final_pool:
            statistics[POOL] = live.final_pool
        return TableFacts(results, statistics,
                          {**{index: pages.read_relation(live.observer, index) for index in indexes},
                           HEAP: pages.read_relation(live.observer, name)}, live.start)
    finally:
        live.close()


def from_simulator(result, folder, name, indexes):
    """`folder` is where `--pages` and `--page-images` wrote."""
    if name not in result.get("tables", {}):
        raise HarnessError(f"the simulator's result has no table {name}; it has {', '.join(result.get('tables', {})) or 'none'}")
    return TableFacts(result["tables"][name]["steps"],
                      {index: read(folder / f"{name}.{index}.tsv").decode() for index in indexes},
                      {relation: read(folder / f"{name}.{relation}.bin") for relation in [*indexes, HEAP] if relation != POOL})


def read(path):
    try:
        return path.read_bytes()
    except OSError as error:
        raise HarnessError(f"the simulator wrote no {path.name} ({error.strerror}); --pages writes TABLE.INDEX.tsv, "
                           "--page-images TABLE.INDEX.bin and TABLE.heap.bin") from None


def differences(name, server, simulator):
    """All differences of a table, as lines."""
    found = compare.figures(server.steps, simulator.steps, name)
    for index, text in server.statistics.items():
        found += compare.statistics(text, simulator.statistics[index], f"{name}.{index} pages")
    for relation, image in server.images.items():
        found += compare.images(image, simulator.images[relation], f"{name}.{relation} raw", relation == HEAP)
    return found
