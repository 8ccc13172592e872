"""Docker and Compose by their commands: one project at a time, with ports and names of its own."""
import functools
import http.client
import json
import os
import shutil
import subprocess
import uuid

from tests.deploy.balancer import free_port
from tests.deploy.compose_file import FOLDER
from tests.system.server import ROOT
from tests.system.waiting import wait_until

IMAGE = os.environ.get("EVALD_TEST_IMAGE") or "evald-test"


def docker(*arguments, stderr=False):
    """Runs a docker command; answers its output, if asked with what it said beside."""
    done = subprocess.run(["docker", *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(f"docker {' '.join(arguments)}: {done.stderr or done.stdout}")
    return done.stdout + done.stderr if stderr else done.stdout


@functools.cache
def compose_command():
    """`docker compose` (2) or `docker-compose` (1), whichever is there."""
    if subprocess.run(["docker", "compose", "version"], capture_output=True).returncode == 0:
        return ["docker", "compose"]
    return ["docker-compose"] if shutil.which("docker-compose") else None


def engine():
    """Whether there is one to use."""
    if not shutil.which("docker") or not compose_command():
        return False
    return subprocess.run(["docker", "version"], capture_output=True).returncode == 0


def build(name, folder, *arguments):
    extra = os.environ.get("EVALD_TEST_BUILD", "").split()
    print(f"building {name}", flush=True)
    subprocess.run(["docker", "build", "-q", "-t", name, *extra, *arguments, folder], check=True,
                   env={**os.environ, "DOCKER_BUILDKIT": os.environ.get("DOCKER_BUILDKIT", "0")})


def build_images():
    if not os.environ.get("EVALD_TEST_IMAGE"):
        build(IMAGE, ROOT)
    folder = os.path.join(FOLDER, "image")
    build("evald-balancer", folder, "-f", os.path.join(folder, "haproxy.Dockerfile"))


def has_image(name):
    return subprocess.run(["docker", "image", "inspect", name], capture_output=True).returncode == 0


class Project:
    """A compose project that is brought up and taken down with all that it has made. A context manager.

    For a client it is a server: host, port, token.
    """

    def __init__(self, *files, token="", environment=None, services=()):
        self.files = files
        self.services = services  # none: all that are behind no profile
        self.name = f"evaldtest{uuid.uuid4().hex[:8]}"
        self.host, self.port, self.token = "127.0.0.1", free_port(), token
        self.environment = {**os.environ, "EVALD_IMAGE": IMAGE, "EVALD_PUBLISHED_PORT": str(self.port),
                            "EVALD_WATCH_SUBNET": "172.31.77.0/24",
                            "EVALD_NODES_SUBNET": "172.31.78.0/24", **(environment or {})}

    def compose(self, *arguments, check=True):
        command = [*compose_command(), "-p", self.name]
        for name in self.files:
            command += ["-f", name]
        done = subprocess.run([*command, *arguments], cwd=FOLDER, env=self.environment, capture_output=True, text=True)
        if check and done.returncode != 0:
            raise AssertionError(f"{' '.join(arguments)}: {done.stderr or done.stdout}")
        return done.stdout

    def __enter__(self):
        try:
            self.compose("up", "-d", "--no-build", *self.services)
            wait_until(lambda: self.status("/readyz") == 200, "the service's readiness", within=60)
        except BaseException:
            print(self.compose("logs", check=False)[-3000:])
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.compose("down", "-v", "-t", "5", check=False)

    @property
    def authority(self):
        return f"{self.host}:{self.port}"

    def status(self, path):
        """What a GET is answered with; 0 where nobody answers."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=5)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        except (OSError, http.client.HTTPException):
            return 0
        finally:
            connection.close()

    def containers(self, *filters):
        """Their ids, whether they run or not. Of the engine, which answers sooner than Compose."""
        wanted = (f"label=com.docker.compose.project={self.name}", *filters)
        return docker("ps", "-aq", *(part for one in wanted for part in ("--filter", one))).split()

    def container(self, service):
        found = self.containers(f"label=com.docker.compose.service={service}")
        if len(found) != 1:
            raise AssertionError(f"{service} has the containers {found}")
        return found[0]

    def inspect(self, service):
        return json.loads(docker("inspect", self.container(service)))[0]

    def logs(self, service):
        """Both streams of it."""
        return docker("logs", self.container(service), stderr=True)

    def health(self, service):
        return self.inspect(service)["State"]["Health"]["Status"]
