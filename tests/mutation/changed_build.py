"""A build of the sources as they are, and beside it, for one change, the one object and the programs that it makes."""

import filecmp
import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

FLAGS = "-O1 -DNDEBUG"  # the least time to compile and to run the tests in all
PROGRAMS = {"keycost": "keycost"} | {layer: f"tests/test_{layer}" for layer in ("unit", "property", "golden", "theory", "scenario", "program")}


class Base:
    """A copy of the sources, built unchanged: the objects that a change has no part in are taken from here."""

    def __init__(self, root, work):
        self.root = root
        self.source = work / "source"
        self.build = self.source / "build" / "mutation"
        self.environment = os.environ | {"CCACHE_DISABLE": "1"}

    def prepare(self):
        self.copy_sources()
        subprocess.run(["cmake", "-S", self.source, "-B", self.build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                        f"-DCMAKE_CXX_FLAGS_RELEASE={FLAGS}"], check=True, stdout=subprocess.DEVNULL)
        if subprocess.run(["ninja", "-C", self.build, *(Path(path).name for path in PROGRAMS.values())], stdout=subprocess.DEVNULL).returncode:
            sys.exit("the sources do not compile unchanged")
        commands = json.loads((self.build / "compile_commands.json").read_text())
        self.compile_commands = {os.path.relpath(entry["file"], self.source): shlex.split(entry["command"]) for entry in commands}
        self.link_commands = {name: self.link_command(path) for name, path in PROGRAMS.items()}

    def copy_sources(self):
        files = subprocess.run(["git", "ls-files"], cwd=self.root, check=True, capture_output=True, text=True).stdout.splitlines()
        for file in files:
            target = self.source / file
            if not (self.root / file).is_file():
                target.unlink(missing_ok=True)
            elif not target.is_file() or not filecmp.cmp(self.root / file, target, shallow=False):
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(self.root / file, target)  # with a new time, so that it is compiled again

    def link_command(self, path):
        line = subprocess.run(["ninja", "-C", self.build, "-t", "commands", path], check=True, capture_output=True,
                              text=True).stdout.splitlines()[-1]
        return next(command for part in line.split(" && ") if "-o" in (command := shlex.split(part)))

    def object(self, path):
        return self.build / self.compile_commands[path][self.compile_commands[path].index("-o") + 1]


class Changed:
    """What one change makes. `folder` is a worker's own."""

    def __init__(self, base, folder):
        self.base = base
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.object = folder / "changed.o"
        self.mutant = None

    def compile(self, mutant):
        """Whether it can be compiled."""
        self.mutant = mutant
        for name in PROGRAMS:
            (self.folder / name).unlink(missing_ok=True)
        return self.compiled(mutant.path, self.written(mutant, changed=True), self.object, [])

    def is_same_object(self):
        return filecmp.cmp(self.object, self.base.object(self.mutant.path), shallow=False)

    def is_same_object_optimized(self):
        """Whether a compiler that looks closer finds no difference."""
        objects = [self.folder / f"optimized-{which}.o" for which in ("changed", "unchanged")]
        for changed, target in zip((True, False), objects):
            self.compiled(self.mutant.path, self.written(self.mutant, changed), target, ["-O2"])
        return filecmp.cmp(*objects, shallow=False)

    def written(self, mutant, changed):
        source = (self.base.source / mutant.path).read_text()
        path = self.folder / Path(mutant.path).name  # an object holds its source's name
        path.write_text(mutant.applied_to(source) if changed else source)
        return path

    def compiled(self, path, source, target, flags):
        command = list(self.base.compile_commands[path])
        if Path(command[0]).name == "ccache":
            del command[0]
        command[command.index("-o") + 1] = str(target)
        command[command.index("-c") + 1] = str(source)
        return self.ran([*command, "-w", *flags])

    def program(self, name):
        """Links it at first use: the changed object goes before the library, which then is not asked for its own."""
        path = self.folder / name
        if not path.exists():
            command = list(self.base.link_commands[name])
            place = command.index("-o")
            command[place:place + 2] = ["-o", str(path), str(self.object), *(["-fuse-ld=gold"] if shutil.which("ld.gold") else [])]
            if not self.ran(command):
                raise RuntimeError(f"{name} cannot be linked with {self.mutant}")
        return path

    def ran(self, command):
        return subprocess.run(command, cwd=self.base.build, env=self.base.environment, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, start_new_session=True).returncode == 0
