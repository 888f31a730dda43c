"""How every figure looks, on paper and on a dark screen: told apart by marker, dash, hatch and lightness before
colour, labelled where the thing stands, and with text that stays text."""
import contextlib
import html
import re

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

# Okabe and Ito's colours, which the common kinds of colour blindness keep apart; each with a marker, a dash and a hatch.
PRINT = {"paper": "#ffffff", "ink": "#1b1b1b", "quiet": "#555555", "grid": "#dddddd", "edge": "#333333",
         "colours": {"append": "#0072b2", "ordered": "#009e73", "random": "#d55e00", "images": "#f0c35a",
                     "records": "#7f9fc4", "other": "#b8b8b8"}}
DARK = {"paper": "#16181c", "ink": "#eeeeee", "quiet": "#b5b5b5", "grid": "#33373f", "edge": "#dddddd",
        "colours": {"append": "#56b4e9", "ordered": "#2fd6a5", "random": "#ff8a3c", "images": "#8a6514",
                    "records": "#4a74ad", "other": "#777777"}}
THEMES = {"": PRINT, "-dark": DARK}
MARKERS = {"append": "s", "ordered": "^", "random": "o"}
DASHES = {"append": (0, (6, 2)), "ordered": (0, (1, 1.5)), "random": "solid"}
# A key type is the same colour, marker and dash in every figure.
ROLE = {"bigint": "append", "v7": "ordered", "v4": "random"}

MEGABYTE = 1024 * 1024  # as pg_size_pretty prints


class Style:
    def __init__(self, theme):
        self.theme = theme
        self.ink, self.quiet, self.edge, self.grid = theme["ink"], theme["quiet"], theme["edge"], theme["grid"]
        self.colours = theme["colours"]

    def line(self, role):
        return {"color": self.colours[role], "marker": MARKERS[role], "linestyle": DASHES[role], "linewidth": 1.6,
                "markersize": 5, "markeredgecolor": self.ink, "markeredgewidth": 0.5}

    def bar(self, what, hatch=""):
        return {"color": self.colours[what], "edgecolor": self.edge, "linewidth": 0.7, "hatch": hatch}


@contextlib.contextmanager
def themed(theme):
    settings = {
        "figure.facecolor": theme["paper"], "axes.facecolor": theme["paper"], "savefig.facecolor": theme["paper"],
        "text.color": theme["ink"], "axes.labelcolor": theme["ink"], "axes.edgecolor": theme["quiet"],
        "xtick.color": theme["quiet"], "ytick.color": theme["quiet"], "grid.color": theme["grid"],
        "axes.grid": True, "axes.axisbelow": True, "axes.spines.top": False, "axes.spines.right": False,
        "font.family": "DejaVu Sans", "font.size": 9, "axes.titlesize": 10, "axes.titlelocation": "left",
        "legend.frameon": False, "hatch.linewidth": 0.8, "figure.dpi": 100,
        # Text as text, and the same bytes from the same results.
        "svg.fonttype": "none", "svg.hashsalt": "keycost",
    }
    with matplotlib.rc_context(settings):
        yield Style(theme)


def figure(columns=1, rows=1, width=8.0, height=4.2, **options):
    return plt.subplots(rows, columns, figsize=(width, height), squeeze=False, layout="constrained", **options)


def finish(drawing, title, origin):
    drawing.suptitle(title, x=0.01, ha="left", fontsize=12, fontweight="bold")
    drawing.supxlabel(origin, x=0.01, ha="left", fontsize=7.5)
    drawing.keycost_title = title
    return drawing


def save(drawing, path_start, ending, description):
    svg = path_start.parent / (path_start.name + ending + ".svg")
    drawing.savefig(svg, metadata={"Date": None, "Creator": None})
    svg.write_text(accessible(svg.read_text(encoding="utf-8"), drawing.keycost_title, description), encoding="utf-8")
    drawing.savefig(path_start.parent / (path_start.name + ending + ".png"), dpi=160, metadata={"Software": None})
    plt.close(drawing)


def accessible(svg, title, description):
    """A name and a description for readers that do not see the figure, and for browsers' tooltips."""
    start = re.search(r"<svg\b[^>]*", svg)
    words = f"\n <title>{html.escape(title)}</title>\n <desc>{html.escape(description)}</desc>"
    return svg[:start.end()] + ' role="img">' + words + svg[start.end() + 1:]


def thousands(axis):
    axis.set_major_formatter(matplotlib.ticker.FuncFormatter(lambda value, _: f"{value:,.0f}"))


def label_end(axes, x, y, words, colour, offset=(6, 0)):
    """A line's name where it ends: no legend to look things up in."""
    axes.annotate(words, (x, y), xytext=offset, textcoords="offset points", color=colour, va="center", fontsize=8.5)
