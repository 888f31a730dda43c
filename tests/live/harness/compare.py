"""Holds what the simulator says against what the server says. Exact: a difference of one is a difference."""

from . import page_fields, pages, wal

DETAILS_PER_FILE = 3


def figures(server, simulator, path):
    """Differences between two result objects, as lines. What the server tells and the simulator lacks is one; what only
    the simulator tells is none, except a WAL record type that the server has not written."""
    if isinstance(server, dict):
        return dictionaries(server, simulator, path)
    if isinstance(server, list):
        return lists(server, simulator, path)
    if isinstance(simulator, bool) or simulator != server:
        return [f"{path}: server {shown(server)}, simulator {shown(simulator)}"]
    return []


def dictionaries(server, simulator, path):
    if not isinstance(simulator, dict):
        return [f"{path}: server has {', '.join(server) or 'an empty object'}; simulator {shown(simulator)}"]
    found = []
    for key, value in server.items():
        if key in simulator:
            found += figures(value, simulator[key], f"{path}.{key}")
        elif value not in ({}, []):
            found.append(f"{path}.{key}: server {shown(value)}, simulator has none; it has {', '.join(simulator)}")
    if path.endswith(".by_type") and not (server and set(server) <= set(wal.OF_BUILDS)):  # of a build the server tells these only
        found += [f"{path}.{key}: server has none, simulator {shown(value)}"
                  for key, value in simulator.items() if key not in server and value.get("count") != 0]
    return found


def lists(server, simulator, path):
    if not isinstance(simulator, list) or len(server) != len(simulator):
        return [f"{path}: server has {len(server)} entries, simulator {len(simulator) if isinstance(simulator, list) else shown(simulator)}"]
    return [line for at, pair in enumerate(zip(server, simulator)) for line in figures(*pair, f"{path}[{at}]")]


def shown(value):
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {shown(inner)}" for key, inner in value.items()) + "}"
    return "nothing" if value is None else str(value)


def statistics(server_text, simulator_text, name):
    """Differences between two page tables (TSV), line by line."""
    server, simulator = server_text.splitlines(), simulator_text.splitlines()
    found = []
    if len(server) != len(simulator):
        found.append(f"{name}: server has {len(server) - 1} pages, simulator {len(simulator) - 1}")
    differing = [pair for pair in zip(server, simulator) if pair[0] != pair[1]]
    columns = server[0].split("\t")
    for one, other in differing[:DETAILS_PER_FILE]:
        found.append(f"{name}: {describe_line(columns, one.split(chr(9)), other.split(chr(9)))}")
    return found + more(differing, name, "pages")


def describe_line(columns, server, simulator):
    if len(server) != len(simulator):
        return f"server line {server}, simulator line {simulator}"
    return f"block {server[0]}: " + ", ".join(
        f"{column}: server {one}, simulator {other}" for column, one, other in zip(columns, server, simulator) if one != other)


def images(server_image, simulator_image, name, is_heap):
    """Differences between two relations' blocks, under the masks of pages.py."""
    found = []
    if len(server_image) != len(simulator_image):
        found.append(f"{name}: server has {len(server_image) // pages.PAGE_SIZE} blocks, simulator {len(simulator_image) / pages.PAGE_SIZE:g}")
    server, simulator = pages.mask(server_image, is_heap), pages.mask(simulator_image, is_heap)
    positions, count = pages.differing_bytes(server, simulator, DETAILS_PER_FILE)
    for position in positions:
        block, offset = divmod(position, pages.PAGE_SIZE)
        page = server[position - offset:position - offset + pages.PAGE_SIZE]
        found.append(f"{name}: block {block}, offset {offset} ({page_fields.describe(page, offset, is_heap)}): "
                     f"server 0x{server[position]:02x}, simulator 0x{simulator[position]:02x}")
    return found + more(range(count), name, "blocks")


def more(differing, name, what):
    rest = len(differing) - DETAILS_PER_FILE
    return [f"{name}: and {rest} more {what} that differ"] if rest > 0 else []
