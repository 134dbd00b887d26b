#!/usr/bin/env python3
"""A tool of the model beam.sysml: the deflection of a simply supported beam under a load in its middle, F L^3 / (48 E I)."""
import json
import sys

request = json.load(sys.stdin)
values = {}
for name, wanted in (("span", "m"), ("load", "N"), ("stiffness", None)):
    given = request["inputs"][name]
    if given.get("unit") != wanted:
        json.dump({"error": f"{name} is needed in {wanted or 'no unit'}, not in {given.get('unit')}"}, sys.stdout)
        sys.exit()
    values[name] = given["value"]
deflection = values["load"] * values["span"] ** 3 / (48 * values["stiffness"])
json.dump({"outputs": {"deflection": {"value": deflection, "unit": "m"}}}, sys.stdout)
