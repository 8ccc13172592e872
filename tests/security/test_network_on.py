"""The network is on: cells reach what is outside of the machine, and not the machine, where that can be had.

Outside is here an address that no interface has, but that this machine takes in. All of it in namespaces of the tests'
own: a network, and a mount of the device that slirp4netns opens, which may be root's alone.
"""
import ctypes
import http.server
import os
import shutil
import subprocess
import threading
import unittest

from tests.system.waiting import wait_until

from .arena import Arena, AttackTest, skip_unless_root

CLONE_NEWNS, CLONE_NEWNET = 0x20000, 0x40000000
OUTSIDE = "198.51.100.7"
OWN = "203.0.113.5"  # of the machine, on an interface
LINK_LOCAL = "169.254.169.254"


def run(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def enter_namespaces():
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWNS | CLONE_NEWNET) != 0:
        raise unittest.SkipTest(f"no namespaces for the test: {os.strerror(ctypes.get_errno())}")
    run("mount", "--make-rprivate", "/")
    run("ip", "link", "set", "lo", "up")
    run("ip", "address", "add", OWN + "/32", "dev", "lo")
    for network in (OUTSIDE + "/32", LINK_LOCAL + "/32"):
        run("ip", "route", "add", "local", network, "dev", "lo")


def offer_tunnel():
    """False: this kernel has no such device."""
    os.makedirs("/dev/net", exist_ok=True)
    run("mount", "-t", "tmpfs", "tmpfs", "/dev/net")
    run("mknod", "-m", "666", "/dev/net/tun", "c", "10", "200")
    try:
        os.close(os.open("/dev/net/tun", os.O_RDWR))
        return True
    except OSError:
        return False


def hide_tunnel():
    run("mount", "-t", "tmpfs", "tmpfs", "/dev/net")


class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"from outside")

    def log_message(self, *_):
        pass


