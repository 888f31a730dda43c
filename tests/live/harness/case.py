"""A case: a scenario, and where its CSV tables' rows come from."""

import json
from dataclasses import dataclass, field

from . import generators
from . import scenario as scenarios
from .rows import Rows


@dataclass
class Case:
    name: str
    scenario: dict
    generated: dict = field(default_factory=dict)  # table -> spec for generators.csv_text
    how: dict = field(default_factory=dict)        # what the scenario leaves open and an engine's room lets choose
    recorded: bool = True                          # small enough for the repository

    def write(self, folder):
        """Put the scenario and its CSV files into a folder; the scenario's path."""
        folder.mkdir(parents=True, exist_ok=True)
        for table, spec in self.generated.items():
            text = generators.csv_text(self.scenario["tables"][table], spec)
            (folder / self.scenario["tables"][table]["rows"]).write_bytes(text.encode())
        return self.write_scenario(folder)

    def write_scenario(self, folder):
        path = folder / "scenario.json"
        path.write_text(json.dumps(self.scenario, indent=1) + "\n", encoding="utf-8")
        return path

    def rows(self, table, scenario_path, simulator):
        """A CSV table's rows as the file has them, any other table's as the simulator makes them."""
        name = self.scenario["tables"][table].get("rows")
        if name:
            return Rows((scenario_path.parent / name).read_text(encoding="utf-8"), f"{self.name}, {name}")
        return Rows(simulator.rows(scenario_path, table), f"{self.name}, `keycost rows` of table {table}")

    def row_count(self):
        return scenarios.rows_needed(self.scenario["steps"]) * len(self.scenario["tables"])


def column(name, kind, values=None):
    return {"name": name, "type": kind, **({"values": values} if values else {})}


def scenario(title, tables, steps, settings=None):
    return {"title": title, "engine": "postgresql-18", "seed": 1, "settings": {"shared_buffers": "2GB", **(settings or {})},
            "tables": tables, "steps": steps}


def csv_case(name, title, table, key, order, steps, parameters=None, settings=None):
    """One table whose rows this harness writes."""
    table = dict(table, rows="rows.csv")
    spec = {"key": key, "order": order, "rows": scenarios.rows_needed(steps), "parameters": parameters or {}}
    return Case(name, scenario(title, {"t": table}, steps, settings), {"t": spec})


def insert(rows, name=None, **options):
    return {"do": "insert", "rows": rows, **({"name": name} if name else {}), **options}


def load_then_rounds(load, rounds, per_round):
    """A load without a checkpoint in it, then batches with one before each."""
    return [insert(load, "load"),
            {"do": "repeat", "times": rounds, "name": "rounds", "steps": [{"do": "checkpoint"}, insert(per_round)]}]
