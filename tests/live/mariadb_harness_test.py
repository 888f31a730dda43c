#!/usr/bin/env python3
"""Does MariaDB's room see what it must see? Needs neither server nor simulator: python3 tests/live/mariadb_harness_test.py"""

import struct
import tempfile
import unittest
from pathlib import Path

from harness.errors import HarnessError
from harness.mariadb import cases, ddl, facts, redo_log as redo, wire
from harness.mariadb.page import COLUMNS, IndexPage

RECORD_BYTES = 30  # header of 5 and 25 of data


def index_page(order=(2, 3, 4), freed=(), last_insert=4):
    """A leaf of records whose key order is that of the heap numbers in `order`; those in `freed` are on the free list."""
    image = bytearray(16384)
    total = len(order) + len(freed)

    def origin(heap_no):
        return 120 + 5 + (heap_no - 2) * RECORD_BYTES

    def put(at, owned, heap_no, following):
        struct.pack_into(">BHh", image, at - 5, owned, heap_no << 3, following - at if following else 0)

    chain = [99, *map(origin, order), 112]
    put(99, 1, 0, chain[1])
    for at, heap_no, following in zip(chain[1:], order, chain[2:]):
        put(at, 0, heap_no, following)
    put(112, len(order) + 1, 1, 0)
    free = [*map(origin, freed), 0]
    for at, heap_no, following in zip(free, freed, free[1:]):
        put(at, 0, heap_no, following)
    struct.pack_into(">III", image, 4, 7, 6, 0xFFFFFFFF)
    struct.pack_into(">H", image, 24, 17855)
    struct.pack_into(">HHHHHHHHHQHQ", image, 38, 2, 120 + total * RECORD_BYTES, 0x8000 | total + 2, free[0], len(freed) * RECORD_BYTES,
                     origin(last_insert) if last_insert else 0, 0, 0, len(order), 0, 0, 42)
    struct.pack_into(">HH", image, 16384 - 8 - 4, 112, 99)
    return image


def redo_log(*transactions, capacity=64, first_lsn=1000):
    """A log file whose room begins with position `first_lsn`; what does not fit its end goes on at its beginning."""
    log = b"".join(transaction + b"\1" + b"\0" * 4 for transaction in transactions)
    room = bytearray(capacity)
    for at, byte in enumerate(log):
        room[at % capacity] = byte
    header = struct.pack(">IIQ", 0x50687973, 0, first_lsn).ljust(redo.START_OFFSET, b"\0")
    path = Path(tempfile.mkdtemp()) / "ib_logfile0"
    path.write_bytes(header + room)
    return redo.RedoLog(path), first_lsn + len(log)


class RedoLogs(unittest.TestCase):
    INIT = bytes.fromhex("123456")                # file 0x34, page 0x56
    WRITE = bytes.fromhex("36405760123456")       # file 0x40, page 0x57, offset 0x60
    SAME_PAGE = bytes.fromhex("b57f23345678")     # 0x7f bytes behind what was written last

    def test_records_as_the_server_describes_them(self):
        log, end = redo_log(self.INIT, self.WRITE + self.SAME_PAGE)
        first, second = log.between(1000, end)
        self.assertEqual((first.lsn, first.size, second.lsn, second.size), (1000, 8, 1008, 18))
        self.assertEqual(first.records, [redo.Record("INIT_PAGE", 0x34, 0x56, None, 3, b"")])
        self.assertEqual(second.records, [redo.Record("WRITE", 0x40, 0x57, 0x60, 7, bytes.fromhex("123456")),
                                          redo.Record("WRITE", 0x40, 0x57, 0x60 + 3 + 0x7F, 6, bytes.fromhex("23345678"))])

    def test_long_records_and_large_numbers(self):
        content = bytes(range(200))
        head = b"\x30" + bytes.fromhex("803f") + b"\x05" + bytes.fromhex("8000") + b"\x28"
        log, end = redo_log(head + content, capacity=512)
        [transaction] = log.between(1000, end)
        self.assertEqual(transaction.records, [redo.Record("WRITE", 5, 128, 40, len(head) + 200, content)])

    def test_a_log_goes_on_at_its_beginning(self):
        log, end = redo_log(*[self.WRITE] * 7, capacity=50)  # 84 bytes: the last 50 are there
        self.assertEqual([one.records[0].page for one in log.between(1036, end)], [0x57] * 4)
        with self.assertRaises(HarnessError):
            log.between(1000, end)

    def test_a_position_inside_a_mini_transaction_is_refused(self):
        log, end = redo_log(self.WRITE, self.WRITE)
        with self.assertRaises(HarnessError):
            log.between(1000, end - 1)


