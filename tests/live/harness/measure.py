"""Figures that the server tells about a table and about one INSERT."""

import json
from decimal import Decimal

from . import ddl
from .errors import HarnessError

PGSTATINDEX_COLUMNS = ("tree_level", "index_size", "root_block_no", "internal_pages", "leaf_pages", "empty_pages",
                       "deleted_pages", "avg_leaf_density", "leaf_fragmentation")
FRACTIONS = ("avg_leaf_density", "leaf_fragmentation")


def explain_insert(session, insert):
    """The Insert node of one statement. Its figures include those of the nodes below it: the feed's scan, which touches
    no buffer, and the nextval() calls made in its projection, which belong to the statement."""
    plan = json.loads(session.value(f"EXPLAIN (ANALYZE, WAL, BUFFERS, TIMING OFF, FORMAT JSON) {insert}"))[0]["Plan"]
    if plan["Node Type"] != "ModifyTable":
        raise HarnessError(f"expected a ModifyTable node on top, got {plan['Node Type']}, from: {insert}")
    return {
        "conflicts": plan.get("Conflicting Tuples", 0),
        "wal": {"records": plan["WAL Records"], "fpi": plan["WAL FPI"], "bytes": plan["WAL Bytes"]},
        "buffers": {"hit": plan["Shared Hit Blocks"], "read": plan["Shared Read Blocks"],
                    "dirtied": plan["Shared Dirtied Blocks"], "written": plan["Shared Written Blocks"]},
    }


def pages_by_relation(session, table_name, names):
    """How often each relation's pages have been asked for, and how often they were there: names -> (fetched, hit)."""
    listed = ", ".join(f"({ddl.literal(label)}, {ddl.regclass(relation)}::oid)" for label, relation in names.items())
    rows = session.rows(f"SELECT label, pg_stat_get_blocks_fetched(id), pg_stat_get_blocks_hit(id) FROM (VALUES {listed}) AS named (label, id)")
    return {label: (int(fetched), int(hit)) for label, fetched, hit in rows}


def wal_by_relation(session, start, end, names):
    """The records of a stretch of WAL by the relation whose blocks they are about, as EXPLAIN counts records, images and bytes."""
    if start == end:  # nothing was written, which pg_walinspect takes for a mistake
        return {label: {"records": 0, "fpi": 0, "bytes": 0} for label in names}
    listed = ", ".join(f"({ddl.literal(label)}, pg_relation_filenode({ddl.regclass(relation)}))" for label, relation in names.items())
    rows = session.rows(f"""
        SELECT label, count(start_lsn), coalesce(sum(images), 0), coalesce(sum(size), 0)
        FROM (VALUES {listed}) AS named (label, file) LEFT JOIN (
            SELECT start_lsn, min(relfilenode) AS file, min(record_length) AS size, count(*) FILTER (WHERE block_fpi_length > 0) AS images
            FROM pg_get_wal_block_info({start}, {end}, false) GROUP BY start_lsn) AS records USING (file)
        GROUP BY label""")
    return {label: {"records": int(records), "fpi": int(images), "bytes": int(size)} for label, records, images, size in rows}


def heap(session, table_name):
    size = int(session.value(f"SELECT pg_relation_size({ddl.regclass(table_name)}, 'main')"))
    return {"pages": size // 8192, "size": size}


def index(session, index_name):
    values = session.row(f"SELECT {', '.join(PGSTATINDEX_COLUMNS)} FROM pgstatindex({ddl.regclass(index_name)})")
    return {column: figure(column, value) for column, value in zip(PGSTATINDEX_COLUMNS, values)}


def figure(column, value):
    if column not in FRACTIONS:
        return int(value)
    return None if value == "NaN" else Decimal(value)


def relation_accesses(session, table_name):
    """Buffer accesses (hit + read) that the server has counted for the table, its indexes, its sequences and its TOAST table."""
    table = ddl.regclass(table_name)
    return int(session.value(f"""
        WITH tables AS (
            SELECT {table}::oid AS id
            UNION SELECT reltoastrelid FROM pg_class WHERE oid = {table} AND reltoastrelid <> 0),
        mine AS (
            SELECT id FROM tables
            UNION SELECT indexrelid FROM pg_index WHERE indrelid IN (SELECT id FROM tables)
            UNION SELECT objid FROM pg_depend WHERE refobjid = {table} AND deptype = 'i' AND classid = 'pg_class'::regclass)
        SELECT coalesce(sum(pg_stat_get_blocks_fetched(id)), 0) FROM mine"""))


def flush_statistics(session):
    """A session hands its counts on at most once a second, unless told to do it at this statement's end."""
    session.run("SELECT pg_stat_force_next_flush()")
