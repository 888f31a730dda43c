"""What the server said about a case, as files of the repository, so that it can be held against later simulators
without a server.

tests/recorded/postgresql-18.4/NAME/
    scenario.json        exactly what ran
    rows.csv.gz          the rows of a CSV table, or, where they are large,
    rows.json            the generator and the parameters that write them
    expected.json        the server's figures, in the layout of keycost's result
    TABLE.INDEX.tsv.gz   bt_multi_page_stats of the final pages
    TABLE.INDEX.crc32    of each block of the index (TABLE.heap.crc32: of the heap), masked as pages.py says, 4 bytes
    images.json          SHA-256 of each relation's masked blocks, all in one
    provenance.json      which server, which settings, when
"""

import datetime
import gzip
import hashlib
import json
import platform
import struct
import zlib
from decimal import Decimal

from . import facts, generators, pages
from .case import Case
from .errors import HarnessError
from .servers import described_settings

LARGEST_STORED_ROWS = 300_000  # bytes, compressed


def write(folder, case, scenario_path, tables, rows_digests, version):
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    write_json(folder / "scenario.json", case.scenario)
    write_rows(folder, case, scenario_path)
    write_json(folder / "expected.json", {"tables": {name: {"steps": table.steps} for name, table in tables.items()}})
    images = {}
    for name, table in tables.items():
        for index, text in table.statistics.items():
            (folder / f"{name}.{index}.tsv.gz").write_bytes(compressed(text.encode()))
        for relation, image in table.images.items():
            masked = pages.mask(image, relation == facts.HEAP)
            images[f"{name}.{relation}"] = {"blocks": len(image) // pages.PAGE_SIZE, "sha256": hashlib.sha256(masked).hexdigest()}
            (folder / f"{name}.{relation}.crc32").write_bytes(block_checksums(masked))
    write_json(folder / "images.json", images)
    write_json(folder / "provenance.json", provenance(case, rows_digests, version))


def write_rows(folder, case, scenario_path):
    for spec in case.generated.values():
        packed = compressed((scenario_path.parent / "rows.csv").read_bytes())
        if len(packed) < LARGEST_STORED_ROWS:
            (folder / "rows.csv.gz").write_bytes(packed)
        else:
            write_json(folder / "rows.json", spec)


def provenance(case, rows_digests, version):
    return {"server": version, "settings": described_settings(case.scenario), "recorded_on": datetime.date.today().isoformat(),
            "platform": f"{platform.system()} {platform.machine()}, {platform.libc_ver()[0]}",
            "recorded_with": "tests/live/run --record", "sha256_of_rows": rows_digests}


def block_checksums(masked):
    """Tells which block differs, which a digest of the whole does not."""
    blocks = range(0, len(masked), pages.PAGE_SIZE)
    return b"".join(struct.pack("<I", zlib.crc32(masked[at:at + pages.PAGE_SIZE])) for at in blocks)


def compressed(content):
    return gzip.compress(content, 9, mtime=0)  # without a time, so that equal content makes equal files


def write_json(path, value):
    path.write_text(json.dumps(value, indent=1, default=decimal_as_number) + "\n", encoding="utf-8")


def decimal_as_number(value):
    """Fractions keep the decimals that the server printed; json has no better way than through float, which prints back
    the shortest decimal that is the same number."""
    if isinstance(value, Decimal):
        return float(value)
    raise TypeError(f"not for JSON: {value!r}")


class Recording:
    """One recorded case, read back."""

    def __init__(self, folder):
        self.folder = folder
        self.name = folder.name
        self.scenario = self.json("scenario.json")
        self.expected = self.json("expected.json", parse_float=Decimal)["tables"]  # as printed, not as a float
        self.rows_digests = self.json("provenance.json")["sha256_of_rows"]

    @property
    def images(self):
        return self.json("images.json")

    def json(self, name, **how):
        try:
            return json.loads((self.folder / name).read_text(encoding="utf-8"), **how)
        except (OSError, ValueError) as error:
            raise HarnessError(f"{self.folder.name}/{name}: {error}; record the case anew with tests/live/run --record") from None

    def write_case(self, folder):
        """The scenario and its rows, as they were when recorded."""
        if (self.folder / "rows.json").exists():
            table = next(name for name, table in self.scenario["tables"].items() if "rows" in table)
            return Case(self.name, self.scenario, {table: self.json("rows.json")}).write(folder)
        path = Case(self.name, self.scenario).write(folder)
        if (self.folder / "rows.csv.gz").exists():
            (folder / "rows.csv").write_bytes(gzip.decompress((self.folder / "rows.csv.gz").read_bytes()))
        return path

    def block_checksums(self, name, relation):
        return (self.folder / f"{name}.{relation}.crc32").read_bytes()

    def statistics(self, name):
        """index -> TSV text."""
        prefix, suffix = f"{name}.", ".tsv.gz"
        return {path.name[len(prefix):-len(suffix)]: gzip.decompress(path.read_bytes()).decode()
                for path in sorted(self.folder.glob(f"{prefix}*{suffix}"))}


def rows_digest(rows):
    return hashlib.sha256("".join(rows.records).encode()).hexdigest()
