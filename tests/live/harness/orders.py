"""Orders in which keys arrive: distinct numbers from 0 up to 2**bits, `count` of them.

Written anew here and not taken from the simulator, so that the simulator cannot be right by agreeing with itself.
"""

# Multiplier and increment of full-period congruential generators: 2**bits numbers come before the first repeats.
CONGRUENTIAL = {16: (25173, 13849), 31: (1103515245, 12345), 62: (6364136223846793005, 1442695040888963407)}


def ascending(count, bits, step=1):
    yield from range(0, count * step, step)


def descending(count, bits):
    yield from range(count - 1, -1, -1)


def random(count, bits, seed=1):
    multiplier, increment = CONGRUENTIAL[bits]
    value = seed
    for _ in range(count):
        value = (value * multiplier + increment) % (1 << bits)
        yield value


def interleaved(count, bits, writers=4):
    """Each writer ascends in a range of its own; they take turns."""
    span = (1 << bits) // writers
    for turn in range(count):
        yield turn % writers * span + turn // writers


def late_synced(count, bits, late_share=0.3, seed=7):
    """Ascending with gaps, then the late ones, each into the gap of a random earlier key."""
    early = count - int(count * late_share)
    gap = min((1 << bits) // early, 1 << 20)
    yield from range(0, early * gap, gap)
    taken = set()
    for value in random(1 << bits, bits, seed):
        key = value % (early * gap)
        if key % gap and key not in taken:
            taken.add(key)
            yield key
            if len(taken) == count - early:
                return


def outside_in(count, bits):
    """From both ends to the middle: lowest, highest, second lowest, second highest, ..."""
    for turn in range(count):
        yield turn // 2 if turn % 2 == 0 else count - 1 - turn // 2


def inside_out(count, bits):
    """The same backwards: from the middle to both ends."""
    yield from reversed(list(outside_in(count, bits)))


ORDERS = {order.__name__: order for order in (ascending, descending, random, interleaved, late_synced, outside_in, inside_out)}
