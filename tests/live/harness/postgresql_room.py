"""PostgreSQL 18: the functions by which the harness asks any engine's room (engines.py names them)."""

import hashlib

from . import cases as named_cases
from . import compare, facts, pages, random_cases, random_shapes, recording, shape_cases, statement_cases
from . import scenario as scenarios
from .errors import HarnessError, LogNotQuiet
from .servers import Servers  # noqa: F401 (part of the room)
from .wire import Session

TITLE = "PostgreSQL 18.4"
RECORDED_FOLDER = "postgresql-18.4"


def cases():
    return named_cases.all_cases()


def random_case(seed):
    return [random_cases.make(seed), random_shapes.random_case(seed), random_shapes.random_pool_case(seed), random_shapes.random_conflict_case(seed),
            statement_cases.random_case(seed)]


def server_version(server):
    session = Session(server, "postgres")
    version = session.value("SELECT version()")
    session.close()
    return version


QUIET_TRIES = 5  # the background writes every 15 s, and a case takes seconds


def ask(server, case, name, rows):
    quiet = scenarios.needs_quiet_log(case.scenario)
    if quiet and len(case.scenario["tables"]) > 1:
        raise HarnessError(f"case {case.name}: with wal_compression a case has one table: settings say where its history begins")
    for tries_left in range(QUIET_TRIES if quiet else 1, 0, -1):
        try:
            found = facts.from_server(server, name, case.scenario["tables"][name], rows, case.scenario["steps"], quiet)
            case.scenario["settings"].update(found.start)
            return found
        except LogNotQuiet:
            if tries_left == 1:
                raise
            rows.rewind()


def record(folder, case, scenario_path, said, rows_digests, version):
    recording.write(folder, case, scenario_path, said, rows_digests, version)


def differences(said, simulator, scenario_path, work):
    """What `keycost run` says of the scenario, held against what the server said."""
    result = simulator.run(scenario_path, work / "pages", ["--pages", "--page-images"])
    found = []
    for name, server in said.items():
        found += facts.differences(name, server, facts.from_simulator(result, work / "pages", name, list(server.statistics)))
    return found


def recorded_differences(recorded, simulator, scenario_path, work):
    result = simulator.run(scenario_path, work / "pages", ["--pages", "--page-images"])
    found = []
    for name, expected in recorded.expected.items():
        statistics = recorded.statistics(name)
        simulated = facts.from_simulator(result, work / "pages", name, list(statistics))
        found += compare.figures(expected["steps"], simulated.steps, name)
        for index, text in statistics.items():
            found += compare.statistics(text, simulated.statistics[index], f"{name}.{index} pages")
        for relation, image in simulated.images.items():
            found += compare_image(recorded, name, relation, image)
    return found


def compare_image(recorded, name, relation, image):
    masked = pages.mask(image, relation == facts.HEAP)
    expected = recorded.images[f"{name}.{relation}"]
    if hashlib.sha256(masked).hexdigest() == expected["sha256"]:
        return []
    found = []
    if len(image) != expected["blocks"] * pages.PAGE_SIZE:
        found.append(f"{name}.{relation} raw: server has {expected['blocks']} blocks, simulator {len(image) / pages.PAGE_SIZE:g}")
    server, mine = recorded.block_checksums(name, relation), recording.block_checksums(masked)
    differing = [at // 4 for at in range(0, min(len(server), len(mine)), 4) if server[at:at + 4] != mine[at:at + 4]]
    if differing:
        found.append(f"{name}.{relation} raw: {len(differing)} blocks differ, the first are {', '.join(map(str, differing[:5]))}; "
                     f"tests/live/run --only {recorded.name} tells the bytes")
    return found
