"""A table whose redo log is compared: how much of it each index and a new file have caused, read from the log itself.

A server of its own, so that tables, transactions and pages have numbers as short as a young server's. What is logged for undo logs,
the dictionary and files as a whole is left out: it depends on what the server has done before.
"""

from collections import Counter
from contextlib import contextmanager

from . import ddl
from .live_table import DATABASE, LiveTable
from .redo_log import CHECKSUM_BYTES, RedoLog
from .tablespace import INODE_BYTES, INODES_AT
from ..errors import HarnessError

HEADER_PAGE, BITMAP_PAGE, INODE_PAGE = 0, 1, 2
INDEX_ID_AT = range(66, 74)   # PAGE_INDEX_ID, of which the first bytes are 0
MAX_TRANSACTION_AT = range(56, 64)   # PAGE_MAX_TRX_ID
END_BYTES = 1 + CHECKSUM_BYTES


def size_of_young(record):
    """What it would take had there been fewer than 256 transactions."""
    is_transaction = record.kind == "WRITE" and record.offset in MAX_TRANSACTION_AT
    return record.size - (len(record.content) - 1 if is_transaction else 0)


class RedoTable(LiveTable):
    def run(self, steps):
        self.stretch = None
        self.index_of_page = {}   # (space, page) -> index id, as the log has told
        return super().run(steps)

    def run_step(self, step):
        self.stretch = None
        result = super().run_step(step)
        if self.stretch and isinstance(result, dict):
            result["by_relation"] = {name: {"redo": {"bytes": size}} for name, size in self.bytes_by_relation(*self.stretch).items()}
        return result

    @contextmanager
    def counting(self):
        begin = self.position()
        with super().counting():
            yield
        self.stretch = begin, self.position()

    def position(self):
        """A place in the log up to which the file has everything. FLUSH ENGINE LOGS writes only if commits do, too."""
        position = self.status("Innodb_lsn_current")
        self.observer.run("SET GLOBAL innodb_flush_log_at_trx_commit = 2")
        self.observer.run("FLUSH ENGINE LOGS")
        return position

    def bytes_by_relation(self, begin, end):
        log = RedoLog(self.server.data / "ib_logfile0")
        space, names = self.space(), self.names()
        found, waiting = Counter(), 0
        for transaction in log.between(begin, end):
            mine = [record for record in transaction.records if record.space == space and not record.kind.startswith("FILE_")]
            if not mine:
                continue
            name = self.relation(space, mine, names)
            size = sum(map(size_of_young, mine) if name != "PRIMARY" else (record.size for record in mine)) + END_BYTES
            if name is None:  # the change buffer's bitmap: what comes next has asked for it
                waiting += size
                continue
            found[name] += size + waiting
            waiting = 0
        return found

    def relation(self, space, records, names):
        if any(record.kind == "INIT_PAGE" and record.page == HEADER_PAGE for record in records):
            return "file"
        for record in records:
            if record.kind == "WRITE" and record.offset in INDEX_ID_AT and len(record.content) == INDEX_ID_AT.stop - record.offset:
                self.index_of_page[space, record.page] = int.from_bytes(record.content, "big")
        known = [self.index_of_page[space, record.page] for record in records if (space, record.page) in self.index_of_page]
        if known:
            return names[known[0]]
        inodes = [record.offset for record in records if record.page == INODE_PAGE and record.offset >= INODES_AT]
        if inodes:  # two segments an index, in the order of their creation
            return list(names.values())[(inodes[0] - INODES_AT) // INODE_BYTES // 2]
        if all(record.page == BITMAP_PAGE for record in records):
            return None
        raise HarnessError(f"table {self.name}: it is not known whose pages these are: {sorted({record.page for record in records})}")

    def space(self):
        return int(self.observer.row(f"SELECT SPACE FROM information_schema.INNODB_SYS_TABLES WHERE NAME = '{DATABASE}/{ddl.escaped(self.name)}'")[0])

    def names(self):
        """Index id -> name, in order of creation; the roots are known by that too."""
        rows = self.observer.rows("SELECT i.NAME, i.INDEX_ID, i.PAGE_NO FROM information_schema.INNODB_SYS_INDEXES i JOIN "
                                  f"information_schema.INNODB_SYS_TABLES t USING (TABLE_ID) WHERE t.NAME = '{DATABASE}/{ddl.escaped(self.name)}' "
                                  "ORDER BY i.INDEX_ID")
        space = self.space()
        for _, index, root in rows:
            self.index_of_page[space, int(root)] = int(index)
        return {int(index): name for name, index, _ in rows}
