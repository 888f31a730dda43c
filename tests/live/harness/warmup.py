"""Make a session know a table as if it had inserted before, without touching any page of it.

A session that meets a table for the first time reads catalogs while it executes, and EXPLAIN counts those accesses (13 to 24
hits) with the statement's own. The simulator models a warm session. Inserting a row to warm up would change the pages, and
reading the table or an index would bring the index's metapage into shared buffers, whose first access of a fresh index is a
read. These statements open what the INSERT will open, and read catalogs only:

* the INSERT over an empty feed: parser, rewriter and planner caches, the table itself;
* pg_total_relation_size: opens every index of the table, and its TOAST table. It asks the file system for sizes, not the
  buffer pool. Needed because the executor opens indexes with its first row only, which an empty INSERT never gets to;
* for ON CONFLICT, the same INSERT of one row into a stand-in with the same indexes: the operators by which a conflict
  is looked for are caches of the types, not of the table;
* pg_sequence_parameters and pg_relation_size for each sequence: the caches that nextval uses.

Done before every step: a checkpoint or DDL in between may have invalidated something, and what is warm costs nothing.
"""

from . import ddl
from . import scenario as scenarios


STAND_IN = "keycost_stand_in"


def make_stand_in(session, table_name):
    session.run(f"DROP TABLE IF EXISTS {STAND_IN}")
    session.run(f"CREATE TABLE {STAND_IN} (LIKE {ddl.quoted(table_name)} INCLUDING INDEXES)")


def warm_conflicts(session, columns, step):
    """With one row in the feed. It need not go in: to look for the conflict is enough."""
    given = ", ".join(ddl.quoted(column) for column in columns)
    session.run(f"INSERT INTO {STAND_IN} ({given}) SELECT {given} FROM {ddl.FEED_TABLE}{ddl.on_conflict(step)}")


def warm(session, table_name, table, insert):
    """Twice, for the first time may set hint bits in catalogs and thereby invalidate what it has just read."""
    for _ in range(2):
        session.run(f"EXPLAIN (ANALYZE, WAL, BUFFERS, TIMING OFF, FORMAT JSON) {insert}")
        session.run(f"SELECT pg_total_relation_size({ddl.regclass(table_name)})")
        for column in scenarios.identity_columns(table):
            sequence = f"pg_get_serial_sequence({ddl.literal(ddl.quoted(table_name))}, {ddl.literal(column)})::regclass"
            session.run(f"SELECT pg_relation_size({sequence}), (SELECT count(*) FROM pg_sequence_parameters({sequence}))")
