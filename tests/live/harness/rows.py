"""Where a table's rows come from: the simulator, or the scenario's own CSV file.

Records are kept as raw CSV text and never parsed: only the raw text tells NULL (empty) from an empty string ("").
"""

from .errors import HarnessError


class Rows:
    """A table's rows in insertion order, handed out from the front."""

    def __init__(self, csv_text, origin):
        records = split_records(csv_text)
        if not records:
            raise HarnessError(f"{origin}: no header line; the first line should name the columns")
        self.columns = records[0].rstrip("\r\n").split(",")
        self.records = records[1:]
        self.origin = origin
        self.taken = 0

    def peek(self):
        return self.records[self.taken:self.taken + 1]

    def take(self, count):
        if self.taken + count > len(self.records):
            raise HarnessError(f"{self.origin}: has {len(self.records)} rows, the steps need at least {self.taken + count}")
        self.taken += count
        return self.records[self.taken - count:self.taken]

    def rewind(self):
        self.taken = 0


def split_records(text):
    """Records end at a line end outside quotes."""
    if '"' not in text:
        return text.splitlines(keepends=True)
    records, open_lines = [], []
    for line in text.splitlines(keepends=True):
        open_lines.append(line)
        if sum(part.count('"') for part in open_lines) % 2 == 0:
            records.append("".join(open_lines))
            open_lines = []
    return records
