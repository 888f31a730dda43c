"""Runs the keycost program."""

import json
import subprocess
from decimal import Decimal

from .errors import HarnessError


class Simulator:
    def __init__(self, binary):
        self.binary = str(binary)

    def rows(self, scenario_path, table):
        """All rows of a table in insertion order, as CSV with a header line."""
        return self.call(["rows", str(scenario_path), table])

    def run(self, scenario_path, page_folder, page_options):
        """The result of a scenario; what `page_options` ask for goes to `page_folder`. Fractions are kept as the decimals printed."""
        page_folder.mkdir(parents=True, exist_ok=True)
        said = self.call(["run", str(scenario_path), "-o", "json", *(word for option in page_options for word in (option, str(page_folder)))])
        try:
            return json.loads(said, parse_float=Decimal)
        except ValueError as error:
            raise HarnessError(f"`keycost run {scenario_path.name} -o json` printed no JSON: {error}") from None

    def call(self, arguments):
        try:
            done = subprocess.run([self.binary, *arguments], capture_output=True, text=True, encoding="utf-8")
        except OSError as error:
            raise HarnessError(f"cannot run {self.binary}: {error.strerror}; build keycost, or name it in KEYCOST") from None
        if done.returncode != 0:
            raise HarnessError(f"`keycost {' '.join(arguments[:1])}` ended with status {done.returncode}: {done.stderr.strip()[-2000:]}")
        return done.stdout
