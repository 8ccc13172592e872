#!/usr/bin/env python3
"""Lints openapi.yaml: its shape, references, operations, examples; nothing in it may be unused.

    openapi_lint.py [FILE]

Prints a line for each fault; exit status 1 when there is one.
"""
import os
import re
import sys

import jsonschema
import yaml

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import openapi_document

STRUCTURE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "openapi_structure.yaml")


def lint(data):
    """All faults of a parsed document, as texts."""
    faults = list(check_structure(data))
    if faults:
        return faults  # the rest relies on the shape
    faults = list(check_references(data))
    if faults:
        return faults
    document = openapi_document.Document(data)
    faults = list(check_schemas(document))
    if faults:
        return faults
    for check in (check_operations, check_parameters, check_unused, check_examples):
        faults += check(document)
    return faults


def check_structure(data):
    with open(STRUCTURE, encoding="utf-8") as file:
        structure = yaml.safe_load(file)
    for error in jsonschema.Draft202012Validator(structure).iter_errors(data):
        yield openapi_document.describe(error)


def references(data):
    """All (pointer, target) pairs, the mappings of discriminators included."""
    for pointer, node in openapi_document.walk(data):
        if not isinstance(node, dict) or "/examples/" in pointer:
            continue
        if isinstance(node.get("$ref"), str):
            yield pointer, node["$ref"]
        if isinstance(node.get("discriminator"), dict):
            for target in node["discriminator"].get("mapping", {}).values():
                yield pointer + "/discriminator", target


def check_references(data):
    document = openapi_document.Document(data)
    for pointer, target in references(data):
        try:
            document.lookup(target)
        except (KeyError, IndexError, ValueError, TypeError):
            yield f"{pointer}: {target} leads nowhere"


def check_schemas(document):
    for pointer, node in openapi_document.walk(document.data):
        if not re.search(r"/(schemas/[^/]+|schema|x-item-schema)$", pointer) or "/examples/" in pointer:
            continue
        try:
            jsonschema.Draft202012Validator.check_schema(node)
        except jsonschema.SchemaError as error:
            yield f"{pointer}: no schema: {error.message}"
    for name, schema in document.data["components"]["schemas"].items():
        yield from check_schema_habits(name, schema)


def check_schema_habits(name, schema):
    where = f"/components/schemas/{name}"
    for pointer, node in openapi_document.walk(schema, where):
        if not isinstance(node, dict):
            continue
        if node.get("type") == "object" and "allOf" not in node:
            for member in node.get("required", []):
                if member not in node.get("properties", {}):
                    yield f"{pointer}: requires {member!r}, which it doesn't describe"
        if node.get("type") == "array" and "items" not in node:
            yield f"{pointer}: an array without items"
    if name.endswith("Request") and schema.get("additionalProperties") is not False:
        yield f"{where}: a request takes no unknown member (additionalProperties: false)"


def check_operations(document):
    seen = {}
    tags = {tag["name"] for tag in document.data["tags"]}
    for operation in document.operations():
        name, spec = operation.name, operation.spec
        if spec["operationId"] in seen:
            yield f"{name}: operationId {spec['operationId']} is also that of {seen[spec['operationId']]}"
        seen[spec["operationId"]] = name
        for tag in set(spec["tags"]) - tags:
            yield f"{name}: the tag {tag} is not declared"
        if (spec.get("security") == []) != (operation.scope == "none") and operation.path != "/logout":
            yield f"{name}: x-scope and security disagree"
        yield from check_answers(document, operation)


def check_answers(document, operation):
    answers = operation.spec["responses"]
    if not any(status[0] in "123" for status in answers):
        yield f"{operation.name}: no good answer"
    if operation.scope != "none":
        for status in ("401", "403"):
            if status not in answers:
                yield f"{operation.name}: needs a scope but has no {status}"
    if "requestBody" in operation.spec and not {"400", "415"} <= set(answers) and takes_json(operation):
        yield f"{operation.name}: takes JSON but has no 400 and 415"
    if "default" not in answers:
        yield f"{operation.name}: no default answer"
    for status, answer in answers.items():
        answer = document.resolved(answer)
        headers = answer.get("headers", {})
        if "X-Request-Id" not in headers and status != "101":
            yield f"{operation.name}: {status} without X-Request-Id"
        if status == "default" or status[0] in "45":
            if list(answer.get("content", {})) != ["application/problem+json"]:
                yield f"{operation.name}: {status} is not problem+json alone"
        if status in ("429", "503") and "Retry-After" not in headers:
            yield f"{operation.name}: {status} without Retry-After"
        if status in ("204", "304") and "content" in answer:
            yield f"{operation.name}: {status} has no content"


def takes_json(operation):
    return "application/json" in operation.spec["requestBody"]["content"]


def check_parameters(document):
    for operation in document.operations():
        names = [(parameter["in"], parameter["name"]) for parameter in operation.parameters]
        for entry in {entry for entry in names if names.count(entry) > 1}:
            yield f"{operation.name}: the parameter {entry[1]} stands twice"
        in_template = set(re.findall(r"\{([^}]+)\}", operation.path))
        in_list = {name for place, name in names if place == "path"}
        if in_template != in_list:
            yield f"{operation.name}: path parameters {sorted(in_list)} of a template with {sorted(in_template)}"


def check_unused(document):
    used = {target for _, target in references(document.data)}
    for kind, entries in document.data["components"].items():
        if kind == "securitySchemes":
            continue
        for name in entries:
            if f"#/components/{kind}/{name}" not in used and not used_by_name(document, kind, name):
                yield f"/components/{kind}/{name}: unused"


def used_by_name(document, kind, name):
    """Examples are referred to from within the nodes that `references` passes over."""
    if kind != "examples":
        return False
    target = f"#/components/examples/{name}"
    return any(isinstance(node, dict) and node.get("$ref") == target
               for pointer, node in openapi_document.walk(document.data) if "/value" not in pointer)


def check_examples(document):
    for pointer, node in openapi_document.walk(document.data):
        if not isinstance(node, dict):
            continue
        if isinstance(node.get("examples"), dict) and "schema" in node and "/examples/" not in pointer:
            for name, example in node["examples"].items():
                value = document.resolved(example)["value"]
                for fault in document.faults(node["schema"], value):
                    yield f"{pointer}/examples/{name}: {fault}"
        if "example" in node and "schema" in node and "name" in node:
            for fault in document.faults(node["schema"], node["example"]):
                yield f"{pointer}/example: {fault}"


def main():
    path = sys.argv[1] if len(sys.argv) > 1 else openapi_document.PATH
    try:
        data = openapi_document.load(path)
    except yaml.YAMLError as error:
        print(f"{path}: {error}")
        return 1
    faults = lint(data)
    for fault in faults:
        print(f"{os.path.basename(path)}: {fault}")
    if not faults:
        document = openapi_document.Document(data)
        operations = list(document.operations())
        planned = sum(operation.planned for operation in operations)
        print(f"{len(operations)} operations, {planned} of them planned; {len(data['components']['schemas'])} schemas")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
