"""A session with the server: the simple query protocol over its unix socket, and nothing else.

psql through a pipe would need markers to tell where one answer ends; the protocol says so itself, and an error
comes back as an error. Values arrive as text, as psql would show them; NULL is None.
"""

import socket
import struct

from .errors import HarnessError
from .session import OneAtATime


class Session(OneAtATime):
    def __init__(self, server, database, user="postgres"):
        self.connection = socket.socket(socket.AF_UNIX)
        self.connection.connect(str(server.socket_path))
        self.stream = self.connection.makefile("rb")
        parameters = f"user\0{user}\0database\0{database}\0application_name\0keycost\0\0".encode()
        self.connection.sendall(struct.pack("!ii", len(parameters) + 8, 196608) + parameters)
        self.answer("startup")

    def rows(self, sql):
        """All rows of the last statement of `sql` that returned any."""
        body = sql.encode() + b"\0"
        self.connection.sendall(b"Q" + struct.pack("!i", len(body) + 4) + body)
        return self.answer(sql)

    def close(self):
        self.connection.sendall(b"X" + struct.pack("!i", 4))
        self.stream.close()
        self.connection.close()

    def answer(self, sql):
        """Read messages up to ReadyForQuery."""
        rows, error = [], None
        while True:
            kind, body = self.message()
            if kind == b"T":
                rows = []
            elif kind == b"D":
                rows.append(data_row(body))
            elif kind == b"E":
                error = error or error_text(body)
            elif kind == b"R" and body[:4] != b"\0\0\0\0":
                raise HarnessError("the server asks for a password; the harness's own server trusts its socket")
            elif kind == b"Z":
                if error:
                    raise HarnessError(f"the server refused: {error}\n  in: {sql[:2000]}")
                return rows

    def message(self):
        head = self.stream.read(5)
        if len(head) < 5:
            raise HarnessError("the server closed the session; its log says why")
        return head[:1], self.stream.read(struct.unpack("!i", head[1:])[0] - 4)


def data_row(body):
    values, position = [], 2
    for _ in range(struct.unpack_from("!h", body)[0]):
        length, = struct.unpack_from("!i", body, position)
        position += 4
        if length < 0:
            values.append(None)
        else:
            values.append(body[position:position + length].decode())
            position += length
    return values


def error_text(body):
    fields = {part[:1]: part[1:].decode(errors="replace") for part in body.split(b"\0") if part}
    return ": ".join(fields[key] for key in (b"S", b"M", b"D") if key in fields)
