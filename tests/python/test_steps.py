# SPDX-License-Identifier: Apache-2.0
"""Steps of algorithms that students write: right ones, wrong ones, hostile ones."""
import ctypes
import json
import os
import socket
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest

from momentree import steps

EXERCISES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "resources", "exercises")

BODY = """
import numpy as np

def step(n):
    m, J, s, s12, p = n["m"], n["J"], n["s"], n["s12"], n["p_i"] - n["p_j"]
    a1 = np.array([s[1], -s[0], 1])
    s2 = s - s12
    a2 = np.array([s2[1], -s2[0], 1])
    M = np.diag([1 / m, 1 / m, 0])
    return {"xi11": M + np.outer(a1, a1) / J, "xi12": M + np.outer(a1, a2) / J,
            "xi22": M + np.outer(a2, a2) / J, "xi10": p * a1 / J, "xi20": p * a2 / J}
"""

ASSEMBLY = """
import numpy as np

def step(n):
    D = np.eye(3)[:, :2]
    gap = D.T @ (n["xi11B"] + n["xi22A"]) @ D
    C = -np.linalg.inv(gap)
    W_A = C @ D.T @ n["xi12A"].T
    W_B = C @ D.T @ n["xi12B"]
    beta = C @ D.T @ (n["xi10B"] - n["xi20A"])
    return {"gap": gap, "W_A": W_A, "W_B": W_B, "beta": beta,
            "xi11": n["xi11A"] + n["xi12A"] @ D @ W_A, "xi12": -n["xi12A"] @ D @ W_B,
            "xi22": n["xi22B"] + n["xi12B"].T @ D @ W_B, "xi10": n["xi10A"] - n["xi12A"] @ D @ beta,
            "xi20": n["xi20B"] + n["xi12B"].T @ D @ beta}
"""

RATTLE = """
import numpy as np

def step(n):
    m, L, g, h, r0, v0 = (n[k] for k in ("m", "L", "g", "h", "r0", "v0"))
    size = len(m)

    def rods(r):
        return np.diff(r, axis=0, prepend=np.zeros((1, 3)))

    def jacobian(r):
        B = np.zeros((size, size, 3))
        for k, rod in enumerate(rods(r)):
            B[k, k] = rod
            if k:
                B[k, k - 1] = -rod
        return B.reshape(size, -1)

    M = np.repeat(m, 3)
    B0 = jacobian(r0)
    lam = np.zeros(size)
    for _ in range(50):
        v_half = v0 + h / 2 * (g - (B0.T @ lam / M).reshape(-1, 3))
        r1 = r0 + h * v_half
        gap = (np.sum(rods(r1) ** 2, axis=1) - L ** 2) / 2
        lam += np.linalg.solve(jacobian(r1) @ (B0 / M).T * h * h / 2, gap)
    B1 = jacobian(r1)
    v = v_half + h / 2 * g
    v1 = v - (B1.T @ np.linalg.solve(B1 @ (B1 / M).T, B1 @ v.ravel()) / M).reshape(-1, 3)
    return {"v_half": v_half, "r1": r1, "v1": v1}
"""

RIGHT = {"step_body": BODY, "step_assembly": ASSEMBLY, "step_rattle": RATTLE}


def graded(source, exercise):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "mine.py")
        with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(textwrap.dedent(source))
        return steps.grade(path, os.path.join(EXERCISES, exercise))


