#!/usr/bin/env python3
"""Do manual page and completions know every command and option that --help knows, and complete what is being typed?

usage: command_line_test.py KEYCOST"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from installed import check, run

KEYCOST = str(pathlib.Path(sys.argv[1]).resolve())


def commands():
    text = run(KEYCOST, "--help").split("\ncommands\n")[1].split("\n\n")[0]
    return [line.split()[0] for line in text.splitlines()]


def options_of(command):
    """As --help prints them: every spelling at the beginning of a line."""
    spellings = set()
    for line in run(KEYCOST, command, "--help").splitlines():
        if re.match(r"  -", line):
            spellings.update(re.findall(r"(?:^|[ ,])(-{1,2}[a-z][a-z-]*)", line[:30]))
    return spellings


def check_nothing_is_missing():
    manual = run(KEYCOST, "manual").replace("\\-", "-")
    scripts = {shell: run(KEYCOST, "completion", shell) for shell in ("bash", "zsh", "fish")}
    check(len(commands()) >= 15, f"--help lists the commands: {commands()}")
    for command in commands():
        section = manual.split(f'.SS "keycost {command}"\n')[1].split("\n.S")[0]
        check("--help" in options_of(command), f"--help of {command} lists options")
        for option in options_of(command):
            check(f"\\fB{option}\\fR" in section, f"the manual page has {command} {option}")
            check(option in complete_in_bash(scripts["bash"], "keycost", command, option),
                  f"bash completes {command} {option}")
            zsh = scripts["zsh"].split(f"    {command})\n")[1].split("      ;;")[0]
            check(f"{option}[" in zsh, f"zsh has {command} {option}")
            letter_or_word = f"-l {option[2:]} " if option.startswith("--") else f"-s {option[1:]} "
            lines = [line for line in scripts["fish"].splitlines() if f"_from {command}'" in line]
            check(any(letter_or_word in line for line in lines), f"fish has {command} {option}")


def complete_in_bash(script, *words, folder="."):
    quoted = " ".join("'" + word.replace("'", "'\\''") + "'" for word in words)
    ask = f'COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _keycost; printf "%s\\n" "${{COMPREPLY[@]}}"'
    return run("bash", "-c", script + "\n" + ask, cwd=folder).split("\n")[:-1]


def check_bash():
    script = run(KEYCOST, "completion", "bash")
    streams = [line.split()[0] for line in run(KEYCOST, "list", "streams").splitlines()]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "my table.json").touch()
        (folder / "notes.txt").touch()
        (folder / "more").mkdir()

        def completes(line, expected):
            got = complete_in_bash(script, *line, folder=folder)
            check(sorted(got) == sorted(expected or [""]), f"{line} is completed to {expected}: {got}")

        completes(["keycost", "ru"], ["run"])
        completes(["keycost", "run", "--se"], ["--seed"])
        completes(["keycost", "run", "--seed", ""], [])
        completes(["keycost", "run", ""], ["my table.json", "more"])
        completes(["keycost", "run", "a.json", "b.json", "m"], ["my table.json", "more"])
        completes(["keycost", "run", "--pages", ""], ["more"])
        completes(["keycost", "run", "a.json", "-o", "j"], ["json", "junit"])
        completes(["keycost", "run", "a.json", "-o", "json", ":", "n"], ["notes.txt"])
        completes(["keycost", "run", "--color", ""], ["auto", "always", "never"])
        completes(["keycost", "check", "--report", ""], ["md"])
        completes(["keycost", "keys", ""], streams)
        completes(["keycost", "keys", "-n", "5", "uuidv7"], ["uuidv7"])
        completes(["keycost", "keys", "uuidv7", ""], [])
        completes(["keycost", "show", "pa"], ["page"])
        completes(["keycost", "show", "--at", "split:1", "page", "my"], ["my table.json"])
        completes(["keycost", "show", "--at", "spl"], ["split:1"])
        completes(["keycost", "theory", "--fill", ""], ["fixed", "uniform", "stationary"])
        completes(["keycost", "theory", "-o", ""], ["text", "json", "csv"])
        completes(["keycost", "list", "e"], ["engines", "events"])
        completes(["keycost", "completion", ""], ["bash", "zsh", "fish"])
        completes(["keycost", "explain", "leaf_f"], ["leaf_fragmentation"])


def check_fish():
    if not shutil.which("fish"):
        return
    script = run(KEYCOST, "completion", "fish")

    def completes(line, word):
        done = subprocess.run(["fish", "-c", f"{script}\ncomplete -C '{line}'"], capture_output=True, text=True)
        words = [offered.split("\t")[0] for offered in done.stdout.splitlines()]
        check(word in words, f"fish completes {line!r} to {word}: {words} {done.stderr}")

    completes("keycost sel", "selftest")
    completes("keycost run --thr", "--threads")
    completes("keycost keys uuidv", "uuidv7")
    completes("keycost theory -o c", "csv")


def check_every_word_is_taken():
    """A completed word that the program then refuses would be worse than none."""
    script = run(KEYCOST, "completion", "bash")
    for stream in complete_in_bash(script, "keycost", "keys", ""):
        run(KEYCOST, "explain", stream)
    names = complete_in_bash(script, "keycost", "explain", "")
    check(len(names) > 150, f"explain completes its names: {len(names)}")
    for name in names[::10]:
        run(KEYCOST, "explain", name)
    for group in complete_in_bash(script, "keycost", "list", ""):
        if group != "scenarios":
            run(KEYCOST, "list", group)
    for kind in complete_in_bash(script, "keycost", "theory", "-o", ""):
        run(KEYCOST, "theory", "-n", "1000", "-o", kind)
    for law in complete_in_bash(script, "keycost", "theory", "--fill", ""):
        run(KEYCOST, "theory", "-n", "1000", "--loaded", "500", "--fill", law)


if __name__ == "__main__":
    check_bash()
    check_fish()
    check_every_word_is_taken()
    check_nothing_is_missing()
