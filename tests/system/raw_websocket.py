"""A WebSocket client that sends what it is told, byte for byte: for what no library would send (RFC 6455)."""
import base64
import os
import socket
import struct
import zlib

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
RSV1, RSV2, RSV3 = 0x40, 0x20, 0x10


def frame(opcode, payload=b"", fin=True, reserved=0, mask=b"\x01\x02\x03\x04", length=None, length_bytes=None):
    """A frame of a client. `mask` None: not masked; `length`, `length_bytes` say another length, or say it longer."""
    size = len(payload) if length is None else length
    if length_bytes is None:
        length_bytes = 0 if size < 126 else 2 if size < 65536 else 8
    first = (0x80 if fin else 0) | reserved | opcode
    masked = 0x80 if mask is not None else 0
    head = bytes([first, masked | {0: size, 2: 126, 8: 127}[length_bytes]])
    head += {0: b"", 2: struct.pack("!H", size & 0xFFFF), 8: struct.pack("!Q", size)}[length_bytes]
    if mask is None:
        return head + payload
    return head + mask + bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))


def close_frame(code=None, reason=b""):
    return frame(CLOSE, b"" if code is None else struct.pack("!H", code) + reason)


def deflated(data):
    """A message as permessage-deflate wants it (RFC 7692 7.2.1)."""
    compressor = zlib.compressobj(wbits=-15)
    return (compressor.compress(data) + compressor.flush(zlib.Z_SYNC_FLUSH))[:-4]


class RawWebSocket:
    """A connection after its handshake. Frames of the server come as (opcode, payload)."""

    def __init__(self, server, extensions="", timeout=20):
        self.socket = socket.create_connection((server.host, server.port), timeout=timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = ["GET /eval/stream HTTP/1.1", f"Host: {server.authority}", f"Authorization: Bearer {server.token}",
                 "Connection: Upgrade", "Upgrade: websocket", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        if extensions:
            lines.append(f"Sec-WebSocket-Extensions: {extensions}")
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())
        self.read = self.socket.makefile("rb")
        self.head = b"".join(iter(self.read.readline, b"\r\n")).decode()
        if not self.head.startswith("HTTP/1.1 101 "):
            raise AssertionError(f"no handshake: {self.head}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.read.close()
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data)

    def send_slowly(self, data):
        """Byte by byte, each in a packet of its own where the system does as it is told."""
        for index in range(len(data)):
            self.socket.sendall(data[index:index + 1])

    def frame(self):
        """The server's next frame, or None at the end of the connection."""
        try:
            head = self.read.read(2)
            if len(head) < 2:
                return None
            size = head[1] & 0x7F
            if head[1] & 0x80:
                raise AssertionError("a server's frame is masked")
            if size >= 126:
                size = int.from_bytes(self.read.read(2 if size == 126 else 8), "big")
            return head[0] & 0x0F, self.read.read(size)
        except ConnectionError:
            return None

    def close_code(self):
        """Reads to the end: the code of the close frame (1005: it has none), or None when the end came without one."""
        code = None
        while (received := self.frame()) is not None:
            opcode, payload = received
            if opcode == CLOSE:
                code = int.from_bytes(payload[:2], "big") if payload else 1005
        return code
