"""Limits: what one session takes is bounded, the next cell works, and whoever is killed is told for what."""
import glob
import time
import unittest

from tests.system import processes
from tests.system.server import is_sanitized
from tests.system.waiting import wait_until

from .arena import AttackTest


class Processes(AttackTest):

    def test_fork_bomb(self):
        self.check("""
import time
started = 0
for _ in range(300):
    try:
        pid = os.fork()
    except OSError:
        break
    if pid == 0:
        time.sleep(5)
        os._exit(0)
    started += 1
print(started)
hit(started == 300)
""", session="bomber")
        for mode in ("rlimits", "bwrap"):
            with self.subTest(mode=mode):
                arena = self.arena(mode)
                self.assertEqual(arena.client.text("print('works')", "bystander"), "works")
                arena.client.post("/sessions/bomber/reset", {"language": "py"})
                self.assertEqual(arena.client.text("print('works')", "bomber"), "works")


class Memory(AttackTest):

    @unittest.skipIf(is_sanitized(), "shadow memory counts as data: no limit to a process under sanitizers")
    def test_one_process(self):
        self.check("""
x = None
def fill():
    global x
    x = bytearray(800 << 20)
hit(tries(fill))
x = None
""")

    def test_many_processes_together(self):
        code = """
import time
for _ in range(8):
    if os.fork() == 0:
        x = bytearray(os.urandom(1 << 20) * 100)
        time.sleep(8)
        os._exit(0)
time.sleep(5)
"""
        self.assertNotIn("killed", self.arena("none").text(code, "many", timeout=60))
        self.killed_for("memory", code, "sandbox.memory")

    def test_shared_memory(self):
        self.killed_for("memory", """
import mmap, time
x = mmap.mmap(-1, 700 << 20)
for at in range(0, 700 << 20, 4096): x[at] = 1
time.sleep(10)
""", "sandbox.memory")

    def test_files_in_memory_that_nobody_maps(self):
        self.held("""
kept = []
def fill():
    for _ in range(14):
        kept.append(os.memfd_create('attack'))
        for _ in range(50): os.write(kept[-1], bytes(1 << 20))
done = tries(fill)
for descriptor in kept: os.close(descriptor)
hit(done)
""")

    def test_system_v_segments_that_nobody_maps(self):
        self.held("""
libc.shmat.restype = ctypes.c_void_p
kept = []
def fill():
    for _ in range(14):
        kept.append(libc.shmget(0, 50 << 20, 0o1600))
        if kept[-1] < 0: raise OSError(ctypes.get_errno(), 'shmget')
        place = libc.shmat(kept[-1], None, 0)
        ctypes.memset(place, 1, 50 << 20)
        libc.shmdt(ctypes.c_void_p(place))
done = tries(fill)
for segment in kept: libc.shmctl(segment, 0, None)
print(call(29, 0, (1 << 32) + 4096, 0o1600))
hit(done)
""")
        for mode in ("rlimits", "bwrap"):
            small = "small = libc.shmget(0, 4096, 0o1600); print(small >= 0, libc.shmctl(small, 0, None))"
            self.assertEqual(self.arena(mode).text(small, "taker"), "True 0")

    def test_files_in_shared_memory(self):
        self.held("""
import time
def fill():
    for number in range(12):
        with open(f'/dev/shm/evald-attack{number}', 'wb') as file:
            for _ in range(50): file.write(bytes(1 << 20))
    time.sleep(2)
done = tries(fill)
for number in range(12):
    try: os.unlink(f'/dev/shm/evald-attack{number}')
    except OSError: pass
hit(done)
""")

    def held(self, code):
        """Gets through without a sandbox; else it fails within the cell, or the kernel is ended for its memory, or,
        as files that have no name count as deleted ones, for its disk."""
        self.assertIn("HIT", self.arena("none").text(code, "taker", timeout=60))
        for mode in ("rlimits", "bwrap"):
            with self.subTest(mode=mode):
                arena = self.arena(mode)
                text = arena.text(code, "taker", timeout=60)
                self.assertNotIn("HIT", text)
                self.assertRegex(text, r"miss|was killed: it (used more than 512MiB of memory \(sandbox\.memory\)|"
                                       r"filled its workspace, /tmp and deleted files)")
                self.assertEqual(arena.client.text("print('works')", "taker"), "works")

    def test_javascript(self):
        self.check("let a = [];"
                   "try { for (let i = 0; i < 900; i++) a.push('x'.repeat(1 << 20) + i); console.log('HIT') }"
                   " catch (e) { a = null; console.log('miss') }", language="js", off=False)

    def killed_for(self, limit, code, setting, session="taker"):
        for mode in ("rlimits", "bwrap"):
            with self.subTest(mode=mode):
                arena = self.arena(mode)
                text = arena.text(code, session, timeout=60)
                self.assertIn("was killed: it", text)
                self.assertIn(setting, text)
                metrics = arena.client.get("/metrics").body.decode()
                self.assertRegex(metrics, f'evald_kernel_exits_total{{[^}}]*reason="{limit}"')
                self.assertEqual(arena.client.text("print('works')", session), "works")


