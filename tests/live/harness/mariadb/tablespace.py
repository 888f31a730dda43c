"""A table's .ibd file: its segments, its indexes, their pages.

Sources of the layout: storage/innobase/include/fsp0fsp.h (FSP header, extent descriptors, inodes), fil0fil.h.
"""

import struct
from dataclasses import dataclass

from . import page as pages
from ..errors import HarnessError
from .page import INDEX_TYPE, NO_PAGE, PAGE_SIZE, IndexPage

PAGES_PER_EXTENT = 64
FSP_HEADER_AT = 38
DESCRIPTORS_AT, DESCRIPTOR_BYTES = 150, 40
SEGMENT_HEADERS_AT = 38 + 36      # PAGE_BTR_SEG_LEAF of a root page, then PAGE_BTR_SEG_TOP, 10 bytes each
FRAGMENT_PAGES = 32
INODE_MAGIC = 97937874
INODES_AT, INODE_BYTES = 50, 192    # on an inode page


@dataclass
class Segment:
    """`reserved` and `used` pages as fseg_n_reserved_pages counts them."""
    segment_id: int
    reserved: int
    used: int
    fragment_pages: int
    extents: int


class Tablespace:
    def __init__(self, path):
        self.path = path
        self.image = path.read_bytes()
        if len(self.image) % PAGE_SIZE:
            raise HarnessError(f"{path.name} has {len(self.image)} bytes, not a whole number of pages of {PAGE_SIZE}")
        self.size, self.free_limit = struct.unpack_from(">II", self.image, FSP_HEADER_AT + 8)

    @property
    def file_size(self):
        return len(self.image)

    def page(self, page_no):
        if not page_no < len(self.image) // PAGE_SIZE:
            raise HarnessError(f"{self.path.name}: page {page_no} is not in the file")
        return memoryview(self.image)[page_no * PAGE_SIZE:(page_no + 1) * PAGE_SIZE]

    def is_free(self, page_no):
        """What the extent descriptor says; each page that holds descriptors has those of the PAGE_SIZE pages from it on."""
        if page_no >= self.free_limit:
            return True
        holder = page_no // PAGE_SIZE * PAGE_SIZE
        at = DESCRIPTORS_AT + page_no % PAGE_SIZE // PAGES_PER_EXTENT * DESCRIPTOR_BYTES + 24
        bit = page_no % PAGES_PER_EXTENT * 2
        return bool(self.page(holder)[at + bit // 8] >> bit % 8 & 1)

    def segment(self, root_page_no, which):
        """The leaf (0) or top (1) segment of the index with this root page."""
        _, inode_page, inode_at = struct.unpack_from(">IIH", self.page(root_page_no), SEGMENT_HEADERS_AT + 10 * which)
        inode = self.page(inode_page)[inode_at:inode_at + INODE_BYTES]
        segment_id, not_full_used, free_extents = struct.unpack_from(">QII", inode)
        not_full_extents, = struct.unpack_from(">I", inode, 28)
        full_extents, = struct.unpack_from(">I", inode, 44)
        magic, *fragments = struct.unpack_from(f">I{FRAGMENT_PAGES}I", inode, 60)
        if magic != INODE_MAGIC:
            raise HarnessError(f"{self.path.name}: inode of root page {root_page_no} has no magic number")
        single = sum(page_no != NO_PAGE for page_no in fragments)
        extents = free_extents + not_full_extents + full_extents
        return Segment(segment_id, single + PAGES_PER_EXTENT * extents,
                       single + PAGES_PER_EXTENT * full_extents + not_full_used, single, extents)

    def index_pages(self, root_page_no):
        """Every page of an index, root first, then level by level in key order."""
        root = IndexPage(self.page(root_page_no))
        if root.type != INDEX_TYPE:
            raise HarnessError(f"{self.path.name}: page {root_page_no} is of type {root.type}, no index page")
        mine = {page_no: IndexPage(self.page(page_no)) for page_no in range(self.size) if self.belongs(page_no, root.index_id)}
        ordered = []
        for level in range(root.level, -1, -1):
            first = [page for page in mine.values() if page.level == level and page.prev == NO_PAGE]
            if len(first) != 1:
                raise HarnessError(f"{self.path.name}: level {level} has {len(first)} pages without a left neighbour")
            ordered += self.chain(first[0], mine)
        if len(ordered) != len(mine):
            raise HarnessError(f"{self.path.name}: the levels' links reach {len(ordered)} pages of {len(mine)}")
        return ordered

    def belongs(self, page_no, index_id):
        image = self.page(page_no)
        return (struct.unpack_from(">H", image, 24)[0] == INDEX_TYPE and struct.unpack_from(">Q", image, pages.HEADER_AT + 28)[0] == index_id
                and not self.is_free(page_no))

    def chain(self, page, mine):
        found = [page]
        while page.next != NO_PAGE:
            following = mine.get(page.next)
            if following is None or following.prev != page.page_no or following.level != page.level:
                raise HarnessError(f"{self.path.name}: page {page.page_no} names {page.next} as its right neighbour, which does not name it as its left")
            page = following
            found.append(page)
        return found

    def checked_index(self, root_page_no, record_format):
        """`index_pages`, after the pages have been held against themselves, each other and their segments."""
        ordered = self.index_pages(root_page_no)
        levels = {}
        for page in ordered:
            page.check()
            page.check_bytes(record_format)
            levels.setdefault(page.level, []).append(page)
        for level, above in levels.items():
            children = [record_format.child(page, origin) for page in above for origin in page.records()] if level else []
            if level and children != [page.page_no for page in levels[level - 1]]:
                raise HarnessError(f"{self.path.name}: the node pointers of level {level} are not the pages of level {level - 1} in their order")
        self.check_segments(root_page_no, levels)
        return ordered

    def check_segments(self, root_page_no, levels):
        """The root belongs to the top segment, even while it is a leaf."""
        leaves = len(levels[0]) - (len(levels) == 1)
        others = sum(len(pages_of_level) for level, pages_of_level in levels.items() if level) + (len(levels) == 1)
        for which, name, pages_found in ((0, "leaf", leaves), (1, "top", others)):
            used = self.segment(root_page_no, which).used
            if used != pages_found:
                raise HarnessError(f"{self.path.name}: the {name} segment uses {used} pages, {pages_found} were found")
