#!/usr/bin/env python3
"""Do the JSON Schema and the decoder agree about what a scenario is?

usage: schema_test.py KEYCOST

Every scenario in the repository must be valid to both. Then scenarios are changed in one place at a time: a key added,
a key left out, a value of another kind or out of its range. Whatever the schema refuses, the decoder must refuse; and
whatever the decoder refuses, the schema must refuse as well, unless the decoder's reason is one of BEYOND_A_SCHEMA.
Exit status 77: the validator (python3-jsonschema) is not installed."""

import copy
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[2]
KEYCOST = str(pathlib.Path(sys.argv[1]).resolve())

# What the decoder says of rules that hold between several places of a scenario, or of a language inside a text: a
# schema has no words for them.
BEYOND_A_SCHEMA = {
    r"^unknown (column|table|step|index)": "names what the scenario does not have",
    r"has no unique index on exactly these columns": "names what the scenario does not have",
    r"^(column .* needs \"values\"|where do the values come from)": "values are in every column, or in the rows file",
    r"needs tables that read their \"rows\" from a file": "values are in every column, or in the rows file",
    r"^the rows file .* does not exist": "the file is there",
    r"^the bound does not accept the stated value": "what a document states lies within the bound",
    r"^a percentage of 0 leaves no room": "a percentage is of something",
    r"which is not modelled": "what an engine does not model",
}

# Values of every kind, for the place of any other.
OTHERS = [None, True, -1, 0, 1.5, 10**18, "", "~nonsense~", [], {}, ["~nonsense~"], {"~nonsense~": 1}]


def without_comments(text):
    """Comments become spaces; texts stay as they are."""
    token = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*|/\*.*?\*/', re.S)
    return token.sub(lambda found: found.group() if found.group()[0] == '"' else " ", text)


def read(path):
    return json.loads(without_comments(path.read_text()))


def shipped_scenarios():
    return [path for path in (SOURCE / "scenarios").rglob("*.json") if not path.name.endswith(".schema.json")]


def places(value, where=()):
    """Every place below `value`, as keys and positions."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield where + (key,)
        yield from places(part, where + (key,))


def at(value, where):
    for key in where:
        value = value[key]
    return value


def changes(scenario):
    """Copies of `scenario`, each changed in one place, with words for the change."""
    for where in [()] + list(places(scenario)):
        original = at(scenario, where)
        if isinstance(original, dict):
            changed = copy.deepcopy(scenario)
            at(changed, where)["~unknown~"] = 1
            yield changed, f"{pointer(where)}: an unknown key"
        if not where:
            continue
        if isinstance(where[-1], str):
            changed = copy.deepcopy(scenario)
            del at(changed, where[:-1])[where[-1]]
            yield changed, f"{pointer(where)}: left out"
        for other in OTHERS:
            if other == original and type(other) is type(original):
                continue
            changed = copy.deepcopy(scenario)
            at(changed, where[:-1])[where[-1]] = other
            yield changed, f"{pointer(where)}: {json.dumps(other)} instead of {json.dumps(original)[:40]}"


def pointer(where):
    return "".join(f"/{key}" for key in where)


def decoder_refusals(folder):
    """What the decoder says of each file in `folder` that it refuses."""
    done = subprocess.run([KEYCOST, "validate", "."], capture_output=True, text=True, cwd=folder)
    if done.returncode not in (0, 3, 4):
        raise SystemExit(f"validate: exit status {done.returncode}\n{done.stderr[-2000:]}")
    valid = set(re.findall(r"^(?:\./)?(\S+\.json): valid", done.stdout, re.M))
    refusals = {}
    for name, message in re.findall(r"^keycost: (?:\./)?(\S+?\.json)(?::\S*)?:? (.*)$", done.stderr, re.M):
        refusals.setdefault(name, []).append(message)
    files = {path.name for path in folder.glob("*.json")}
    if valid | set(refusals) != files or valid & set(refusals):
        raise SystemExit(f"validate said nothing, or two things, of {sorted((files - valid - set(refusals)) | (valid & set(refusals)))[:3]}")
    return refusals


def reason_beyond(messages):
    """Why no schema can say this: all of the decoder's messages must be among those."""
    reasons = [next((why for pattern, why in BEYOND_A_SCHEMA.items() if re.search(pattern, message)), None)
               for message in messages]
    return None if None in reasons else reasons


def check_repository(validator):
    wrong = []
    # Those of recorded runs keep their rows packed, so that the decoder finds none: they are replayed elsewhere.
    for path in shipped_scenarios() + sorted((SOURCE / "tests/recorded").rglob("scenario.json")):
        wrong += [f"{path}: {error.json_path}: {error.message[:200]}" for error in validator.iter_errors(read(path))]
    done = subprocess.run([KEYCOST, "validate", *map(str, shipped_scenarios())], capture_output=True, text=True)
    if done.returncode != 0:
        wrong.append(done.stderr)
    return wrong


def check_changes(validator):
    wrong = []
    seen = {}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        shutil.copy(pathlib.Path(__file__).with_name("orders.csv"), folder)
        tried = {}
        for path in sorted(pathlib.Path(__file__).parent.glob("*.json")):
            for number, (scenario, words) in enumerate(changes(read(path))):
                file = f"{path.stem}-{number:05}.json"
                (folder / file).write_text(json.dumps(scenario))
                tried[file] = (scenario, words)
        refusals = decoder_refusals(folder)
        for file, (scenario, words) in tried.items():
            schema_refuses = not validator.is_valid(scenario)
            messages = refusals.get(file)
            if schema_refuses and messages is None:
                error = next(validator.iter_errors(scenario))
                wrong.append(f"{file} {words}: only the schema refuses: {error.json_path}: {error.message[:150]}")
            elif messages is not None and not schema_refuses:
                reasons = reason_beyond(messages)
                if reasons is None:
                    wrong.append(f"{file} {words}: only the decoder refuses: {messages}")
                for reason in reasons or ():
                    seen[reason] = seen.get(reason, 0) + 1
    print(f"{len(tried)} changes, of which the decoder refuses {len(refusals)}; beyond a schema:")
    for reason, count in sorted(seen.items()):
        print(f"  {count:5}  {reason}")
    return wrong


def main():
    try:
        import jsonschema
    except ImportError:
        print("skipped: the validator is not installed (python3-jsonschema)")
        sys.exit(77)
    schema = json.loads((SOURCE / "scenarios/scenario.schema.json").read_text())
    validator_class = jsonschema.validators.validator_for(schema)
    validator_class.check_schema(schema)
    validator = validator_class(schema)
    wrong = check_repository(validator) + check_changes(validator)
    for line in wrong:
        print(line)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
