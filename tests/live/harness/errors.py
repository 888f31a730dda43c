"""The one error that the harness shows without a traceback."""


class HarnessError(Exception):
    """Says what went wrong, where, and what would be right."""