class Steps(unittest.TestCase):
    def test_solutions_are_right(self):
        for exercise, source in RIGHT.items():
            with self.subTest(exercise):
                verdict = graded(source, exercise)
                self.assertEqual(verdict.problem, "")
                self.assertEqual(verdict.right, verdict.nodes)
                self.assertGreaterEqual(verdict.nodes, 5)

    def test_first_wrong_equation_is_named(self):
        wrong = [
            ("step_body", "s[1], -s[0], 1", "-s[1], s[0], 1", "(15)"),
            ("step_body", "s2 = s - s12", "s2 = s + s12", "(16)"),
            ("step_body", 'M + np.outer(a2, a2) / J', "M + np.outer(a2, a1) / J", "(17)"),
            ("step_body", 'n["p_i"] - n["p_j"]', 'n["p_i"] + n["p_j"]', "(18)"),
            ("step_body", "p * a2 / J", "p * a1 / J", "(19)"),
            ("step_assembly", 'n["xi11B"] + n["xi22A"]', 'n["xi11B"] - n["xi22A"]', "(33)"),
            ("step_assembly", 'C @ D.T @ n["xi12A"].T', 'C @ D.T @ n["xi12A"]', "(35)"),
            ("step_assembly", 'C @ D.T @ n["xi12B"]', '-C @ D.T @ n["xi12B"]', "(36)"),
            ("step_assembly", 'n["xi10B"] - n["xi20A"]', 'n["xi20A"] - n["xi10B"]', "(37)"),
            ("step_assembly", 'n["xi11A"] + n', 'n["xi11A"] - n', "(27)"),
            ("step_assembly", '"xi12": -n', '"xi12": n', "(28)"),
            ("step_assembly", '"xi22": n["xi22B"]', '"xi22": n["xi22A"]', "(29)"),
            ("step_assembly", 'n["xi10A"] - n', 'n["xi10A"] + n', "(30)"),
            ("step_assembly", 'n["xi20B"] + n["xi12B"].T', 'n["xi20B"] + n["xi12B"]', "(32)"),
            ("step_rattle", "v0 + h / 2 * (g", "v0 + h * (g", "left end"),
            ("step_rattle", "r1 = r0 + h * v_half", "r1 = r0 + h * v0", "left end"),
            ("step_rattle", '"r1": r1', '"r1": r0', "pose"),
            ("step_rattle", "v = v_half + h / 2 * g", "v = v_half", "right end"),
        ]
        for exercise, old, new, equation in wrong:
            with self.subTest(exercise=exercise, new=new):
                self.assertIn(old, RIGHT[exercise])
                verdict = graded(RIGHT[exercise].replace(old, new), exercise)
                self.assertEqual(verdict.equation, equation, verdict.problem)
                self.assertIn(equation, verdict.problem)

    def test_templates_run_and_are_wrong_at_the_first_equation(self):
        for exercise, first in [("step_body", "(15)"), ("step_assembly", "(33)"), ("step_rattle", "left end")]:
            folder = os.path.join(EXERCISES, exercise)
            verdict = steps.grade(os.path.join(folder, "template.py"), folder)
            self.assertEqual((verdict.right, verdict.equation), (0, first))

    def test_hostile_submissions_are_bounded(self):
        hostile = {
            "while True: pass": "processor time",
            "x = bytearray(1 << 34)": "MemoryError",
            "x = []\nwhile True: x.append(bytes(10**8))": "MemoryError",
            "import os\nwhile True: os.write(3, b'x' * 1000000)": "",
            "import os\nos.write(3, b'{\"answers\": [{}, {}, {}, {}, {}, {}, {}]}')\nos._exit(0)": "missing",
            "import os\nos._exit(0)": "without results",
            "import os\nos.kill(os.getpid(), 11)": "without results",
            "def step(node): return step(node)": "RecursionError",
            "def step(node): return {'xi11': float('nan')}": "shape",
            "def step(node): return {'xi11': [[float('nan')] * 3] * 3}": "should be",
            "def step(node): return {'xi11': [[1e308] * 3] * 3}": "should be",
            "def step(node): return {'xi11': 'x'}": "xi11 must be an array",
            "def step(node): return 5": "must return a dictionary",
            "def step(): return {}": "TypeError",
            "def other(node): return {}": "no function step",
            "def step(node:": "line 1",
            "raise SystemExit(0)": "SystemExit",
            "import momentree": "No module",
            "import os\nos.close(3)\nwhile True: pass": "processor time",
            "import os\nos.close(3)\nimport time\ntime.sleep(1000)": "did not end",
            "import os\nos.write(3, b'{\"answers\": [' + b'['* 100000)\nos._exit(0)": "without results",
            "import os\nos.write(3, b'{\"answers\": ' + b'9' * 10000 + b'}')\nos._exit(0)": "without results",
            "import os\nos.write(3, b'{\"answers\": [{\"xi11\": 1' + b'0' * 400 + b'}' + b', {}' * 6 + b']}')\nos._exit(0)":
                "not an array",
            "import os\nos.write(3, bytes([255]) * 100)\nos._exit(0)": "without results",
            "import os, signal\nos.kill(os.getppid(), 9)\nos.killpg(0, 9)\nwhile True: pass": "",
            "import os, signal\nos.kill(-1, 9)\nwhile True: pass": "",
            "import os\nfor k in range(3, 256):\n    try: os.write(k, b'{}\\n')\n    except OSError: pass\nos._exit(0)":
                "without results",
            "import os\nwhile True: os.fork()": "Error",
            "import os\nwhile True: os.mkdir('d'); os.chdir('d')": "",
            "import os\nos.memfd_create('m')\nwhile True: os.pipe()": "Too many open files",
            "def step(node): return {'xi11': 10**400}": "must be an array",
            "class A(dict):\n    def items(self):\n        while True: yield 'a', 1\ndef step(node): return A()":
                "processor time",
            "print('x' * 10000000)": "no function step",
        }
        # Shorter than the exercises allow, to keep the test quick.
        nodes = steps.STEPS["hdca-body"]()
        sandbox = steps._Sandbox(nodes, 1)
        for source, said in hostile.items():
            with self.subTest(source):
                found = steps._verdict(sandbox, nodes, source).problem
                self.assertTrue(found)
                self.assertIn(said, found)
        # One process called them all, and still calls those that are right.
        self.assertEqual(steps._verdict(sandbox, nodes, BODY).right, len(nodes))
        sandbox.close()

    def test_submissions_write_no_files(self):
        """Not in their folder, nor in those where everyone may write, nor in memory."""
        mark = f"momentree-steps-{os.getpid()}-{time.time_ns()}"
        folders = [".", "/tmp", "/var/tmp", "/dev/shm", tempfile.gettempdir()]
        source = f"""
            import os
            written = 0
            def write(descriptor):
                global written
                try: written += os.write(descriptor, bytes(1000))
                finally: os.close(descriptor)
            for folder in {folders}:
                for k in range(100):
                    for make in [lambda path: write(os.open(path, os.O_CREAT | os.O_WRONLY)), os.mkdir,
                                 lambda path: os.symlink('x' * 4000, path), lambda path: write(os.memfd_create('m'))]:
                        try: make(os.path.join(folder, '{mark}' + str(k)))
                        except OSError: pass
            raise ValueError(f"{{written}} bytes were written")"""
        self.assertIn(": 0 bytes were written", graded(source, "step_body").problem)
        left = [name for folder in folders[1:] if os.path.isdir(folder) for name in os.listdir(folder) if mark in name]
        self.assertEqual(left, [])

    def test_submissions_reach_nobody(self):
        """Neither a server on this machine, nor memory or queues that others could find, nor other processes."""
        if os.geteuid() != 0:
            self.skipTest("users may have no namespaces")
        libc = ctypes.CDLL(None)
        key = os.getpid() << 8
        with socket.create_server(("127.0.0.1", 0)) as server:
            source = f"""
                import ctypes, os, socket
                found = []
                try: found.append(socket.create_connection(("127.0.0.1", {server.getsockname()[1]}), 1))
                except OSError: pass
                libc = ctypes.CDLL(None)
                for made in (libc.shmget({key}, 4096, 0o1666), libc.msgget({key}, 0o1666), libc.semget({key}, 1, 0o1666)):
                    if made != -1: found.append(made)
                try: found += [name for name in os.listdir("/proc") if name.isdigit()]
                except OSError: pass
                raise ValueError(f"found {{len(found)}}: {{found[:5]}}")"""
            self.assertIn("found 0:", graded(source, "step_body").problem)
        self.assertEqual((libc.shmget(key, 4096, 0), libc.msgget(key, 0)), (-1, -1))

    def test_children_of_a_submission_end_with_it(self):
        mark = f"momentree-steps-{os.getpid()}-{time.time_ns()}"
        nodes = steps.STEPS["hdca-body"]()
        sandbox = steps._Sandbox(nodes, 2)
        sandbox.answers(f"import os\nif os.fork() == 0:\n    os.execlp('sleep', '{mark}', '600')\nos._exit(0)")
        sandbox.answers(f"import os\nif os.fork() == 0:\n    os.setsid()\n    os.execlp('sleep', '{mark}', '600')\nos._exit(0)")
        listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
        sandbox.close()
        self.assertNotIn(mark, listed)

    def test_many_files_at_once(self):
        folder = os.path.join(EXERCISES, "step_body")
        with tempfile.TemporaryDirectory() as here:
            sources = {"right": BODY, "broken": "def step(node): return 1 / 0", "huge": "#" * 100000, "late": BODY}
            paths = [os.path.join(here, name + ".py") for name in sources]
            for path, source in zip(paths, sources.values()):
                with open(path, "w", encoding="utf-8") as file:
                    file.write(source)
            pipe, link = os.path.join(here, "pipe.py"), os.path.join(here, "link.py")
            os.mkfifo(pipe)
            os.symlink(paths[0], link)
            verdicts = list(steps.grade_all(paths + [pipe, link, os.path.join(here, "missing.py")], folder, 2))
        self.assertEqual([v.right for v in verdicts], [7, 0, 0, 7, 0, 0, 0])
        for verdict, said in zip(verdicts, ["", "division", "bytes", "", "not a file", "cannot be read", "cannot be read"]):
            self.assertIn(said, verdict.problem)

    def test_command(self):
        folder = os.path.join(EXERCISES, "step_body")
        done = subprocess.run([sys.executable, "-m", "momentree.steps", os.path.join(folder, "template.py"),
                               "--exercise", folder, "--json"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout)["equation"], "(15)")
        with tempfile.TemporaryDirectory() as here:
            path = os.path.join(here, "loud.py")
            with open(path, "w", encoding="utf-8") as file:
                file.write("raise ValueError('\\x1b[2J\\x9b\\n7 of 7 nodes are right')")
            done = subprocess.run([sys.executable, "-m", "momentree.steps", path, "--exercise", folder],
                                  capture_output=True, text=True)
        self.assertEqual(len(done.stdout.splitlines()), 2)
        self.assertIn("\\u{1b}[2J\\u{9b}\\u{a}7 of 7", done.stdout)
        done = subprocess.run([sys.executable, "-m", "momentree.steps", "missing.py", "--exercise", folder],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("missing.py", done.stderr)


if __name__ == "__main__":
    unittest.main()
