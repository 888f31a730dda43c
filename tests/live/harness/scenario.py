"""Reads a keycost scenario: as much of it as the live server has to do."""

import json
import re

from .errors import HarnessError

# A string first, so that `//` inside one is left alone.
STRING_OR_COMMENT = re.compile(r'("(?:[^"\\]|\\.)*")|//[^\n]*')

DEFAULT_SETTINGS = {"shared_buffers": "128MB", "full_page_writes": True, "data_checksums": True, "wal_log_hints": False,
                    "wal_compression": "off"}


def load(path):
    text = STRING_OR_COMMENT.sub(lambda match: match.group(1) or "", path.read_text(encoding="utf-8"))
    try:
        return json.loads(text)
    except ValueError as error:
        raise HarnessError(f"{path}: not JSON: {error}") from None


def settings(scenario):
    return dict(DEFAULT_SETTINGS, **scenario.get("settings", {}))


def needs_quiet_log(scenario):
    """Compressed images hold what the log's history has left on their pages: positions and transaction numbers. To the
    byte they can be compared only if the simulator knows where the table's history begins and nobody else writes."""
    return settings(scenario)["wal_compression"] != "off"


def stream_of(column):
    values = column.get("values")
    return values.get("stream") if isinstance(values, dict) else values


def identity_columns(table):
    return [column["name"] for column in table["columns"] if stream_of(column) == "identity"]


def index_names(table_name, table):
    """The table's indexes in the order in which they are created."""
    names = [f"{table_name}_pkey"] if table.get("primary_key") else []
    return names + [index["name"] for index in table.get("indexes", [])]


def largest_statement(steps):
    """Rows of the largest INSERT; without end where something else than inserts writes pages."""
    largest = 0
    for step in steps:
        if step["do"] == "insert":
            largest = max(largest, min(step["rows"], step.get("commit_every") or step["rows"]))
        elif step["do"] == "repeat":
            largest = max(largest, largest_statement(step["steps"]))
        elif step["do"] != "checkpoint":
            return float("inf")
    return largest


def rows_needed(steps):
    """How many rows all the steps together insert."""
    total = 0
    for step in steps:
        if step["do"] in ("insert", "copy"):
            total += step["rows"]
        elif step["do"] == "repeat":
            total += step["times"] * rows_needed(step["steps"])
    return total


def top_names(steps):
    """The name each step at the top is reported under: its own, or its number among the unnamed ones of its kind."""
    names, unnamed = [], {"insert": 0, "repeat": 0}
    for step in steps:
        kind = "repeat" if step["do"] == "repeat" else "insert"
        name = step.get("name")
        if name is None and step["do"] in ("insert", "copy", "repeat"):
            unnamed[kind] += 1
            name = f"{kind}-{unnamed[kind]}"
        names.append(name)
    return names
