"""A table whose pages stay in the buffer pool between steps: what is read and written is compared, exactly.

Nothing looks at the table's file before the end, since the server would write it out for that. The pool is clean before the
first step, and so are the server's own pages as far as a checkpoint makes them.
"""

import time

from . import ddl
from .live_table import LiveTable


class PoolTable(LiveTable):
    def create_table(self):
        """No statistics on disk, whose tables are written whenever the server thinks fit."""
        return ddl.create_table(self.name, self.table) + " STATS_PERSISTENT=0"

    def settle(self):
        """What earlier tables have left is purged: that writes pages too."""
        while self.status("Innodb_history_list_length"):
            time.sleep(0.05)

    def run(self, steps):
        self.write_dirty_pages()
        return super().run(steps)

    def state(self):
        return {}

    def check_against_statistics(self):
        pass

    def run_insert(self, step):
        return self.with_pages(super().run_insert, step)

    def run_load_data(self, step):
        return self.with_pages(super().run_load_data, step)

    def run_checkpoint(self):
        def checkpoint(_):
            with self.counting():
                self.write_dirty_pages()
            return {}
        return self.with_pages(checkpoint, None)

    def with_pages(self, run, step):
        before = self.counters()
        result = run(step)
        spent = {name: value - before[name] for name, value in self.counters().items()}
        return {**result, "buffers": {"read": spent["Innodb_pages_read"], "written": spent["Innodb_pages_written"]},
                "doublewrite": {"pages": spent["Innodb_dblwr_pages_written"]}}

    def write_dirty_pages(self):
        self.observer.run("SET GLOBAL innodb_log_checkpoint_now = 1")
        while self.status("Innodb_buffer_pool_pages_dirty") > self.temporary_pages():
            time.sleep(0.02)

    def temporary_pages(self):
        """Dirty pages of the temporary tablespace, which no checkpoint writes."""
        return int(self.observer.row("SELECT COUNT(*) FROM information_schema.INNODB_BUFFER_PAGE "
                                     "WHERE SPACE = 4294967294 AND OLDEST_MODIFICATION > 0")[0])
