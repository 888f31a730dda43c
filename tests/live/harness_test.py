#!/usr/bin/env python3
"""Does the harness itself see what it must see? Needs neither server nor simulator: python3 tests/live/harness_test.py"""

import struct
import unittest
from decimal import Decimal

from harness import compare, generators, orders, pages, wal
from harness.rows import Rows


def heap_page(xmin=7, infomask=0x0802, data=b"value"):
    """One page with one tuple at its end."""
    body = struct.pack("<IIIHHHHHB", xmin, 0, 0, 0, 0, 1, 1, infomask, 24) + b"\0" + data
    start = 8192 - len(body)
    line_pointer = start | 1 << 15 | len(body) << 17
    page = bytearray(8192)
    struct.pack_into("<QHHHHHHI", page, 0, 99, 5, 0, 28, start, 8192, 0x2004, 3)
    struct.pack_into("<I", page, 24, line_pointer)
    page[start:] = body
    return bytes(page)


class Masks(unittest.TestCase):
    def test_transactions_and_hints_do_not_count(self):
        self.assertEqual(compare.images(heap_page(7, 0x0802), heap_page(8, 0x0902), "t.heap", True), [])

    def test_every_other_byte_counts(self):
        page = heap_page()
        start = 8192 - 24 - len(b"value")
        masked = {*range(0, 10), *range(20, 24), *range(start, start + 8)}
        for offset in range(8192):
            other = bytearray(page)
            other[offset] ^= 0x40  # no hint bit, so this one counts in t_infomask's second byte too
            if offset in (24, 25, 26, 27):
                continue  # a moved line pointer moves the masks with it
            found = compare.images(page, bytes(other), "t.heap", True)
            self.assertEqual(bool(found), offset not in masked, f"offset {offset}: {found}")

    def test_difference_is_named(self):
        found = compare.images(heap_page(), heap_page(data=b"valuE"), "t.heap", True)
        self.assertEqual(found, ["t.heap: block 0, offset 8191 (item 1, column data byte 4): server 0x65, simulator 0x45"])

    def test_missing_block_counts(self):
        self.assertIn("server has 2 blocks, simulator 1", compare.images(heap_page() * 2, heap_page(), "t.heap", True)[0])


class Figures(unittest.TestCase):
    def test_one_off_is_a_difference(self):
        self.assertEqual(compare.figures({"a": {"b": 3}}, {"a": {"b": 4}}, "t"), ["t.a.b: server 3, simulator 4"])

    def test_rounded_numbers_compare_as_printed(self):
        self.assertEqual(compare.figures({"a": Decimal("90")}, {"a": Decimal("90.0")}, "t"), [])
        self.assertEqual(len(compare.figures({"a": Decimal("89.78")}, {"a": Decimal("89.79")}, "t")), 1)

    def test_missing_figure_and_invented_record_type(self):
        self.assertEqual(len(compare.figures({"a": 1}, {}, "t")), 1)
        self.assertEqual(len(compare.figures({"by_type": {}}, {"by_type": {"Btree/DEDUP": {"count": 1}}}, "t")), 1)

    def test_rounds(self):
        self.assertEqual(len(compare.figures({"each": [1, 2]}, {"each": [1]}, "t")), 1)
        self.assertEqual(compare.figures({"each": [1, 2]}, {"each": [1, 3]}, "t"), ["t.each[1]: server 2, simulator 3"])

    def test_page_tables(self):
        found = compare.statistics("blkno\ttype\n1\tl\n2\tr\n", "blkno\ttype\n1\tl\n2\ti\n", "t.t_pkey pages")
        self.assertEqual(found, ["t.t_pkey pages: block 2: type: server r, simulator i"])


class Positions(unittest.TestCase):
    def test_positions_and_usable_bytes_are_inverse(self):
        for usable in [*range(0, 30_000, 8), *range(wal.USABLE_PER_SEGMENT - 9_000, wal.USABLE_PER_SEGMENT + 9_000, 8)]:
            self.assertEqual(wal.usable_bytes_before(wal.position_after(usable)), usable)


class Keys(unittest.TestCase):
    def test_orders_give_distinct_keys_within_their_bits(self):
        for name, order in orders.ORDERS.items():
            for bits, count in ((16, 20_000), (31, 50_000), (62, 50_000)):
                keys = list(order(count, bits))
                self.assertEqual(len(keys), count, name)
                self.assertEqual(len(set(keys)), count, f"{name} in {bits} bits repeats a key")
                self.assertTrue(0 <= min(keys) and max(keys) < 1 << bits, name)

    def test_spellings_sort_as_the_numbers(self):
        for kind in ("uuid", "text"):
            spelled = [generators.key_text(number, kind) for number in (0, 1, 9, 10, 255, 256, 1 << 61)]
            self.assertEqual(spelled, sorted(spelled))


class CsvRows(unittest.TestCase):
    def test_line_ends_inside_quotes_do_not_end_a_record(self):
        rows = Rows('id,t\n1,"a\n""b"""\n2,\n', "test")
        self.assertEqual(rows.take(2), ['1,"a\n""b"""\n', "2,\n"])


if __name__ == "__main__":
    unittest.main()