class NetworkOn(AttackTest):

    @classmethod
    def setUpClass(cls):
        skip_unless_root()
        super().setUpClass()
        if not shutil.which("ip"):
            raise unittest.SkipTest("iproute2 is not installed")
        enter_namespaces()
        cls.listener = http.server.ThreadingHTTPServer(("0.0.0.0", 0), Answer)
        threading.Thread(target=cls.listener.serve_forever, daemon=True).start()

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls.listener.shutdown()
        cls.listener.server_close()

    @property
    def port(self):
        return self.listener.server_address[1]

    def arena_with_network(self, mode, **kernels):
        arena = Arena(mode, {"sandbox": {"network": "on"}, "kernels": {"python": {"max": 8, **kernels}}})
        self.addCleanup(arena.stop)
        return arena

    def translated(self, **kernels):
        if not offer_tunnel():
            self.skipTest("this kernel has no /dev/net/tun")
        self.addCleanup(run, "umount", "--lazy", "/dev/net")  # a translator may be on its way out
        arena = self.arena_with_network("bwrap", **kernels)
        layers = arena.client.get("/healthz").json()
        self.assertEqual(layers["sandbox"]["network"], "translated", arena.server.log()[-800:])
        self.assertNotIn("warning", layers)
        return arena

    def reaches(self, arena, address, port=None, **more):
        code = f"hit(tries(lambda: socket.create_connection(('{address}', {port or self.port}), 5)))"
        return "HIT" in arena.text(code, **more)

    def test_what_is_outside_is_reached(self):
        arena = self.translated()
        self.assertTrue(self.reaches(arena, OUTSIDE))
        url = f"http://{OUTSIDE}:{self.port}/"
        self.assertEqual(arena.text(f"import urllib.request\nprint(urllib.request.urlopen('{url}').read().decode())"),
                         "from outside")
        self.assertEqual(arena.text(f"console.log(await (await fetch('{url}')).text())", language="js"), "from outside")

    def test_the_machine_and_link_local_addresses_are_not(self):
        arena = self.translated()
        for address in ("127.0.0.1", "127.0.0.2", "10.0.2.2", OWN, LINK_LOCAL, "::1"):
            with self.subTest(address=address):
                self.assertFalse(self.reaches(arena, address))
        self.assertFalse(self.reaches(arena, "127.0.0.1", arena.server.port))
        self.assertFalse(self.reaches(arena, OWN, arena.server.port))

    def test_a_cell_cannot_open_what_is_closed(self):
        arena = self.translated()
        text = arena.text("""
NEW_ROUTE, REQUEST, ACKNOWLEDGE, REPLACE, CREATE = 24, 1, 4, 0x100, 0x400
route = struct.pack('BBBBBBBBI', 2, 16, 0, 0, 254, 4, 0, 1, 0) + struct.pack('HH4s', 8, 1, bytes([169, 254, 0, 0]))
route += struct.pack('HH4s', 8, 5, bytes([10, 0, 2, 2]))
s = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)
s.send(struct.pack('IHHII', 16 + len(route), NEW_ROUTE, REQUEST | ACKNOWLEDGE | REPLACE | CREATE, 1, 0) + route)
print(errno.errorcode[-struct.unpack('i', s.recv(4096)[16:20])[0]])
""")
        self.assertEqual(text, "EPERM")
        self.assertFalse(self.reaches(arena, LINK_LOCAL))

    def test_names_are_asked_of_the_translator(self):
        self.assertEqual(self.translated().text("print(open('/etc/resolv.conf').read())"), "nameserver 10.0.2.3")

    def test_sessions_do_not_reach_each_other(self):
        arena = self.translated()
        listening = "s = socket.create_server(('0.0.0.0', 9999)); print(s.getsockname()[1])"
        self.assertEqual(arena.text(listening, session="sibling"), "9999")
        self.assertTrue(self.reaches(arena, "127.0.0.1", 9999, session="sibling"))
        for address in ("127.0.0.1", "10.0.2.100", OWN):
            with self.subTest(address=address):
                self.assertFalse(self.reaches(arena, address, 9999))

    def translators(self):
        found = []
        for process in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{process}/cmdline", "rb") as file:
                    if file.read().startswith(b"slirp4netns\0") and os.stat(f"/proc/{process}").st_uid >= 20000:
                        found.append(int(process))
            except OSError:
                pass
        return found

    def test_a_translator_ends_with_its_kernel(self):
        before = set(self.translators())
        arena = self.translated()
        arena.text("print(1)", "a")
        wait_until(lambda: set(self.translators()) - before, "a translator")
        arena.client.delete("/sessions/a")
        wait_until(lambda: not set(self.translators()) - before, "no translator")
        arena.text("print(1)", "b")
        wait_until(lambda: set(self.translators()) - before, "a translator")
        os.kill(arena.server.pid, 9)
        wait_until(lambda: not set(self.translators()) - before, "no translator")

    def test_a_spare_kernel_has_its_network_already(self):
        arena = self.translated(spares=1)
        wait_until(lambda: self.translators(), "the spare's translator")
        self.assertTrue(self.reaches(arena, OUTSIDE))

    def test_without_the_device_cells_have_the_machines_network_and_all_are_told(self):
        hide_tunnel()
        self.addCleanup(run, "umount", "--lazy", "/dev/net")  # a translator may be on its way out
        for mode in ("bwrap", "rlimits"):
            with self.subTest(mode=mode):
                arena = self.arena_with_network(mode)
                for address in (OUTSIDE, "127.0.0.1", OWN):
                    self.assertTrue(self.reaches(arena, address))
                health = arena.client.get("/healthz").json()
                self.assertEqual(health["sandbox"]["network"], "host")
                self.assertIn("loopback", health["warning"])
                self.assertIn("/dev/net/tun" if mode == "bwrap" else "sandbox.mode is rlimits", arena.server.log())
