#!/usr/bin/env python3
"""Start, stop and find a private server: PostgreSQL 18.4, or MariaDB 10.11 where the first word is `mariadb`.

    server.py [mariadb] start BASE [name=value ...]   make (if new) and start a server below the folder BASE
    server.py [mariadb] stop BASE                     stop it; BASE stays
    server.py [mariadb] socket BASE                   print the folder of its socket
    server.py [mariadb] client BASE                   print the command that reaches it (of PostgreSQL also: psql BASE)
"""

import sys

from harness.errors import HarnessError
from harness.mariadb.server import Server as MariaDB
from harness.server import Server as PostgreSQL


def main(arguments):
    server_class = PostgreSQL
    if arguments[:1] == ["mariadb"]:
        server_class, arguments = MariaDB, arguments[1:]
    if len(arguments) < 2 or arguments[0] not in ("start", "stop", "socket", "psql", "client"):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    command, base, *settings = arguments
    server = server_class(base)
    if command == "start":
        server.start(dict(setting.split("=", 1) for setting in settings))
        print(server.client_command())
    elif command == "stop":
        server.stop()
    elif command == "socket":
        print(server.socket_folder)
    else:
        print(server.client_command())
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except HarnessError as error:
        sys.exit(f"server.py: {error}")
