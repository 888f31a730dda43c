"""One 16 KiB page of InnoDB, read from its bytes.

Layout: InnoDB's FIL header (38 bytes), page header (56), infimum and supremum, records that grow upwards, a directory that
grows downwards from the trailer (8). Names are those of the server's source: storage/innobase/include/fil0fil.h, page0types.h,
page0page.h, rem0rec.h.
"""

import struct

from ..errors import HarnessError

PAGE_SIZE = 16384
NO_PAGE = 0xFFFFFFFF       # FIL_NULL
HEADER_AT = 38
INFIMUM_AT, SUPREMUM_AT = 99, 112
HEAP_AT = 120              # the first record's header
DIRECTORY_END = PAGE_SIZE - 8
INDEX_TYPE = 17855

COLUMNS = ("page_no", "level", "n_recs", "n_heap", "heap_top", "garbage", "prev", "next", "last_insert")


class IndexPage:
    """What the headers say, and `last_insert` as the rank of the record in the page's order: 0 if none is known."""

    def __init__(self, image):
        self.image = image
        self.page_no, self.prev, self.next = struct.unpack_from(">III", image, 4)
        self.type, = struct.unpack_from(">H", image, 24)
        (self.n_dir_slots, self.heap_top, n_heap, self.free, self.garbage, last_insert, _, _, self.n_recs,
         self.max_trx_id, self.level, self.index_id) = struct.unpack_from(">HHHHHHHHHQHQ", image, HEADER_AT)
        self.n_heap = n_heap & 0x7FFF
        self.last_insert_at = last_insert
        self.is_compact = n_heap >> 15

    def next_record(self, origin):
        distance, = struct.unpack_from(">h", self.image, origin - 2)
        return (origin + distance) & 0xFFFF if distance else 0

    def records(self):
        """Origins of the user records in key order."""
        origins, at = [], self.next_record(INFIMUM_AT)
        while at != SUPREMUM_AT:
            if not HEAP_AT < at < DIRECTORY_END or len(origins) > self.n_heap:
                raise self.broken(f"record list leads to offset {at} after {len(origins)} records")
            origins.append(at)
            at = self.next_record(at)
        return origins

    def free_records(self):
        """Origins of the records on the free list, from its head."""
        origins, at = [], self.free
        while at:
            if not HEAP_AT < at < DIRECTORY_END or len(origins) > self.n_heap:
                raise self.broken(f"free list leads to offset {at} after {len(origins)} records")
            origins.append(at)
            at = self.next_record(at)
        return origins

    def heap_no(self, origin):
        return struct.unpack_from(">H", self.image, origin - 4)[0] >> 3

    def owned(self, origin):
        return self.image[origin - 5] & 0xF

    def slots(self):
        """The records that the directory points to, infimum first."""
        at = DIRECTORY_END - 2 * self.n_dir_slots
        return list(struct.unpack_from(f">{self.n_dir_slots}H", self.image, at))[::-1]

    def line(self):
        """The page's line of the page table."""
        rank = 0
        if self.last_insert_at:
            origins = self.records()
            if self.last_insert_at not in origins:
                raise self.broken(f"PAGE_LAST_INSERT is {self.last_insert_at}, no record starts there")
            rank = origins.index(self.last_insert_at) + 1
        return (self.page_no, self.level, self.n_recs, self.n_heap, self.heap_top, self.garbage, self.prev, self.next, rank)

    def check(self):
        """Whether the page agrees with itself; a reader that mistakes an offset would not get through here."""
        records, free, slots = self.records(), self.free_records(), self.slots()
        self.require(self.is_compact == 1, "not in the COMPACT or DYNAMIC format")
        self.require(len(records) == self.n_recs, f"has {len(records)} records, PAGE_N_RECS says {self.n_recs}")
        self.require(len(records) + len(free) + 2 == self.n_heap,
                     f"{len(records)} records, {len(free)} free ones and 2 make not the {self.n_heap} of PAGE_N_HEAP")
        numbers = sorted(self.heap_no(origin) for origin in records + free)
        self.require(numbers == list(range(2, self.n_heap)), f"heap numbers are not 2 to {self.n_heap - 1}")
        self.require(slots[0] == INFIMUM_AT and slots[-1] == SUPREMUM_AT, "directory does not begin and end with infimum and supremum")
        owned = sum(self.owned(origin) for origin in slots)
        self.require(owned == self.n_recs + 2, f"directory owns {owned} records of {self.n_recs + 2}")
        self.require(self.garbage or not free, f"no garbage, but {len(free)} records on the free list")

    def check_bytes(self, record_format):
        """What lies below the heap's top and is no garbage is records."""
        added_up = sum(record_format.length(self, origin) for origin in self.records())
        used = self.heap_top - HEAP_AT - self.garbage
        self.require(added_up == used, f"its records add up to {added_up} bytes, its header says {used}")

    def require(self, holds, what):
        if not holds:
            raise self.broken(what)

    def broken(self, what):
        return HarnessError(f"page {self.page_no} of the server's file: {what}")
