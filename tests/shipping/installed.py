"""Questions that every installed keycost must answer, wherever it was installed: asked by install_test.py of
`cmake --install` and by deb_test.py of the Debian packages."""

import json
import os
import pathlib
import shutil
import subprocess

SOURCE = pathlib.Path(__file__).resolve().parents[2]


def run(*command, **options):
    """Its standard output; ends the test with everything it said if it fails."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def check(condition, what):
    if not condition:
        raise SystemExit(f"not so: {what}")


def project_version():
    """From where it is declared, and nowhere else."""
    text = (SOURCE / "CMakeLists.txt").read_text()
    return text.split("project(keycost VERSION ")[1].split()[0]


def check_version(keycost):
    version = project_version()
    check(run(keycost, "--version") == f"keycost {version}\n", "the program has the project's version")
    result = json.loads(run(keycost, "run", SOURCE / "tests/consumer/consumer.json", "-o", "json"))
    check(result["version"] == version, "results have the project's version")
    changelog = (SOURCE / "CHANGELOG.md").read_text()
    newest = [line for line in changelog.splitlines() if line.startswith("## ")][0]
    check(newest.split()[1] == version, f"the changelog begins with {version}, not {newest!r}")


def check_shared_files(prefix, keycost):
    """Manual page, completions, scenarios and schema are there and are the program's own."""
    share = prefix / "share"
    manual = (share / "man/man1/keycost.1").read_text()
    check(manual == run(keycost, "manual"), "the manual page is the program's")
    if shutil.which("man"):
        warnings = subprocess.run(
            ["man", "--warnings=w", "-l", "-Tutf8", "-Z", share / "man/man1/keycost.1"],
            capture_output=True, text=True, env={**os.environ, "LC_ALL": "C.UTF-8"})
        check(warnings.returncode == 0 and not warnings.stderr, f"man reads it without a warning: {warnings.stderr}")
    for shell, place in (("bash", "bash-completion/completions/keycost"), ("zsh", "zsh/vendor-completions/_keycost"),
                         ("fish", "fish/vendor_completions.d/keycost.fish")):
        script = share / place
        check(script.read_text() == run(keycost, "completion", shell), f"{place} is the program's")
        if shutil.which(shell):
            run(shell, "-n", script)
    scenarios = share / "keycost/scenarios"
    check((scenarios / "scenario.schema.json").read_text() == run(keycost, "schema"), "the schema is the program's")
    shipped = {path.relative_to(SOURCE / "scenarios") for path in (SOURCE / "scenarios").rglob("*.json")}
    installed = {path.relative_to(scenarios) for path in scenarios.rglob("*.json")}
    check(shipped == installed, f"every scenario is installed: {sorted(map(str, shipped ^ installed))}")
    run(keycost, "validate", scenarios)


def check_consumer(prefix, keycost, folder, compiler, flags):
    """A project that finds the package by its prefix builds, and its numbers are the program's."""
    build = folder / "consumer"
    run("cmake", "-S", SOURCE / "tests/consumer", "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}",
        f"-DCMAKE_CXX_COMPILER={compiler}", f"-DCMAKE_CXX_FLAGS={flags}")
    found = [line for line in (build / "CMakeCache.txt").read_text().splitlines() if line.startswith("keycost_DIR")]
    check(str(prefix) in found[0], f"the package under test was found: {found[0]}")
    run("cmake", "--build", build)
    result = json.loads(run(keycost, "run", SOURCE / "tests/consumer/consumer.json", "-o", "json"))
    step = result["tables"]["orders"]["steps"]["first"]
    expected = f"{step['rows']} {step['indexes']['orders_pkey']['leaf_pages']} {step['wal']['bytes']}\n"
    check(run(build / "consumer") == expected, f"the consumer's numbers are the program's: {expected}")
