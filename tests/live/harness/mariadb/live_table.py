"""Takes one table of a scenario through its steps on the live server, and reads its file between them."""

import copy
import os
import time
from contextlib import contextmanager

from . import ddl
from .. import scenario as scenarios
from ..errors import HarnessError
from .record_format import RecordFormat
from .tablespace import Tablespace
from .wire import Session

DATABASE = "keycost"
COUNTERS = ("Innodb_lsn_current", "Innodb_pages_read", "Innodb_pages_written", "Innodb_dblwr_pages_written", "Innodb_data_written")
METRICS = ("index_page_splits", "index_page_reorg_attempts", "index_page_merge_attempts", "index_page_merge_successful")

# An index with fewer leaf pages than sampled pages times key columns is scanned as a whole, and then innodb_index_stats says
# n_leaf_pages 1 whatever the number (10.11.19; storage/innobase/dict/dict0stats.cc, dict_stats_analyze_index).
FULLY_SCANNED = 20


class LiveTable:
    """`worker` does the steps, `observer` looks. `keeper` holds a snapshot from before the first row, so that no purge of the
    undo log happens meanwhile: purge writes redo of its own, whenever it likes."""

    def __init__(self, server, name, table, rows, rows_per_statement=ddl.ROWS_PER_STATEMENT):
        self.server, self.name, self.rows = server, name, rows
        self.table = copy.deepcopy(table)  # create_index steps add to it
        self.rows_per_statement = rows_per_statement
        self.feed = server.feed_folder / "feed.tsv"
        self.observer = Session(server)
        self.observer.run(f"DROP DATABASE IF EXISTS {DATABASE}")
        self.observer.run(f"CREATE DATABASE {DATABASE}")
        self.keeper = Session(server, DATABASE)
        self.worker = Session(server, DATABASE)
        self.writer = ddl.Writer(name, self.table, rows.columns)
        self.results, self.rounds = {}, {}
        self.measured = {}   # step name -> what the counters rose by while its statements ran
        self.spent = {}      # the same since the first step
        self.worker.run(self.create_table())
        self.settle()
        self.keeper.run("START TRANSACTION WITH CONSISTENT SNAPSHOT")

    def settle(self):
        """Before rows come."""

    def create_table(self):
        return ddl.create_table(self.name, self.table)

    def close(self):
        for session in (self.worker, self.keeper):
            session.close()
        self.observer.run(f"DROP DATABASE {DATABASE}")
        self.observer.close()

    def run(self, steps):
        """The result object of every reported step, by name. What was measured beside it is in `measured`."""
        for step, name in zip(steps, scenarios.top_names(steps)):
            before = dict(self.spent)
            result = self.run_step(step)
            if name and result:
                (self.rounds if step["do"] == "repeat" else self.results)[name] = result
                self.measured[name] = {key: value - before.get(key, 0) for key, value in self.spent.items()}
        for name, rounds in self.rounds.items():
            self.results[name] = dict(add_up(rounds), each=rounds)
        self.check_against_statistics()
        return self.results

    def run_step(self, step):
        """A step's result object; of a repeat, the list of its rounds'; None for a checkpoint."""
        kind = step["do"]
        if kind == "insert":
            return self.run_insert(step)
        if kind == "copy":
            return self.run_load_data(step)
        if kind == "repeat":
            return self.run_repeat(step)
        if kind == "checkpoint":
            return self.run_checkpoint()
        if kind == "create_index":
            with self.counting():
                self.worker.run(ddl.create_index(self.name, step["index"]))
            self.table.setdefault("indexes", []).append(step["index"])
            return self.state()
        if kind == "rebuild":
            with self.counting():
                self.worker.run(f"OPTIMIZE TABLE {ddl.quoted(self.name)}")
            return self.state()
        raise HarnessError(f"table {self.name}: the harness does not know the step `{kind}`; "
                           "it knows insert, copy, checkpoint, repeat, create_index, rebuild")

    def run_repeat(self, step):
        """A named step inside a repeat is reported too, with all its executions as rounds."""
        rounds = []
        for _ in range(step["times"]):
            parts = []
            for inner in step["steps"]:
                result = self.run_step(inner)
                executions = result if inner["do"] == "repeat" else [result] if result else []
                if inner.get("name"):
                    self.rounds.setdefault(inner["name"], []).extend(executions)
                parts += [part for part in executions if "rows" in part]  # a repeat reports the sum over its inserts
            rounds.append({**add_up(parts), **self.state()})
        return rounds

    def run_insert(self, step):
        total = step["rows"]
        a_transaction = step.get("commit_every") or total
        with self.counting():
            for done in range(0, total, a_transaction):
                self.one_transaction(min(a_transaction, total - done))
        return {"rows": total, **self.state()}

    def one_transaction(self, count):
        self.worker.run("START TRANSACTION")
        for done in range(0, count, self.rows_per_statement):
            self.worker.run(self.writer.insert(self.rows.take(min(self.rows_per_statement, count - done))))
        self.worker.run("COMMIT")

    def run_load_data(self, step):
        with open(self.feed, "w", encoding="utf-8", newline="") as feed:
            feed.write(self.writer.feed(self.rows.take(step["rows"])))
            os.fchmod(feed.fileno(), 0o644)
        with self.counting():
            self.worker.run(self.writer.load_data(self.feed))
        return {"rows": step["rows"], **self.state()}

    def run_checkpoint(self):
        """Write every dirty page: no statement of the server does just that."""
        self.observer.run("SET GLOBAL innodb_max_dirty_pages_pct_lwm = 0, GLOBAL innodb_max_dirty_pages_pct = 0")
        deadline = time.monotonic() + 60
        while self.status("Innodb_buffer_pool_pages_dirty") and time.monotonic() < deadline:
            time.sleep(0.05)
        self.observer.run("SET GLOBAL innodb_max_dirty_pages_pct = DEFAULT")

    def state(self):
        """The file's size and, of each index, what its segments and levels say."""
        with self.written_out() as space:
            return {"indexes": {name: self.index_state(space, root, name == "PRIMARY") for name, root in self.roots().items()},
                    "file_size": space.file_size}

    def index_state(self, space, root, is_clustered):
        ordered = space.index_pages(root)
        leaf, top = space.segment(root, 0), space.segment(root, 1)
        leaves = sum(page.level == 0 for page in ordered)
        size = leaf.reserved + top.reserved
        return {"n_leaf_pages": leaf.used or 1, "size": size, **({"clustered_index_size": size} if is_clustered else {}),
                "internal_pages": len(ordered) - leaves, "tree_level": ordered[0].level}

    def page_tables(self):
        """index -> every page, as lines of columns; the pages have been held against each other."""
        with self.written_out() as space:
            return {name: [page.line() for page in space.checked_index(root, self.record_format(name))] for name, root in self.roots().items()}

    def record_format(self, index_name):
        definition = next((index for index in self.table.get("indexes", []) if index["name"] == index_name), None)
        return RecordFormat(self.table, definition)

    @contextmanager
    def written_out(self):
        """The table's file while the server holds it still, every change written."""
        self.observer.run(f"FLUSH TABLES {DATABASE}.{ddl.quoted(self.name)} FOR EXPORT")
        yield Tablespace(self.server.data / DATABASE / f"{self.name}.ibd")
        self.observer.run("UNLOCK TABLES")

    def roots(self):
        """Index -> root page, in order of creation."""
        return {name: int(root) for name, root in self.observer.rows(
            "SELECT i.NAME, i.PAGE_NO FROM information_schema.INNODB_SYS_INDEXES i JOIN information_schema.INNODB_SYS_TABLES t USING (TABLE_ID) "
            f"WHERE t.NAME = '{DATABASE}/{ddl.escaped(self.name)}' ORDER BY i.INDEX_ID")}

    @contextmanager
    def counting(self):
        """Adds what the server's counters rise by meanwhile to `spent`."""
        before = self.counters()
        yield
        for name, value in self.counters().items():
            self.spent[name] = self.spent.get(name, 0) + value - before[name]

    def counters(self):
        told = dict(self.observer.rows("SHOW GLOBAL STATUS WHERE Variable_name IN " + str(COUNTERS)))
        told |= dict(self.observer.rows(f"SELECT NAME, COUNT FROM information_schema.INNODB_METRICS WHERE NAME IN {METRICS}"))
        return {name: int(told[name]) for name in COUNTERS + METRICS}

    def status(self, name):
        return int(self.observer.row(f"SHOW GLOBAL STATUS LIKE '{name}'")[1])

    def check_against_statistics(self):
        """What the server's own statistics say must be what was read from the file."""
        self.observer.run(f"ANALYZE TABLE {DATABASE}.{ddl.quoted(self.name)}")
        state = self.state()["indexes"]
        told = self.observer.rows("SELECT index_name, stat_name, stat_value FROM mysql.innodb_index_stats "
                                  f"WHERE database_name = '{DATABASE}' AND table_name = '{ddl.escaped(self.name)}' "
                                  "AND stat_name IN ('size', 'n_leaf_pages')")
        for index, statistic, value in told:
            if statistic == "n_leaf_pages" and value == "1" and state[index][statistic] < FULLY_SCANNED:
                continue
            if state[index][statistic] != int(value):
                raise HarnessError(f"table {self.name}: innodb_index_stats says {statistic} {value} of {index}, its file {state[index][statistic]}")


def add_up(results):
    """Sums of what is counted; of the state, the last."""
    total = {}
    for result in results:
        for key, value in result.items():
            total[key] = total.get(key, 0) + value if key == "rows" else value
    return {key: value for key, value in total.items() if key != "each"}