class Pages(unittest.TestCase):
    def test_header_and_rank_of_the_last_insert(self):
        page = IndexPage(index_page(order=(3, 4, 2), last_insert=4))
        page.check()
        self.assertEqual(dict(zip(COLUMNS, page.line())), {"page_no": 7, "level": 0, "n_recs": 3, "n_heap": 5, "heap_top": 210, "garbage": 0,
                                                           "prev": 6, "next": 0xFFFFFFFF, "last_insert": 2})

    def test_free_list_counts(self):
        page = IndexPage(index_page(order=(2, 5), freed=(3, 4), last_insert=0))
        page.check()
        self.assertEqual(page.line()[2:6] + page.line()[8:], (2, 6, 240, 60, 0))

    def test_what_does_not_agree_is_refused(self):
        for offset, value in ((38 + 16, 4), (38 + 4, 0x8007), (38, 1), (38 + 6, 125), (120, 9), (16384 - 12, 99)):
            image = index_page()
            struct.pack_into(">H", image, offset, value)
            with self.assertRaises(HarnessError, msg=f"offset {offset}"):
                IndexPage(image).check()

    def test_last_insert_that_is_no_record(self):
        image = index_page()
        struct.pack_into(">H", image, 38 + 10, 126)
        with self.assertRaises(HarnessError):
            IndexPage(image).line()


class Comparison(unittest.TestCase):
    LINE = dict(zip(COLUMNS, map(str, (7, 0, 3, 5, 210, 0, 6, 8, 2))))

    def test_each_column_counts(self):
        for column in COLUMNS:
            if column != "level":
                other = dict(self.LINE, **{column: "99"})
                self.assertEqual(len(facts.page_differences([self.LINE], [other], "t")), 1, column)

    def test_a_missing_page_counts(self):
        self.assertEqual(facts.page_differences([self.LINE] * 2, [self.LINE], "t"), ["t: server has 2 pages, simulator 1"])

    def test_key_order_counts_and_the_order_of_levels_does_not(self):
        left, right, root = self.LINE, dict(self.LINE, page_no="8"), dict(self.LINE, level="1", page_no="3")
        self.assertEqual(facts.page_differences([root, left, right], [left, right, root], "t"), [])
        self.assertEqual(len(facts.page_differences([root, left, right], [root, right, left], "t")), 2)

    def test_a_page_table_without_a_column_is_refused(self):
        with self.assertRaises(HarnessError):
            facts.parse_page_table("page_no\tlevel\n3\t0\n")


class Rows(unittest.TestCase):
    TABLE = {"columns": [{"name": "id", "type": "binary(2)"}, {"name": "t", "type": "varchar(9)", "nullable": True}]}

    def test_null_is_no_empty_string(self):
        writer = ddl.Writer("t", self.TABLE, ["id", "t"])
        self.assertEqual(writer.insert(["00ff,\n", '0100,""\n', '0101,"a, ""b\'"\n']),
                         "INSERT INTO `t` (`id`, `t`) VALUES (x'00ff',NULL),(x'0100',''),(x'0101','a, \"b\\'')")
        self.assertEqual(writer.feed(["00ff,\n", '0100,""\n']), "00ff\t\\N\n0100\t\n")

    def test_statement_of_an_identity_column_leaves_it_out(self):
        table = {"columns": [{"name": "id", "type": "bigint", "values": "identity"}, {"name": "n", "type": "int"}]}
        self.assertEqual(ddl.Writer("t", table, ["id", "n"]).insert(["1,5\n"]), "INSERT INTO `t` (`n`) VALUES ('5')")

    def test_length_encoded_integers(self):
        for packed, value in ((b"\xfa", 250), (b"\xfc\xfb\0", 251), (b"\xfd\0\0\1", 65536), (b"\xfe" + bytes(7) + b"\1", 1 << 56)):
            self.assertEqual(wire.length_encoded(packed, 0), (value, len(packed)))


class Cases(unittest.TestCase):
    def test_names_are_distinct(self):
        names = [case.name for case in cases.all_cases()]
        self.assertEqual(len(names), len(set(names)))


if __name__ == "__main__":
    unittest.main()
