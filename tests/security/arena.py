"""Servers to attack, one for each mode of the sandbox, and the rules: an attack prints HIT when it gets through."""
import os
import shutil
import tempfile
import unittest

from tests.system.http_client import Client
from tests.system.server import Server
from tests.system.system_test import SystemTest

MODES = ("rlimits", "bwrap")
LIMITS = {"memory": "512MiB", "processes": 128, "descriptors": 256, "file": "64MiB"}
WORKSPACE = {"max_bytes": "128MiB", "max_files": 5000}

# What every attack in Python may use.
PRELUDE = """
import ctypes, errno, os, signal, socket, struct, subprocess, sys
libc = ctypes.CDLL(None, use_errno=True)
def call(number, *arguments):
    '''The errno of a system call, or 0.'''
    ctypes.set_errno(0)
    return ctypes.get_errno() if libc.syscall(number, *arguments) < 0 else 0
def hit(when):
    print('HIT' if when else 'miss')
def tries(action):
    '''Whether it goes without an exception.'''
    try:
        action()
        return True
    except BaseException as error:
        print(type(error).__name__, error)
        return False
"""


class Arena:
    """One server in one mode, with a session of its own for each attack that wants one."""

    def __init__(self, mode, config=None, data=None, **options):
        sandbox = {"mode": mode, **LIMITS, **(config or {}).pop("sandbox", {})} if config else {"mode": mode, **LIMITS}
        settings = {"sandbox": sandbox, "workspace": WORKSPACE, "kernel": {"interrupt_grace": "1s"},
                    "kernels": {"python": {"max": 8}}, **(config or {})}
        self.mode = mode
        # Not below /tmp, which a cell may read without namespaces: what protects this is to be seen.
        self.folder = tempfile.mkdtemp(prefix="evald-arena-", dir="/var/tmp")
        os.chmod(self.folder, 0o711)
        self.server = Server(settings, data=data or self.folder + "/data", **options).start()
        self.client = Client(self.server)

    def text(self, code, session="attacker", language="py", **more):
        whole = PRELUDE + code if language == "py" else code
        return self.client.text(whole, session, language=language, **more)

    def stop(self):
        self.server.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def skip_unless_root():
    if os.geteuid() != 0:
        raise unittest.SkipTest("only root can give each session a user of its own")


class AttackTest(SystemTest):
    """Attacks share their class's servers, which are started when first used."""

    config = None
    arenas = None

    @classmethod
    def setUpClass(cls):
        skip_unless_root()
        cls.arenas = {}

    @classmethod
    def tearDownClass(cls):
        for arena in (cls.arenas or {}).values():
            if not isinstance(arena, Exception):
                arena.stop()

    def arena(self, mode):
        if mode not in self.arenas:
            try:
                self.arenas[mode] = Arena(mode, dict(self.config) if self.config else None)
            except AssertionError as error:
                self.arenas[mode] = error
        if isinstance(self.arenas[mode], Exception):
            self.skipTest(f"sandbox.mode {mode} does not work on this machine: {self.arenas[mode]}")
        return self.arenas[mode]

    def check(self, code, modes=MODES, language="py", off=True, session="attacker", **facts):
        """`code` fails in `modes` and, unless `off` is false, gets through where nothing holds it.

        `{server}`, `{sibling}`, … in it are filled from `facts` and from what is known of the server.
        """
        if off:
            text = self.run_in("none", code, language, session, facts)
            if "UNAVAILABLE" in text:
                self.skipTest(f"this machine has not what is attacked: {text}")
            self.assertIn("HIT", text, "without a sandbox the attack must get through, or it proves nothing")
        for mode in modes:
            with self.subTest(mode=mode):
                text = self.run_in(mode, code, language, session, facts)
                self.assertNotIn("HIT", text)
                if language == "py":
                    self.assertIn("miss", text)

    def check_javascript(self, expression, needs, **facts):
        """As check(), for an expression of JavaScript that goes without an exception where it gets through."""
        self.check("let there = false; try { there = !!(%s) } catch (e) {}\n"
                   "if (!there) console.log('UNAVAILABLE');\n"
                   "else try { %s; console.log('HIT') } catch (e) { console.log('miss', e.message) }"
                   % (needs, expression), language="js", **facts)

    def run_in(self, mode, code, language, session, facts):
        arena = self.arena(mode)
        known = {"server": arena.server.pid, "port": arena.server.port, "data": arena.server.data,
                 "config": arena.server.config_path}
        for name, value in {**known, **facts}.items():
            code = code.replace("{" + name + "}", str(value(arena) if callable(value) else value))
        return arena.text(code, session, language)

    def sibling(self, arena):
        """The process of another session's kernel."""
        arena.client.text("secret = 'of the sibling'; open('secret', 'w').write(secret)", "sibling")
        return self.kernel_pid(arena.client, "sibling")
