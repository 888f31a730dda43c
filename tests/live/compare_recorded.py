#!/usr/bin/env python3
"""Hold the simulator against what real servers said when the cases were recorded. Needs no server.

Exact: figures, page tables and, of PostgreSQL, raw pages. One line a case, then the first differences; exit status 1 if there is any.
"""

import argparse
import concurrent.futures
import os
import sys
import tempfile
from pathlib import Path

from harness import engines, recording
from harness.errors import HarnessError
from harness.rows import Rows
from harness.simulator import Simulator

RECORDED = Path(__file__).resolve().parent.parent / "recorded"
FIRST_DIFFERENCES = 12


def main():
    options = parse_arguments()
    wanted = set(options.names)
    folders = [path.parent for path in sorted(options.recorded.glob("**/expected.json")) if not wanted or path.parent.name in wanted]
    unknown = wanted - {folder.name for folder in folders}
    if unknown or not folders:
        raise HarnessError(f"not recorded below {options.recorded.name}/: {', '.join(sorted(unknown)) or 'anything'}; "
                           "tests/live/run --record --only NAME records a case")
    failed = 0
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for folder, differences in zip(folders, pool.map(replay, folders, [options.keycost] * len(folders))):
            failed += bool(differences)
            report(folder, differences)
            if failed and options.first:
                pool.shutdown(cancel_futures=True)
                return 1
    print(f"{len(folders) - failed} passed, {failed} failed")
    return 1 if failed else 0


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("keycost", help="the program")
    parser.add_argument("names", metavar="NAME", nargs="*", help="recorded cases to replay; all if none is named")
    parser.add_argument("--recorded", metavar="FOLDER", type=Path, default=RECORDED, help="other recordings than tests/recorded")
    parser.add_argument("--first", action="store_true", help="end with the first case that differs")
    parser.add_argument("--jobs", metavar="N", type=int, default=os.cpu_count(), help="cases compared at a time; as many as there are cores")
    return parser.parse_intermixed_args()  # options may stand behind names


def report(folder, differences):
    print(f"{'FAIL' if differences else 'ok  '}  {folder.parent.name}/{folder.name:28} {len(differences):>4} differences", flush=True)
    for line in differences[:FIRST_DIFFERENCES]:
        print(f"      {line}")
    if len(differences) > FIRST_DIFFERENCES:
        print(f"      and {len(differences) - FIRST_DIFFERENCES} more")


def replay(folder, binary):
    """The differences of one recorded case."""
    try:
        with tempfile.TemporaryDirectory(prefix="keycost-replay-") as work:
            return compare_case(recording.Recording(folder), Simulator(binary), Path(work))
    except HarnessError as error:
        return [f"could not be compared: {error}"]


def compare_case(recorded, simulator, work):
    scenario_path = recorded.write_case(work)
    moved = moved_streams(recorded, simulator, scenario_path)
    if moved:
        return moved
    return engines.of(recorded.scenario).recorded_differences(recorded, simulator, scenario_path, work)


def moved_streams(recorded, simulator, scenario_path):
    """Other keys make other pages: better one line that says so than a thousand that follow from it."""
    found = []
    for name, table in recorded.scenario["tables"].items():
        if "rows" in table:
            rows = Rows((scenario_path.parent / table["rows"]).read_text(encoding="utf-8"), name)
        else:
            rows = Rows(simulator.rows(scenario_path, name), name)
        if recording.rows_digest(rows) != recorded.rows_digests[name]:
            found.append(f"{name}: its rows are no longer those that were recorded: a key stream or a generator has changed; "
                         f"if that is meant, record anew: tests/live/run --record --only {recorded.name}")
    return found


if __name__ == "__main__":
    try:
        sys.exit(main())
    except HarnessError as error:
        sys.exit(f"compare_recorded.py: {error}")
