"""openapi.yaml as data: references, operations, schemas to validate with."""
import copy
import os

import jsonschema
import yaml

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PATH = os.path.join(ROOT, "openapi.yaml")
METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")


class UniqueKeyLoader(yaml.SafeLoader):
    """A loader that refuses a key that stands twice in a mapping."""


def _mapping(loader, node):
    keys = [loader.construct_object(key, deep=True) for key, _ in node.value]
    twice = [key for key in keys if keys.count(key) > 1]
    if twice:
        raise yaml.constructor.ConstructorError(None, None, f"the key {twice[0]!r} stands twice", node.start_mark)
    return yaml.SafeLoader.construct_mapping(loader, node, deep=True)


UniqueKeyLoader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping)


def load(path=PATH):
    with open(path, encoding="utf-8") as file:
        return yaml.load(file, UniqueKeyLoader)


def walk(node, pointer=""):
    """All (pointer, value) pairs of a document, the root first."""
    yield pointer, node
    if isinstance(node, dict):
        for key, value in node.items():
            yield from walk(value, f"{pointer}/{escape(str(key))}")
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from walk(value, f"{pointer}/{index}")


def escape(key):
    return key.replace("~", "~0").replace("/", "~1")


class Operation:
    """One method of one path, with what it inherits from its path."""

    def __init__(self, document, path, method, item):
        self.path = path
        self.method = method.upper()
        self.spec = item[method]
        shared = [document.resolved(parameter) for parameter in item.get("parameters", [])]
        own = [document.resolved(parameter) for parameter in self.spec.get("parameters", [])]
        self.parameters = shared + own

    @property
    def name(self):
        return f"{self.method} {self.path}"

    @property
    def scope(self):
        return self.spec.get("x-scope")

    @property
    def planned(self):
        return self.spec.get("x-status") == "planned"


class Document:
    """The contract. `data` is the parsed YAML; nothing changes it."""

    def __init__(self, data):
        self.data = data
        self.strict_data = strict(data)

    def lookup(self, pointer):
        """The value at `#/…`; KeyError when there is none."""
        node = self.data
        for part in pointer.lstrip("#").split("/")[1:]:
            part = part.replace("~1", "/").replace("~0", "~")
            if isinstance(node, list):
                node = node[int(part)]
            else:
                node = node[part]
        return node

    def resolved(self, node):
        """What a node refers to, or the node."""
        while isinstance(node, dict) and "$ref" in node:
            node = self.lookup(node["$ref"])
        return node

    def operations(self):
        for path, item in self.data["paths"].items():
            for method in METHODS:
                if method in item:
                    yield Operation(self, path, method, item)

    def operation(self, method, path):
        return Operation(self, path, method.lower(), self.data["paths"][path])

    def response(self, operation, status):
        """The response that the operation names for a status, or None."""
        answers = operation.spec["responses"]
        return self.resolved(answers[str(status)]) if str(status) in answers else None

    def validator(self, schema, allow_unknown=False):
        """Validates against a schema of the document (which may hold references).

        Unless `allow_unknown`, a member that an object's schema doesn't name is a fault: an answer may hold nothing that
        the contract doesn't tell of.
        """
        data = self.data if allow_unknown else self.strict_data
        if not allow_unknown:
            schema = strict_schema(schema, self.strict_data["x-parts"])
        resolver = jsonschema.RefResolver("", data)
        return jsonschema.Draft202012Validator(schema, resolver=resolver)

    def faults(self, schema, value, allow_unknown=False):
        """What is wrong with a value, as texts; empty when nothing is."""
        errors = self.validator(schema, allow_unknown).iter_errors(value)
        return [describe(error) for error in errors]


def describe(error):
    """One line: where, and what; of a failed choice, what is wrong with its nearest branch."""
    place = "/" + "/".join(str(part) for part in error.absolute_path)
    if error.context:
        nearest = jsonschema.exceptions.best_match([error])
        place = "/" + "/".join(str(part) for part in nearest.absolute_path)
        return f"{place}: {nearest.message[:300]}"
    return f"{place}: {error.message[:300]}"


def parts_of(data):
    """Names of schemas that stand inside an allOf: they describe only a part of an object."""
    names = set()
    for _, node in walk(data):
        if isinstance(node, dict) and isinstance(node.get("allOf"), list):
            names |= {part["$ref"] for part in node["allOf"] if "$ref" in part}
    return names


def strict_schema(schema, parts, inside=False):
    """A copy in which an object that names its members takes no other one."""
    if isinstance(schema, list):
        return [strict_schema(item, parts) for item in schema]
    if not isinstance(schema, dict):
        return schema
    result = {}
    for key, value in schema.items():
        if key == "allOf":
            result[key] = [strict_schema(part, parts, inside=True) for part in value]
        elif key in ("oneOf", "anyOf") and "properties" in schema:
            result[key] = value  # conditions on members that stand above
        elif key in ("enum", "const", "examples", "example", "default"):
            result[key] = value
        else:
            result[key] = strict_schema(value, parts)
    if isinstance(result.get("properties"), dict) and not inside and "additionalProperties" not in result:
        result["unevaluatedProperties"] = False
    return result


def strict(data):
    """A copy of the document with strict schemas."""
    parts = parts_of(data)
    result = copy.copy(data)
    schemas = {}
    for name, schema in data["components"]["schemas"].items():
        is_part = f"#/components/schemas/{name}" in parts
        schemas[name] = strict_schema(schema, parts, inside=is_part)
    result["components"] = {**data["components"], "schemas": schemas}
    result["x-parts"] = parts
    return result
