"""The runs that the figures are drawn from: which scenario, and which of its files."""
import json
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


@dataclass
class Run:
    scenario: Path
    pages: bool = False  # every page of every index, too
    rows: dict = field(default_factory=dict)  # of these tables, so many rows as CSV

    @property
    def name(self):
        return self.scenario.stem


RUNS = [
    Run(ROOT / "scenarios/eight-kilobytes/second-million.json", rows={"bigint": 2000, "v4": 2000}),
    Run(ROOT / "plots/scenarios/checkpoint-intervals.json"),
    Run(ROOT / "plots/scenarios/density-by-rows.json"),
    Run(ROOT / "plots/scenarios/every-page.json", pages=True),
    Run(ROOT / "plots/scenarios/writers-by-row-width.json"),
]


def keycost(program, *arguments, held=(0,)):
    run = subprocess.run([str(program), *map(str, arguments)], capture_output=True, text=True, encoding="utf-8")
    if run.returncode not in held:
        raise SystemExit(f"plots: keycost {' '.join(map(str, arguments))}\n{run.stderr}")
    return run.stdout


def make_results(program, folder, runs=RUNS):
    """Runs every scenario and writes its result files. What is there is written anew."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for run in runs:
        pages = ["--pages", folder / f"{run.name}.pages"] if run.pages else []
        # A failed expectation (status 1) is the scenario's concern; its figure shows what came out.
        keycost(program, "run", run.scenario, "-o", f"json:{folder / run.name}.json", *pages, held=(0, 1))
        for table, count in run.rows.items():
            rows = keycost(program, "rows", run.scenario, table, "-n", count)
            (folder / f"{run.name}.{table}.csv").write_text(rows, encoding="utf-8")


def has_theory(program):
    return any(line.split()[:1] == ["theory"] for line in keycost(program, "--help").splitlines())


THEORY_SIZES = 60


def make_theory(program, folder):
    """What theory expects between the first and the last size of density-by-rows: a line a size, closer together than
    the runs' sizes are where the table is small."""
    folder = Path(folder)
    result = json.loads((folder / "density-by-rows.json").read_text(encoding="utf-8"))
    rounds = [one["rows"] for one in result["tables"]["v4"]["steps"]["grow"]["each"]]
    first, last = rounds[0], sum(rounds)
    lines = []
    for size in sorted({round(first * (last / first) ** (i / (THEORY_SIZES - 1))) for i in range(THEORY_SIZES)}):
        header, *curve = keycost(program, "theory", "--key", "uuid", "-n", size, "-o", "csv").splitlines()
        lines.append(curve[-1])  # the size that was asked for
    (folder / "theory-uuid.csv").write_text("\n".join([header, *lines]) + "\n", encoding="utf-8")