class Files(Memory):
    test_one_process = test_many_processes_together = test_shared_memory = test_javascript = None
    test_files_in_memory_that_nobody_maps = test_system_v_segments_that_nobody_maps = test_files_in_shared_memory = None

    def test_descriptors(self):
        self.check("""
kept = []
def many():
    for _ in range(3000): kept.append(os.open('/dev/null', os.O_RDONLY))
done = tries(many)
for descriptor in kept: os.close(descriptor)
hit(done)
""")

    def test_one_large_file(self):
        self.check("""
def large():
    with open('large', 'wb') as file:
        for _ in range(300): file.write(bytes(1 << 20))
done = tries(large)
os.unlink('large')
hit(done)
""")

    def test_many_bytes(self):
        self.killed_for("disk", """
import time
for number in range(4):
    with open(f'part{number}', 'wb') as file: file.write(os.urandom(1 << 20) * 60)
time.sleep(20)
""", "workspace.max_bytes", session="filler")

    def test_deleted_files(self):
        code = """
import time
kept = []
for number in range(4):
    kept.append(open('deleted', 'wb'))
    os.unlink('deleted')
    kept[-1].write(os.urandom(1 << 20) * 60)
    kept[-1].flush()
time.sleep({seconds})
"""
        self.assertNotIn("killed", self.arena("none").text(code.replace("{seconds}", "6"), "hider", timeout=60))
        self.killed_for("disk", code.replace("{seconds}", "20"), "workspace.max_bytes", session="hider")

    def test_the_folder_for_everybodys_files(self):
        self.check("""
import time
def fill():
    for number in range(4):
        with open(f'/tmp/evald-attack{number}', 'wb') as file: file.write(os.urandom(1 << 20) * 60)
done = tries(fill)
if done and os.getuid() != 0: time.sleep(20)
for number in range(4):
    try: os.unlink(f'/tmp/evald-attack{number}')
    except OSError: pass
hit(done)
""", modes=("bwrap",), session="hoarder")
        text = self.arena("rlimits").text("""
import time
for number in range(4):
    with open(f'/tmp/evald-attack{number}', 'wb') as file: file.write(os.urandom(1 << 20) * 60)
time.sleep(20)
""", "hoarder", timeout=60)
        self.assertIn("was killed: it filled its workspace, /tmp and deleted files", text)
        self.assertEqual(glob.glob("/tmp/evald-attack[0-3]"), [])
        self.assertEqual(self.arena("rlimits").client.text("print('works')", "hoarder"), "works")

    def test_many_small_files(self):
        self.killed_for("files", """
import time
for number in range(30000): open(f'f{number}', 'w').close()
time.sleep(20)
""", "workspace.max_files", session="scatterer")

    def test_shared_memory_files(self):
        self.check("""
def fill():
    with open('/dev/shm/evald-attack', 'wb') as file:
        for _ in range(50): file.write(bytes(6 << 20))
done = tries(fill)
try: os.unlink('/dev/shm/evald-attack')
except OSError: pass
hit(done)
""")


