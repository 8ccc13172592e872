"""System calls that cells have no use for."""
from .arena import AttackTest

EPERM, ENOSYS = 1, 38


class Calls(AttackTest):

    def refused(self, code, off=True):
        """`code` sets `error` to the errno; EPERM is a refusal, ENOSYS in the open means that the machine lacks it."""
        self.check(code + """
if error == 38 and os.getuid() == 0: print('UNAVAILABLE')
hit(error != 1)
""", off=off)

    def test_a_new_user_namespace(self):
        self.check("""
pid = os.fork()
if pid == 0: os._exit(call(272, 0x10000000))
error = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
hit(error == 0)
""")

    def test_clone3_is_not_there(self):
        self.check("error = call(435, 0, 0); hit(error != 38)")

    def test_mount(self):
        self.check("""
pid = os.fork()
if pid == 0:
    libc.unshare(0x20000)
    libc.mount(None, b'/', None, 0x44000, None)
    os._exit(call(165, b'none', b'/mnt', b'tmpfs', 0, None))
hit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0)
""")

    def test_new_mount_interface(self):
        self.refused("error = call(430, b'tmpfs', 0)")

    def test_changing_the_root(self):
        self.check("""
pid = os.fork()
if pid == 0: os._exit(call(161, b'/tmp'))
hit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0)
""")

    def test_bpf(self):
        self.refused("error = call(321, 0, None, 0)")

    def test_io_uring(self):
        self.refused("error = call(425, 0, None)")

    def test_userfaultfd(self):
        self.refused("error = call(323, 0xFFFF)")

    def test_kernel_keys(self):
        self.refused("error = call(250, 0, -3, 0)")

    def test_performance_events(self):
        self.refused("error = call(298, None, 0, -1, -1, 0)")

    def test_files_by_handle(self):
        self.refused("error = call(304, -1, None, 0)")

    def test_memory_that_nobody_sees(self):
        self.refused("error = call(447, 0xFFFF)")

    def test_typing_into_a_terminal(self):
        self.refused("error = call(16, 0, 0x5412, b'x')")

    def test_32_bit_and_x32_calls_end_the_process(self):
        self.check("""
pid = os.fork()
if pid == 0: os._exit(0 if call(0x40000000 | 39) in (0, 38) else 1)
hit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0)
""")
