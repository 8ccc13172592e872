"""What the compose files keep to."""
import json
import os
import re
import subprocess
import unittest

import yaml

from tests.deploy import compose_file
from tests.deploy.balancer import haproxy
from tests.system.server import binary, clean_environment

WHOLE = ("compose.yml", "compose.scale.yml")
OVERLAYS = ("compose.bwrap.yml", "compose.gvisor.yml")


def all_services():
    for name in WHOLE:
        for title, service in compose_file.services(name).items():
            yield name, title, service


def scaled_nodes():
    return sorted(title for title in compose_file.services("compose.scale.yml") if re.fullmatch(r"evald-\d", title))


class Services(unittest.TestCase):

    def each(self):
        for name, title, service in all_services():
            with self.subTest(file=name, service=title):
                yield name, title, service

    def test_none_has_rights_or_can_get_some(self):
        for _, _, service in self.each():
            self.assertEqual(service["cap_drop"], ["ALL"])
            self.assertEqual(service["security_opt"], ["no-new-privileges:true"])
            self.assertIs(service["read_only"], True)
            for key in ("privileged", "cap_add", "devices", "network_mode", "pid", "ipc", "userns_mode", "user"):
                self.assertNotIn(key, service)

    def test_each_has_a_memory_limit_and_logs_that_end(self):
        for _, _, service in self.each():
            self.assertIn("mem_limit", service)
            self.assertIn("max-size", service["logging"]["options"])

    def test_ports_are_published_on_this_machine_only(self):
        for _, _, service in self.each():
            for port in service.get("ports", []):
                self.assertTrue(port.startswith("127.0.0.1:"), port)

    def test_nobody_mounts_more_of_the_host_than_files_that_are_here_to_read(self):
        for _, _, service in self.each():
            for volume in service.get("volumes", []):
                source, *rest = volume.split(":")
                self.assertFalse(source.startswith("/"), volume)
                if source.startswith("."):
                    self.assertEqual(rest[-1], "ro", volume)
            for path in compose_file.host_files(service):
                self.assertTrue(os.path.exists(path), path)

    def test_images_of_others_have_a_version(self):
        for _, _, service in self.each():
            if "build" not in service:
                self.assertRegex(service["image"], r":v?\d+\.\d+\.\d+$")

    def test_only_observability_is_behind_a_profile(self):
        for _, title, service in self.each():
            wanted = ["observability"] if title in ("prometheus", "grafana") else None
            self.assertEqual(service.get("profiles"), wanted)

    def test_networks_are_declared_and_let_nothing_out_unasked(self):
        for name in WHOLE:
            networks = compose_file.networks(name)
            for _, service in compose_file.services(name).items():
                self.assertLessEqual(set(service["networks"]), set(networks))
            for title, network in networks.items():
                with self.subTest(file=name, network=title):
                    masquerade = network.get("driver_opts", {}).get("com.docker.network.bridge.enable_ip_masquerade")
                    closed = network.get("internal") or compose_file.with_defaults(str(masquerade), {}) == "false"
                    self.assertTrue(closed)

    def test_settings_are_such_that_the_server_starts(self):
        for _, title, service in self.each():
            settings = {name: compose_file.with_defaults(str(value), {"EVALD_TOKEN_FILE": "unused"})
                        for name, value in service.get("environment", {}).items() if title.startswith("evald")}
            settings.pop("EVALD_TOKEN_FILE", None)  # a path in the container
            done = subprocess.run([binary(), "config", "--print"], env={**clean_environment(), **settings},
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)


