#!/usr/bin/env python3
"""Puts the lab's parts into one HTML file: make.py CORE_FOLDER UPLOT_FOLDER OUT."""
import base64
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
SCRIPTS = ["numbers.js", "keys.js", "scenario.js", "link.js", "own_keys.js", "core.js", "leaves.js", "log.js", "charts.js",
           "result.js", "lab.js"]


def text(path):
    return path.read_text(encoding="utf-8")


def inside_script(code):
    """A script element ends at the first "</script", whatever it stands in."""
    return code.replace("</script", "<\\/script").replace("<!--", "<\\!--")


def page(core, uplot):
    scripts = "\n".join(text(HERE / "page" / name) for name in SCRIPTS)
    parts = {
        "STYLE": text(uplot / "dist" / "uPlot.min.css") + text(HERE / "page" / "lab.css"),
        "LICENCE": "uPlot " + text(uplot / "LICENSE").replace("&", "&amp;").replace("<", "&lt;"),
        "CORE": inside_script(text(core / "keycost_lab.js") + "\n" + text(HERE / "page" / "worker.js")),
        "WASM": base64.b64encode((core / "keycost_lab.wasm").read_bytes()).decode("ascii"),
        "CHART_LIBRARY": inside_script(text(uplot / "dist" / "uPlot.iife.min.js")),
        "SCRIPT": inside_script('"use strict";\n(() => {\n' + scripts + "\n})();"),
    }
    html = text(HERE / "page" / "index.html")
    for name, part in parts.items():
        assert html.count(f"@{name}@") == 1, name
        html = html.replace(f"@{name}@", part)
    return html


def main():
    core, uplot, out = (pathlib.Path(argument) for argument in sys.argv[1:])
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(page(core, uplot), encoding="utf-8")
    print(f"{out}: {out.stat().st_size / 1048576:.1f} MB")


if __name__ == "__main__":
    main()