class WhatIsLeft(AttackTest):

    def test_shared_memory_segments_and_queues(self):
        code = ("print(libc.shmget(0x{key}, 4096, 0o1666), libc.msgget(0x{key}, 0o1666),"
                " libc.semget(0x{key}, 1, 0o1666))")
        for mode, key in (("rlimits", "5ec0001"), ("bwrap", "5ec0002")):
            with self.subTest(mode=mode):
                arena = self.arena(mode)
                arena.text(code.replace("{key}", key), "leaver")
                self.assertEqual(arena.client.delete("/sessions/leaver").status, 204)

                def is_gone():
                    return not any(f"0x0{key}" in line for kind in ("shm", "msg", "sem")
                                   for line in open(f"/proc/sysvipc/{kind}", encoding="ascii")) \
                        and not any(str(int(key, 16)) == line.split()[0] for kind in ("shm", "msg", "sem")
                                    for line in open(f"/proc/sysvipc/{kind}", encoding="ascii"))
                wait_until(is_gone, "the end of System V's objects")

    def test_a_daemon(self):
        code = """
import time
if os.fork() == 0:
    os.setsid()
    if os.fork() > 0: os._exit(0)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.environ.clear()
    ignoring = 'import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(300)'
    os.execve('/usr/bin/python3', ['evald-attack-daemon', '-c', ignoring], {})
time.sleep(0.5)
"""
        for mode in ("rlimits", "bwrap"):
            with self.subTest(mode=mode):
                arena = self.arena(mode)
                arena.text(code, "daemoniser")
                self.assertTrue(daemons())
                self.assertEqual(arena.client.delete("/sessions/daemoniser").status, 204)
                wait_until(lambda: not daemons(), "the daemon's end", within=5)

    def test_a_server_that_is_killed_leaves_nothing(self):
        from .arena import Arena
        code = """
import time
if os.fork() == 0:
    os.setsid()
    if os.fork() > 0: os._exit(0)
    os.execve('/usr/bin/python3', ['evald-attack-daemon', '-c', 'import time; time.sleep(300)'], {})
time.sleep(0.5)
"""
        for mode in ("rlimits", "bwrap"):
            with self.subTest(mode=mode):
                self.arena(mode)
                arena = Arena(mode)
                self.addCleanup(arena.stop)
                arena.text(code, "daemoniser")
                kernel = self.kernel_pid(arena.client, "daemoniser")
                self.assertTrue(daemons())
                arena.server.crash()
                wait_until(lambda: not daemons() and not processes.alive(kernel), "the end of all", within=2)


def daemons():
    return [pid for pid in processes.all_pids()
            if processes.alive(pid) and processes.command(pid).startswith("evald-attack-daemon")]


class Protocol(AttackTest):

    def test_a_cell_that_ignores_interrupts_is_ended(self):
        for mode in ("rlimits", "bwrap"):
            with self.subTest(mode=mode):
                arena = self.arena(mode)
                started = time.monotonic()
                text = arena.text("""
sum(range(10 ** 14))  # within one step of the interpreter, which looks at no signal
""", "stubborn", timeout=1)
                self.assertIn("was killed", text)
                self.assertLess(time.monotonic() - started, 20)

    def test_forged_frames_harm_only_their_session(self):
        forge = """
import json
for number in range(3, 256):
    try:
        if not os.readlink('/proc/self/fd/%d' % number).startswith('pipe:'): continue
        os.set_blocking(number, False)
        forged = b'{"type":"done","id":"forged","status":"ok"}\\n{"type":"result"}\\nnonsense\\n\\xff\\n'
        os.write(number, forged + b'x' * 60000)
    except OSError: pass
print('forged')
"""
        for mode in ("rlimits", "bwrap"):
            with self.subTest(mode=mode):
                arena = self.arena(mode)
                arena.client.text("kept = 1", "bystander")
                arena.client.eval(forge, "forger", timeout=5)
                self.assertEqual(arena.client.text("print(kept)", "bystander"), "1")
                self.assertTrue(arena.server.running())

    def test_an_endless_line_of_frames_costs_the_server_little(self):
        flood = """
import os, stat
piece = b'x' * (1 << 20)
for number in range(3, 256):
    try:
        if not stat.S_ISFIFO(os.fstat(number).st_mode): continue
        for _ in range(200):
            if os.write(number, piece) < 0: break
    except OSError: pass
"""
        for mode in ("rlimits", "bwrap"):
            with self.subTest(mode=mode):
                arena = self.arena(mode)
                arena.client.text("kept = 1", "bystander")
                memory = self.memory_of(arena.server)
                arena.client.eval(flood, "flooder", timeout=20)
                memory.assert_grown_less_than(120)
                self.assertEqual(arena.client.text("print(kept)", "bystander"), "1")
                self.assertEqual(arena.client.text("print('works')", "flooder"), "works")

    def test_interrupts_keep_state_and_reach_children(self):
        for mode in ("rlimits", "bwrap"):
            with self.subTest(mode=mode):
                arena = self.arena(mode)
                arena.client.text("kept = 41", "steady")
                text = arena.client.text("import subprocess; subprocess.run(['sleep', '60'])", "steady", timeout=1)
                self.assertIn("its state is preserved", text)
                self.assertEqual(arena.client.text("print(kept + 1)", "steady"), "42")
                text = arena.client.text("while (true) {}", "steady", language="js", timeout=1)
                self.assertIn("its state is preserved", text)
