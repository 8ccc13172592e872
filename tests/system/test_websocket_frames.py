"""The WebSocket at the level of its frames: what RFC 6455 allows works however it is cut, what it forbids closes the
connection with the code that says why, and no connection harms another."""
import json
import os

from .http_client import Client
from .raw_websocket import (BINARY, CLOSE, CONTINUATION, PING, PONG, RSV1, RSV2, RSV3, TEXT, RawWebSocket, close_frame,
                            deflated, frame)
from .server import Server
from .system_test import SystemTest

ASK = b'{"type":"ping"}'
BODY_LIMIT = 256 << 10
PROTOCOL_ERROR, NOT_ACCEPTED, BAD_PAYLOAD, TOO_BIG = 1002, 1003, 1007, 1009


def padded(size):
    """A message that is answered with a pong, of so many bytes."""
    return ASK[:-1] + b" " * (size - len(ASK)) + b"}"


def cut(data, size):
    """A text message in fragments of at most `size` bytes."""
    parts = [data[at:at + size] for at in range(0, len(data), size)]
    return b"".join(frame(CONTINUATION if index else TEXT, part, fin=index == len(parts) - 1)
                    for index, part in enumerate(parts))


class FrameTest(SystemTest):
    """One server for all cases of a class: whatever a connection did, the next one works."""

    config = {"limits": {"body": BODY_LIMIT, "code": "32KiB"}}
    extensions = ""

    @classmethod
    def setUpClass(cls):
        cls.server = Server(cls.config).start()

    @classmethod
    def tearDownClass(cls):
        try:
            assert Client(cls.server).result("1 + 1")["content"][0]["text"] == "2"
        finally:
            cls.server.stop()

    def connect(self):
        connection = RawWebSocket(self.server, self.extensions)
        self.addCleanup(connection.__exit__)
        return connection

    def assert_answered(self, connection, kind="pong"):
        """The next text message is of this type; control frames before it are passed over."""
        while True:
            received = connection.frame()
            self.assertIsNotNone(received, "the connection ended")
            opcode, payload = received
            self.assertNotEqual(opcode, CLOSE, payload)
            if opcode == TEXT:
                message = json.loads(payload)
                self.assertEqual(message["type"], kind)
                return message

    def assert_works(self, cases, kind="pong"):
        """Each is answered, and its connection still works after it."""
        for name, data in cases.items():
            with self.subTest(name):
                connection = self.connect()
                connection.send(data)
                self.assert_answered(connection, kind)
                connection.send(frame(TEXT, ASK))
                self.assert_answered(connection)

    def assert_closes(self, cases):
        """Each closes its connection with this code: {name: (bytes, code)}."""
        for name, (data, code) in cases.items():
            with self.subTest(name):
                connection = self.connect()
                connection.send(data)
                self.assertEqual(connection.close_code(), code)


class Messages(FrameTest):

    def test_of_every_length_form(self):
        sizes = (15, 125, 126, 127, 128, 65535, 65536, BODY_LIMIT)
        self.assert_works({f"{size} bytes": frame(TEXT, padded(size)) for size in sizes})

    def test_an_empty_message_is_refused_and_the_connection_stays(self):
        self.assert_works({"empty": frame(TEXT), "empty fragments": frame(TEXT, fin=False) + frame(CONTINUATION)},
                          kind="error")

    def test_with_any_mask(self):
        masks = (b"\0\0\0\0", b"\xff\xff\xff\xff", os.urandom(4))
        self.assert_works({f"mask {mask.hex()}": frame(TEXT, ASK, mask=mask) for mask in masks})

    def test_byte_by_byte(self):
        connection = self.connect()
        connection.send_slowly(frame(TEXT, padded(200)))
        self.assert_answered(connection)

    def test_many_in_one_packet_are_answered_each(self):
        connection = self.connect()
        connection.send(frame(TEXT, ASK) * 200)
        for _ in range(200):
            self.assert_answered(connection)

    def test_in_fragments(self):
        self.assert_works({
            "two": cut(ASK, 8),
            "of one byte": cut(padded(300), 1),
            "large ones": cut(padded(200_000), 70_000),
            "empty ones among them": frame(TEXT, fin=False) + frame(CONTINUATION, ASK, fin=False) + frame(CONTINUATION),
            "a ping among them": frame(TEXT, ASK[:5], fin=False) + frame(PING, b"x") + frame(CONTINUATION, ASK[5:]),
            "a pong among them": frame(TEXT, ASK[:5], fin=False) + frame(PONG, b"x") + frame(CONTINUATION, ASK[5:]),
        })

    def test_a_character_may_be_cut_by_fragments(self):
        text = json.dumps({"type": "ping", "id": "ä€𝄞" * 20}, ensure_ascii=False).encode()
        self.assert_works({f"every {size}": cut(text, size) for size in (1, 2, 3, 5)})

    def test_compression_that_was_not_agreed_on(self):
        self.assert_closes({"RSV1": (frame(TEXT, deflated(ASK), reserved=RSV1), PROTOCOL_ERROR)})

    def test_over_the_limit(self):
        self.assert_closes({
            "one frame": (frame(TEXT, padded(BODY_LIMIT + 1)), TOO_BIG),
            "fragments": (cut(padded(BODY_LIMIT + 1), 60_000), TOO_BIG),
            "announced only": (frame(TEXT, b"{", length=1 << 40), TOO_BIG),
        })

    def test_binary(self):
        self.assert_closes({
            "one frame": (frame(BINARY, b"\0"), NOT_ACCEPTED),
            "fragments": (frame(BINARY, b"\0", fin=False) + frame(CONTINUATION, b"\1"), NOT_ACCEPTED),
        })


