"""The SQL that makes a scenario's table and puts rows into it."""

import csv
import io

from .. import scenario as scenarios

ROWS_PER_STATEMENT = 500


def quoted(name):
    return "`" + name.replace("`", "``") + "`"


def create_table(name, table):
    lines = [column_definition(column) for column in table["columns"]]
    if table.get("primary_key"):
        lines.append(f"PRIMARY KEY ({key_list(table['primary_key'])})")
    lines += [index_definition(index) for index in table.get("indexes", [])]
    row_format = f" ROW_FORMAT={table['row_format'].upper()}" if "row_format" in table else ""
    return f"CREATE TABLE {quoted(name)} ({', '.join(lines)}) ENGINE=InnoDB{row_format}"


def column_definition(column):
    words = [quoted(column["name"]), column["type"]]
    if "charset" in column:
        words.append(f"CHARACTER SET {column['charset']} COLLATE {column['charset']}_bin")
    if not column.get("nullable"):
        words.append("NOT NULL")
    if column.get("values") == "identity":
        words.append("AUTO_INCREMENT")
    return " ".join(words)


def index_definition(index):
    return f"{'UNIQUE ' if index.get('unique') else ''}INDEX {quoted(index['name'])} ({key_list(index['columns'])})"


def create_index(table_name, index):
    return f"ALTER TABLE {quoted(table_name)} ADD {index_definition(index)}"


def key_list(columns):
    return ", ".join(quoted(key) if isinstance(key, str) else quoted(key["name"]) + (" DESC" if key.get("order") == "desc" else "")
                     for key in columns)


class Writer:
    """Spells rows for the server. `records` are raw CSV records, in which an empty field is NULL and "" an empty string."""

    def __init__(self, name, table, columns):
        self.name = name
        types = {column["name"]: column["type"] for column in table["columns"]}
        drawn = set(scenarios.identity_columns(table))
        self.columns = columns
        self.given = [column for column in columns if column not in drawn]
        self.is_binary = [types[column].lower().startswith(("binary", "varbinary", "blob")) for column in columns]
        self.is_given = [column in self.given for column in columns]

    def insert(self, records):
        """One INSERT of all these rows."""
        rows = ",".join("(" + ",".join(self.literals(record)) + ")" for record in records)
        return f"INSERT INTO {quoted(self.name)} ({', '.join(map(quoted, self.given))}) VALUES {rows}"

    def literals(self, record):
        for value, binary, given in zip(fields(record), self.is_binary, self.is_given):
            if given:
                yield "NULL" if value is None else f"x'{plain_hex(value)}'" if binary else f"'{escaped(value)}'"

    def load_data(self, path):
        """LOAD DATA of a file that `feed` wrote."""
        targets, conversions = [], []
        for column, binary in ((column, binary) for column, binary, given in zip(self.columns, self.is_binary, self.is_given) if given):
            targets.append(f"@{quoted(column)}" if binary else quoted(column))
            if binary:
                conversions.append(f"{quoted(column)} = UNHEX(@{quoted(column)})")
        then = f" SET {', '.join(conversions)}" if conversions else ""
        return (f"LOAD DATA INFILE '{escaped(str(path))}' INTO TABLE {quoted(self.name)} CHARACTER SET utf8mb4 "
                f"({', '.join(targets)}){then}")

    def feed(self, records):
        """Rows as LOAD DATA reads them by default: tabs between fields, \\N for NULL."""
        lines = []
        for record in records:
            values = [value if value is None or not binary else plain_hex(value)
                      for value, binary, given in zip(fields(record), self.is_binary, self.is_given) if given]
            lines.append("\t".join("\\N" if value is None else escaped_for_file(value) for value in values))
        return "\n".join(lines) + "\n"


def fields(record):
    """The values of a raw CSV record; NULL is None."""
    record = record.rstrip("\r\n")
    if '"' not in record:
        return [value or None for value in record.split(",")]
    values = next(csv.reader(io.StringIO(record, newline="")))
    quoted_empty = quoted_fields(record)
    return [value if value or at in quoted_empty else None for at, value in enumerate(values)]


def quoted_fields(record):
    """Positions of the fields that are written with quotes."""
    found, at, inside, begins = set(), 0, False, True
    for character in record:
        if character == '"':
            if begins:
                found.add(at)
            inside = not inside
        elif character == "," and not inside:
            at += 1
            begins = True
            continue
        begins = False
    return found


def plain_hex(value):
    return value.replace("-", "")


def escaped(value):
    return value.replace("\\", "\\\\").replace("'", "\\'").replace("\0", "\\0")


def escaped_for_file(value):
    return value.replace("\\", "\\\\").replace("\t", "\\\t").replace("\n", "\\\n").replace("\0", "\\0")
