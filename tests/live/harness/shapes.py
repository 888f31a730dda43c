"""Values of columns that are more than a number in some order: tenants, duplicates, NULLs, text of all lengths, times. Each
maker is a function of the row's number alone, spelled out by its name and parameters, so that a recorded case can write
its rows again. Values are spelled as the database prints them: COPY counts the bytes of its input."""

import datetime
import functools
import hashlib

EPOCH = datetime.datetime(2024, 1, 1)


def draw(seed, number):
    """64 bits that look random."""
    return int.from_bytes(hashlib.sha256(f"{seed} {number}".encode()).digest()[:8], "big")


def serial(number, start=1, step=1):
    return str(start + (number - 1) * step)


def cycle(number, count):
    """0, 1, … count - 1, 0, 1, …"""
    return str(number % count)


def runs(number, length):
    """The same value `length` times, then the next."""
    return str(number // length)


def backwards(number):
    return str(10**9 - number)


def bursts(number, longest, count, seed=1):
    """A value for a while, then another: up to `longest` rows each."""
    block, place = divmod(number, longest)
    return str(draw(seed, 2 * block + (place >= draw(f"turn {seed}", block) % longest)) % count)


def low_cardinality(number, count, seed=1):
    return str(draw(seed, number) % count)


def skewed(number, count, seed=1):
    """Few values often, many seldom."""
    share = draw(seed, number) / 2**64
    return str(int(count * share**3))


def random_number(number, bits, seed=1):
    return str(draw(seed, number) % 2**bits)


def scattered(number, bits):
    """Each number below 2**bits once, far from its neighbours."""
    return str(number * 0x9E3779B1 % 2**bits)


def random_uuid(number, seed=1):
    return dashed(hashlib.md5(f"{seed} {number}".encode()).hexdigest())


def ordered_uuid(number, seed=1):
    return dashed(f"{number:012x}" + hashlib.md5(f"{seed} {number}".encode()).hexdigest()[:20])


def dashed(digits):
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"


def descending_uuid(number, first, seed=1):
    return ordered_uuid(first - number, seed)


def uuid_v7(number, per_ms, inside="random", writers=4, seed=1):
    """Inside a millisecond: "random"; a "counter" of 12 bits; or "writers" in turn, 4 bits each before a counter of its own of 8."""
    millisecond, at = divmod(number, per_ms)
    rand_a = {"random": draw(f"a{seed}", number) % 4096, "counter": at, "writers": at % writers << 8 | at // writers}[inside]
    return uuid_of(1_704_067_200_000 + millisecond, rand_a, draw(f"b{seed}", number))


def late_uuid_v7(number, early, gap_ms=6_048, seed=1):
    """`early` keys in order, `gap_ms` apart; those after them were minted at random moments of that time."""
    at = number * gap_ms if number <= early else draw(f"late {seed}", number) % (early * gap_ms)
    return uuid_of(1_704_067_200_000 + at, draw(f"a{seed}", number) % 4096, draw(f"b{seed}", number))


def uuid_of(milliseconds, rand_a, rand_b):
    return dashed(f"{milliseconds << 80 | 7 << 76 | rand_a << 64 | 2 << 62 | rand_b % 2**62:032x}")


def row_text(number, prefix="row "):
    return f"{prefix}{number}"


def random_text(number, shortest, longest, seed=1):
    length = shortest + draw(seed, number) % (longest - shortest + 1)
    return (hashlib.sha256(f"{seed} {number}".encode()).hexdigest() * (longest // 64 + 1))[:length]


def random_bytes(number, longest, seed=1):
    digits = random_text(number, 0, 2 * longest, seed)
    return "\\x" + digits[:len(digits) // 2 * 2]


def trailing_blanks(number, longest, seed=1):
    """A few letters, then blanks, together perhaps longer than the column is."""
    letters = draw(seed, number) % (longest + 1)
    return ("abc" * longest)[:letters] + " " * (draw(f"blanks {seed}", number) % (longest + 4)) if letters else "x"


def same_prefix(number, prefix_length, count, seed=1):
    return "p" * prefix_length + f"{draw(seed, number) % count:08d}"


def moments(number, per_second=1):
    moment = str(EPOCH + datetime.timedelta(microseconds=number * 1_000_000 // per_second))
    return (moment.rstrip("0") if "." in moment else moment) + "+00"


def date_times(number, digits=3):
    """A millisecond for each row, all of one day."""
    seconds, thousandths = divmod(number % 86_400_000, 1000)
    clock = f"2024-01-01 {seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
    return f"{clock}.{thousandths:03d}{'0' * (digits - 3)}" if digits else clock


def amounts(number):
    return f"{number % 10_000}.{number % 100:02d}"


def numbered_text(number, prefix, count):
    return f"{prefix}{number % count}"


def spread_times(number, zone="", seed=1, digits=None):
    """Any microsecond of 1900 to 2099, so that halves of coarser units occur on both sides of 2000. With `digits`, cut to so
    many digits of a second, and spelled as the database prints it."""
    drawn = draw(seed, number)
    fraction = (0, 500_000, 500, 1_500, 499_999, drawn % 1_000_000)[drawn % 6]
    if digits is not None:
        fraction -= fraction % 10 ** (6 - digits)
    moment = str(datetime.datetime(1900, 1, 1) + datetime.timedelta(days=drawn % 73_000, seconds=drawn % 86_399, microseconds=fraction))
    return (moment.rstrip("0") if "." in moment and digits is not None else moment) + zone


def days(number, rows_a_day=100):
    return str((EPOCH + datetime.timedelta(days=number // rows_a_day)).date())


def truth(number, one_in=2):
    return "t" if number % one_in == 0 else "f"


def decimal_number(number, digits, scale, seed=1):
    """Both signs, always `scale` digits behind the point: numeric(digits,scale) as it prints."""
    drawn = draw(seed, number)
    value = drawn // 2 % 10**digits
    text = f"{value:0{scale + 1}d}"
    sign = "-" if drawn % 2 and value else ""
    return sign + (f"{text[:-scale]}.{text[-scale:]}" if scale else text)


def same_value(number, count, seed=1):
    """Numbers that are equal and yet print differently: 7, 7.0, 7.00."""
    zeros = draw(f"zeros {seed}", number) % 4
    return f"{draw(seed, number) % count}" + (f".{'0' * zeros}" if zeros else "")


def any_number(number, seed=1):
    """Numbers from the very small to the very large."""
    drawn = draw(seed, number)
    digits = str(drawn % 10 ** (1 + drawn % 19))
    if drawn % 3 == 0:
        return digits if digits == "0" else ("-" if drawn % 2 else "") + digits + "0" * (drawn % 300)
    behind = "0" * (drawn % 7 * (drawn % 40)) + digits
    return ("-" if drawn % 2 and digits.strip("0") else "") + f"{drawn % 1000 * (drawn % 2)}.{behind}"


def accented(number, longest, count, seed=1):
    """Text of characters of one to four bytes."""
    drawn = draw(seed, draw(seed, number) % count)
    return "".join("aé€𝄞"[drawn >> 2 * place & 3] for place in range(drawn % longest + 1))


def twice(number, of, runs, **parameters):
    """As many values as the first of `runs` says, all of them again, then the same with the next."""
    position, before = number - 1, 0
    for length in runs:
        if position < 2 * length:
            return MAKERS[of](before + position % length + 1, **parameters)
        position, before = position - 2 * length, before + length
    raise IndexError(number)


MAKERS = {maker.__name__: maker for maker in (serial, cycle, runs, low_cardinality, skewed, random_number, scattered, random_uuid, ordered_uuid,
                                              descending_uuid, uuid_v7, late_uuid_v7, row_text, random_text, same_prefix, numbered_text,
                                              moments, date_times, amounts, days, truth, decimal_number,
                                              same_value, any_number, accented, spread_times, trailing_blanks, backwards, bursts, random_bytes, twice)}


def value_maker(spec):
    """number -> value. `spec` is {"make": a maker's name, its parameters, and perhaps "null_share": 0 to 1,
    "hex": a uuid without dashes, "quoted": in quotes, so that an empty text is no NULL}."""
    parameters = {name: given for name, given in spec.items() if name not in ("make", "null_share", "hex", "quoted")}
    make = functools.partial(MAKERS[spec["make"]], **parameters)
    if spec.get("hex"):
        spelled = lambda number: make(number).replace("-", "")
    elif spec.get("quoted"):
        spelled = lambda number: f'"{make(number)}"'
    else:
        spelled = make
    share, drawn = spec.get("null_share", 0) * 2**64, "null " + spec["make"]
    return (lambda number: "" if draw(drawn, number) < share else spelled(number)) if share else spelled


def csv_text(table, spec):
    names = [column["name"] for column in table["columns"]]
    makers = [value_maker(spec["columns"][name]) for name in names]
    lines = [",".join(names)]
    for number in range(1, spec["rows"] + 1):
        lines.append(",".join([make(number) for make in makers]))
    return "\n".join(lines) + "\n"