class Utf8(FrameTest):

    def test_what_is_no_utf8(self):
        bad = {"a lone continuation": b"\x80", "a byte that never comes": b"\xff", "overlong": b"\xc0\xaf",
               "overlong in three": b"\xe0\x80\xaf", "a surrogate": b"\xed\xa0\x80", "above U+10FFFF": b"\xf4\x90\x80\x80",
               "five bytes": b"\xf8\x88\x80\x80\x80", "a cut character": b"\xe2\x82"}
        cases = {name: (frame(TEXT, b'{"type":"ping","id":"' + data + b'"}'), BAD_PAYLOAD)
                 for name, data in bad.items()}
        cases["cut at the end"] = (frame(TEXT, ASK + b"\xe2\x82"), BAD_PAYLOAD)
        cases["in a fragment"] = (frame(TEXT, b'{"type":', fin=False) + frame(CONTINUATION, b"\xff}"), BAD_PAYLOAD)
        self.assert_closes(cases)

    def test_what_is(self):
        good = {"two": "ä", "three": "€", "four": "𝄞", "the last": "\U0010ffff", "a non-character": "\ufffe", "zero": "\\u0000"}
        self.assert_works({name: frame(TEXT, b'{"type":"ping","id":"' + text.encode() + b'"}')
                           for name, text in good.items()})


class ControlFrames(FrameTest):

    def test_a_ping_is_answered_with_its_own_payload(self):
        for payload in (b"", b"Hello", os.urandom(125)):
            with self.subTest(payload[:5]):
                connection = self.connect()
                connection.send(frame(PING, payload))
                self.assertEqual(connection.frame(), (PONG, payload))

    def test_a_ping_that_comes_byte_by_byte(self):
        connection = self.connect()
        connection.send_slowly(frame(PING, b"slow"))
        self.assertEqual(connection.frame(), (PONG, b"slow"))

    def test_pings_are_answered_in_their_order(self):
        connection = self.connect()
        connection.send(b"".join(frame(PING, b"%d" % number) for number in range(10)))
        self.assertEqual([connection.frame() for _ in range(10)], [(PONG, b"%d" % number) for number in range(10)])

    def test_pongs_that_nobody_asked_for_are_let_pass(self):
        self.assert_works({"one": frame(PONG) + frame(TEXT, ASK), "with a payload": frame(PONG, b"x") + frame(TEXT, ASK),
                           "many": frame(PONG, b"y") * 100 + frame(TEXT, ASK)})

    def test_malformed(self):
        self.assert_closes({
            "a ping of 126 bytes": (frame(PING, b"x" * 126), PROTOCOL_ERROR),
            "a pong of 126 bytes": (frame(PONG, b"x" * 126), PROTOCOL_ERROR),
            "a fragmented ping": (frame(PING, b"x", fin=False) + frame(CONTINUATION, b"y"), PROTOCOL_ERROR),
            "a fragmented pong": (frame(PONG, b"x", fin=False), PROTOCOL_ERROR),
            "a fragmented close": (frame(CLOSE, b"\x03\xe8", fin=False), PROTOCOL_ERROR),
            "a ping with RSV1": (frame(PING, reserved=RSV1), PROTOCOL_ERROR),
            "a ping with RSV3": (frame(PING, reserved=RSV3), PROTOCOL_ERROR),
        })


