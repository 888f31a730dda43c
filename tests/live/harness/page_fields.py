"""Names the field that a byte of a page belongs to, so that a difference can be read by a person."""

import struct

PAGE_HEADER = ((0, "pd_lsn"), (8, "pd_checksum"), (10, "pd_flags"), (12, "pd_lower"), (14, "pd_upper"), (16, "pd_special"),
               (18, "pd_pagesize_version"), (20, "pd_prune_xid"))
HEAP_TUPLE = ((0, "t_xmin"), (4, "t_xmax"), (8, "t_cid"), (12, "t_ctid"), (18, "t_infomask2"), (20, "t_infomask"), (22, "t_hoff"),
              (23, "null bitmap or padding"))
INDEX_TUPLE = ((0, "t_tid"), (6, "t_info"))
BTREE_SPECIAL = ((0, "btpo_prev"), (4, "btpo_next"), (8, "btpo_level"), (12, "btpo_flags"), (14, "btpo_cycleid"))
METAPAGE = ((0, "btm_magic"), (4, "btm_version"), (8, "btm_root"), (12, "btm_level"), (16, "btm_fastroot"), (20, "btm_fastlevel"),
            (24, "btm_last_cleanup_num_delpages"), (32, "btm_last_cleanup_num_heap_tuples"), (40, "btm_allequalimage"),
            (41, "behind the metapage struct"))
METAPAGE_FLAG = 8


def describe(page, offset, is_heap):
    """What byte `offset` of `page` is. The page is read as the server has it, so its line pointers can be trusted."""
    lower, upper, special = struct.unpack_from("<HHH", page, 12)
    if offset < 24:
        return field_at(PAGE_HEADER, offset)
    if not is_heap and special < 8192 and offset >= special:
        return field_at(BTREE_SPECIAL, offset - special)
    if not is_heap and is_metapage(page, special):
        return field_at(METAPAGE, offset - 24)
    if offset < lower:
        return f"line pointer {(offset - 24) // 4 + 1}"
    if offset < upper:
        return "free space between pd_lower and pd_upper"
    return describe_tuple(page, offset, lower, is_heap)


def is_metapage(page, special):
    return special == 8176 and struct.unpack_from("<H", page, special + 12)[0] & METAPAGE_FLAG


def describe_tuple(page, offset, lower, is_heap):
    for number, (pointer,) in enumerate(struct.iter_unpack("<I", page[24:lower]), start=1):
        start, length = pointer & 0x7FFF, pointer >> 17
        if start <= offset < start + length:
            return f"item {number}, {describe_in_tuple(page, start, offset - start, is_heap)}"
    return "padding behind an item"


def describe_in_tuple(page, start, offset, is_heap):
    if not is_heap:
        return field_at(INDEX_TUPLE, offset) if offset < 8 else f"key data byte {offset - 8}"
    header = page[start + 22]
    return field_at(HEAP_TUPLE, offset) if offset < header else f"column data byte {offset - header}"


def field_at(fields, offset):
    begin, name = [field for field in fields if field[0] <= offset][-1]
    return name if offset == begin else f"{name} + {offset - begin}"
