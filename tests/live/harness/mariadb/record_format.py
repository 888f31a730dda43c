"""How long the records of an index are: COMPACT and DYNAMIC formats.

Sources: storage/innobase/rem/rem0rec.cc (record layout), include/data0type.h (which types are of fixed width),
dict/dict0mem.cc (what an index carries besides its key). Known here so that the bytes of each page can be added up.
"""

import re
from dataclasses import dataclass

from ..errors import HarnessError

EXTRA_BYTES = 5                 # REC_N_NEW_EXTRA_BYTES
TRX_ID_BYTES, ROLL_PTR_BYTES, CHILD_BYTES = 6, 7, 4
BYTES_PER_CHARACTER = {"utf8mb4": 4, "utf8mb3": 3, "latin1": 1, "ascii": 1}
INTEGER_BYTES = {"tinyint": 1, "smallint": 2, "int": 4, "bigint": 8, "date": 3}
DECIMAL_BYTES = (0, 1, 1, 2, 2, 3, 3, 4, 4)


@dataclass(frozen=True)
class Field:
    fixed_bytes: int      # 0: of varying width
    longest_bytes: int    # more than 255: lengths above 127 take two bytes
    nullable: bool


def field(column):
    kind, *sizes = re.findall(r"[a-z]+\d*[a-z]*|\d+", column["type"].lower().replace("(", " "))
    sizes = [int(size) for size in sizes]
    nullable = bool(column.get("nullable"))
    fixed = fixed_bytes(kind, sizes, column.get("charset", "utf8mb4"))
    if fixed:
        return Field(fixed, 0, nullable)
    if kind in ("char", "varchar"):
        return Field(0, sizes[0] * BYTES_PER_CHARACTER[column.get("charset", "utf8mb4")], nullable)
    if kind == "varbinary":
        return Field(0, sizes[0], nullable)
    raise HarnessError(f"column {column['name']}: the harness does not know how wide {column['type']} is")


def fixed_bytes(kind, sizes, charset):
    """0 if the width varies; a char of characters of varying width is stored as varying."""
    if kind in INTEGER_BYTES:
        return INTEGER_BYTES[kind]
    if kind in ("datetime", "timestamp"):
        return (5 if kind == "datetime" else 4) + ((sizes[0] if sizes else 0) + 1) // 2
    if kind == "decimal":
        digits, fraction = sizes
        return sum(part // 9 * 4 + DECIMAL_BYTES[part % 9] for part in (digits - fraction, fraction))
    if kind == "binary":
        return sizes[0]
    return sizes[0] if kind == "char" and BYTES_PER_CHARACTER[charset] == 1 else 0


class RecordFormat:
    def __init__(self, table, index):
        """`index` is None for the clustered index."""
        columns = {column["name"]: field(column) for column in table["columns"]}
        primary = table["primary_key"]
        if index is None:
            system = [Field(TRX_ID_BYTES, 0, False), Field(ROLL_PTR_BYTES, 0, False)]
            self.key = [columns[name] for name in primary]
            self.leaf = self.key + system + [columns[name] for name in columns if name not in primary]
        else:
            names = [key if isinstance(key, str) else key["name"] for key in index["columns"]]
            names += [name for name in primary if name not in names]
            self.key = self.leaf = [columns[name] for name in names]
        self.bitmap_bytes = (sum(part.nullable for part in self.leaf) + 7) // 8  # node pointers have it in full, too

    def length(self, page, origin):
        """Bytes of header, lengths, bitmap and data."""
        return sum(self.parts(page, origin))

    def child(self, page, origin):
        """The page that a node pointer leads to: its last field."""
        end = origin + self.parts(page, origin)[1]
        return int.from_bytes(page.image[end - CHILD_BYTES:end], "big")

    def parts(self, page, origin):
        """Bytes before the origin, and data from it on."""
        fields, data = (self.leaf, 0) if page.level == 0 else (self.key, CHILD_BYTES)
        bitmap_at = origin - EXTRA_BYTES - 1
        lengths_at = bitmap_at - self.bitmap_bytes
        nullables = 0
        for part in fields:
            if part.nullable:
                is_null = page.image[bitmap_at - nullables // 8] >> nullables % 8 & 1
                nullables += 1
                if is_null:
                    continue
            if part.fixed_bytes:
                data += part.fixed_bytes
                continue
            length = page.image[lengths_at]
            lengths_at -= 1
            if part.longest_bytes > 255 and length & 0x80:
                if length & 0x40:
                    raise page.broken("a column is stored out of line, which no case should have")
                length = (length & 0x3F) << 8 | page.image[lengths_at]
                lengths_at -= 1
            data += length
        return origin - 1 - lengths_at, data
