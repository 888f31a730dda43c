"""Which changes of sim/ are tried: a comparison, a sign, a number by one, a call left out."""

import hashlib
import re
from collections import Counter
from dataclasses import dataclass

# What is changed into what. Spaces around < and > tell a comparison from a template.
OPERATORS = [
    (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "), (r" == ", " != "), (r" != ", " == "),
    (r" \+ ", " - "), (r" - ", " + "), (r" \* ", " + "), (r" / ", " * "), (r" % ", " / "),
    (r" && ", " || "), (r" \|\| ", " && "), (r"\btrue\b", "false"), (r"\bfalse\b", "true"),
    (r"\bstd::min\b", "std::max"), (r"\bstd::max\b", "std::min"), (r"\+\+", "--"), (r" \+= ", " -= "), (r" -= ", " += "),
]
NUMBER = re.compile(r"(?<![\w.'])(?:0x([0-9A-F]+)|(\d+(?:'\d+)*))(?![\w.'])")
STATEMENT = re.compile(r"^\s+(?!return|using|const|auto|break|continue|throw|require|static|case|for|if|while)[\w>.\-:]+\(.*\);\s*$")
NOT_CODE = re.compile(r'^\s*(//|#|static_assert|namespace|using|template)|fmt::format|"')


@dataclass(frozen=True)
class Mutant:
    path: str  # from the project's root
    line: int  # from 0
    start: int
    end: int
    new: str
    text: str  # the whole line, without blanks around it
    count: int  # how many same changes of same lines stand above it in the file

    @property
    def room(self):
        return self.path.rpartition("/")[0]

    @property
    def old(self):
        return (self.text if self.new == ";" else self.text[self.start:self.end]).strip()

    @property
    def change(self):
        return "left out" if self.new == ";" else f"{self.old} -> {self.new.strip()}"

    @property
    def key(self):
        """The same as long as the line is."""
        return "\t".join((self.path, self.text, str(self.start), self.change, str(self.count)))

    def drawn_at(self, seed):
        """A draw of its own for every change, so that a sample stays the same wherever the sources stay the same."""
        return hashlib.sha256(f"{seed}\t{self.key}".encode()).digest()

    def applied_to(self, source):
        lines = source.split("\n")
        line = lines[self.line]
        indent = len(line) - len(line.lstrip())
        lines[self.line] = line[:indent + self.start] + self.new + line[indent + self.end:]
        return "\n".join(lines)

    def __str__(self):
        return f"{self.path}:{self.line + 1}: {self.change}   | {self.text}"


def of_file(path, source):
    """Of the lines that are code."""
    seen = Counter()
    for number, line in enumerate(source.splitlines()):
        if NOT_CODE.search(line):
            continue
        text = line.strip()
        for start, end, new in changes(line.split("//")[0].strip(), line):
            count = seen[text, start, new]
            seen[text, start, new] += 1
            yield Mutant(path, number, start, end, new, text, count)


def changes(code, line):
    for pattern, new in OPERATORS:
        for found in re.finditer(pattern, code):
            yield found.start(), found.end(), new
    for found in NUMBER.finditer(code):
        yield found.start(), found.end(), hex(int(found[1], 16) + 1) if found[1] else str(int(found[2].replace("'", "")) + 1)
    if STATEMENT.match(line.split("//")[0]):
        yield 0, len(code), ";"
