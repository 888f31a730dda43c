"""What a stretch of WAL consists of, as pg_walinspect tells, without what the server's background wrote in between."""

import time

from . import ddl
from .errors import HarnessError, LogNotQuiet

WAL_PAGE = 8192
WAL_SEGMENT = 16 * 1024 * 1024
SHORT_HEADER = 24  # of every WAL page
LONG_HEADER = 40   # of the first page of every segment
USABLE_PER_SEGMENT = WAL_SEGMENT - LONG_HEADER - (WAL_SEGMENT // WAL_PAGE - 1) * SHORT_HEADER

# Written by the bgwriter and the checkpointer by the clock: they belong to no statement.
BACKGROUND = ("Standby/RUNNING_XACTS", "XLOG/CHECKPOINT_ONLINE", "XLOG/CHECKPOINT_REDO", "XLOG/CHECKPOINT_SHUTDOWN")


def position(session):
    """The insert position, as a number, once everything before it can be read back."""
    while True:
        inserted, flushed = session.row("SELECT pg_current_wal_insert_lsn() - '0/0', pg_current_wal_flush_lsn() - '0/0'")
        inserted, flushed = int(inserted), int(flushed)
        header = LONG_HEADER if flushed % WAL_SEGMENT == 0 else SHORT_HEADER
        if flushed >= inserted or (flushed % WAL_PAGE == 0 and inserted - flushed == header):
            return inserted
        time.sleep(0.02)  # an abort, or a background record: the WAL writer flushes it soon


def lsn(number):
    return f"'{number >> 32:X}/{number & 0xFFFFFFFF:X}'::pg_lsn"


INDEX_PAGES = "XLOG/FPI"  # what building an index logs: its pages, whole
HINTS = "XLOG/FPI_FOR_HINT"  # and the table's pages, as the first reader marks their rows
OF_BUILDS = (INDEX_PAGES, HINTS)


class Stretch:
    """The WAL between two positions."""

    def __init__(self, session, start, end):
        self.start, self.end = start, end
        self.every_kind = read_kinds(session, start, end)
        self.kinds = {kind: figures for kind, figures in self.every_kind.items() if kind not in BACKGROUND}
        background = [kind for kind in self.every_kind if kind in BACKGROUND]
        self.padded_bytes = usable_bytes_before(end) - usable_bytes_before(start)
        if background:
            self.padded_bytes -= padded_bytes_of(session, start, end, background)


class LogClock:
    """Where in the log a table's steps would lie on a server of its own: from the first record of a segment, with one
    set of the checkpointer's records for each CHECKPOINT and nothing else in between.

    A plain LSN distance depends on where in a WAL page a step began, which here is other tables' history, and on what the
    background wrote by the clock. Records' padded sizes do not: from them follows the distance on such a server."""

    def __init__(self, start=None):
        """`start`: where the simulator is told to begin; then the log must stay as quiet as on a server of its own."""
        self.usable_bytes = 0 if start is None else usable_bytes_before(start)
        self.must_be_real = start is not None
        self.is_lost = False

    def lose_position(self):
        self.is_lost = True

    def require_at(self, real_position):
        expected = position_after(self.usable_bytes)
        if self.must_be_real and not self.is_lost and real_position != expected:
            raise LogNotQuiet(f"the log is {real_position - expected} bytes further than the table's own records: something else "
                              "wrote, so the positions on the pages are not the simulator's")

    def pass_over(self, padded_bytes):
        """The LSN distance of that many bytes of padded records, from here on, as far as it can be told."""
        if self.is_lost:
            return {}
        before = position_after(self.usable_bytes)
        self.usable_bytes += padded_bytes
        return {"lsn_bytes": position_after(self.usable_bytes) - before}

    def pass_over_checkpoint(self, stretch):
        """One record of each kind, however many a busy background wrote."""
        for kind in BACKGROUND:
            figures = stretch.every_kind.get(kind)
            if figures:
                self.usable_bytes += padded(figures["record_size"] // figures["count"])


def padded(size):
    return (size + 7) // 8 * 8


def read_kinds(session, start, end):
    """pg_get_wal_stats by record type, plus the number of images, in the layout of the result."""
    if start == end:
        return {}
    found = {}
    for kind, count, record_size, image_size, combined_size in session.rows(
            'SELECT "resource_manager/record_type", count, record_size, fpi_size, combined_size '
            f"FROM pg_get_wal_stats({lsn(start)}, {lsn(end)}, true) WHERE count > 0 ORDER BY 1"):
        found[kind] = {"count": int(count), "record_size": int(record_size), "fpi": 0, "fpi_size": int(image_size),
                       "combined_size": int(combined_size)}
    if any(figures["fpi_size"] for figures in found.values()):
        for kind, images in count_images(session, start, end):
            found[kind]["fpi"] = int(images)
    return found


def count_images(session, start, end):
    return session.rows("SELECT resource_manager || '/' || record_type, count(*) "
                        f"FROM pg_get_wal_block_info({lsn(start)}, {lsn(end)}, false) WHERE block_fpi_length > 0 GROUP BY 1")


def hints_of(session, start, end, table_name):
    """The hint records of one table's pages, in the layout of the result; None if there is none."""
    count, size, images, image_size = map(int, session.row(
        "SELECT count(*), coalesce(sum(record_length), 0), count(*) FILTER (WHERE block_fpi_length > 0), "
        f"coalesce(sum(block_fpi_length), 0) FROM pg_get_wal_block_info({lsn(start)}, {lsn(end)}, false) "
        f"WHERE record_type = 'FPI_FOR_HINT' AND relfilenode = pg_relation_filenode({ddl.regclass(table_name)})"))
    return {"count": count, "record_size": size - image_size, "fpi": images, "fpi_size": image_size,
            "combined_size": size} if count else None


def padded_bytes_of(session, start, end, kinds):
    listed = ", ".join(f"'{kind}'" for kind in kinds)
    return int(session.value(
        f"SELECT coalesce(sum((record_length + 7) / 8 * 8), 0) FROM pg_get_wal_records_info({lsn(start)}, {lsn(end)}) "
        f"WHERE resource_manager || '/' || record_type IN ({listed})"))


def rehearse(session, start, end, table_name):
    """Asks once whatever is asked of the log later: to look a function up is to read catalogs, and may hint them."""
    Stretch(session, start, end)
    count_images(session, start, end)
    padded_bytes_of(session, start, end, BACKGROUND)
    hints_of(session, start, end, table_name)


def usable_bytes_before(number):
    """How many bytes that are not page headers lie before a WAL position (PostgreSQL's XLogRecPtrToBytePos)."""
    segments, offset = divmod(number, WAL_SEGMENT)
    page, in_page = divmod(offset, WAL_PAGE)
    if page == 0:
        return segments * USABLE_PER_SEGMENT + max(0, in_page - LONG_HEADER)
    first_page = WAL_PAGE - LONG_HEADER
    return segments * USABLE_PER_SEGMENT + first_page + (page - 1) * (WAL_PAGE - SHORT_HEADER) + max(0, in_page - SHORT_HEADER)


def position_after(usable_bytes):
    """The WAL position at which the next record begins (PostgreSQL's XLogBytePosToRecPtr)."""
    segments, rest = divmod(usable_bytes, USABLE_PER_SEGMENT)
    first_page = WAL_PAGE - LONG_HEADER
    if rest < first_page:
        return segments * WAL_SEGMENT + LONG_HEADER + rest
    pages, in_page = divmod(rest - first_page, WAL_PAGE - SHORT_HEADER)
    return segments * WAL_SEGMENT + (1 + pages) * WAL_PAGE + SHORT_HEADER + in_page


def without_commits(kinds, column):
    return sum(figures[column] for kind, figures in kinds.items() if not kind.startswith("Transaction/"))


def require_statement_only(kinds, records, images, size):
    """EXPLAIN counts the statement's own records. More in the WAL means that something else wrote in between (catalog
    hint bits of a session that was not warm, say), and then no figure of the step can be trusted."""
    seen = tuple(without_commits(kinds, column) for column in ("count", "fpi", "combined_size"))
    if seen != (records, images, size):
        raise HarnessError("the WAL of the step holds more than the statement wrote: records, images, bytes are "
                           f"{seen} in the WAL and {(records, images, size)} in EXPLAIN; types: {kinds}")
