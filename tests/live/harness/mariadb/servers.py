"""The one live server of a run, started anew when a case wants other settings."""

import shutil
import tempfile
from pathlib import Path

from .server import SETTINGS, Server

# Settings of a scenario that the server is told, and by which option.
LOG_SETTING = "innodb_log_file_size"
OPTIONS = {"innodb_buffer_pool_size": "innodb-buffer-pool-size", LOG_SETTING: "innodb-log-file-size"}


class Servers:
    def __init__(self, parent=None):
        self.folder = Path(tempfile.mkdtemp(prefix="keycost-live-", dir=parent))
        self.folder.chmod(0o755)  # the server runs as another user
        self.running = None
        self.running_settings = None
        self.started = 0

    def for_scenario(self, scenario):
        wanted = overrides(scenario)
        if self.running is None or self.running_settings != wanted or LOG_SETTING in scenario.get("settings", {}):  # a young server
            self.stop()
            self.started += 1
            self.running = Server(self.folder / f"server-{self.started}")
            self.running.start(wanted)
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


def overrides(scenario):
    settings = scenario.get("settings", {})
    return {option: str(settings[name]).replace("MB", "M").replace("GB", "G") for name, option in OPTIONS.items() if name in settings}


def described_settings(scenario):
    """The settings a case ran under, as recorded with it."""
    told = {**SETTINGS, **overrides(scenario)}
    return {name: "" if value is None else value for name, value in told.items()}
