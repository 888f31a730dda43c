"""Finds in documents what is shown as a command, as its output, and as a file to write."""

import re
from dataclasses import dataclass, field

COMMAND_WORDS = r"(?:export |keycost |psql |mariadb |parallel |cmake |cpack|cd |ctest |apt|git |sudo |docker |curl |pip |CREATE |\./|tests/|plots/|build/)"


@dataclass
class Command:
    text: str
    where: str
    shown: list = field(default_factory=list)  # lines of its output that the document shows, each with its place


@dataclass
class File:
    name: str
    text: str
    where: str


def of_markdown(name, text):
    """Commands and files, in the order of the document. What a block shows belongs to the last command before it."""
    lines = text.split("\n")
    found, commands, at = [], [], 0
    while at < len(lines):
        if lines[at].startswith("```") or lines[at].startswith("    "):
            at, first, block = code_block(lines, at)
            for part in of_block(name, first, block, commands):
                found.append(part)
                commands += [part] if isinstance(part, Command) else []
            continue
        end = at
        while end < len(lines) and not re.match(r"```|    ", lines[end]):
            end += 1
        found += of_prose(name, at + 1, "\n".join(lines[at:end]))
        at = end
    return found


def code_block(lines, at):
    """Where the text goes on, the number of the block's first line, and its lines without what marks them as code."""
    if lines[at].startswith("```"):
        end = lines.index("```", at + 1)
        return end + 1, at + 2, lines[at + 1:end]
    end = at
    while end < len(lines) and lines[end].startswith("    "):
        end += 1
    return end, at + 1, [line[4:] for line in lines[at:end]]


def of_block(name, first, block, earlier):
    file_name = re.match(r"(?://|#) (\S+\.\w+)", block[0])
    if file_name:
        return [File(file_name[1], "\n".join(block) + "\n", f"{name}:{first}")]
    if not any(re.match(COMMAND_WORDS, line) for line in block):
        if not earlier:
            raise SystemExit(f"{name}:{first}: a block that is no command, no file and no command's output")
        earlier[-1].shown += [(line, f"{name}:{number}") for number, line in enumerate(block, first) if line]
        return []
    # What is indented further goes on with what stands above it.
    return [Command(without_comment(line), f"{name}:{number}") for number, line in enumerate(block, first)
            if line and not line.startswith(" ")]


def of_prose(name, first, text):
    """`keycost ...` in the midst of a sentence; it may go on in the next line."""
    spans = re.finditer(r"`(" + COMMAND_WORDS + r"[^`]*)`", text)
    return [Command(" ".join(span[1].split()), f"{name}:{first + text[:span.start()].count(chr(10))}")
            for span in spans if " " in span[1] or span[1].endswith("/make")]


def of_scenario(name, text):
    """A scenario's comments show what to do with it."""
    return [Command(line.strip()[2:].strip(), f"{name}:{number}") for number, line in enumerate(text.split("\n"), 1)
            if re.match(r"\s*//\s+keycost \w", line)]


def of_help(name, text):
    """The example that a command's --help shows, which may go on in the next line."""
    example = re.search(r"^Example: (.*?)\n\n", text, re.S | re.M)
    return [Command(" ".join(example[1].split()), name)] if example else []


def without_comment(line):
    return re.sub(r"\s+#.*|\s{4,}\S.*", "", line).rstrip()
