"""A session with the server: the text protocol of MariaDB over its unix socket, and nothing else.

Values arrive as text, as the client program would show them; NULL is None. The harness's own server knows one account,
root without a password.
"""

import socket
import struct

from ..errors import HarnessError
from ..session import OneAtATime

# Capabilities: LONG_PASSWORD, LONG_FLAG, CONNECT_WITH_DB, PROTOCOL_41, TRANSACTIONS, SECURE_CONNECTION, PLUGIN_AUTH.
CAPABILITIES = 0x1 | 0x4 | 0x8 | 0x200 | 0x2000 | 0x8000 | 0x80000
UTF8MB4_BIN = 46
LARGEST_PACKET = (1 << 24) - 1
QUERY, QUIT = b"\x03", b"\x01"


class Session(OneAtATime):
    def __init__(self, server, database=""):
        self.connection = socket.socket(socket.AF_UNIX)
        self.connection.connect(str(server.socket_path))
        self.stream = self.connection.makefile("rb")
        self.sequence = 0
        self.packet()  # the greeting: its salt is for passwords
        self.send(struct.pack("<IIB23x", CAPABILITIES, LARGEST_PACKET, UTF8MB4_BIN)
                  + b"root\0" + b"\0" + database.encode() + b"\0" + b"mysql_native_password\0")
        answer = self.packet()
        if answer[:1] == b"\xfe":  # asks again for the (empty) password
            self.send(b"")
            answer = self.packet()
        refuse_error(answer, "log in")

    def rows(self, sql):
        """All rows of one statement; none if it returns no result set."""
        body = QUERY + sql.encode()
        if len(body) >= LARGEST_PACKET:
            raise HarnessError(f"a statement of {len(body)} bytes is more than one packet holds")
        self.sequence = 0
        self.send(body)
        first = self.packet()
        refuse_error(first, sql)
        if first[:1] == b"\0":
            return []
        columns, _ = length_encoded(first, 0)
        for _ in range(columns + 1):  # the columns' definitions and an end mark
            self.packet()
        rows = []
        while True:
            packet = self.packet()
            if packet[:1] == b"\xfe" and len(packet) < 9:
                return rows
            refuse_error(packet, sql)
            rows.append(text_row(packet, columns))

    def close(self):
        self.sequence = 0
        self.send(QUIT)
        self.stream.close()
        self.connection.close()

    def send(self, body):
        self.connection.sendall(struct.pack("<I", len(body))[:3] + bytes([self.sequence]) + body)

    def packet(self):
        """One packet's body. Longer ones than 16 MB come in parts; no answer here is that long."""
        head = self.stream.read(4)
        if len(head) < 4:
            raise HarnessError("the server closed the session; its log says why")
        self.sequence = head[3] + 1 & 0xFF
        return self.stream.read(int.from_bytes(head[:3], "little"))


def refuse_error(packet, sql):
    if packet[:1] == b"\xff":
        number, = struct.unpack_from("<H", packet, 1)
        text = packet[9:] if packet[3:4] == b"#" else packet[3:]
        raise HarnessError(f"the server refused: error {number}: {text.decode(errors='replace')}\n  in: {sql[:2000]}")


def text_row(packet, columns):
    values, position = [], 0
    for _ in range(columns):
        if packet[position] == 0xFB:
            values.append(None)
            position += 1
            continue
        length, position = length_encoded(packet, position)
        values.append(packet[position:position + length].decode(errors="surrogateescape"))
        position += length
    return values


def length_encoded(packet, position):
    """A length-encoded integer and the position after it."""
    first = packet[position]
    if first < 0xFB:
        return first, position + 1
    width = {0xFC: 2, 0xFD: 3, 0xFE: 8}[first]
    return int.from_bytes(packet[position + 1:position + 1 + width], "little"), position + 1 + width
