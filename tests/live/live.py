#!/usr/bin/env python3
"""Hold the simulator against live servers, case by case. Called by tests/live/run, which prepares everything."""

import argparse
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from harness import engines, recording
from harness.errors import HarnessError
from harness.simulator import Simulator

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
RECORDED = HERE.parent / "recorded"
FIRST_DIFFERENCES = 12


def main():
    options = parse_arguments()
    chosen = choose_cases(options)
    if options.list:
        for case in chosen:
            print(f"{case.name:28} {case.row_count():>9} rows  {case.scenario['title']}")
        return 0
    simulator = Simulator(os.environ.get("KEYCOST") or REPOSITORY / "build" / "release" / "keycost")
    work = Path(tempfile.mkdtemp(prefix="keycost-cases-"))
    servers = {room: room.Servers() for room in {engines.of(case.scenario) for case in chosen}}
    try:
        failed = sum(not run_case(case, work / case.name, simulator, servers[engines.of(case.scenario)], options) for case in chosen)
    finally:
        left_running = [told for told in (started.finish(options.keep) for started in servers.values()) if told]
        shutil.rmtree(work, ignore_errors=True)
    for told in left_running:
        print(f"the server is left running: {told}")
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return 1 if failed else 0


def parse_arguments():
    parser = argparse.ArgumentParser(prog="tests/live/run", description=__doc__.splitlines()[0])
    parser.add_argument("--engine", metavar="ENGINE", action="append", choices=list(engines.ENGINES),
                        help="only cases of this engine (may repeat): " + ", ".join(engines.ENGINES))
    parser.add_argument("--only", metavar="NAME", action="append", help="only this case (may repeat; a trailing * matches any ending)")
    parser.add_argument("--list", action="store_true", help="list the cases and stop")
    parser.add_argument("--keep", action="store_true", help="leave the server running and say how to reach it")
    parser.add_argument("--record", metavar="FOLDER", nargs="?", type=Path, const=RECORDED,
                        help="write what the server says to FOLDER/VERSION/NAME/ (tests/recorded if none is named)")
    parser.add_argument("--random", metavar="N", type=int, default=0, help="N random cases instead of the fixed ones")
    parser.add_argument("--seed", metavar="S", type=int, default=1, help="seed of the first random case; the next ones count on from it")
    parser.add_argument("--server-only", action="store_true", help="ask the server only, and print its figures; for CSV cases no simulator is needed")
    return parser.parse_args()


def choose_cases(options):
    seeds = range(options.seed, options.seed + options.random)
    rooms = [engines.ENGINES[name] for name in options.engine or engines.ENGINES]
    everything = [case for room in rooms for case in ([case for seed in seeds for case in room.random_case(seed)] or room.cases())]
    if not options.only:
        return everything
    chosen = [case for case in everything if any(matches(case.name, pattern) for pattern in options.only)]
    if not chosen:
        raise HarnessError(f"no case is called {' or '.join(options.only)}; --list names them all")
    return chosen


def matches(name, pattern):
    return name.startswith(pattern[:-1]) if pattern.endswith("*") else name == pattern


def run_case(case, folder, simulator, servers, options):
    """Whether the case has no difference. Prints its line and the first of its differences."""
    started = time.monotonic()
    try:
        differences = check_case(case, folder, simulator, servers, options)
    except HarnessError as error:
        differences = [f"could not be compared: {error}"]
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    seconds = time.monotonic() - started
    verdict = "FAIL" if differences else "ok  "
    print(f"{verdict}  {case.name:28} {len(differences):>4} differences  {case.row_count():>9} rows  {seconds:6.1f} s", flush=True)
    for line in differences[:FIRST_DIFFERENCES]:
        print(f"      {line}", flush=True)
    if len(differences) > FIRST_DIFFERENCES:
        print(f"      and {len(differences) - FIRST_DIFFERENCES} more")
    return not differences


def check_case(case, folder, simulator, servers, options):
    room = engines.of(case.scenario)
    scenario_path = case.write(folder)
    server = servers.for_scenario(case.scenario)
    said, digests = {}, {}
    for name in case.scenario["tables"]:
        rows = case.rows(name, scenario_path, simulator)
        digests[name] = recording.rows_digest(rows)
        said[name] = room.ask(server, case, name, rows)
    case.write_scenario(folder)  # to which the server may have added
    if options.record and case.recorded:
        room.record(options.record / room.RECORDED_FOLDER / case.name, case, scenario_path, said, digests, room.server_version(server))
    if options.server_only:
        print_figures(said)
        return []
    case.write_scenario(folder)  # again, with what a restart step was told of the server's buffers
    return room.differences(said, simulator, scenario_path, folder)


def print_figures(said):
    for name, table in said.items():
        for step, figures in table.steps.items():
            print(f"{name}.{step}: {recording.json.dumps(figures, default=recording.decimal_as_number)}")


if __name__ == "__main__":
    try:
        sys.exit(main())
    except HarnessError as error:
        sys.exit(f"tests/live/run: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
