"""System calls that cells have no use for."""
from .arena import AttackTest

EPERM, ENOSYS = 1, 38

# x86-64's numbers. Without those that would do something even so: reboot, kexec, vhangup, and what sets the time.
CALLS = {
    "ptrace": 101, "process_vm_readv": 310, "process_vm_writev": 311, "process_madvise": 440, "kcmp": 312,
    "pidfd_getfd": 438, "process_mrelease": 448, "mount": 165, "umount2": 166, "pivot_root": 155, "chroot": 161,
    "open_tree": 428, "move_mount": 429, "fsopen": 430, "fsconfig": 431, "fsmount": 432, "fspick": 433,
    "mount_setattr": 442, "unshare": 272, "setns": 308, "keyctl": 250, "add_key": 248, "request_key": 249, "bpf": 321,
    "perf_event_open": 298, "userfaultfd": 323, "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427,
    "finit_module": 313, "delete_module": 176, "swapon": 167, "swapoff": 168, "clock_settime": 227,
    "clock_adjtime": 305, "quotactl": 179, "quotactl_fd": 443, "syslog": 103, "iopl": 172, "ioperm": 173,
    "modify_ldt": 154,
    "name_to_handle_at": 303, "open_by_handle_at": 304, "fanotify_init": 300, "mbind": 237, "set_mempolicy": 238,
    "move_pages": 279, "migrate_pages": 256, "memfd_secret": 447, "set_mempolicy_home_node": 450,
}


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

    def test_every_call_of_the_list(self):
        """Each with arguments that do nothing, so that only the filter can answer EPERM."""
        code = f"""
refused = [name for name, number in {CALLS}.items() if call(number, -1, 0, 0, 0, 0, 0) == errno.EPERM]
print(sorted(refused))
"""
        self.assertEqual(self.arena("none").text(code), "[]")
        for mode in ("rlimits", "bwrap"):
            with self.subTest(mode=mode):
                self.assertEqual(self.arena(mode).text(code), str(sorted(CALLS)))

    def test_32_bit_and_x32_calls_end_the_process(self):
        self.check("""
pid = os.fork()
if pid == 0: os._exit(0 if call(0x40000000 | 39) in (0, 38) else 1)
hit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0)
""")
