"""A private MariaDB server: own data folder, unix socket only, as little as possible in it that works by the clock."""

import os
import pwd
import shutil
import signal
import subprocess
import time
from pathlib import Path

from ..errors import HarnessError
from ..unprivileged import unprivileged

SERIES = "10.11"
NATIVE_OVERRIDE = "KEYCOST_MARIADB"

# What makes two runs of a scenario produce the same pages.
SETTINGS = {
    "skip-networking": None,
    "innodb-flush-method": "nosync",             # the files are thrown away
    "innodb-flush-log-at-trx-commit": "0",
    "innodb-log-file-size": "512M",
    "innodb-buffer-pool-size": "1G",
    "innodb-page-size": "16384",
    "innodb-default-row-format": "dynamic",
    "innodb-file-per-table": "ON",
    "innodb-change-buffering": "none",           # entries of secondary indexes go straight into their pages
    "innodb-adaptive-hash-index": "OFF",
    "innodb-stats-persistent": "ON",
    "innodb-stats-persistent-sample-pages": "1", # see live_table.py, FULLY_SCANNED
    "innodb-stats-auto-recalc": "OFF",           # no statistics thread that writes meanwhile
    "innodb-monitor-enable": "module_index",     # counts page splits, merges and reorganisations
    "innodb-use-native-aio": "OFF",              # not every container allows it
    "innodb-buffer-pool-dump-at-shutdown": "OFF",
    "innodb-buffer-pool-load-at-startup": "OFF",
    "character-set-server": "utf8mb4",
    "collation-server": "utf8mb4_bin",
    "sql-mode": "STRICT_ALL_TABLES,NO_AUTO_VALUE_ON_ZERO",
    "max-allowed-packet": "64M",
    "default-time-zone": "+00:00",
    "event-scheduler": "OFF",
    "skip-log-bin": None,
    "skip-slave-start": None,
}


class Server:
    """A server whose whole state lies below one folder, so that another process can stop it."""

    def __init__(self, base):
        self.base = Path(base).resolve()
        self.data = self.base / "data"
        self.socket_folder = self.base / "socket"
        self.feed_folder = self.base / "feed"
        self.log = self.base / "server.log"
        self.process_file = self.base / "data" / "keycost.pid"
        self.child = None  # the server, when this very process started it

    @property
    def socket_path(self):
        return self.socket_folder / "mariadb.sock"

    def client_command(self):
        return f"mariadb --no-defaults --socket={self.socket_path} --user=root"

    def process_id(self):
        """The server's process, or None when none runs here."""
        try:
            process = int(self.process_file.read_text())
            os.kill(process, 0)
            return process
        except (OSError, ValueError):
            return None

    def start(self, overrides=None):
        if self.process_id():
            raise HarnessError(f"{self.base}: a server runs there already; stop it first")
        program = find_program("mariadbd")
        require_series(program)
        self.make_folders()
        if not (self.data / "mysql").exists():
            self.install()
        settings = dict(SETTINGS, **(overrides or {}))
        options = [f"--{name}" if value is None else f"--{name}={value}" for name, value in settings.items()]
        with open(self.log, "ab") as log:
            self.child = subprocess.Popen(
                [program, "--no-defaults", f"--datadir={self.data}", f"--socket={self.socket_path}", f"--pid-file={self.process_file}",
                 f"--tmpdir={self.data}", *options], stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/",
                start_new_session=True, **unprivileged("mysql"))
        self.wait_until_ready()

    def make_folders(self):
        for folder, mode in ((self.base, 0o755), (self.data, 0o755), (self.socket_folder, 0o755), (self.feed_folder, 0o755)):
            folder.mkdir(parents=True, exist_ok=True)
            folder.chmod(mode)
            user = unprivileged("mysql").get("user")
            if user and folder in (self.data, self.socket_folder):
                shutil.chown(folder, user, pwd.getpwnam(user).pw_gid)

    def install(self):
        done = subprocess.run([find_program("mariadb-install-db"), "--no-defaults", f"--datadir={self.data}", "--skip-test-db",
                               "--auth-root-authentication-method=normal"], cwd="/", capture_output=True, text=True, **unprivileged("mysql"))
        if done.returncode != 0:
            raise HarnessError(f"mariadb-install-db in {self.data} failed: {done.stderr.strip() or done.stdout.strip()}")

    def wait_until_ready(self, patience_seconds=60):
        deadline = time.monotonic() + patience_seconds
        while time.monotonic() < deadline:
            if self.child.poll() is not None:
                break
            if self.process_id() and self.socket_path.exists():
                return
            time.sleep(0.05)
        tail = self.log.read_text(errors="replace").splitlines()[-5:]
        raise HarnessError(f"{self.base}: the server was not ready after {patience_seconds} s; its log ends: " + " | ".join(tail))

    def stop(self):
        process = self.process_id()
        if process is None:
            return
        os.kill(process, signal.SIGTERM)
        for _ in range(1200):
            if self.child:
                self.child.poll()  # else it would stay as a zombie, which still has a process id
            if self.process_id() is None:
                return
            time.sleep(0.05)
        raise HarnessError(f"{self.base}: the server (process {process}) did not stop within 60 s")


def find_program(name):
    """From the folder that KEYCOST_MARIADB names, else from PATH; Debian keeps servers in /usr/sbin."""
    override = os.environ.get(NATIVE_OVERRIDE)
    folders = [Path(override) / "bin", Path(override) / "sbin", Path(override) / "scripts"] if override else []
    path = os.pathsep.join([*map(str, folders), os.environ.get("PATH", ""), "/usr/sbin"])
    found = shutil.which(name, path=path)
    if not found:
        raise HarnessError(f"there is no {name} here; install Debian's mariadb-server-core and mariadb-client-core, or name a MariaDB {SERIES} folder in {NATIVE_OVERRIDE}")
    return found


def require_series(program):
    said = subprocess.run([program, "--no-defaults", "--version"], capture_output=True, text=True).stdout
    if f" {SERIES}." not in said:
        raise HarnessError(f"{program} --version says {said.strip()!r}; MariaDB {SERIES} is needed")
