"""The engines that are held against a live server, each in a room of its own.

A room is a module with TITLE, RECORDED_FOLDER (below tests/recorded), Servers, and the functions
    cases()                                     every named case
    random_case(seed)                           the random cases of a seed
    server_version(server)
    ask(server, case, table, rows)              what the server says of one table
    record(folder, case, scenario_path, said, rows_digests, version)
    differences(said, simulator, scenario_path, work)             said: table -> what `ask` returned
    recorded_differences(recorded, simulator, scenario_path, work)
"""

from . import postgresql_room
from .errors import HarnessError
from .mariadb import room as mariadb_room

ENGINES = {"postgresql": postgresql_room, "mariadb": mariadb_room}


def of(scenario):
    """The room of a scenario's engine ("mariadb-10.11")."""
    name = scenario["engine"].split("-")[0]
    if name not in ENGINES:
        raise HarnessError(f"no live server for the engine {scenario['engine']}; there is one for {', '.join(ENGINES)}")
    return ENGINES[name]
