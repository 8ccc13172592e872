"""The image by itself."""
import json
import unittest

from tests.deploy.containers import IMAGE, docker

# What it may weigh, unpacked: Python with pandas and matplotlib is most of it.
LIMIT_MB = 460


class Image(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.image = json.loads(docker("image", "inspect", IMAGE))[0]

    def inside(self, *command):
        return docker("run", "--rm", "--read-only", "--network", "none", "--entrypoint", command[0], IMAGE, *command[1:])

    def test_it_is_small(self):
        megabytes = self.image["Size"] / 1e6
        print(f"\nimage: {megabytes:.0f} MB")
        self.assertLess(megabytes, LIMIT_MB)

    def test_it_is_nobody_s_and_says_what_it_is(self):
        config = self.image["Config"]
        self.assertEqual(config["User"], "10001:10001")
        self.assertEqual(config["StopSignal"], "SIGTERM")
        self.assertEqual(list(config["ExposedPorts"]), ["8080/tcp"])
        self.assertEqual(config["Healthcheck"]["Test"], ["CMD", "evald", "healthcheck"])
        self.assertEqual(config["Labels"]["org.opencontainers.image.title"], "evald")

    def test_it_has_what_cells_of_data_work_expect(self):
        code = "import sys, numpy, pandas, PIL.Image, matplotlib.pyplot; print(sys.executable)"
        self.assertEqual(self.inside("/usr/bin/python3", "-c", code).strip(), "/usr/bin/python3")

    def test_it_has_no_compiler_and_nothing_of_the_build(self):
        found = self.inside("sh", "-c", "command -v gcc g++ cmake npm git; ls -d /src /tmp/packages 2>/dev/null; true")
        self.assertEqual(found, "")

    def test_nothing_in_it_can_be_run_with_another_s_rights(self):
        """Set-uid programs are Debian's own; no-new-privileges makes them harmless, but there need be no others."""
        found = self.inside("find", "/usr/local", "-type", "f", "-perm", "/6000")
        self.assertEqual(found, "")


if __name__ == "__main__":
    unittest.main()
