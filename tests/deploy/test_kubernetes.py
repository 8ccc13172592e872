"""What the Kubernetes manifests keep to: names that are used exist, and pods have no more rights than they need."""
import os
import shutil
import subprocess
import unittest

import yaml

from tests.deploy.compose_file import FOLDER, text_of
from tests.system.server import binary, clean_environment

KINDS = {"Service": "v1", "StatefulSet": "apps/v1", "Deployment": "apps/v1", "PodDisruptionBudget": "policy/v1",
         "NetworkPolicy": "networking.k8s.io/v1", "ServiceMonitor": "monitoring.coreos.com/v1"}


def kustomization():
    return yaml.safe_load(text_of("kustomization.yaml"))


def documents():
    return [document for path in kustomization()["resources"] for document in yaml.safe_load_all(text_of(path))]


def of_kind(*kinds):
    return [document for document in documents() if document["kind"] in kinds]


def workloads():
    return of_kind("StatefulSet", "Deployment")


def pod(workload):
    return workload["spec"]["template"]["spec"]


def containers():
    return [(workload, container) for workload in workloads() for container in pod(workload)["containers"]]


def labels(workload):
    return workload["spec"]["template"]["metadata"]["labels"]


def settings():
    lines = text_of("kubernetes/settings.env").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


class Manifests(unittest.TestCase):

    def test_every_file_is_a_resource_and_every_resource_a_file(self):
        files = {f"kubernetes/{name}" for name in os.listdir(os.path.join(FOLDER, "kubernetes")) if name.endswith(".yaml")}
        self.assertEqual(set(kustomization()["resources"]), files)

    def test_kinds_have_the_api_that_serves_them(self):
        for document in documents():
            self.assertEqual(document["apiVersion"], KINDS[document["kind"]])
        names = [(document["kind"], document["metadata"]["name"]) for document in documents()]
        self.assertEqual(len(names), len(set(names)))

    def test_selectors_match_the_pods_of_one_workload(self):
        for document in documents():
            spec = document["spec"]
            selector = spec.get("podSelector") or spec.get("selector")
            if document["kind"] == "ServiceMonitor":
                continue
            selector = selector.get("matchLabels", selector)
            with self.subTest(kind=document["kind"], name=document["metadata"]["name"]):
                matching = [one for one in workloads() if selector.items() <= labels(one).items()]
                self.assertEqual(len(matching), 1)

    def test_ports_that_services_and_policies_name_exist(self):
        for service in of_kind("Service"):
            target = next(one for one in workloads() if service["spec"]["selector"].items() <= labels(one).items())
            named = {port["name"] for port in pod(target)["containers"][0]["ports"]}
            self.assertLessEqual({port["targetPort"] for port in service["spec"]["ports"]}, named)

    def test_the_governing_service_is_headless_and_knows_nodes_that_drain(self):
        stateful = of_kind("StatefulSet")[0]
        service = next(one for one in of_kind("Service") if one["metadata"]["name"] == stateful["spec"]["serviceName"])
        self.assertEqual(service["spec"]["clusterIP"], "None")
        self.assertIs(service["spec"]["publishNotReadyAddresses"], True)

    def test_nodes_are_those_of_the_balancer(self):
        stateful = of_kind("StatefulSet")[0]
        name, replicas = stateful["metadata"]["name"], stateful["spec"]["replicas"]
        cfg = text_of("haproxy.cfg")
        for number in range(replicas):
            self.assertIn(f'"{name}-{number}.${{EVALD_NODES_DOMAIN}}:8080"', cfg)
        self.assertNotIn(f'"{name}-{replicas}.', cfg)
        domain = next(one["value"] for _, container in containers() for one in container["env"]
                      if one["name"] == "EVALD_NODES_DOMAIN")
        self.assertTrue(domain.startswith(stateful["spec"]["serviceName"] + "."))

    def test_images_are_those_that_the_kustomization_names(self):
        named = {image["name"] for image in kustomization()["images"]}
        self.assertEqual({container["image"] for _, container in containers()}, named)

    def test_mounts_and_references_have_what_they_name(self):
        maps = {one["name"] for one in kustomization()["configMapGenerator"]}
        for workload, container in containers():
            volumes = {volume["name"]: volume for volume in pod(workload)["volumes"]}
            self.assertEqual({mount["name"] for mount in container["volumeMounts"]}, set(volumes))
            used = {volume["configMap"]["name"] for volume in volumes.values() if "configMap" in volume}
            used |= {one["configMapRef"]["name"] for one in container.get("envFrom", [])}
            for variable in container["env"]:
                reference = variable.get("valueFrom", {}).get("configMapKeyRef")
                if reference:
                    used.add(reference["name"])
                    self.assertIn(reference["key"], settings())
            self.assertLessEqual(used, maps)

    @unittest.skipUnless(shutil.which("kubectl"), "kubectl is not installed")
    def test_kustomize_builds_them(self):
        done = subprocess.run(["kubectl", "kustomize", FOLDER], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        built = list(yaml.safe_load_all(done.stdout))
        self.assertEqual(len(built), len(documents()) + len(kustomization()["configMapGenerator"]))


class Rights(unittest.TestCase):

    def test_pods_are_nobody_and_know_nothing_of_the_cluster(self):
        for workload in workloads():
            spec = pod(workload)
            self.assertIs(spec["automountServiceAccountToken"], False)
            self.assertIs(spec["enableServiceLinks"], False)
            self.assertIs(spec["securityContext"]["runAsNonRoot"], True)
            self.assertEqual(spec["securityContext"]["seccompProfile"], {"type": "RuntimeDefault"})

    def test_containers_can_gain_nothing_and_have_limits(self):
        for _, container in containers():
            rights = container["securityContext"]
            self.assertEqual(rights, {"allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True,
                                      "capabilities": {"drop": ["ALL"]}})
            self.assertLessEqual({"cpu", "memory"}, set(container["resources"]["limits"]))

    def test_what_can_be_written_has_a_size(self):
        for workload in workloads():
            for volume in pod(workload)["volumes"]:
                if "emptyDir" in volume:
                    self.assertIn("sizeLimit", volume["emptyDir"])

    def test_each_workload_has_a_policy_for_both_ways_and_nodes_reach_nothing(self):
        policies = of_kind("NetworkPolicy")
        for workload in workloads():
            own = [one for one in policies if one["spec"]["podSelector"]["matchLabels"].items() <= labels(workload).items()]
            self.assertEqual(len(own), 1)
            self.assertEqual(own[0]["spec"]["policyTypes"], ["Ingress", "Egress"])
            if workload["kind"] == "StatefulSet":
                self.assertEqual(own[0]["spec"]["egress"], [])


class Nodes(unittest.TestCase):
    container = property(lambda self: pod(of_kind("StatefulSet")[0])["containers"][0])

    def environment(self):
        return {one["name"]: one.get("value", "unused") for one in self.container["env"]}

    def test_probes_ask_what_is_meant_for_them(self):
        paths = {probe: self.container[probe]["httpGet"]["path"] for probe in ("startupProbe", "livenessProbe", "readinessProbe")}
        self.assertEqual(paths, {"startupProbe": "/healthz", "livenessProbe": "/healthz", "readinessProbe": "/readyz"})

    def test_a_pod_has_time_to_drain(self):
        drain = self.environment()["EVALD_SERVER_DRAIN_TIMEOUT"]
        self.assertGreater(pod(of_kind("StatefulSet")[0])["terminationGracePeriodSeconds"], int(drain.rstrip("s")))

    def test_settings_are_such_that_the_server_starts(self):
        given = {name: value for name, value in {**settings(), **self.environment()}.items() if name.startswith("EVALD_")}
        given.pop("EVALD_TOKEN_FILE")  # a path in the container
        given["EVALD_NODE_NAME"] = "evald-0"
        given["EVALD_SERVER_NAMES"] = settings()["CALLED"] + ",10.0.0.1"
        done = subprocess.run([binary(), "config", "--print"], env={**clean_environment(), **given},
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
