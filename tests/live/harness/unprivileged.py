"""Servers do not run as root: PostgreSQL refuses to, MariaDB should not."""

import os
import pwd

from .errors import HarnessError


def unprivileged(usual_user):
    """The options for subprocess that run a server as somebody who owns nothing; none are needed unless we are root."""
    if os.geteuid() != 0:
        return {}
    for name in (usual_user, "nobody"):
        try:
            return {"user": name, "group": pwd.getpwnam(name).pw_gid, "extra_groups": []}
        except KeyError:
            continue
    raise HarnessError(f"run as root, and there is neither a user `{usual_user}` nor `nobody` that the server could run as; add one")
