"""Writes the CSV file of a table whose keys no stream of the simulator makes."""

import datetime
import hashlib

from . import shapes
from .errors import HarnessError
from .orders import ORDERS

KEY_BITS = {"smallint": 16, "int": 31, "bigint": 62, "uuid": 62, "text": 62}


def csv_text(table, spec):
    """`spec` is {"key": column, "order": name in ORDERS, "rows": count, "parameters": {...}}; the other columns follow
    from the row's number alone. Or it is {"columns": {...}, "rows": count}: see shapes.py."""
    if "columns" in spec:
        return shapes.csv_text(table, spec)
    types = {column["name"]: column["type"] for column in table["columns"]}
    key_type = types[spec["key"]]
    if spec["order"] not in ORDERS:
        raise HarnessError(f"no order of keys is called {spec['order']!r}; there are {', '.join(ORDERS)}")
    keys = ORDERS[spec["order"]](spec["rows"], KEY_BITS[key_type], **spec.get("parameters", {}))
    makers = [key_text if name == spec["key"] else FILLERS[kind] for name, kind in types.items()]
    names = list(types)
    lines = [",".join(names)]
    for number, key in enumerate(keys, start=1):
        lines.append(",".join(maker(key, key_type) if maker is key_text else maker(number, name)
                              for maker, name in zip(makers, names)))
    return "\n".join(lines) + "\n"


def key_text(number, key_type):
    """Spells a number so that the spellings sort as the numbers do."""
    if key_type == "uuid":
        return f"{number:016x}" + hashlib.md5(str(number).encode()).hexdigest()[:16]
    if key_type == "smallint":
        return str(number - (1 << 15))
    if key_type == "text":
        return f"key {number:020d}"
    return str(number)


FILLERS = {
    "smallint": lambda number, name: str(number % 30000),
    "int": lambda number, name: str(number),
    "bigint": lambda number, name: str(number * 1_000_003),
    "bool": lambda number, name: "t" if number % 3 else "f",
    "uuid": lambda number, name: hashlib.md5(f"{name} {number}".encode()).hexdigest(),
    "text": lambda number, name: f"row {number}",
    "timestamptz": lambda number, name: str(datetime.datetime(2024, 1, 1) + datetime.timedelta(seconds=number)) + "+00",
}
