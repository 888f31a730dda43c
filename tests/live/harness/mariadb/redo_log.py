"""MariaDB's redo log, read from ib_logfile0: which records on which pages a stretch of it holds.

Sources of the layout: storage/innobase/include/log0log.h (file), mtr0types.h, mtr0log.h (records of 10.8 and later).
"""

import struct
from dataclasses import dataclass

from ..errors import HarnessError

START_OFFSET = 12288
NUMBERS_FROM = (0, 128, 128 + (1 << 14), 128 + (1 << 14) + (1 << 21), 128 + (1 << 14) + (1 << 21) + (1 << 28))
TYPES = {0: "FREE_PAGE", 1: "INIT_PAGE", 2: "EXTENDED", 3: "WRITE", 4: "MEMSET", 5: "MEMMOVE", 6: "RESERVED", 7: "OPTION"}
FILE_TYPES = {0x80: "FILE_CREATE", 0x90: "FILE_DELETE", 0xA0: "FILE_RENAME", 0xB0: "FILE_MODIFY", 0xF0: "FILE_CHECKPOINT"}
SUBTYPES = ("INIT_ROW_FORMAT_REDUNDANT", "INIT_ROW_FORMAT_DYNAMIC", "UNDO_INIT", "UNDO_APPEND", "INSERT_HEAP_REDUNDANT", "INSERT_REUSE_REDUNDANT",
            "INSERT_HEAP_DYNAMIC", "INSERT_REUSE_DYNAMIC", "DELETE_ROW_FORMAT_REDUNDANT", "DELETE_ROW_FORMAT_DYNAMIC", "TRIM_PAGES")
CHECKSUM_BYTES = 4


@dataclass
class Record:
    kind: str
    space: int
    page: int
    offset: int | None    # on the page, of WRITE, MEMSET and MEMMOVE
    size: int             # bytes in the log, its head among them
    content: bytes        # behind page and offset


@dataclass
class MiniTransaction:
    lsn: int
    size: int             # with its end marker and checksum
    records: list


class RedoLog:
    def __init__(self, path):
        self.image = path.read_bytes()
        self.first_lsn, = struct.unpack_from(">Q", self.image, 8)
        self.capacity = len(self.image) - START_OFFSET

    def between(self, begin, end):
        """Every mini-transaction from one position to another. Both must be where one ends."""
        log = self.stretch(begin, end)
        found, at = [], 0
        while at < len(log):
            start, records, state = at, [], PageState()
            while log[at] > 1:
                record, at = read_record(log, at, state)
                records.append(record)
            at += 1 + CHECKSUM_BYTES
            found.append(MiniTransaction(begin + start, at - start, records))
        if at != len(log):
            raise HarnessError(f"the redo log's last mini-transaction before {end} ends {at - len(log)} bytes behind it")
        return found

    def stretch(self, begin, end):
        if end - begin > self.capacity:
            raise HarnessError(f"the redo log holds {self.capacity} bytes, {end - begin} are asked for")
        start = START_OFFSET + (begin - self.first_lsn) % self.capacity
        log = self.image[start:start + end - begin]
        return log + self.image[START_OFFSET:START_OFFSET + end - begin - len(log)]


@dataclass
class PageState:
    space: int = -1
    page: int = -1
    offset: int = 0


def read_record(log, at, state):
    start, first = at, log[at]
    length, at = first & 15, at + 1
    if not length:
        added, behind = read_number(log, at)
        length, at = added + 15 - (behind - at), behind
    end = at + length
    kind = TYPES[first >> 4 & 7]
    if first & 0x80 and state.page < 0:
        kind = FILE_TYPES[first & 0xF0]
    if not first & 0x80 or kind in FILE_TYPES.values():
        space, at = read_number(log, at)
        page, at = read_number(log, at)
        if kind in FILE_TYPES.values():
            return Record(kind, space, page, None, end - start, log[at:end]), end
        state.space, state.page, state.offset = space, page, 0
    offset = None
    if kind in ("WRITE", "MEMSET", "MEMMOVE"):
        distance, at = read_number(log, at)
        offset = state.offset + distance
        written = end - at if kind == "WRITE" else read_number(log, at)[0]
        state.offset = offset + written
    else:
        state.offset = 24  # FIL_PAGE_TYPE
        if kind == "EXTENDED":
            kind, at = SUBTYPES[log[at]], at + 1
    return Record(kind, state.space, state.page, offset, end - start, log[at:end]), end


def read_number(log, at):
    """mlog_decode_varint: how many leading ones there are says how many bytes follow."""
    first, more = log[at], 0
    while more < 4 and first & 0x80 >> more:
        more += 1
    value = first & 0xFF >> more + 1
    for byte in log[at + 1:at + 1 + more]:
        value = value << 8 | byte
    return value + NUMBERS_FROM[more], at + 1 + more
