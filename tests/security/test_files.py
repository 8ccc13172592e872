"""Files: a cell reaches its workspace, its artifacts, /tmp and the system's programs, and nothing else."""
import os
import shutil
import tempfile

from tests.system.system_test import SystemTest

from .arena import MODES, Arena, AttackTest


class Reading(AttackTest):

    def workspace_of_sibling(self, arena):
        self.sibling(arena)
        folders = (f"{arena.server.data}/workspaces/{name}" for name in os.listdir(arena.server.data + "/workspaces"))
        return next(folder for folder in folders if os.path.exists(folder + "/secret"))

    def test_other_sessions_workspaces(self):
        self.check("hit(tries(lambda: open('{other}/secret').read()) or tries(lambda: os.listdir('{other}')))",
                   other=self.workspace_of_sibling)
        self.check_javascript("await read('{other}/secret')", needs="read",
                              other=self.workspace_of_sibling)

    def test_files_of_the_service(self):
        def plant(arena):
            path = arena.server.folder + "/planted"
            with open(path, "w", encoding="ascii") as file:
                file.write("planted")
            os.chmod(path, 0o600)
            return path
        self.check("hit(tries(lambda: open('{planted}').read()))", planted=plant)
        self.check_javascript("await read('{planted}')", needs="read", planted=plant)

    def test_artifacts_of_others(self):
        self.check("hit(tries(lambda: os.listdir('{data}/artifacts/metadata')))")

    def test_passwords(self):
        self.check("hit(tries(lambda: open('/etc/shadow').read()))")
        self.check("hit(tries(lambda: open('/etc/passwd').read()))", modes=("bwrap",))

    def test_folders_of_people(self):
        self.check("hit(tries(lambda: os.listdir('/root')))")

    def test_a_link_in_place_of_the_interpreter_opens_nothing(self):
        """The server looks for .venv/bin/python in a workspace: a link there must not make a place readable."""
        for mode in ("rlimits", "bwrap"):
            with self.subTest(mode=mode):
                arena = self.arena(mode)
                target = f"{arena.server.data}/artifacts/metadata"
                arena.text("os.makedirs('.venv/bin', exist_ok=True)\n"
                           f"os.symlink('{target}/bin/python', '.venv/bin/python3')", "linker")
                arena.client.post("/sessions/linker/reset", {"language": "py"})
                self.assertIn("miss", arena.text(f"hit(tries(lambda: os.listdir('{target}')))", "linker"))


class Runners(SystemTest):

    def test_kernels_start_where_the_data_is_in_a_place_that_cells_may_not_read(self):
        for mode in MODES:
            with self.subTest(mode=mode):
                data = tempfile.mkdtemp(prefix="evald-test-", dir="/var/tmp")
                self.addCleanup(shutil.rmtree, data, ignore_errors=True)
                os.chmod(data, 0o711)
                try:
                    arena = Arena(mode, data=data)
                except AssertionError as error:
                    self.skipTest(f"sandbox.mode {mode} does not work on this machine: {error}")
                self.addCleanup(arena.stop)
                self.assertEqual(arena.text("print(1 + 1)"), "2")
                self.assertEqual(arena.text("[1, 2].length", language="js"), "2")


class Writing(AttackTest):

    def test_outside_the_workspace(self):
        for folder in ("/", "/usr/lib", "/etc", "/var/lib", "/opt", "/home"):
            with self.subTest(folder=folder):
                self.check(f"""
path = '{folder}/evald-attack'
done = tries(lambda: open(path, 'w').write('x'))
if done: os.unlink(path)
hit(done)
""")

    def test_settings_of_the_kernel(self):
        self.check("hit(tries(lambda: open('/proc/sys/kernel/core_pattern', 'r+')))")

    def test_the_runner_itself(self):
        self.check("""
import glob
path = os.path.dirname(sys.modules['eval_runner'].__file__) if 'eval_runner' in sys.modules else ''
runner = path or next(iter(glob.glob('{data}/runners/*/eval_runner')), '/usr')
done = tries(lambda: open(runner + '/attack.py', 'w').write(''))
if done: os.unlink(runner + '/attack.py')
hit(done)
""", off=False)

    def test_a_link_out_of_a_workspace_is_not_followed_when_it_is_deleted(self):
        for mode in ("rlimits", "bwrap"):
            with self.subTest(mode=mode):
                arena = self.arena(mode)
                victim = arena.server.folder + "/victim"
                os.makedirs(victim, exist_ok=True)
                os.chmod(victim, 0o777)
                with open(victim + "/kept", "w", encoding="ascii"):
                    pass
                arena.text(f"os.symlink('{victim}', 'link'); os.makedirs('a/b'); os.chmod('a', 0)", "leaver")
                before = len(os.listdir(arena.server.data + "/workspaces"))
                self.assertEqual(arena.client.delete("/sessions/leaver").status, 204)
                self.assertEqual(os.listdir(victim), ["kept"])
                self.assertEqual(len(os.listdir(arena.server.data + "/workspaces")), before - 1)


class Descriptors(AttackTest):

    def test_none_is_inherited_that_the_service_forgot_to_mark(self):
        """Descriptors 0 to 2 and the runner's own are all that a kernel has; checked from outside."""
        for mode in ("none", "rlimits", "bwrap"):
            with self.subTest(mode=mode):
                arena = self.arena(mode)
                arena.client.text("1", "counted")
                pid = self.kernel_pid(arena.client, "counted")
                links = {name: os.readlink(f"/proc/{pid}/fd/{name}") for name in os.listdir(f"/proc/{pid}/fd")}
                foreign = [link for link in links.values()
                           if not link.startswith(("pipe:", "anon_inode:", "socket:", "/dev/null", "/dev/urandom"))
                           and not link.endswith(".pyc")]  # which the interpreter is just about to close
                self.assertEqual(foreign, [], links)
