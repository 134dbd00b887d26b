#!/usr/bin/env python3
"""A policy engine as a tool: the first rule of the file in rules/ that the uri names whose conditions all hold decides; without one nothing is allowed."""
import json
import operator
import os
import sys

COMPARISONS = {"==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


def main(request):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "rules", request["uri"]), encoding="utf-8") as file:
        rules = json.load(file)
    inputs = {name: given["value"] for name, given in request["inputs"].items()}
    for rule in rules:
        if all(COMPARISONS[compare](inputs[name], value) for name, compare, value in rule["when"]):
            return {"outputs": {"allowed": {"value": rule["allow"]}, "rule": {"value": rule["name"]}}}
    return {"outputs": {"allowed": {"value": False}, "rule": {"value": "none"}}}


try:
    answer = main(json.load(sys.stdin))
except (OSError, KeyError, TypeError, ValueError) as error:
    answer = {"error": f"{type(error).__name__}: {error}"}
json.dump(answer, sys.stdout)
