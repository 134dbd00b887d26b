#!/usr/bin/env python3
"""A co-simulation unit (FMI 2.0 or 3.0) as a tool: the unit that the uri names, run by FMPy (`pip install fmpy`).

Inputs and outputs are variables of the unit; fmi:startTime, fmi:stopTime and fmi:stepSize say over which time it is run. What is not
stated is as the unit's own default experiment says. Outputs are the values at the end.
"""
import json
import os
import sys


def main(request):
    import fmpy

    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), request["uri"])
    if not os.path.isfile(path):
        return {"error": f"there is no unit {request['uri']}"}
    unit = fmpy.read_model_description(path)
    if unit.coSimulation is None:
        return {"error": f"{request['uri']} is no unit of co-simulation"}
    variables = {v.name: v for v in unit.modelVariables}
    times, start = {}, {}
    for name, given in request["inputs"].items():
        if "unit" in given and given["unit"] != getattr(variables.get(name), "unit", None):
            return {"error": f"{name} is given in {given['unit']}, which the unit does not measure it in"}
        if name.startswith("fmi:"):
            times[name[4:]] = given["value"]
        elif name in variables and variables[name].causality in ("input", "parameter", "structuralParameter"):
            start[name] = given["value"]
        else:
            known = sorted(n for n, v in variables.items() if v.causality in ("input", "parameter", "structuralParameter"))
            return {"error": f"{name} is no input of the unit; its inputs are {', '.join(known)}"}
    outputs = sorted(n for n, v in variables.items() if v.causality == "output")
    result = fmpy.simulate_fmu(
        path,
        fmi_type="CoSimulation",
        start_time=times.get("startTime"),
        stop_time=times.get("stopTime"),
        step_size=times.get("stepSize"),
        output_interval=times.get("stepSize"),
        start_values=start,
        output=outputs,
    )
    return {"outputs": {name: {"value": result[name][-1].item()} for name in outputs}}


try:
    answer = main(json.load(sys.stdin))
except Exception as error:  # whatever the unit does wrong is its refusal
    answer = {"error": str(error) or type(error).__name__}
json.dump(answer, sys.stdout)
