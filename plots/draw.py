#!/usr/bin/env python3
"""Draws every figure from a folder of result files; makes the result files first if a program is given.

  plots/draw.py RESULTS FIGURES [--program KEYCOST] [--benchmark FILE] [--only NAME]...

Each figure becomes NAME.svg, NAME.png (for paper) and NAME-dark.svg, NAME-dark.png."""
import argparse
import os
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import runs  # noqa: E402

NO_MATPLOTLIB = 77


def require_matplotlib():
    """Debian's python3-matplotlib belongs to Debian's python3, which need not be the first one on the path."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        debian = "/usr/bin/python3"
        if os.path.exists(debian) and not os.environ.get("KEYCOST_PLOTS_PYTHON"):
            os.environ["KEYCOST_PLOTS_PYTHON"] = debian
            os.execv(debian, [debian, *sys.argv])
        print("plots: matplotlib is missing (Debian's package python3-matplotlib)", file=sys.stderr)
        sys.exit(NO_MATPLOTLIB)


def draw_all(results_folder, figures_folder, only=()):
    """Returns the names drawn, and of those left out, with what they lack."""
    from charts import CHARTS
    from results import Results
    from style import THEMES, save, themed

    results, figures = Results(results_folder), Path(figures_folder)
    figures.mkdir(parents=True, exist_ok=True)
    drawn, left_out = [], {}
    for chart in CHARTS:
        if only and chart.NAME not in only:
            continue
        missing = [name for name in chart.NEEDS if not results.has(name)]
        if missing:
            left_out[chart.NAME] = missing
            continue
        for ending, theme in THEMES.items():
            with themed(theme) as style:
                save(chart.draw(results, style), figures / chart.NAME, ending, chart.describe(results))
        drawn.append(chart.NAME)
    return drawn, left_out


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", help="folder of result files")
    parser.add_argument("figures", help="folder that the figures are written into")
    parser.add_argument("--program", help="make the result files with this keycost first")
    parser.add_argument("--benchmark", help="the benchmark's CSV file: work,rows,nanoseconds_per_row")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="this figure alone; may repeat")
    arguments = parser.parse_args()
    require_matplotlib()
    if arguments.program:
        runs.make_results(arguments.program, arguments.results)
        if runs.has_theory(arguments.program):
            runs.make_theory(arguments.program, arguments.results)
    if arguments.benchmark:
        shutil.copyfile(arguments.benchmark, Path(arguments.results, "benchmark.csv"))
    drawn, left_out = draw_all(arguments.results, arguments.figures, arguments.only)
    for name in drawn:
        print(Path(arguments.figures, name + ".svg"))
    for name, missing in left_out.items():
        print(f"plots: {name} is left out, there is no {', '.join(missing)}", file=sys.stderr)


if __name__ == "__main__":
    main()
