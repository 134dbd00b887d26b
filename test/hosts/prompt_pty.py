"""The prompt at a real terminal: an interruption ends a run and keeps the session, a cell of several lines is one entry of the history, a
file of many lines can be pasted.

usage: python3 prompt_pty.py HISTORY-FOLDER COMMAND [ARGUMENT…]
"""
import os
import pty
import re
import select
import sys
import time

FOLDER, *COMMAND = sys.argv[1:]
SECONDS = 60
UP = "\x1b[A"


class Prompt:
    def __init__(self):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.environ.update(XDG_STATE_HOME=FOLDER, TERM="xterm", NO_COLOR="1", SERVICE_MAX_STEPS="4000000000")
            os.execvp(COMMAND[0], COMMAND)
        self.seen = ""

    def expect(self, pattern):
        """Waits for text that the prompt writes, and takes it."""
        end = time.monotonic() + SECONDS
        while (found := re.search(pattern, self.seen)) is None:
            if time.monotonic() > end or not select.select([self.terminal], [], [], 1)[0]:
                if time.monotonic() > end:
                    raise SystemExit(f"never came: {pattern!r}\nseen: {self.seen[-2000:]!r}")
                continue
            try:
                self.seen += os.read(self.terminal, 65536).decode("utf8", "replace")
            except OSError:
                raise SystemExit(f"ended before {pattern!r}\nseen: {self.seen[-2000:]!r}")
        self.seen = self.seen[found.end() :]

    def type(self, keys):
        os.write(self.terminal, keys.encode())

    def end(self):
        self.type("%quit\r")
        status = os.waitpid(self.pid, 0)[1]
        assert os.waitstatus_to_exitcode(status) == 0, status


prompt = Prompt()
prompt.expect("sysml> ")
prompt.type("package P {\r")
prompt.expect(r"\.\.\.> ")
prompt.type("attribute seven = 7; action def Long { attribute n = 0; while true { assign n := n + 1; } }\r}\r")
prompt.expect("✓ package P")
prompt.expect("sysml> ")
prompt.type("%run P::Long\r")
prompt.expect("%run P::Long[\r\n]+")
time.sleep(1.5)
prompt.type("\x03")
prompt.expect("(?i)interrupted")
prompt.expect("sysml> ")
prompt.type("P::seven\r")
prompt.expect("= 7")
prompt.expect("sysml> ")
prompt.end()

# another prompt recalls the cells: the expression, the command, the package with all its lines
prompt = Prompt()
prompt.expect("sysml> ")
for what in ("P::seven", "%run P::Long", r"package P \{[\s\S]*attribute seven = 7;[\s\S]*\}"):
    prompt.type(UP if what != "P::seven" else UP + UP)
    prompt.expect(what)
prompt.type("\r")
prompt.expect("✓ package P")
prompt.end()

# a pasted file: empty lines within a body, tabs, several declarations; what comes behind it is typed again
prompt = Prompt()
prompt.expect("sysml> ")
parts = "".join(f"\tpart def D{i} {{\r\r\t\tattribute a{i} = {i};\r\t}}\r" for i in range(120))
prompt.type(f"\x1b[200~// a file\r\rpackage Pasted {{\r{parts}\r}}\r\rpart behind;\r\x1b[201~")
prompt.expect("✓ package Pasted")
prompt.expect("✓ part behind")
prompt.expect("sysml> ")
prompt.type("Pasted::D119::a119\r")
prompt.expect("= 119")
prompt.expect("sysml> ")
prompt.end()
print("passed")
