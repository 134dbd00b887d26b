"""Finds the command sysml-workbench and becomes its kernel: `python -m sysml_workbench_kernel -f FILE`."""
import os
import shutil
import subprocess
import sys

MISSING = """\
The command sysml-workbench was not found. Install it (npm install -g sysml-workbench), or name it in SYSML_WORKBENCH:
a command, or the file bin/sysml-workbench.mjs of a checkout.
"""


def command():
    """The start of the command line, or None where there is none."""
    named = os.environ.get("SYSML_WORKBENCH", "")
    if named.endswith((".mjs", ".js")):
        node = shutil.which("node")
        return [node, named] if node and os.path.exists(named) else None
    found = shutil.which(named or "sysml-workbench")
    return [found] if found else None


def main():
    start = command()
    if start is None:
        sys.stderr.write(MISSING)
        return 1
    arguments = [*start, "jupyter", "kernel", *sys.argv[1:]]
    if os.name == "posix":
        os.execv(arguments[0], arguments)
    return subprocess.call(arguments)


if __name__ == "__main__":
    sys.exit(main())
