#!/usr/bin/env python3
"""A large parameter sweep on Ray: every worker of the cluster has a service of its own and makes a part of the rows.

The rows of a sweep know nothing of each other, and a range may be cut into ranges that follow each other. So the table is, byte for byte,
that of one call; `--workers 0` makes that call, for comparison. The first parameter varies slowest and is the one that is cut: it needs whole
numbers or decimals.

    pip install ray
    python sweep.py Sizing::Mass --range n=1..1000:1 --range x=1..1000:1 --workers 8 model.sysml > table.jsonl

On a cluster set RAY_ADDRESS; `sysml-workbench` has to be on the PATH of every node (or name it with --service).
"""
import argparse
import json
import os
import subprocess
import sys
import urllib.request
from fractions import Fraction

CUTS_PER_WORKER = 8


class Refused(Exception):
    """What there is no table of; the message says why."""


class Service:
    """A service that listens on a port of its own and ends with this process."""

    def __init__(self, command, documents):
        environment = dict(os.environ, SERVICE_MAX_SWEEP_RUNS="2000000000")
        try:
            self.process = subprocess.Popen(
                [*command, "serve", "-port=0", "-health-port=0", "-report-address", "-exit-with-parent"],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        except OSError as error:
            raise Refused(f"{command[0]} does not start: {error.strerror} (--service names the command)") from error
        self.address = self.process.stdout.readline().decode().strip().split()[-1]
        parsed = self.call("ParseSources", {"documents": documents})
        for finding in parsed.get("diagnostics", []):
            if finding["severity"] == "error":
                span = finding["span"]
                raise Refused(f"{span['file']}:{span['startLine']}:{span['startCol']}: {finding['message']}")
        self.model = parsed["modelHash"]

    def call(self, method, request):
        body = json.dumps(request).encode()
        headers = {"Content-Type": "application/json"}
        url = f"http://{self.address}/sysml.SysMLService/{method}"
        with urllib.request.urlopen(urllib.request.Request(url, body, headers)) as answer:
            return json.load(answer)

    def rows(self, subject, ranges):
        """The rows of a sweep, one line of JSON each, without the time that they took."""
        request = {"modelHash": self.model, "symbolId": subject, "ranges": [wire(r) for r in ranges]}
        answer = self.call("RunSweep", request)
        if answer.get("error"):
            raise Refused(answer["error"])
        for row in answer.get("rows", []):
            row.pop("elapsedMicros", None)
        return [json.dumps(row, sort_keys=True) for row in answer.get("rows", [])]

    def close(self):
        self.process.stdin.close()
        self.process.wait(10)


def wire(one):
    name, start, end, step = one
    return {"parameter": name, "start": number(start), "end": number(end), "step": number(step)}


def number(value):
    return {"intValue": str(value)} if value.denominator == 1 else {"realValue": float(value)}


def read_range(text):
    """`n=1..1000:2`: a name, the first and the last value, the step (1 by default)."""
    try:
        name, values = text.split("=")
        bounds, _, step = values.partition(":")
        start, end = bounds.split("..")
        return name, Fraction(start), Fraction(end), Fraction(step or 1)
    except ValueError:
        raise SystemExit(f"--range {text}: it is written NAME=FROM..TO or NAME=FROM..TO:STEP")


def cut(ranges, parts):
    """The ranges of parts that follow each other: the first range is cut."""
    (name, start, end, step), *rest = ranges
    count = int((end - start) / step) + 1
    parts = min(parts, count)
    edges = [count * i // parts for i in range(parts + 1)]
    for first, last in zip(edges, edges[1:]):
        yield [(name, start + first * step, start + (last - 1) * step, step), *rest]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("subject", help="qualified name of the calculation or analysis case")
    parser.add_argument("files", nargs="+", help="the model")
    parser.add_argument("--range", action="append", required=True, dest="ranges", type=read_range)
    parser.add_argument("--workers", type=int, default=2, help="services that work at once; 0 for one call without Ray")
    parser.add_argument("--service", default="sysml-workbench", help="the command of the service")
    options = parser.parse_args()
    try:
        make(options)
    except (Refused, OSError) as error:
        sys.exit(f"sweep.py: {error}")


def make(options):
    """Writes the table."""
    documents = [{"name": os.path.basename(f), "content": open(f, encoding="utf-8").read()} for f in options.files]
    command = options.service.split()
    if options.workers == 0:
        service = Service(command, documents)
        print("\n".join(service.rows(options.subject, options.ranges)))
        service.close()
        return

    import ray
    from ray.util import ActorPool

    # one refusal is said once, not by every part
    os.environ.setdefault("RAY_IGNORE_UNHANDLED_ERRORS", "1")
    ray.init(log_to_driver=False, configure_logging=False)
    shared = ray.put(documents)
    actor = ray.remote(Service)
    pool = ActorPool([actor.remote(command, shared) for _ in range(options.workers)])
    parts = list(cut(options.ranges, options.workers * CUTS_PER_WORKER))
    try:
        # in the order of the parts, each as soon as it and those before it are there
        for rows in pool.map(lambda service, part: service.rows.remote(options.subject, part), parts):
            print("\n".join(rows), flush=True)
    except ray.exceptions.RayError as error:
        # the last line of what a worker reports is why
        raise Refused(str(error).strip().splitlines()[-1].removeprefix("Refused: ")) from error


if __name__ == "__main__":
    sys.exit(main())
