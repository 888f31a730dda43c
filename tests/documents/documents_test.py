#!/usr/bin/env python3
"""Does what README, lessons, room READMEs, scenarios and --help tell to type do what they say?

usage: documents_test.py KEYCOST

Every command is run, in the documents' order, in one scratch folder that holds what a clone holds and the reader's own
orders.csv. It must end with status 0, and where a document shows what it prints, these lines must be printed, in this
order. A command that is not run stands in commands.py with the reason."""

import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import uuid

import reading
from commands import INSTEAD, NOT_RUN

SOURCE = pathlib.Path(__file__).resolve().parents[2]
DOCUMENTS = ["README.md", "scenarios/learn/README.md", "scenarios/README.md", "plots/README.md", "tests/live/ACCURACY.md",
             "tests/live/README.md", "tests/recorded/README.md"]


def documents():
    rooms = (path.relative_to(SOURCE) for folder in ("sim", "src", "scenarios", "tests")
             for path in (SOURCE / folder).rglob("README.md"))
    return DOCUMENTS + sorted(str(path) for path in rooms if str(path) not in DOCUMENTS)


def all_parts(keycost):
    for name in documents():
        yield from reading.of_markdown(name, (SOURCE / name).read_text())
    for path in sorted((SOURCE / "scenarios").rglob("*.json")):
        yield from reading.of_scenario(str(path.relative_to(SOURCE)), path.read_text())
    for command in re.findall(r"^  (\w+)  ", printed(keycost), re.M):
        yield from reading.of_help(f"keycost {command} --help", printed(keycost, command, "--help"))


def printed(keycost, *arguments):
    run = subprocess.run([keycost, *arguments], capture_output=True, text=True)
    return run.stdout + run.stderr


def make_scratch(folder, keycost):
    """A clone with its program built, and what the reader and the reader's server have made."""
    shutil.copytree(SOURCE / "scenarios", folder / "scenarios")
    (folder / "build/release").mkdir(parents=True)
    (folder / "build/release/keycost").symlink_to(keycost)
    draw = random.Random(1)
    with open(folder / "orders.csv", "w") as orders:
        orders.write("id,customer_id\n")
        for _ in range(150_000):
            orders.write(f"{uuid.UUID(int=draw.getrandbits(128), version=4)},{draw.randrange(20_000)}\n")
    shutil.copy(SOURCE / "tests/recorded/lab/postgresql-18.4/keys.out", folder / "lab.out")
    (folder / "small.json").write_text("""{"engine": "postgresql-18", "tables": {"t": {"columns":
      [{"name": "id", "type": "uuid", "values": "uuidv4"}], "primary_key": ["id"]}}, "steps": [{"do": "insert", "rows": 500}]}""")


# What a reader has done by the time a command is shown.
BEFORE = {
    "keycost import wal.txt": """keycost run orders.json -o json | python3 -c 'import json, sys
wal = json.load(sys.stdin)["tables"]["orders"]["steps"]["after"]["wal"]
print("wal_records|wal_fpi|wal_bytes")
print(wal["records"], wal["fpi"], wal["bytes"], sep="|")' > wal.txt""",
    "keycost quiz --grade": "keycost quiz --seed 7 > sheet.txt",
}


class Run:
    def __init__(self, folder):
        self.folder, self.exports, self.failures, self.used, self.seconds = folder, "", [], set(), []

    def take(self, part):
        if isinstance(part, reading.File):
            path = self.folder / part.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(part.text)
        elif not self.is_left_out(part):
            self.run(part)

    def is_left_out(self, command):
        patterns = [pattern for pattern in NOT_RUN if re.fullmatch(pattern, command.text)]
        self.used.update(patterns)
        return bool(patterns)

    def run(self, command):
        text = INSTEAD.get(command.text, command.text)
        self.used.add(command.text)
        before = "".join(script + "\n" for beginning, script in BEFORE.items() if text.startswith(beginning))
        start = time.monotonic()
        run = subprocess.run(["bash", "-c", f"set -o pipefail\n{self.exports}{before}{text}"], cwd=self.folder,
                             capture_output=True, text=True, stdin=subprocess.DEVNULL)
        self.seconds.append((time.monotonic() - start, text))
        if text.startswith("export "):
            self.exports += text + "\n"
        if run.returncode != 0 and not self.is_mention(text, run.returncode):
            self.failures.append(f"{command.where}: {text}\n  ends with {run.returncode}: {(run.stderr or run.stdout)[-500:]}")
        lines = iter(run.stdout.split("\n"))
        for shown, where in command.shown:
            if shown not in lines:
                self.failures.append(f"{where}: shown, and not printed (here) by {text}: {shown}")
                lines = iter(run.stdout.split("\n"))

    def is_mention(self, text, status):
        """`keycost show` in a sentence names a command that wants more."""
        return (status == 2 and re.fullmatch(r"keycost \w+", text)
                and subprocess.run([self.folder / "build/release/keycost", text.split()[1], "--help"],
                                   capture_output=True).returncode == 0)


def main():
    keycost = pathlib.Path(sys.argv[1]).resolve()
    parts = list(all_parts(keycost))
    with tempfile.TemporaryDirectory() as folder:
        make_scratch(pathlib.Path(folder), keycost)
        run = Run(pathlib.Path(folder))
        for part in parts:
            run.take(part)
    stale = [entry for entry in [*NOT_RUN, *INSTEAD] if entry not in run.used]
    run.failures += [f"commands.py: no document shows {entry}" for entry in stale]
    print(f"{len(run.seconds)} commands run; those that took longest:")
    for seconds, text in sorted(run.seconds, reverse=True)[:5]:
        print(f"{seconds:5.1f} s  {text}")
    sys.exit("\n".join(run.failures) or None)


if __name__ == "__main__":
    main()
