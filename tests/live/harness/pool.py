"""Shared buffers that do not hold everything, buffer by buffer.

The server's pool is only known exactly if nobody else uses it and if the clock's hand has not moved yet. So a restart step
really restarts the server, makes the sessions warm, and then looks at what is in the pool: as long as some buffers are still
free, the hand stands at 0 and the free list is in order. That state goes into the scenario's step, for the simulator to begin
with. From there on nothing but the steps' own statements touches the pool, and at the end both pools must hold the same
pages in the same buffers, equally often used, equally dirty.
"""

from . import ddl
from .errors import HarnessError

COLUMNS = ("bufferid", "relation", "fork", "relblocknumber", "isdirty", "usagecount")
FORKS = {0: "main", 1: "fsm", 2: "vm", 3: "init"}
DUMP = """PREPARE dump AS SELECT bufferid, relfilenode, reldatabase, relforknumber, relblocknumber, isdirty, usagecount
          FROM pg_buffercache_pages() AS p(bufferid int, relfilenode oid, reltablespace oid, reldatabase oid,
               relforknumber int2, relblocknumber int8, isdirty bool, usagecount int2, pinning_backends int)
          WHERE relfilenode IS NOT NULL"""


def needed(steps):
    """Whether a scenario is about the pool: it restarts the server."""
    return any(step["do"] == "restart" or needed(step.get("steps", [])) for step in steps)


class Pool:
    """The pool as one table's session sees it. `names`: the table's relations by file node."""

    def __init__(self, session, table_name):
        self.session, self.table_name = session, table_name
        session.run("SET plan_cache_mode = force_generic_plan")  # planned once: to plan looks at catalogs
        session.run("DEALLOCATE ALL")
        session.run(DUMP)
        self.database = session.value("SELECT oid FROM pg_database WHERE datname = current_database()")
        self.size = int(session.value("SELECT setting FROM pg_settings WHERE name = 'shared_buffers'"))
        table = ddl.regclass(table_name)
        self.names = dict(session.rows(f"""
            SELECT pg_relation_filenode(oid), relname FROM pg_class WHERE oid = {table}
               OR oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = {table})
               OR oid IN (SELECT objid FROM pg_depend WHERE refobjid = {table} AND deptype = 'i' AND classid = 'pg_class'::regclass)"""))

    def buffers(self):
        """Every buffer in use, as the simulator lists them."""
        found = []
        for number, node, database, fork, block, dirty, usage in sorted(self.session.rows("EXECUTE dump"), key=lambda row: int(row[0])):
            name = self.names.get(node, "") if database == self.database else ""
            found.append((number, name, FORKS[int(fork)] if name else "", block if name else "", dirty, usage))
        return found

    def state(self):
        """The pool in the words of a restart step."""
        buffers = self.buffers()
        if len(buffers) >= self.size:
            raise HarnessError(f"all {self.size} buffers are in use once the sessions are warm, so where the clock's hand stands is "
                               "not known; take a larger pool")
        return " ".join(f"{number}:{usage}{'*' if dirty == 't' else ''}" + (f"={name}/{fork}/{block}" if name else "")
                        for number, name, fork, block, dirty, usage in buffers)

    def text(self):
        return "\n".join("\t".join(line) for line in [COLUMNS, *self.buffers()]) + "\n"
