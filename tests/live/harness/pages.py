"""Raw pages as the server holds them, and the masks under which two servers' pages can be equal.

Masked, because they tell when and where a page was written and not what the inserts made of it:
* page header: pd_lsn (8 bytes), pd_checksum (2), pd_prune_xid (4)
* heap tuples: t_xmin and t_xmax (transaction numbers), and the four hint bits of t_infomask
Everything else is compared: item order, line pointers, every key, every link, every free byte.
"""

import struct

from . import ddl

PAGE_SIZE = 8192
LINE_POINTERS_AT = 24
NORMAL_LINE_POINTER = 1
HINT_BITS_SECOND_BYTE = 0x0F  # HEAP_XMIN_COMMITTED 0x0100, _INVALID 0x0200, HEAP_XMAX_COMMITTED 0x0400, _INVALID 0x0800
LAST_TUPLE_AT = PAGE_SIZE - 23  # 23 bytes is the shortest heap tuple header
INFOMASK_SECOND_BYTE_AT = 21  # t_infomask is the little-endian word at 20 of a heap tuple

STATISTICS_COLUMNS = ("blkno", "type", "live_items", "free_size", "btpo_prev", "btpo_next", "btpo_level")


def read_relation(session, relation_name, batch=512):
    """All blocks of the main fork, one after the other, as the relation's file would hold them."""
    blocks = int(session.value(f"SELECT pg_relation_size({ddl.regclass(relation_name)}, 'main')")) // PAGE_SIZE
    parts = []
    for first in range(0, blocks, batch):
        last = min(first + batch, blocks) - 1
        parts += [bytes.fromhex(row[0]) for row in session.rows(
            f"SELECT encode(get_raw_page({ddl.literal(ddl.quoted(relation_name))}, 'main', block), 'hex') "
            f"FROM generate_series({first}, {last}) AS block ORDER BY block")]
    return b"".join(parts)


def read_statistics(session, index_name):
    """bt_multi_page_stats of every block but the metapage, as the text of a TSV file."""
    lines = ["\t".join(STATISTICS_COLUMNS)]
    if int(session.value(f"SELECT pg_relation_size({ddl.regclass(index_name)})")) > PAGE_SIZE:
        lines += ["\t".join(row) for row in session.rows(
            f"SELECT {', '.join(STATISTICS_COLUMNS)} FROM bt_multi_page_stats({ddl.literal(ddl.quoted(index_name))}, 1, -1) ORDER BY blkno")]
    return "\n".join(lines) + "\n"


def mask(image, is_heap):
    """A copy of a relation's blocks with everything masked that cannot be equal."""
    masked = bytearray(image)
    for page in range(0, len(masked), PAGE_SIZE):
        masked[page:page + 10] = bytes(10)
        masked[page + 20:page + 24] = bytes(4)
        if is_heap:
            mask_heap_tuples(masked, page)
    return masked


def mask_heap_tuples(masked, page):
    """A simulator's page may be broken in any way, so nothing in it is trusted to point into the page."""
    lower, = struct.unpack_from("<H", masked, page + 12)
    count = max(0, min(lower, PAGE_SIZE) - LINE_POINTERS_AT) // 4
    nothing = bytes(8)
    for pointer in struct.unpack_from(f"<{count}I", masked, page + LINE_POINTERS_AT):
        offset = pointer & 0x7FFF
        if pointer >> 15 & 3 == NORMAL_LINE_POINTER and offset < LAST_TUPLE_AT:
            masked[page + offset:page + offset + 8] = nothing
            masked[page + offset + INFOMASK_SECOND_BYTE_AT] &= 0xFF ^ HINT_BITS_SECOND_BYTE


def differing_bytes(left, right, limit):
    """Up to `limit` positions at which two images differ, the first one of each differing page, and how many pages differ."""
    positions, pages = [], 0
    for page in range(0, min(len(left), len(right)), PAGE_SIZE):
        one, other = left[page:page + PAGE_SIZE], right[page:page + PAGE_SIZE]
        if one != other:
            pages += 1
            if len(positions) < limit:
                positions.append(page + next(at for at in range(len(one)) if one[at] != other[at]))
    return positions, pages