class Structure(FrameTest):

    def test_reserved_bits_and_opcodes(self):
        cases = {f"bits {bits:#x}": (frame(TEXT, ASK, reserved=bits), PROTOCOL_ERROR)
                 for bits in (RSV2, RSV3, RSV2 | RSV3, RSV1 | RSV2 | RSV3)}
        cases |= {f"opcode {opcode:#x}": (frame(opcode, b"x"), PROTOCOL_ERROR)
                  for opcode in (3, 4, 5, 6, 7, 0xB, 0xC, 0xD, 0xE, 0xF)}
        self.assert_closes(cases)

    def test_fragments_out_of_order(self):
        self.assert_closes({
            "a continuation of nothing": (frame(CONTINUATION, b"x"), PROTOCOL_ERROR),
            "an unfinished continuation of nothing": (frame(CONTINUATION, b"x", fin=False), PROTOCOL_ERROR),
            "a text within a text": (frame(TEXT, b"{", fin=False) + frame(TEXT, ASK), PROTOCOL_ERROR),
            "a binary within a text": (frame(TEXT, b"{", fin=False) + frame(BINARY, b"x"), PROTOCOL_ERROR),
            "a continuation after the end": (cut(ASK, 8) + frame(CONTINUATION, b"x"), PROTOCOL_ERROR),
        })

    def test_a_frame_without_a_mask(self):
        self.assert_closes({"text": (frame(TEXT, ASK, mask=None), PROTOCOL_ERROR),
                            "ping": (frame(PING, mask=None), PROTOCOL_ERROR)})

    def test_a_length_said_longer_than_needed_or_possible(self):
        self.assert_closes({
            "two bytes for 15": (frame(TEXT, ASK, length_bytes=2), PROTOCOL_ERROR),
            "eight bytes for 15": (frame(TEXT, ASK, length_bytes=8), PROTOCOL_ERROR),
            "eight bytes for 1000": (frame(TEXT, padded(1000), length_bytes=8), PROTOCOL_ERROR),
        })
        connection = self.connect()
        connection.send(frame(TEXT, b"{", length=1 << 63))
        self.assertIn(connection.close_code(), (PROTOCOL_ERROR, TOO_BIG))


class Closing(FrameTest):

    def test_a_close_is_answered_with_its_code(self):
        codes = (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999)
        cases = {f"code {code}": (close_frame(code), code) for code in codes}
        cases["with a reason"] = (close_frame(1000, b"r" * 123), 1000)
        self.assert_closes(cases)

    def test_without_a_code(self):
        self.assert_closes({"empty": (close_frame(), 1000)})

    def test_codes_that_none_may_send(self):
        codes = (0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999)
        self.assert_closes({f"code {code}": (close_frame(code), PROTOCOL_ERROR) for code in codes})

    def test_malformed(self):
        self.assert_closes({
            "a payload of one byte": (frame(CLOSE, b"\x03"), PROTOCOL_ERROR),
            "over 125 bytes": (close_frame(1000, b"r" * 124), PROTOCOL_ERROR),
            "a reason that is no UTF-8": (close_frame(1000, b"\xff\xfe"), PROTOCOL_ERROR),
        })

    def test_what_follows_a_close_is_not_read(self):
        for name, data in {"text": frame(TEXT, ASK), "ping": frame(PING), "close": close_frame(1001)}.items():
            with self.subTest(name):
                connection = self.connect()
                connection.send(close_frame(1000) + data)
                self.assertEqual(connection.frame(), (CLOSE, b"\x03\xe8"))
                self.assertIsNone(connection.frame())

    def test_a_connection_that_ends_in_the_middle_of_a_frame(self):
        connection = self.connect()
        connection.send(frame(TEXT, padded(1000))[:500])
        connection.socket.close()


class Compressed(FrameTest):

    config = {"limits": {"body": BODY_LIMIT, "code": "32KiB"}, "websocket": {"deflate": True}}
    extensions = "permessage-deflate"

    def test_messages(self):
        whole = deflated(padded(5000))
        self.assert_works({
            "compressed": frame(TEXT, deflated(ASK), reserved=RSV1),
            "as it is": frame(TEXT, ASK),
            "large": frame(TEXT, whole, reserved=RSV1),
            "fragments": frame(TEXT, whole[:7], fin=False, reserved=RSV1) + frame(CONTINUATION, whole[7:]),
        })

    def test_what_cannot_be_inflated_ends_the_connection(self):
        # Without a close frame: there is no telling where the peer's stream stands.
        self.assert_closes({"no deflate": (frame(TEXT, b"\xff\xff\xff\xff\xff", reserved=RSV1), None)})

    def test_malformed(self):
        self.assert_closes({
            "RSV1 on a continuation": (frame(TEXT, b"{", fin=False) + frame(CONTINUATION, b"}", reserved=RSV1),
                                       PROTOCOL_ERROR),
            "no UTF-8 inside": (frame(TEXT, deflated(b"\xff\xff"), reserved=RSV1), BAD_PAYLOAD),
            "a bomb": (frame(TEXT, deflated(b" " * (64 << 20)), reserved=RSV1), TOO_BIG),
        })


# The cases of a class are run by the classes that derive from it.
del FrameTest
