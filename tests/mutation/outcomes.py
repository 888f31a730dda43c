"""What became of each change: kept in a file, so that a run can be continued, and told by room."""

import hashlib
from collections import Counter, defaultdict

KILLED, EXPLAINED, SURVIVED, SAME, NOT_COMPILED = "killed", "explained", "survived", "same object", "not compiled"
COLUMNS = [KILLED, EXPLAINED, SURVIVED, SAME, NOT_COMPILED]


class Outcomes:
    """One line a change: its key, outcome, what killed it, seconds, and a digest of the sources that it was tried with."""

    def __init__(self, path, digest):
        self.path = path
        self.digest = digest
        self.of = {}
        if path.exists():
            for line in path.read_text().splitlines():
                *key, outcome, killer, _, tried_with = line.split("\t")
                self.of["\t".join(key)] = (outcome, killer, tried_with)

    def has(self, mutant):
        """A survivor counts for the sources it survived in: tests may have come."""
        outcome, _, digest = self.of.get(mutant.key, (None, None, None))
        return outcome is not None and (outcome != SURVIVED or digest in (self.digest, self.digest.removesuffix("-quick")))

    def add(self, mutant, outcome, killer, seconds):
        self.of[mutant.key] = (outcome, killer, self.digest)
        with open(self.path, "a") as file:
            file.write("\t".join((mutant.key, outcome, killer, f"{seconds:.1f}", self.digest)) + "\n")

    def kills(self):
        """(path, layer, case) of every change killed."""
        for key, (outcome, killer, _) in self.of.items():
            if outcome == KILLED:
                layer, _, case = killer.partition(": ")
                yield key.split("\t")[0], layer, case


def digest_of(source):
    digest = hashlib.sha256()
    for folder in ("sim", "src", "tests"):
        for path in sorted((source / folder).rglob("*")):
            if path.is_file() and "mutation" not in path.parts[len(source.parts):] and "__pycache__" not in path.parts:
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


class Explanations:
    """explained.txt: a paragraph for each line of a file, what of it may be changed, and why nobody could see it."""

    def __init__(self, path):
        self.of = {}
        for paragraph in path.read_text().split("\n\n"):
            lines = [line.strip() for line in paragraph.splitlines() if not line.startswith("#")]
            if not lines:
                continue
            if len(lines) < 4:
                raise SystemExit(f"{path.name}: a paragraph has a file, a line of it, the changes and the reason:\n{paragraph}")
            file, text, changes = lines[:3]
            for change in changes.split(", "):
                self.of[file, text, change] = " ".join(lines[3:])

    def reason(self, mutant):
        return self.of.get((mutant.path, mutant.text, mutant.change))

    def stale(self, mutants):
        """Those that explain no change that could be made."""
        known = {(mutant.path, mutant.text, mutant.change) for mutant in mutants}
        return [key for key in self.of if key not in known]


def outcome_of(mutant, outcomes, explanations):
    outcome = outcomes.of[mutant.key][0]
    return EXPLAINED if outcome == SURVIVED and explanations.reason(mutant) else outcome


def killed_percent(count):
    tried = count[KILLED] + count[EXPLAINED] + count[SURVIVED]
    return 100 * count[KILLED] / tried if tried else 100


def table(places, tried, sample, outcomes, explanations):
    """Lines: one a room, and one for the sample drawn from all of them."""
    rooms = defaultdict(Counter)
    for mutant in tried:
        rooms[mutant.room][outcome_of(mutant, outcomes, explanations)] += 1
    whole = Counter(outcome_of(mutant, outcomes, explanations) for mutant in sample)
    yield row("room", "places", ["tried", *COLUMNS], "killed %")
    for room in sorted(places):
        yield row(room, places[room], figures(rooms[room]), f"{killed_percent(rooms[room]):.1f}" if rooms[room] else "")
    yield row("the sample of all", sum(places.values()), figures(whole), f"{killed_percent(whole):.1f}")


def figures(count):
    return [sum(count.values()), *(count[column] for column in COLUMNS)]


def row(room, places, columns, percent):
    return f"{room:26} {places:>6} " + " ".join(f"{column:>{width}}" for column, width in zip(columns, (6, 7, 10, 9, 12, 13))) + f" {percent:>9}"
