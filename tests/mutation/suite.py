"""The tests in the order in which they are likely to see a change, cheap ones first, and what is remembered of that."""

import html
import os
import re
import resource
import signal
import subprocess
import sys
import threading
from collections import Counter

LAYERS = ["golden", "unit", "property", "theory", "program", "scenario"]
RECORDED = {"postgresql": "postgresql-18.4", "mariadb": "mariadb-10.11"}
QUICK_SECONDS = 0.5  # cases that end sooner are run before all others
RECORDED_SECONDS = 0.3  # of each of them, about
LONG_SECONDS = 4  # cases that take longer are run for the rooms only that LONG names: what survives may seem more than it is
REMEMBERED = 12  # cases that saw other changes of the room, run first of all
LONG = {"postgresql": ["property"], "theory": ["theory"]}
MEMORY_BYTES = 4 << 30  # a change may make a program eat memory; unchanged they take less than a tenth
FILE_BYTES = 1 << 30

running = set()  # tests of all workers, to be stopped by an interrupt
interrupted = threading.Event()


class Suite:
    """The tests, with the seconds that each case takes of unchanged programs."""

    def __init__(self, base, folder, is_quick):
        self.base = base
        self.folder = folder
        self.is_quick = is_quick
        self.seconds = {}  # (layer, case) -> seconds
        self.kills = []  # (path, layer, case), as they came

    def measure(self, programs, digest):
        """Runs everything unchanged, once for the same sources; exits if something fails."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for layer in LAYERS:
            report = self.folder / f"{layer}-{digest}.xml"
            self.once(report, [programs[layer], "-r", "xml", "-d", "yes"])
            for case, seconds in re.findall(r'<TestCase name="([^"]*)".*?durationInSeconds="([^"]*)"', report.read_text(), re.S):
                self.seconds[layer, html.unescape(case)] = float(seconds)
        for layer in RECORDED:
            report = self.folder / f"{layer}-{digest}.txt"
            self.once(report, self.replay(layer, programs["keycost"], []))
            for case in re.findall(r"^ok    [^/]*/(\S+)", report.read_text(), re.M):
                self.seconds[layer, case] = RECORDED_SECONDS

    def once(self, report, command):
        if report.exists():
            return
        with open(f"{report}.tmp", "wb") as out:
            status = subprocess.run(command, stdout=out, stderr=subprocess.DEVNULL).returncode
        if status != 0:
            sys.exit(f"{report.stem} fails without any change: {report}.tmp")
        os.rename(f"{report}.tmp", report)

    def replay(self, layer, keycost, cases):
        return [sys.executable, self.base.source / "tests/live/compare_recorded.py", keycost, "--first", "--jobs", "1", "--recorded",
                self.base.source / "tests/recorded" / RECORDED[layer], *cases]

    def stages(self, path):
        """Sets of cases of one layer each, in the order to run them in; each case once."""
        layers = layers_for(path)
        known = self.remembered(path)
        quick = [key for key in self.seconds if key[0] in ("unit", "golden", "property", *first_layers(path)) and self.seconds[key] <= QUICK_SECONDS
                 and key[0] not in RECORDED]
        of_room = [key for key in self.seconds if key[0] in RECORDED and key[0] in first_layers(path)]
        long = LONG.get(path.split("/")[1], [])
        rest = [key for key in self.seconds if self.seconds[key] <= LONG_SECONDS or key[0] in long]
        done = set()
        for wanted in (known, quick, of_room) if self.is_quick else (known, quick, of_room, rest):
            for layer in layers:
                cases = [case for at, case in wanted if at == layer and (at, case) not in done]
                if cases:
                    done.update((layer, case) for case in cases)
                    yield layer, cases

    def remembered(self, path):
        """What killed other changes of this file, then of this room; not those that take long."""
        room = path.rpartition("/")[0]
        of_file = Counter((layer, case) for where, layer, case in self.kills if where == path)
        of_room = Counter((layer, case) for where, layer, case in self.kills if where.rpartition("/")[0] == room)
        ranked = [key for counter in (of_file, of_room) for key, _ in counter.most_common()]
        return [key for key in dict.fromkeys(ranked) if self.seconds.get(key, 9) < 2][:REMEMBERED]

    def killed_by(self, changed):
        """The case that fails, as "layer: case", or nothing."""
        for layer, cases in self.stages(changed.mutant.path):
            case = Run(self, changed, layer, cases).failing_case()
            if case is not None:
                if (layer, case) in self.seconds:
                    self.kills.append((changed.mutant.path, layer, case))
                return f"{layer}: {case}"
        return None


def layers_for(path):
    """All layers, those first that know the room."""
    first = first_layers(path)
    return first + [layer for layer in [*LAYERS, *RECORDED] if layer not in first]


def first_layers(path):
    return {"postgresql": ["golden", "unit", "property", "postgresql", "theory"], "innodb": ["golden", "unit", "mariadb", "property", "theory"],
             "theory": ["theory", "golden", "unit"]}.get(path.split("/")[1], ["unit", "golden"])


class Run:
    """Some cases of one layer with a changed program. What takes thrice its time, and some seconds, is taken to run for ever."""

    def __init__(self, suite, changed, layer, cases):
        self.layer = layer
        self.cases = cases
        self.seconds = sum(suite.seconds[layer, case] for case in cases)
        self.report = changed.folder / "report"
        self.environment = os.environ | {"KEYCOST_PROGRAM": str(changed.folder / "keycost")}
        if layer in RECORDED:
            everything = len(cases) == sum(at == layer for at, _ in suite.seconds)
            self.command = suite.replay(layer, changed.program("keycost"), [] if everything else cases)
        else:
            if layer == "program":
                changed.program("keycost")
            names = changed.folder / "cases"
            names.write_text("".join(f'"{escaped(case)}"\n' for case in cases))
            self.command = [changed.program(layer), "-a", "-r", "xml", "-o", self.report, "-f", names]

    def failing_case(self):
        self.report.write_text("")
        with open(self.report, "wb") as out:
            process = subprocess.Popen(self.command, stdout=out if self.layer in RECORDED else subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                       start_new_session=True, env=self.environment, preexec_fn=self.limit)
        running.add(process)
        try:
            status = process.wait(60 + 10 * self.seconds)  # processor time is limited below: this is for one that only waits
        except subprocess.TimeoutExpired:
            return "does not end"
        finally:
            running.discard(process)
            stop(process)
        if interrupted.is_set():
            sys.exit()  # the worker alone: what was stopped has not failed
        return None if status == 0 else self.last_case() or f"status {status}"

    def limit(self):
        seconds = int(5 + 3 * self.seconds)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
        resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_BYTES, FILE_BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    def last_case(self):
        text = self.report.read_text(errors="replace")
        if self.layer in RECORDED:
            found = re.findall(r"^FAIL  [^/]*/(\S+)", text, re.M)
        else:
            found = re.findall(r'<TestCase name="([^"]*)"', text)
        return html.unescape(found[-1]) if found else None


def escaped(case):
    return re.sub(r'([\\,\["])', r"\\\1", case)


def stop_all():
    interrupted.set()
    for process in list(running):
        stop(process)


def stop(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()
