#!/usr/bin/env python3
"""Can every figure of plots/ be remade from result files, and does it show what they say?

The runs are those of plots/runs.py with a hundredth of their rows. Skipped where matplotlib is missing (Debian's
package python3-matplotlib)."""
import json
import os
import re
import shutil
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "plots"))
import draw  # noqa: E402
import runs  # noqa: E402

SVG = "{http://www.w3.org/2000/svg}"
SHRINK = 100
BENCHMARK = "work,rows,nanoseconds_per_row\nbigint,1000,300.5\nbigint,10000,310\nv4,1000,500\nv4,10000,900\n"
UNITS = ("(%", "(number", "(MB)", "(bytes", "(rank)", "(row number)", "(16 KiB pages)", "(nanoseconds a row)")
PROGRAM = None


def fewer_rows(steps):
    for step in steps:
        if "rows" in step:
            step["rows"] = max(10, step["rows"] // SHRINK)
        fewer_rows(step.get("steps", []))


def shrunk(run, folder):
    text = "\n".join(line for line in run.scenario.read_text(encoding="utf-8").splitlines()
                     if not line.lstrip().startswith("//"))
    scenario = json.loads(text)
    scenario.pop("expect", None)
    fewer_rows(scenario["steps"])
    if "replicates" in scenario:
        scenario["replicates"] = 3
    path = Path(folder, run.scenario.name)
    path.write_text(json.dumps(scenario), encoding="utf-8")
    return runs.Run(path, run.pages, {table: 200 for table in run.rows})


class Figures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.results_folder = Path(cls.folder.name, "results")
        cls.figures_folder = Path(cls.folder.name, "figures")
        runs.make_results(PROGRAM, cls.results_folder, [shrunk(run, cls.folder.name) for run in runs.RUNS])
        if runs.has_theory(PROGRAM):
            runs.make_theory(PROGRAM, cls.results_folder)
        (cls.results_folder / "benchmark.csv").write_text(BENCHMARK, encoding="utf-8")
        cls.drawn, cls.left_out = draw.draw_all(cls.results_folder, cls.figures_folder)
        from charts import CHARTS
        from results import Results
        cls.charts, cls.results = CHARTS, Results(cls.results_folder)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def drawing(self, name, results=None):
        import matplotlib.pyplot as plt
        from style import PRINT, themed
        chart = next(chart for chart in self.charts if chart.NAME == name)
        with themed(PRINT) as style:
            figure = chart.draw(results or self.results, style)
        self.addCleanup(plt.close, figure)
        return figure

    def test_every_figure_is_there_for_paper_and_screen(self):
        self.assertEqual(self.left_out, {})
        self.assertEqual(len(self.drawn), len(self.charts))
        for name in self.drawn:
            for ending in (".svg", ".png", "-dark.svg", "-dark.png"):
                self.assertGreater((self.figures_folder / (name + ending)).stat().st_size, 1000, name + ending)

    def test_svg_is_well_formed_and_has_a_name_a_description_and_text(self):
        for path in self.figures_folder.glob("*.svg"):
            root = ElementTree.parse(path).getroot()
            self.assertEqual(root.get("role"), "img")
            self.assertEqual([root[0].tag, root[1].tag], [SVG + "title", SVG + "desc"])
            self.assertGreater(len(root[1].text), 20, path)
            self.assertGreater(len(list(root.iter(SVG + "text"))), 5, path)

    def test_every_axis_that_is_labelled_has_a_unit(self):
        for chart in self.charts:
            figure = self.drawing(chart.NAME)
            labels = [label for axes in figure.axes for label in (axes.get_xlabel(), axes.get_ylabel()) if label]
            self.assertGreaterEqual(len(labels), 2, chart.NAME)
            for label in labels:
                if label != "record type":  # names, not quantities
                    self.assertTrue(any(unit in label for unit in UNITS) or "16 KiB pages" in label, (chart.NAME, label))

    def test_the_same_results_give_the_same_bytes(self):
        again = Path(self.folder.name, "again")
        draw.draw_all(self.results_folder, again)
        for path in self.figures_folder.glob("*.svg"):
            self.assertEqual(path.read_bytes(), (again / path.name).read_bytes(), path.name)

    def test_the_parts_of_batches_add_up_to_the_steps_wal(self):
        run = self.results.run("second-million")
        axes = self.drawing("append-against-random").axes
        for cost, table in ((axes[1], "bigint"), (axes[3], "v4")):
            drawn = sum(bar.get_height() for bar in cost.patches) * 1024 * 1024
            stated = sum(usage["combined_size"] for usage in run.step(table, "second")["wal"]["by_type"].values())
            self.assertAlmostEqual(drawn, stated, delta=1)

    def test_the_record_types_add_up_to_the_steps_wal(self):
        run = self.results.run("second-million")
        for axes, table in zip(self.drawing("wal-by-record-type").axes, run.tables()):
            drawn = sum(bar.get_width() for bar in axes.patches) * 1024 * 1024
            stated = sum(usage["combined_size"] for usage in run.step(table, "second")["wal"]["by_type"].values())
            self.assertAlmostEqual(drawn, stated, delta=1)

    def test_the_batches_images_add_up(self):
        run = self.results.run("second-million")
        lines = self.drawing("images-a-batch").axes[0].get_lines()
        for line, table in zip(lines, run.tables()):
            self.assertEqual(sum(line.get_ydata()), run.step(table, "second")["wal"]["fpi"])

    def test_the_leaves_mean_fill_is_the_density_that_the_result_states(self):
        from charts import leaf_fill_in_key_order as chart
        run = self.results.run("every-page")
        for table in run.tables():
            fill = chart.fills(self.results, table)
            index = run.step(table, "load")["indexes"][f"{table}_pkey"]
            self.assertEqual(len(fill), index["leaf_pages"])
            # Rounded to hundredths, and of a leaf with nothing free it is not known whether four bytes are left.
            unknown = sum(page["free_size"] == 0 for page in chart.leaves(self.results, table)) * 100 * 4 / chart.USABLE_BYTES
            self.assertAlmostEqual(sum(fill) / len(fill), index["avg_leaf_density"], delta=0.0051 + unknown / len(fill))

    def test_the_steps_back_are_the_fragmentation_that_the_result_states(self):
        from charts import fragmentation_in_block_order as chart
        run = self.results.run("every-page")
        for table in run.tables():
            chain = chart.leaves(self.results, table)
            back = sum(map(chart.is_back, chain))
            stated = run.step(table, "load")["indexes"][f"{table}_pkey"]["leaf_fragmentation"]
            self.assertAlmostEqual(100 * back / len(chain), stated, delta=0.0051)
        self.assertGreater(sum(map(chart.is_back, chart.leaves(self.results, "v4"))), 0)

    def test_the_band_lies_around_theorys_line(self):
        from charts import density_by_rows as chart
        from results import Results
        folder = Path(self.folder.name, "with-theory")
        shutil.copytree(self.results_folder, folder)
        (folder / "theory-uuid.csv").write_text(
            "keys,leaf_pages,leaf_pages_sd,occupancy,avg_leaf_density,split_probability\n"
            "1000,5,0.5,0.7,72,0.005\n10000,50,2,0.7,70,0.005\n", encoding="utf-8")
        with_theory = Results(folder)
        points = chart.theory_of(with_theory)
        self.assertEqual([point[0] for point in points], [1000, 10000])
        self.assertAlmostEqual(points[1][2], 70 * 50 / 58)
        self.assertAlmostEqual(points[1][3], 70 * 50 / 42)
        figure = self.drawing("density-by-rows", with_theory)
        names = [text.get_text() for text in figure.axes[0].get_legend().get_texts()]
        self.assertIn("theory, expected", names)

    def test_what_is_missing_is_named_and_the_rest_is_drawn(self):
        (self.results_folder / "benchmark.csv").rename(self.results_folder / "elsewhere.csv")
        self.addCleanup((self.results_folder / "elsewhere.csv").rename, self.results_folder / "benchmark.csv")
        drawn, left_out = draw.draw_all(self.results_folder, Path(self.folder.name, "rest"),
                                        ["cost-of-the-program", "images-a-batch"])
        self.assertEqual((drawn, left_out), (["images-a-batch"], {"cost-of-the-program": ["benchmark.csv"]}))

    def test_every_figure_is_in_the_readme(self):
        listed = re.findall(r"^\| `([a-z-]+)` \|", (ROOT / "plots/README.md").read_text(encoding="utf-8"), re.M)
        self.assertEqual(sorted(listed), sorted(chart.NAME for chart in self.charts))


if __name__ == "__main__":
    draw.require_matplotlib()
    PROGRAM = Path(sys.argv[1]).resolve()
    os.environ.setdefault("MPLCONFIGDIR", tempfile.mkdtemp())
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
