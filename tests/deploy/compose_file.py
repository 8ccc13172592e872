"""A compose file with what it extends, as far as tests look at it."""
import os
import re

import yaml

from tests.system.server import ROOT

FOLDER = os.path.join(ROOT, "deploy")
VARIABLE = re.compile(r"\$\{(\w+)(?::?([-?])([^}]*))?\}")


def text_of(name):
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        return file.read()


def without_comments(text):
    return re.sub(r"^\s*#.*$", "", text, flags=re.MULTILINE)


def variables(name):
    """The variables that a compose file takes from .env."""
    return {match.group(1) for match in VARIABLE.finditer(without_comments(text_of(name)))}


def with_defaults(value, given):
    """The text with ${NAME:-default} replaced, as compose does it."""
    def replace(match):
        return given.get(match.group(1)) or (match.group(3) or "" if match.group(2) == "-" else "")
    return VARIABLE.sub(replace, value)


def merged(base, more):
    """A service over the one that it extends: mappings and lists grow, the rest is replaced."""
    result = dict(base)
    for key, value in more.items():
        if isinstance(value, dict) and isinstance(result.get(key), dict):
            result[key] = {**result[key], **value}
        elif isinstance(value, list) and isinstance(result.get(key), list):
            result[key] = result[key] + value
        else:
            result[key] = value
    return result


def services(name):
    """The services of a file by name."""
    content = yaml.safe_load(text_of(name))
    result = {}
    for title, service in content["services"].items():
        extends = service.pop("extends", None)
        if extends:
            service = merged(services(extends["file"])[extends["service"]], service)
        result[title] = service
    return result


def networks(name):
    return yaml.safe_load(text_of(name))["networks"]


def host_files(service):
    """Paths of this repository that a service mounts."""
    for volume in service.get("volumes", []):
        source = volume.split(":")[0]
        if source.startswith("."):
            yield os.path.normpath(os.path.join(FOLDER, source))
