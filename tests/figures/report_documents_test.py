#!/usr/bin/env python3
"""Are the reports of kind svg and html documents as their standards have them, that nothing outside is needed for?

Every shipped golden scenario is run by the program and its figure and page are read again: SVG as XML, HTML with its
tags in pairs and, where the package `tidy` is there, without an error or warning. And both are the same bytes from
another folder and with another number of threads."""
import argparse
import html.parser
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

SVG = "{http://www.w3.org/2000/svg}"
VOID = {"meta", "link", "br", "hr", "img", "input", "col", "wbr"}
ROOT = Path(__file__).resolve().parents[2]
SCENARIOS = [ROOT / "tests/golden/reports" / name for name in ("tiny.json", "innodb.json", "replicated.json")]
PROGRAM = "keycost"


def report(kind, scenarios, folder=ROOT, extra=()):
    run = subprocess.run([PROGRAM, "run", *map(str, scenarios), "-o", kind, *extra], cwd=folder, capture_output=True)
    if run.returncode not in (0, 1):
        raise AssertionError(run.stderr.decode())
    return run.stdout.decode()


class TagPairs(html.parser.HTMLParser):
    """Opens and closes in pairs; SVG's empty elements close themselves."""

    def __init__(self):
        super().__init__()
        self.open, self.problems, self.seen = [], [], []

    def handle_starttag(self, tag, attributes):
        self.seen.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.seen.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"</{tag}> at {self.getpos()}")


class Documents(unittest.TestCase):
    def test_figures_are_xml_with_a_name_and_a_description(self):
        for scenarios in [[path] for path in SCENARIOS] + [SCENARIOS]:
            root = ElementTree.fromstring(report("svg", scenarios).encode())
            self.assertEqual(root.tag, SVG + "svg")
            figures = [figure for figure in root.iter(SVG + "svg") if figure.get("role") == "img"]
            self.assertEqual(len(figures), len(scenarios))
            for figure in figures:
                self.assertEqual([child.tag for child in figure][:2], [SVG + "title", SVG + "desc"])
                self.assertGreater(len(figure[1].text), 80)

    def test_marks_stay_within_the_figure(self):
        for path in SCENARIOS:
            root = ElementTree.fromstring(report("svg", [path]).encode())
            width, height = float(root.get("width")), float(root.get("height"))
            for mark in root.iter(SVG + "rect"):
                self.assertLessEqual(float(mark.get("x", 0)) + float(mark.get("width")), width)
                self.assertLessEqual(float(mark.get("y", 0)) + float(mark.get("height")), height)
            for words in root.iter(SVG + "text"):
                self.assertLessEqual(float(words.get("y")), height)

    def test_pages_close_every_tag_and_tables_say_what_their_heads_are_for(self):
        for scenarios in [[path] for path in SCENARIOS] + [SCENARIOS]:
            page = TagPairs()
            page.feed(report("html", scenarios))
            self.assertEqual((page.problems, page.open), ([], []))
            heads = [attributes for tag, attributes in page.seen if tag == "th"]
            self.assertGreater(len(heads), 10)
            self.assertTrue(all(head.get("scope") in ("row", "col") for head in heads))
            ids = [attributes["id"] for _, attributes in page.seen if "id" in attributes]
            self.assertEqual(len(ids), len(set(ids)))

    def test_nothing_is_run_or_fetched(self):
        page = TagPairs()
        page.feed(report("html", SCENARIOS))
        for tag, attributes in page.seen:
            self.assertNotIn(tag, ("script", "link", "iframe", "img", "object", "image", "use"))
            for name, value in attributes.items():
                self.assertFalse(name in ("src", "href", "xlink:href") or name.startswith("on"), (tag, name))
                if name != "xmlns":
                    self.assertNotIn("//", value or "")

    def test_tidy_has_nothing_to_say(self):
        if shutil.which("tidy") is None:
            self.skipTest("the package tidy is not installed")
        for scenarios in [[path] for path in SCENARIOS] + [SCENARIOS]:
            tidy = subprocess.run(["tidy", "-q", "-e", "--show-info", "no"], input=report("html", scenarios),
                                  text=True, capture_output=True)
            self.assertEqual((tidy.returncode, tidy.stderr), (0, ""))

    def test_the_same_bytes_from_anywhere(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder, SCENARIOS[0].name)
            copy.write_bytes(SCENARIOS[0].read_bytes())
            for kind in ("svg", "html"):
                expected = report(kind, [SCENARIOS[0]], extra=("--threads", "1"))
                self.assertEqual(report(kind, [copy.name], folder, ("--threads", "2")), expected)
                self.assertNotEqual(report(kind, [copy.name], folder, ("--seed", "2")), expected)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    arguments, rest = parser.parse_known_args()
    PROGRAM = str(Path(arguments.program).resolve())
    unittest.main(argv=[sys.argv[0], *rest])
