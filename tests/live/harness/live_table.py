"""Takes one table of a scenario through its steps on the live server, in one warm session."""

import copy
import os
from contextlib import nullcontext

from . import ddl, measure, pool, unobtrusive, wal, warmup
from . import scenario as scenarios
from .errors import HarnessError
from .wire import Session

EXTENSIONS = ("pageinspect", "pg_walinspect", "pgstattuple", "pg_buffercache", "pg_prewarm", "file_fdw")
TEMPLATE = "keycost_template"
LARGEST_TOLD_BY_RELATION = 5_000  # rows; to read WAL block by block takes long


def make_template(server):
    """A database with the extensions, from which every table's own database is copied."""
    administrator = Session(server, "postgres")
    if administrator.value(f"SELECT count(*) FROM pg_database WHERE datname = '{TEMPLATE}'") == "0":
        administrator.run(f"CREATE DATABASE {TEMPLATE}")
        session = Session(server, TEMPLATE)
        for extension in EXTENSIONS:
            session.run(f"CREATE EXTENSION {extension}")
        session.run("CREATE TABLE keycost_empty ()")
        session.run("CREATE SERVER keycost_files FOREIGN DATA WRAPPER file_fdw")
        session.close()
    administrator.close()


class LiveTable:
    """`observer` looks at the table between the steps, so that `worker` does nothing but the steps."""

    def __init__(self, server, name, table, rows, quiet_log=False):
        self.server, self.name, self.rows = server, name, rows
        self.table = copy.deepcopy(table)  # create_index steps add to it
        self.feed = server.feed_folder / "feed.csv"
        self.database = "keycost_case"
        self.administrator = Session(server, "postgres")
        self.administrator.run(f"DROP DATABASE IF EXISTS {self.database} WITH (FORCE)")
        self.administrator.run(f"CREATE DATABASE {self.database} TEMPLATE {TEMPLATE}")
        self.observer = Session(server, self.database)
        self.worker = Session(server, self.database)
        self.insert = ddl.insert_from_feed(name, table, rows.columns)
        self.tells_relations = False
        self.step = {}
        self.results, self.rounds, self.log = {}, {}, wal.LogClock()
        self.builds_indexes = False
        self.pool, self.final_pool, self.put_off = None, None, []  # set by a restart: from then on nobody else may touch the buffers
        before_table = wal.position(self.worker)
        self.create()
        self.start = self.settle(before_table) if quiet_log else {}

    def create(self):
        self.worker.run(ddl.create_feed(self.rows.columns, self.table, self.feed))
        self.worker.run(ddl.create_table(self.name, self.table))
        for index in self.table.get("indexes", []):
            self.worker.run(ddl.create_index(self.name, index))

    def settle(self, before_table):
        """What would write to the log later, hinting or pruning pages of catalogs, is made to do so now. Where the table's
        own history then begins, in the words of a scenario's settings."""
        self.builds_indexes = True  # so that what looking reads is evicted again
        first, before, start = wal.position(self.worker), None, 0
        while before != start:
            self.worker.run("SELECT pg_current_xact_id()")  # from then on what the statements before it left can be pruned
            before = wal.position(self.worker)
            self.warm()
            self.state()
            self.accesses()
            wal.rehearse(self.observer, before_table, first, self.name)
            start = wal.position(self.worker)
        transaction = int(self.worker.value("SELECT pg_snapshot_xmax(pg_current_snapshot())"))
        self.log = wal.LogClock(start)
        return {"start_lsn": start, "first_transaction_id": transaction}

    def close(self):
        for session in (self.worker, self.observer):
            session.close()
        self.administrator.run(f"DROP DATABASE {self.database} WITH (FORCE)")
        self.administrator.close()

    def run(self, steps):
        """The result object of every reported step, by name."""
        self.builds_indexes = unobtrusive.needed(steps)
        self.tells_relations = not self.log.must_be_real and scenarios.largest_statement(steps) <= LARGEST_TOLD_BY_RELATION
        for step, name in zip(steps, scenarios.top_names(steps)):
            result = self.run_step(step)
            if name and result:
                (self.rounds if step["do"] == "repeat" else self.results)[name] = result
        if self.pool:
            self.final_pool = self.pool.text()
            self.pool = None
            self.read_what_was_put_off()
        for name, rounds in self.rounds.items():
            self.results[name] = dict(add_up(rounds), each=rounds)
        return self.results

    def run_step(self, step):
        """A step's result object; of a repeat, the list of its rounds'; None for a checkpoint."""
        kind = step["do"]
        if kind == "insert":
            return self.run_insert(step)
        if kind == "copy":
            return self.run_copy(step)
        if kind == "repeat":
            return self.run_repeat(step)
        if kind == "checkpoint":
            return self.run_checkpoint()
        if kind == "create_index":
            result = self.run_build(ddl.create_index(self.name, step["index"]))
            self.table.setdefault("indexes", []).append(step["index"])
            return dict(result, **self.state())
        if kind == "rebuild":
            return dict(self.run_build(f"REINDEX TABLE {ddl.quoted(self.name)}"), **self.state())
        if kind == "restart":
            return self.run_restart(step)
        if kind == "prewarm":
            return self.run_prewarm()
        raise HarnessError(f"table {self.name}: the harness does not know the step `{kind}`; "
                           "it knows insert, copy, checkpoint, repeat, create_index, rebuild, restart, prewarm")

    def run_restart(self, step):
        """What else is in the pool when the sessions are warm again goes into the step, for the simulator."""
        for session in (self.worker, self.observer, self.administrator):
            session.close()
        self.server.restart()
        self.administrator = Session(self.server, "postgres")
        self.observer = Session(self.server, self.database)
        self.worker = Session(self.server, self.database)
        self.log.lose_position()
        self.pool = None
        self.warm()
        for _ in range(2):
            start = wal.position(self.worker)
            self.worker.run("CHECKPOINT")
            wal.Stretch(self.observer, start, wal.position(self.worker))
            self.prewarm("read")  # from the file, past the buffers: makes the session know the function …
            self.worker.run("SELECT pg_prewarm('keycost_empty', 'buffer')")  # … and the tablespace's settings
            self.warm()
            looking = pool.Pool(self.observer, self.name)
            looking.buffers()
        for result in [*self.results.values(), *(part for rounds in self.rounds.values() for part in rounds)]:
            result.pop("buffers", None)  # where the clock's hand stood was not known
        step["buffers"] = looking.state()
        self.pool = looking

    def run_prewarm(self):
        self.prewarm("buffer")

    def prewarm(self, mode):
        for relation in [self.name, *scenarios.index_names(self.name, self.table)]:
            self.worker.run(f"SELECT pg_prewarm({ddl.regclass(relation)}, '{mode}')")

    def run_build(self, statement):
        """Of the WAL that building indexes writes, the images of their pages and the hints on the table's: the rest is the
        catalogs'. What that is the simulator does not know, so from here on LSN distances are not compared."""
        start = wal.position(self.worker)
        self.log.require_at(start)
        self.worker.run(statement)
        stretch = wal.Stretch(self.observer, start, wal.position(self.worker))
        self.log.lose_position()
        told = {wal.INDEX_PAGES: stretch.kinds.get(wal.INDEX_PAGES), wal.HINTS: wal.hints_of(self.observer, start, stretch.end, self.name)}
        by_type = {kind: figures for kind, figures in told.items() if figures}
        return {"wal": {"by_type": by_type}} if by_type else {}

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
            rounds.append(add_up(parts))
        return rounds

    def run_checkpoint(self):
        start = wal.position(self.worker)
        self.log.require_at(start)
        self.worker.run("CHECKPOINT")
        end = wal.position(self.worker)
        if self.pool:
            return
        self.log.pass_over_checkpoint(wal.Stretch(self.observer, start, end))
        self.log.require_at(end)

    def run_insert(self, step):
        if step.get("new_session"):
            self.worker.close()
            self.worker = Session(self.server, self.database)
        self.insert = ddl.insert_from_feed(self.name, self.table, self.rows.columns, step)
        self.step = step
        if "on_conflict" in step:
            warmup.make_stand_in(self.worker, self.name)
        total = step["rows"]
        batch = step.get("commit_every") or total
        every = step.get("rollback_every")
        statements = [self.one_insert(min(batch, total - done), bool(every) and (done // batch + 1) % every == 0)
                      for done in range(0, total, batch)]
        return dict(add_up(statements), **self.state())

    def one_insert(self, count, rolls_back=False):
        self.warm()
        self.fill_feed(count)
        accesses_before = None if self.pool else self.accesses()
        pages_before, start = self.pages_by_relation(), wal.position(self.worker)
        self.log.require_at(start)
        if rolls_back:
            self.worker.run("BEGIN")
        figures = measure.explain_insert(self.worker, self.insert)
        if rolls_back:
            self.worker.run("ROLLBACK")
        end = wal.position(self.worker)
        inserted = count - figures["conflicts"]
        figures = {"rows": 0 if rolls_back else inserted, "rolled_back": inserted if rolls_back else 0, **figures}
        if self.pool:
            self.put_off.append((figures["wal"], start, end))
            return figures
        stretch = wal.Stretch(self.observer, start, end)
        self.require_no_catalog_access(figures["buffers"], self.accesses() - accesses_before)
        if self.tells_relations:
            figures["by_relation"] = self.by_relation(pages_before, start, end)
        written = figures["wal"]
        wal.require_statement_only(stretch.kinds, written["records"], written["fpi"], written["bytes"])
        written.update(self.log.pass_over(stretch.padded_bytes), by_type=stretch.kinds)
        self.log.require_at(stretch.end)
        return figures

    def relations(self):
        """How the simulator calls each relation -> how the server calls it."""
        names = {"heap": self.name, **{index: index for index in scenarios.index_names(self.name, self.table)}}
        for column in scenarios.identity_columns(self.table):
            sequence = self.observer.value(f"SELECT relname FROM pg_class WHERE oid = pg_get_serial_sequence("
                                           f"{ddl.literal(ddl.quoted(self.name))}, {ddl.literal(column)})::regclass")
            names[sequence] = sequence
        return names

    def pages_by_relation(self):
        return measure.pages_by_relation(self.observer, self.name, self.relations()) if self.tells_relations else {}

    def by_relation(self, pages_before, start, end):
        written = measure.wal_by_relation(self.observer, wal.lsn(start), wal.lsn(end), self.relations())
        parts = {}
        for name, (fetched, hit) in self.pages_by_relation().items():
            fetched, hit = fetched - pages_before[name][0], hit - pages_before[name][1]
            parts[name] = {"wal": written[name], "buffers": {"hit": hit, "read": fetched - hit}}
        return parts

    def run_copy(self, step):
        """COPY has no EXPLAIN: what it writes is read from the WAL, what it touches is not told."""
        self.warm()
        self.fill_feed(step["rows"])
        drawn = set(scenarios.identity_columns(self.table))
        if drawn & set(self.rows.columns):
            raise HarnessError(f"table {self.name}: a copy step into an identity column is not supported by the harness")
        columns = ", ".join(ddl.quoted(column) for column in self.rows.columns)
        start = wal.position(self.worker)
        self.log.require_at(start)
        self.worker.run(f"COPY {ddl.quoted(self.name)} ({columns}) FROM {ddl.literal(str(self.feed))} (FORMAT csv)")
        if self.pool:
            written = {}
            self.put_off.append((written, start, wal.position(self.worker)))
            return {"rows": step["rows"], "wal": written}
        stretch = wal.Stretch(self.observer, start, wal.position(self.worker))
        distance = self.log.pass_over(stretch.padded_bytes)
        self.log.require_at(stretch.end)
        return {"rows": step["rows"], "wal": dict(counted(stretch.kinds), **distance, by_type=stretch.kinds), **self.state()}

    def warm(self):
        if "on_conflict" in self.step:
            self.write_feed(self.rows.peek())
            warmup.warm_conflicts(self.worker, self.rows.columns, self.step)
        self.write_feed([])
        warmup.warm(self.worker, self.name, self.table, self.insert)

    def fill_feed(self, count):
        self.write_feed(self.rows.take(count))

    def write_feed(self, lines):
        with open(self.feed, "w", encoding="utf-8", newline="") as feed:
            feed.writelines(lines)
            os.fchmod(feed.fileno(), 0o644)

    def read_what_was_put_off(self):
        """What the log says of the statements: to ask in between would have touched buffers."""
        for written, start, end in self.put_off:
            kinds = wal.Stretch(self.observer, start, end).kinds
            if "records" in written:
                wal.require_statement_only(kinds, written["records"], written["fpi"], written["bytes"])
            else:
                written.update(counted(kinds))
            written["by_type"] = kinds

    def accesses(self):
        for session in (self.worker, self.observer):
            measure.flush_statistics(session)
        return measure.relation_accesses(self.observer, self.name)

    def require_no_catalog_access(self, buffers, counted_for_relations):
        seen = buffers["hit"] + buffers["read"]
        if seen != counted_for_relations:
            raise HarnessError(f"table {self.name}: the INSERT touched {seen} buffers, its own relations account for "
                               f"{counted_for_relations}: the session was not warm, so no buffer figure can be trusted")

    def state(self):
        if self.pool:
            return {}  # to read an index would bring it in
        names = scenarios.index_names(self.name, self.table)
        with unobtrusive.look(self.observer, names) if self.builds_indexes else nullcontext():
            indexes = {index: measure.index(self.observer, index) for index in names}
        return {"heap": measure.heap(self.observer, self.name), "indexes": indexes}


def counted(kinds):
    """What EXPLAIN would have said."""
    return {result: wal.without_commits(kinds, column)
            for result, column in (("records", "count"), ("fpi", "fpi"), ("bytes", "combined_size"))}


def add_up(results):
    """Sums of what is counted; of the state, the last."""
    total = {}
    for result in results:
        for key, value in result.items():
            if key in ("heap", "indexes"):
                total[key] = value
            elif key != "each":
                total[key] = add_values(total.get(key), value)
    return total


def add_values(left, right):
    if isinstance(right, dict):
        left = left or {}
        shared = {key: add_values(left.get(key), value) for key, value in right.items()}
        return {**left, **shared}
    return right if left is None else left + right
