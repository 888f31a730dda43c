"""Result files, read by name: what `keycost run -o json`, `--pages`, `keycost rows`, `keycost theory -o csv` and the
benchmark write. Nothing here simulates or corrects anything."""
import csv
import json
from pathlib import Path


class Results:
    """A folder of result files."""

    def __init__(self, folder):
        self.folder = Path(folder)

    def has(self, name):
        return (self.folder / name).exists()

    def run(self, name):
        return Run(json.loads((self.folder / f"{name}.json").read_text(encoding="utf-8")))

    def pages(self, name, table, index):
        """Every page of an index, as a list of dictionaries with whole numbers where they are whole numbers."""
        path = self.folder / f"{name}.pages" / f"{table}.{index}.tsv"
        with path.open(encoding="utf-8", newline="") as lines:
            return [{column: int(value) if value.lstrip("-").isdigit() else value for column, value in line.items()}
                    for line in csv.DictReader(lines, delimiter="\t")]

    def table(self, file_name):
        """A CSV file, every value as text."""
        with (self.folder / file_name).open(encoding="utf-8", newline="") as lines:
            return list(csv.DictReader(lines))


class Run:
    """One result of the format keycost-result/1."""

    def __init__(self, document):
        if document.get("format") != "keycost-result/1":
            raise ValueError("not a result of format keycost-result/1")
        self.document = document

    def tables(self):
        return list(self.document["tables"])

    def step(self, table, step):
        return self.document["tables"][table]["steps"][step]

    def steps(self, table):
        return self.document["tables"][table]["steps"]

    def replicated(self, table, step):
        """Mean, sd, min and max of every quantity in the place of its value; None without replicates."""
        replicates = self.document.get("replicates")
        return replicates and replicates["tables"][table]["steps"][step]

    def origin(self):
        """The line that stands under a figure: enough to make the result again."""
        document = self.document
        scenario = document["scenario"]
        seeds = len(document.get("replicates", {}).get("seeds", [0]))
        more = f" and {seeds - 1} more" if seeds > 1 else ""
        return (f"keycost {document['version']} · {document['engine']} · scenario {scenario['name']} "
                f"({scenario['hash'][:8]}) · seed {document['seed']}{more}")


def leaves_in_key_order(pages):
    """The leaves from left to right, by their links. A root that is a leaf (type r, level 0) is one too."""
    leaves = {page["blkno"]: page for page in pages if page["btpo_level"] == 0 and page["type"] in ("l", "r")}
    ordered = []
    block = next(number for number, page in leaves.items() if page["btpo_prev"] == 0)
    while block != 0:
        ordered.append(leaves[block])
        block = leaves[block]["btpo_next"]
    if len(ordered) != len(leaves):
        raise ValueError("the leaves' links do not reach every leaf")
    return ordered
