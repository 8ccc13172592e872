"""The network is off: neither the server, nor the machine's own sockets, nor anybody else can be reached."""
import os
import socket

from .arena import AttackTest


class Network(AttackTest):

    def test_the_server_over_loopback(self):
        self.check("hit(tries(lambda: socket.create_connection(('127.0.0.1', {port}), 2)))")
        self.check_javascript("await fetch('http://127.0.0.1:{port}/healthz')", needs="fetch")

    def listening(self, address):
        listener = socket.socket(socket.AF_UNIX)
        self.addCleanup(listener.close)
        listener.bind(address)
        listener.listen(16)
        return listener

    def test_abstract_sockets(self):
        name = f"evald-attack-{os.getpid()}"
        self.listening("\0" + name)
        self.check(f"s = tries(lambda: socket.socket(socket.AF_UNIX).connect('\\0{name}')); hit(s)")

    def test_path_sockets(self):
        path = f"/var/tmp/evald-attack-{os.getpid()}"
        self.listening(path)
        self.addCleanup(os.unlink, path)
        os.chmod(path, 0o777)
        self.check(f"hit(tries(lambda: socket.socket(socket.AF_UNIX).connect('{path}')))")

    def test_datagrams(self):
        receiver = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.addCleanup(receiver.close)
        receiver.bind(("127.0.0.1", 0))
        receiver.settimeout(0.5)
        port = receiver.getsockname()[1]
        sending = f"socket.socket(type=socket.SOCK_DGRAM).sendto(b'out', ('127.0.0.1', {port}))"
        code = f"tries(lambda: {sending}); print('miss')"
        for mode in ("none", "rlimits", "bwrap"):
            with self.subTest(mode=mode):
                self.arena(mode).text(code)
                arrived = self.tries(lambda: receiver.recv(10))
                self.assertEqual(arrived, mode == "none")

    def test_datagrams_from_one_end_of_a_pair(self):
        """Both ends are the kernel's own, but a socket for datagrams can be pointed elsewhere."""
        path, abstract = f"/var/tmp/evald-attack-{os.getpid()}-d", f"evald-attack-{os.getpid()}-d"
        for address in (path, "\0" + abstract):
            receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            self.addCleanup(receiver.close)
            receiver.bind(address)
        self.addCleanup(os.unlink, path)
        os.chmod(path, 0o777)
        for address in (path, "\\0" + abstract):
            for kind in ("SOCK_DGRAM", "SOCK_RAW"):
                for way in (f"sendto(b'out', '{address}')", f"connect('{address}')"):
                    with self.subTest(address=address, way=way):
                        self.check(f"hit(tries(lambda: socket.socketpair(socket.AF_UNIX, socket.{kind})[0].{way}))")

    def tries(self, action):
        try:
            action()
            return True
        except OSError:
            return False

    def test_interfaces(self):
        others = [name for _, name in socket.if_nameindex() if name != "lo"]
        if not others:
            self.skipTest("this machine has no interface but the loopback one")
        self.check(f"hit(tries(lambda: socket.socket(type=socket.SOCK_DGRAM).setsockopt(1, 25, b'{others[0]}\\0')))")

    def test_families_that_no_namespace_holds(self):
        for name, family, kind in (("vsock", 40, 1), ("alg", 38, 5), ("packet", 17, 3)):
            with self.subTest(family=name):
                self.check(f"""
try:
    socket.socket({family}, {kind}).close()
    hit(True)
except OSError as error:
    print('UNAVAILABLE {name}' if os.getuid() == 0 and error.errno == errno.EAFNOSUPPORT else 'miss')
""")

    def test_pairs_within_the_kernel_still_work(self):
        for mode in ("rlimits", "bwrap"):
            for kind in ("SOCK_STREAM", "SOCK_SEQPACKET"):
                text = self.arena(mode).text(f"a, b = socket.socketpair(socket.AF_UNIX, socket.{kind})\n"
                                             "a.send(b'x'); print(b.recv(1))")
                self.assertEqual(text, "b'x'")
