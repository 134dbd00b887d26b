"""Conformance of the kernel by jupyter_kernel_test. usage: PYTHON kernel_test.py NODE sysml-workbench.mjs"""
import os
import subprocess
import sys
import tempfile
import unittest

import jupyter_kernel_test

NODE, COMMAND = sys.argv[1:3]
PREFIX = tempfile.mkdtemp()
subprocess.check_call([NODE, COMMAND, "jupyter", "install", "--prefix", PREFIX, "--name", "sysml-test"], stdout=subprocess.DEVNULL)
os.environ["JUPYTER_PATH"] = os.path.join(PREFIX, "share", "jupyter")


class KernelTests(jupyter_kernel_test.KernelTests):
    kernel_name = "sysml-test"
    language_name = "sysml"
    file_extension = ".sysml"
    code_hello_world = "%eval \"hello, world\""
    code_execute_result = [{"code": "6 * 7", "result": "✓ 6 * 7\n  = 42"}]
    code_generate_error = "part p : Nowhere;"
    code_display_data = [{"code": "package D { part a; }\n%viz D", "mime": "image/svg+xml"}]
    completion_samples = [{"text": "%instan", "matches": {"instantiate", "instances"}}]
    complete_code_samples = ["part a;", "1 + 2", "%list", "package P { part b; }"]
    incomplete_code_samples = ["part def A {", "1 +", "part a"]
    invalid_code_samples = ["}", "abc def"]
    code_inspect_sample = "%viz"
    code_history_pattern = "6*"
    supported_history_operations = ("tail", "range", "search")
    code_clear_output = ""

    def test_execute_stdout(self):
        self.flush_channels()
        reply, messages = self.execute_helper(code="part def Hello;")
        self.assertEqual(reply["content"]["status"], "ok")
        self.assertEqual(messages[0]["msg_type"], "stream")
        self.assertIn("part def Hello", messages[0]["content"]["text"])


if __name__ == "__main__":
    sys.argv = sys.argv[:1]
    unittest.main()
