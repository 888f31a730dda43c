#!/usr/bin/env python3
"""Start, stop and find a private PostgreSQL 18.4 server.

    server.py start BASE [name=value ...]   make (if new) and start a server below the folder BASE
    server.py stop BASE                     stop it; BASE stays
    server.py socket BASE                   print the folder of its socket
    server.py psql BASE                     print the psql command that reaches it
"""

import sys

from harness.errors import HarnessError
from harness.server import Server


def main(arguments):
    if len(arguments) < 2 or arguments[0] not in ("start", "stop", "socket", "psql"):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    command, base, *settings = arguments
    server = Server(base)
    if command == "start":
        server.start(dict(setting.split("=", 1) for setting in settings))
        print(server.psql_command())
    elif command == "stop":
        server.stop()
    elif command == "socket":
        print(server.socket_folder)
    else:
        print(server.psql_command())
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except HarnessError as error:
        sys.exit(f"server.py: {error}")
