#!/usr/bin/env python3
"""A runner for the tool `fmi` over FMPy (`pip install fmpy`): SERVICE_FMI_RUNNER names it. Reads one request, writes one reply.

Runs the unit over its experiment; the outputs are the values at the end. Whatever the unit does wrong is the error of the reply.
"""
import json
import sys


def run(request):
    if request.get("protocol") != 1:
        raise ValueError(f"protocol {request.get('protocol')} is not served: this runner speaks 1")
    import fmpy

    kinds = {"coSimulation": "CoSimulation", "modelExchange": "ModelExchange"}
    experiment, outputs = request["experiment"], request["outputs"]
    result = fmpy.simulate_fmu(
        request["fmu"],
        fmi_type=kinds[request["interface"]],
        start_time=experiment.get("startTime"),
        stop_time=experiment.get("stopTime"),
        step_size=experiment.get("stepSize"),
        output_interval=experiment.get("stepSize"),
        relative_tolerance=experiment.get("tolerance"),
        start_values=request["start"],
        output=outputs,
    )
    last = result[-1]
    return {"time": last["time"].item(), "outputs": {name: plain(last[name]) for name in outputs}}


def plain(value):
    """A number, a Boolean, or the list of an array in the order of its declaration."""
    return value.flatten().tolist() if getattr(value, "shape", ()) else value.item()


try:
    answer = run(json.load(sys.stdin))
except Exception as error:
    answer = {"error": str(error) or type(error).__name__}
json.dump({"protocol": 1, **answer}, sys.stdout)
