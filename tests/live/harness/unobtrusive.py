"""Look at an index without changing which of its pages lie in shared buffers.

A bulk-built index is not in shared buffers: the first INSERT into each of its pages is a read. pgstatindex reads every
page, so looking between two steps would turn the later reads into hits. What the look brought in is evicted again; it
is clean, so nothing is written. Only scenarios that build indexes need this, and it costs a scan of all buffer headers.
"""

from contextlib import contextmanager

from . import ddl


@contextmanager
def look(session, index_names):
    cached = f"SELECT bufferid FROM pg_buffercache WHERE relfilenode IN ({filenodes(index_names)})"
    before = [row[0] for row in session.rows(cached)]
    yield
    kept = f" AND bufferid <> ALL ('{{{','.join(before)}}}')" if before else ""
    session.rows(f"SELECT pg_buffercache_evict(bufferid) FROM ({cached}{kept}) AS brought_in")


def filenodes(index_names):
    return ", ".join(f"pg_relation_filenode({ddl.regclass(name)})" for name in index_names) or "0"


def needed(steps):
    return any(step["do"] in ("create_index", "rebuild") or needed(step.get("steps", [])) for step in steps)
