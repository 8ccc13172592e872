"""Other processes: the server and other sessions' kernels can be neither read, nor steered, nor ended."""
from .arena import AttackTest


class Server(AttackTest):

    def test_its_environment(self):
        self.check("hit(tries(lambda: open('/proc/{server}/environ', 'rb').read()))")

    def test_its_command_line_is_hidden_by_a_namespace(self):
        self.check("hit(tries(lambda: open('/proc/{server}/cmdline').read()))", modes=("bwrap",))

    def test_its_descriptors(self):
        self.check("hit(tries(lambda: os.listdir('/proc/{server}/fd')))")

    def test_its_memory(self):
        self.check("hit(tries(lambda: open('/proc/{server}/mem', 'rb')))")

    def test_signals(self):
        self.check("hit(tries(lambda: os.kill({server}, 0)))")

    def test_signals_from_javascript(self):
        self.check_javascript("process.kill({server}, 0)", needs="process.kill")

    def test_its_environment_from_javascript(self):
        self.check_javascript("await read('/proc/{server}/environ')", needs="read")

    def test_its_limits(self):
        self.check("hit(call(302, {server}, 7, None, ctypes.byref(ctypes.create_string_buffer(16))) == 0)")


class Siblings(AttackTest):

    def test_tracing(self):
        seize = 0x4206
        self.check(f"hit(call(101, {seize}, {{sibling}}, 0, 0) == 0)", sibling=self.sibling)

    def test_reading_memory(self):
        self.check("""
buffer = ctypes.create_string_buffer(8)
with_maps = tries(lambda: open('/proc/{sibling}/maps').read(1))
local = struct.pack('QQ', ctypes.addressof(buffer), 8)
start = int(open('/proc/{sibling}/maps').read().split('-')[0], 16) if with_maps else 0
hit(with_maps and call(310, {sibling}, local, 1, struct.pack('QQ', start, 8), 1, ctypes.c_ulong(0)) == 0)
""", sibling=self.sibling)

    def test_signals(self):
        self.check("hit(tries(lambda: os.kill({sibling}, 0)))", sibling=self.sibling)

    def test_taking_a_descriptor(self):
        self.check("""
descriptor = libc.syscall(434, {sibling}, 0)
hit(descriptor >= 0 and call(438, descriptor, 0, 0) == 0)
""", sibling=self.sibling)

    def test_everybody_at_once(self):
        """kill(-1) reaches one's own at most: not tried without a sandbox, as it would end the whole machine."""
        for mode in ("rlimits", "bwrap"):
            with self.subTest(mode=mode):
                arena = self.arena(mode)
                sibling = self.sibling(arena)
                arena.client.eval("import os; os.kill(-1, 9)", "attacker")
                self.assertEqual(arena.client.text("print(secret)", "sibling"), "of the sibling")
                self.assertEqual(self.kernel_pid(arena.client, "sibling"), sibling)


class Privileges(AttackTest):

    def test_becoming_dearer_to_the_out_of_memory_killer(self):
        self.check("hit(tries(lambda: open('/proc/self/oom_score_adj', 'w').write('0')))")

    def test_taking_precedence(self):
        self.check("hit(tries(lambda: os.nice(-5)))")

    def test_raising_a_limit(self):
        self.check("""
import resource
soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
hit(tries(lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (hard + 1, hard + 1))))
""", off=False)

    def test_rights_that_a_file_might_give_back(self):
        self.check("""
bounding = next(line for line in open('/proc/self/status') if line.startswith('CapBnd'))
hit(int(bounding.split()[1], 16) != 0)
""")

    def test_becoming_somebody_else(self):
        self.check("hit(tries(lambda: os.setuid(0)))")

    def test_setuid_programs(self):
        self.check("hit('uid=0' in subprocess.run(['/tmp/../usr/bin/id'], capture_output=True, text=True).stdout)")
        self.check("hit(b'NoNewPrivs:\\t1' not in open('/proc/self/status', 'rb').read())", off=False)
