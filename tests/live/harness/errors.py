"""The one error that the harness shows without a traceback."""


class HarnessError(Exception):
    """Says what went wrong, where, and what would be right."""


class LogNotQuiet(HarnessError):
    """Somebody else wrote to the log where only the table's records may be. Again, and it will most likely be well."""
