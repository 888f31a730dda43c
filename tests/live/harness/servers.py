"""The one live server of a run, started anew when a case wants other settings."""

import shutil
import tempfile
from pathlib import Path

from . import scenario as scenarios
from .live_table import make_template
from .server import SETTINGS, Server

HANDED_OVER = ("shared_buffers", "full_page_writes", "wal_log_hints", "wal_compression")


class Servers:
    def __init__(self, parent=None):
        self.folder = Path(tempfile.mkdtemp(prefix="keycost-live-", dir=parent))
        self.folder.chmod(0o755)  # the server runs as another user
        self.running = None
        self.running_settings = None
        self.started = 0

    def for_scenario(self, scenario):
        wanted = scenarios.settings(scenario)
        if self.running_settings != wanted:
            self.stop()
            self.started += 1
            self.running = Server(self.folder / f"server-{self.started}")
            overrides = {name: {True: "on", False: "off"}.get(wanted[name], wanted[name]) for name in HANDED_OVER}
            self.running.start(overrides, data_checksums=wanted["data_checksums"])
            make_template(self.running)
            self.running_settings = wanted
        return self.running

    def stop(self):
        if self.running:
            self.running.stop()
            shutil.rmtree(self.running.base)
        self.running = self.running_settings = None

    def finish(self, keep):
        """What is left running is told, else nothing is left."""
        if keep and self.running:
            return self.running.client_command()
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
        return None


def described_settings(scenario):
    """The settings a case ran under, as recorded with it."""
    wanted = scenarios.settings(scenario)
    told = {name: value for name, value in SETTINGS.items() if name not in ("listen_addresses", "port", "max_connections")}
    told.update({name: {True: "on", False: "off"}.get(value, value) for name, value in wanted.items()})
    return told
