"""MariaDB 10.11: the functions by which the harness asks any engine's room (engines.py names them)."""

from . import cases as named_cases
from . import facts, random_cases, recording
from .servers import Servers  # noqa: F401 (part of the room)
from .wire import Session

TITLE = "MariaDB 10.11"
RECORDED_FOLDER = "mariadb-10.11"


def cases():
    return named_cases.all_cases()


def random_case(seed):
    return [random_cases.make(seed)]


def server_version(server):
    session = Session(server)
    version = session.value("SELECT VERSION()")
    session.close()
    return f"MariaDB {version}"


def ask(server, case, name, rows):
    return facts.from_server(server, name, case, rows)


def record(folder, case, _, said, rows_digests, version):
    recording.write(folder, case, said, rows_digests, version)


def differences(said, simulator, scenario_path, work):
    """What `keycost run` says of the scenario, held against what the server said."""
    result = simulator.run(scenario_path, work / "pages", ["--pages"])
    found = []
    for name, server in said.items():
        found += facts.differences(name, server, facts.from_simulator(result, work / "pages", name, list(server.pages)))
    return found


def recorded_differences(recorded, simulator, scenario_path, work):
    return differences(recording.read_tables(recorded), simulator, scenario_path, work)
