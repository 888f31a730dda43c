"""What a session with either server offers on top of its protocol: `rows(sql)`, all rows of one answer."""

from .errors import HarnessError


class OneAtATime:
    def row(self, sql):
        rows = self.rows(sql)
        if len(rows) != 1:
            raise HarnessError(f"expected one row, got {len(rows)}, from: {sql}")
        return rows[0]

    def value(self, sql):
        return self.row(sql)[0]

    def run(self, sql):
        self.rows(sql)