class Scale(unittest.TestCase):

    def test_every_list_of_nodes_is_the_same(self):
        nodes = scaled_nodes()
        self.assertEqual(len(nodes), 3)
        with open(os.path.join(compose_file.FOLDER, "haproxy.cfg"), encoding="utf-8") as file:
            backends = re.split(r"^backend ", file.read(), flags=re.MULTILINE)[1:]
        self.assertEqual(len(backends), 4)
        for backend in backends:
            self.assertEqual(re.findall(r"^    server (\S+) ", backend, re.MULTILINE), nodes)
        targets = yaml.safe_load(compose_file.text_of("prometheus/targets.scale.yml"))
        self.assertEqual(targets[0]["targets"], [f"{node}.watch:8080" for node in nodes])

    def test_nodes_have_names_data_and_addresses_of_their_own(self):
        services = compose_file.services("compose.scale.yml")
        for node in scaled_nodes():
            service = services[node]
            self.assertEqual(service["environment"]["EVALD_NODE_NAME"], node)
            self.assertIn(f"{node}.watch", service["environment"]["EVALD_SERVER_NAMES"])
            self.assertEqual(service["networks"]["nodes"]["aliases"], [f"{node}.nodes"])
            self.assertEqual(service["networks"]["watch"]["aliases"], [f"{node}.watch"])
        self.assertEqual(len({volume for node in scaled_nodes() for volume in services[node]["volumes"]}), 3)

    def test_nodes_are_on_internal_networks_only(self):
        networks = compose_file.networks("compose.scale.yml")
        for node in scaled_nodes():
            for name in compose_file.services("compose.scale.yml")[node]["networks"]:
                self.assertTrue(networks[name].get("internal"), name)

    def test_it_does_not_start_without_a_token(self):
        self.assertRegex(compose_file.text_of("compose.scale.yml"), r"file: \$\{EVALD_TOKEN_FILE:\?")

    @unittest.skipUnless(haproxy(), "haproxy is not installed")
    def test_haproxy_takes_its_file(self):
        done = subprocess.run([haproxy(), "-c", "-f", os.path.join(compose_file.FOLDER, "haproxy.cfg")],
                              env={**os.environ, "EVALD_NODES_DOMAIN": "nodes.invalid"}, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        said = [line for line in done.stderr.splitlines() if "WARNING" in line and "could not resolve" not in line]
        self.assertEqual(said, [])


class Variables(unittest.TestCase):

    def test_the_example_names_what_the_files_use_and_nothing_else(self):
        used = set().union(*(compose_file.variables(name) for name in (*WHOLE, *OVERLAYS, "node.yml")))
        named = set(re.findall(r"^#?([A-Z_]+)=", compose_file.text_of(".env.example"), re.MULTILINE))
        self.assertEqual(named, used)

    def test_the_example_has_the_defaults(self):
        given = dict(re.findall(r"^([A-Z_]+)=(.*)$", compose_file.text_of(".env.example"), re.MULTILINE))
        for name in (*WHOLE, "node.yml"):
            for variable, kind, default in compose_file.VARIABLE.findall(compose_file.text_of(name)):
                if kind == "-" and variable in given:
                    self.assertEqual(given[variable], default, variable)


class Overlays(unittest.TestCase):

    def test_they_change_services_that_are_there(self):
        known = compose_file.services("compose.yml")
        for name in OVERLAYS:
            self.assertLessEqual(set(compose_file.services(name)), set(known))

    def test_the_outer_profile_is_one(self):
        profile = json.loads(compose_file.text_of("seccomp-outer.json"))
        self.assertEqual(profile["defaultAction"], "SCMP_ACT_ALLOW")
        refused = set()
        for rule in profile["syscalls"]:
            self.assertEqual(rule["action"], "SCMP_ACT_ERRNO")
            self.assertGreater(rule["errnoRet"], 0)
            refused |= set(rule["names"]) if "args" not in rule else set()
        self.assertLessEqual({"ptrace", "bpf", "io_uring_setup", "keyctl", "userfaultfd", "kexec_load"}, refused)
        # What bubblewrap lives by.
        self.assertFalse({"clone", "unshare", "mount", "umount2", "pivot_root", "prctl", "seccomp"} & refused)


if __name__ == "__main__":
    unittest.main()
