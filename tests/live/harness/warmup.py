"""Make a session know a table as if it had inserted before, without touching any page of it.

A session that meets a table for the first time reads catalogs while it executes, and EXPLAIN counts those accesses (13 to 24
hits) with the statement's own. The simulator models a warm session. Inserting a row to warm up would change the pages, and
reading the table or an index would bring the index's metapage into shared buffers, whose first access of a fresh index is a
read. These statements open what the INSERT will open, and read catalogs only:

* the INSERT over an empty feed: parser, rewriter and planner caches, the table itself;
* pg_total_relation_size: opens every index of the table, and its TOAST table. It asks the file system for sizes, not the
  buffer pool. Needed because the executor opens indexes with its first row only, which an empty INSERT never gets to;
* pg_sequence_parameters and pg_relation_size for each sequence: the caches that nextval uses.

Done before every step: a checkpoint or DDL in between may have invalidated something, and what is warm costs nothing.
"""

from . import ddl
from . import scenario as scenarios


def warm(session, table_name, table, insert):
    """Twice, for the first time may set hint bits in catalogs and thereby invalidate what it has just read."""
    for _ in range(2):
        session.run(f"EXPLAIN (ANALYZE, WAL, BUFFERS, TIMING OFF, FORMAT JSON) {insert}")
        session.run(f"SELECT pg_total_relation_size({ddl.regclass(table_name)})")
        for column in scenarios.identity_columns(table):
            sequence = f"pg_get_serial_sequence({ddl.literal(ddl.quoted(table_name))}, {ddl.literal(column)})::regclass"
            session.run(f"SELECT pg_relation_size({sequence}), (SELECT count(*) FROM pg_sequence_parameters({sequence}))")
