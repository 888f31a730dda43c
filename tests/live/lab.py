#!/usr/bin/env python3
"""Run what `keycost lab` writes on real servers, as a user would, and verify what they print.

    lab.py                     every case on every server that is here
    lab.py --only NAME         one case (may repeat)
    lab.py --record            write what the servers print to tests/recorded/lab/SERVER/CASE.out
    lab.py --list              the cases, and which servers are here

Servers run with their default settings but for the socket and fsync: what a user finds is what is measured.
`KEYCOST` names another program than build/release/keycost, `KEYCOST_PG15` a folder of PostgreSQL 15's programs
(/usr/lib/postgresql/15/bin, of Debian's postgresql-15).
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from harness import native
from harness.errors import HarnessError
from harness.mariadb.server import Server as MariaDB, find_program
from harness.unprivileged import unprivileged

ROOT = Path(__file__).resolve().parents[2]
RECORDED = ROOT / "tests" / "recorded" / "lab"
SCENARIOS = RECORDED / "scenarios"
KEYCOST = os.environ.get("KEYCOST", str(ROOT / "build" / "release" / "keycost"))

POSTGRESQL = ("keys", "statements", "copy-and-build")
# server -> case -> (scenario, options of `keycost lab`)
CASES = {
    "postgresql-18.4": {**{name: (name, []) for name in POSTGRESQL}, "own-keys": ("keys", ["--keys", "server"])},
    "postgresql-15": {name: (name, []) for name in POSTGRESQL},
    "mariadb-10.11": {"innodb": ("innodb", [])},
}


class PostgreSQL:
    """A server with its defaults, of the programs in one folder."""

    def __init__(self, programs, base):
        self.programs, self.base = Path(programs), Path(base)
        self.how = unprivileged("postgres")

    def __enter__(self):
        self.base.mkdir(parents=True)
        if self.how:
            shutil.chown(self.base, self.how["user"])
        self.call("initdb", "-D", self.base / "data", "-U", "postgres", "-A", "trust", "--no-sync", "--locale=C", "--encoding=UTF8")
        self.call("pg_ctl", "-D", self.base / "data", "-w", "-l", self.base / "log",
                  "-o", f"-c listen_addresses='' -c unix_socket_directories={self.base} -c fsync=off", "start")
        return self

    def __exit__(self, *_):
        self.call("pg_ctl", "-D", self.base / "data", "-m", "immediate", "stop")

    def call(self, program, *words):
        done = subprocess.run([str(self.programs / program), *map(str, words)], cwd="/", stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **self.how)
        if done.returncode != 0:
            raise HarnessError(f"{program} ended with status {done.returncode}: {done.stderr.strip()}")

    def run(self, script):
        """What psql prints on standard output; its warnings and errors count as a failure of the script."""
        return client(["psql", "-X", "-h", str(self.base), "-U", "postgres", "-d", "postgres", "-f", str(script)], None)


class MariaDBLab(MariaDB):
    """With its defaults: the harness's settings are for comparing pages."""

    def __enter__(self):
        self.start({"innodb-change-buffering": "none", "innodb-stats-auto-recalc": "ON"})
        return self

    def __exit__(self, *_):
        self.stop()

    def run(self, script):
        return client(["mariadb", "--no-defaults", f"--socket={self.socket_path}", "--user=root"], script)


def client(command, script):
    with open(script) if script else open(os.devnull) as feed:
        done = subprocess.run(command, stdin=feed, capture_output=True, text=True)
    if done.returncode != 0 or done.stderr.strip():
        raise HarnessError(f"{command[0]} ended with status {done.returncode}: {done.stderr.strip()[:2000]}")
    return done.stdout


def open_server(name, base):
    """None if there is no such server here."""
    if name == "postgresql-18.4":
        return PostgreSQL(native.find_native() / "bin", base)
    if name == "postgresql-15":
        programs = Path(os.environ.get("KEYCOST_PG15", "/usr/lib/postgresql/15/bin"))
        return PostgreSQL(programs, base) if (programs / "postgres").exists() else None
    try:
        find_program("mariadbd")
    except HarnessError:
        return None
    return MariaDBLab(base)


def keycost(*words):
    return subprocess.run([KEYCOST, *map(str, words)], capture_output=True, text=True)


def run_case(server, name, scenario, options, folder, record):
    """Prints whether the case held."""
    script = folder / f"{name}.sql"
    written = keycost("lab", SCENARIOS / f"{scenario}.json", *options)
    if written.returncode != 0:
        raise HarnessError(written.stderr.strip())
    script.write_text(written.stdout, encoding="utf-8")
    script.chmod(0o644)
    output = folder / f"{name}.out"
    output.write_text(kept(server.run(script)), encoding="utf-8")
    if record:
        record.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(output, record / f"{name}.out")
    verified = keycost("lab", "--verify", output)
    lines = [line for line in verified.stdout.splitlines() if "differs" in line] + verified.stdout.splitlines()[-2:]
    print("\n".join(f"      {line}" for line in lines) + verified.stderr)
    return verified.returncode


def kept(printed):
    """The lines that `--verify` reads."""
    return "".join(line + "\n" for line in printed.splitlines() if line.startswith("keycost-lab"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", action="append", metavar="NAME")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="keycost-lab-"))
    folder.chmod(0o755)
    beyond = 0
    try:
        for server_name, cases in CASES.items():
            wanted = {name: case for name, case in cases.items() if not options.only or name in options.only}
            server = open_server(server_name, folder / server_name) if wanted else None
            if options.list or not server:
                print(f"{server_name}: {', '.join(cases) if server else 'not here'}")
                continue
            with server:
                for name, (scenario, words) in wanted.items():
                    started = time.monotonic()
                    print(f"{server_name} {name}", flush=True)
                    beyond += run_case(server, name, scenario, words, folder, RECORDED / server_name if options.record else None) != 0
                    print(f"      {time.monotonic() - started:.0f} s", flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if beyond else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except HarnessError as error:
        sys.exit(f"lab.py: {error}")
