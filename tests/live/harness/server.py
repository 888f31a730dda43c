"""A private PostgreSQL server: own data folder, unix socket only, nothing in it that works by the clock."""

import os
import pwd
import shutil
import signal
import subprocess
import time
from pathlib import Path

from .errors import HarnessError
from .native import find_native
from .unprivileged import unprivileged

SUPERUSER = "postgres"
PORT = 5432  # names the socket file only: the server listens on no network address

# What makes two runs of a scenario produce the same pages, records and buffer accesses.
SETTINGS = {
    "listen_addresses": "''",
    "port": str(PORT),
    "max_connections": "100",                    # its default: how much of a small pool a session may pin
    "fsync": "off",                              # the files are thrown away
    "autovacuum": "off",                         # would fill visibility and free space maps
    "checkpoint_timeout": "1d",                  # only a scenario's own CHECKPOINT steps
    "max_wal_size": "200GB",
    "min_wal_size": "512MB",
    "wal_keep_size": "8GB",                      # what the log says may be asked for after a checkpoint
    "checkpoint_completion_target": "0.0",
    "bgwriter_lru_maxpages": "0",                # no background cleaning of buffers
    "shared_buffers": "2GB",
    "max_logical_replication_workers": "0",      # its launcher would read catalogs
    "max_parallel_workers_per_gather": "0",      # row order of INSERT .. SELECT
    "max_parallel_maintenance_workers": "0",
    "jit": "off",
    "track_io_timing": "off",
    "work_mem": "512MB",                         # staged rows stay in memory
    "wal_level": "replica",
    "wal_compression": "off",
    "full_page_writes": "on",
    "default_toast_compression": "pglz",
    "timezone": "UTC",
    "logging_collector": "off",
    "client_min_messages": "warning",
}


class Server:
    """A server whose whole state lies below one folder, so that another process can stop it."""

    def __init__(self, base):
        self.base = Path(base).resolve()
        self.data = self.base / "data"
        self.socket_folder = self.base / "socket"
        self.feed_folder = self.base / "feed"
        self.log = self.base / "server.log"
        self.child = None  # the postmaster, when this very process started it

    @property
    def socket_path(self):
        return self.socket_folder / f".s.PGSQL.{PORT}"

    def client_command(self, database="postgres"):
        return f"psql -h {self.socket_folder} -p {PORT} -U {SUPERUSER} -d {database}"

    def process_id(self):
        """The postmaster's process, or None when no server runs here."""
        try:
            process = int((self.data / "postmaster.pid").read_text().splitlines()[0])
            os.kill(process, 0)
            return process
        except (OSError, ValueError, IndexError):
            return None

    def start(self, overrides=None, data_checksums=True):
        if self.process_id():
            raise HarnessError(f"{self.base}: a server runs there already; stop it first")
        native = find_native()
        self.make_folders()
        if not (self.data / "PG_VERSION").exists():
            self.initdb(native, data_checksums)
        self.write_settings(dict(SETTINGS, **(overrides or {})))
        self.launch(native)

    def launch(self, native):
        with open(self.log, "ab") as log:
            self.child = subprocess.Popen([str(native / "bin" / "postgres"), "-D", str(self.data)], stdin=subprocess.DEVNULL,
                             stdout=log, stderr=log, cwd="/", start_new_session=True, **unprivileged("postgres"))
        self.wait_until_ready()

    def make_folders(self):
        for folder, mode in ((self.base, 0o755), (self.data, 0o700), (self.socket_folder, 0o755), (self.feed_folder, 0o755)):
            folder.mkdir(parents=True, exist_ok=True)
            folder.chmod(mode)
            user = unprivileged("postgres").get("user")
            if user and folder in (self.data, self.socket_folder):
                shutil.chown(folder, user, pwd.getpwnam(user).pw_gid)

    def initdb(self, native, data_checksums):
        checksums = "--data-checksums" if data_checksums else "--no-data-checksums"
        done = subprocess.run([str(native / "bin" / "initdb"), "-D", str(self.data), "-U", SUPERUSER, "-A", "trust", "--no-sync",
                               "--locale=C", "--encoding=UTF8", checksums], cwd="/", capture_output=True, text=True, **unprivileged("postgres"))
        if done.returncode != 0:
            raise HarnessError(f"initdb in {self.data} failed: {done.stderr.strip() or done.stdout.strip()}")

    def write_settings(self, settings):
        lines = [f"{name} = {value}\n" for name, value in settings.items()]
        lines.append(f"unix_socket_directories = '{self.socket_folder}'\n")
        (self.data / "postgresql.auto.conf").write_text("".join(lines))

    def wait_until_ready(self, patience_seconds=60):
        deadline = time.monotonic() + patience_seconds
        while time.monotonic() < deadline:
            status = self.status_line()
            if status == "ready" and self.socket_path.exists():
                return
            time.sleep(0.05)
        tail = self.log.read_text(errors="replace").splitlines()[-5:]
        raise HarnessError(f"{self.base}: the server was not ready after {patience_seconds} s; its log ends: " + " | ".join(tail))

    def status_line(self):
        """Line 8 of postmaster.pid tells the server's state."""
        try:
            lines = (self.data / "postmaster.pid").read_text().splitlines()
        except OSError:
            return ""
        return lines[7].strip() if len(lines) > 7 else ""

    def restart(self):
        """Stop and start with the settings that it has: the buffers are empty afterwards."""
        self.stop()
        self.launch(find_native())

    def stop(self):
        process = self.process_id()
        if process is None:
            return
        os.kill(process, signal.SIGINT)  # "fast": sessions are cut off, buffers written
        for _ in range(600):
            if self.child:
                self.child.poll()  # else it would stay as a zombie, which still has a process id
            if self.process_id() is None:
                return
            time.sleep(0.05)
        raise HarnessError(f"{self.base}: the server (process {process}) did not stop within 30 s")
