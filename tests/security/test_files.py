"""Files: a cell reaches its workspace, its artifacts, /tmp and the system's programs, and nothing else."""
import http.client
import os
import shutil
import tempfile

from tests.system.http_client import Client
from tests.system.server import Server
from tests.system.system_test import SystemTest
from tests.system.waiting import wait_until

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


class Races(AttackTest):

    def test_no_file_route_leaves_a_workspace_that_changes_beneath_it(self):
        """A folder is a link to somebody else's half of the time; rights would not keep anybody out of there."""
        for mode in ("none", "rlimits", "bwrap"):
            with self.subTest(mode=mode):
                arena = self.arena(mode)
                victim = f"{arena.server.folder}/victim-of-races"
                os.makedirs(victim, exist_ok=True)
                os.chmod(victim, 0o777)
                for name in ("secret", "kept"):
                    with open(f"{victim}/{name}", "w", encoding="ascii") as file:
                        file.write("of the victim")
                    os.chmod(f"{victim}/{name}", 0o666)
                swaps = self.in_background(arena.client.eval, """
import os, shutil, time
os.makedirs('real', exist_ok=True)
def swap():
    for name in ('secret', 'kept'): open('real/' + name, 'w').write('own')
    os.rename('real', 'place'); time.sleep(0.0002); os.rename('place', 'real')
    os.symlink('{victim}', 'place'); time.sleep(0.0002); os.unlink('place')
end = time.monotonic() + 4
while time.monotonic() < end:
    try:
        swap()
    except OSError:  # an upload has made the folder that it missed
        shutil.rmtree('place', ignore_errors=True)
print('done')
""".replace("{victim}", victim), "racer")
                read, met = set(), 0
                for number in range(250):
                    body = self.body_of(arena.client, "/sessions/racer/files/place/secret")
                    read.add(body)
                    met += body == b"own"
                    arena.client.request("PUT", f"/sessions/racer/files/place/new{number}", b"attack")
                    arena.client.request("PUT", "/sessions/racer/files/place/secret", b"own")
                    arena.client.delete("/sessions/racer/files/place/kept")
                self.assertIn("done", swaps().json()["content"][0]["text"])
                self.assertLessEqual(read, {b"own", b""})
                self.assertGreater(met, 0, "the folder was never met as it should be, so nothing is shown")
                self.assertEqual(sorted(os.listdir(victim)), ["kept", "secret"])
                for name in ("secret", "kept"):
                    with open(f"{victim}/{name}", encoding="ascii") as file:
                        self.assertEqual(file.read(), "of the victim")


    def body_of(self, client, path):
        """Empty where there is none, or where it breaks off as the file is being written anew."""
        try:
            answer = client.get(path)
        except http.client.IncompleteRead:
            return b""
        return answer.body if answer.status == 200 else b""


class Descriptors(AttackTest):

    def test_none_is_inherited_that_the_service_forgot_to_mark(self):
        """Descriptors 0 to 2 and the runner's own are all that a kernel has; checked from outside."""
        for mode in ("none", "rlimits", "bwrap"):
            with self.subTest(mode=mode):
                arena = self.arena(mode)
                arena.client.text("1", "counted")
                pid = self.kernel_pid(arena.client, "counted")
                # One that was inherited stays; those of modules that are being imported are closed again.
                wait_until(lambda process=pid: not self.foreign(process), f"no foreign descriptor in mode {mode}")

    def foreign(self, pid):
        links = []
        for name in os.listdir(f"/proc/{pid}/fd"):
            try:
                links.append(os.readlink(f"/proc/{pid}/fd/{name}"))
            except FileNotFoundError:
                pass
        return [link for link in links
                if not link.startswith(("pipe:", "anon_inode:", "socket:", "/dev/null", "/dev/urandom"))]

    def test_nor_one_that_the_server_itself_was_left(self):
        for mode in ("none", "rlimits", "bwrap"):
            with self.subTest(mode=mode):
                server = Server({"sandbox": {"mode": mode}})
                self.addCleanup(server.stop)
                planted = server.folder + "/planted"
                with open(planted, "w", encoding="ascii") as file:
                    file.write("planted")
                server.prefix = ["/bin/sh", "-c", f'exec "$@" 9<{planted}', "sh"]
                server.start()
                self.assertEqual(os.readlink(f"/proc/{server.pid}/fd/9"), planted)
                text = Client(server).text("""
import os
for name in os.listdir('/proc/self/fd'):
    try: print(os.pread(int(name), 20, 0))
    except OSError: pass
""", "s")
                self.assertNotIn("planted", text)
