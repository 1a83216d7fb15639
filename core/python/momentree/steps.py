# SPDX-License-Identifier: Apache-2.0
"""Grades one step of an algorithm that a student writes in Python, equation by equation.

    python3 -m momentree.steps my_step.py --exercise resources/exercises/step_assembly

The student's function `step(node)` gets the arrays that the program has at a node and returns those
that the equations of the step give. Every node is compared with what the program computes there, and
the first wrong equation is named. The function runs in a process of its own, without the results of
the program, with bounded time, memory and output.
"""
from __future__ import annotations

import argparse
import concurrent.futures
import json
import os
import queue
import stat
import subprocess
import sys
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from ._errors import Error
from ._model import Model
from ._run import Run, System

MOST_SECONDS = 10  # of processor time
MOST_MEMORY = 1 << 30  # bytes
MOST_OUTPUT = 4 << 20  # bytes
MOST_SOURCE = 1 << 16  # bytes
TOLERANCE = 1e-8  # of the largest entry that a symbol has at any node


class Expected(NamedTuple):
    """What one equation gives at a node. Its key in the student's result is `key`."""
    key: str
    equation: str
    formula: str
    value: np.ndarray


class Node(NamedTuple):
    name: str
    given: Dict[str, np.ndarray]
    expected: List[Expected]


class Verdict(NamedTuple):
    """`right` of `nodes` nodes agree; `problem` says what is wrong first, and at which equation."""
    right: int
    nodes: int
    equation: str
    problem: str


def _chain(links: int) -> Model:
    def body(k: int) -> Dict[str, Any]:
        length = 0.5 + 0.1 * k
        return {"name": f"link{k + 1}", "mass": 1 + 0.2 * k, "inertia": [0.01, 0.1 + 0.02 * k, 0.1 + 0.02 * k],
                "markers": {"P": [-0.4 * length, 0, 0], "Q": [0.6 * length, 0, 0]}}

    joints = [{"name": f"J{k + 1}", "type": "revolute", "a": f"link{k}.Q" if k else "ground.O", "b": f"link{k + 1}.P"}
              for k in range(links)]
    return Model({"name": "chain", "gravity": [0, -9.81, 0], "ground": {"markers": {"O": [0, 0, 0]}},
                  "bodies": [body(k) for k in range(links)], "joints": joints})


_LETTERS = str.maketrans({"ξ": "xi", "β": "beta", "₀": "0", "₁": "1", "₂": "2"})


def _key(symbol: str) -> str:
    return "gap" if symbol == "−C⁻¹" else symbol.translate(_LETTERS)


class _Traced:
    """One evaluation of hdca in a chain of 7 links that moves."""

    def __init__(self) -> None:
        self.model = _chain(7)
        system = System(self.model, formulation="hdca")
        y = system.start()
        n = system.position_size
        y[:n] += 0.4 * np.sin(1.0 + 2.0 * np.arange(n))
        y[n:] += np.cos(0.5 + 3.0 * np.arange(y.size - n))
        self.momenta = y[n:]
        self.nodes, results = system.trace(0.0, y)
        self.results: Dict[int, List[Dict[str, Any]]] = {}
        for result in results:
            self.results.setdefault(result["node"], []).append(result)

    def value(self, node: int, symbol: str) -> np.ndarray:
        return self._squeezed(next(r["value"] for r in self.results[node] if r["symbol"] == symbol))

    @staticmethod
    def _squeezed(value: np.ndarray) -> np.ndarray:
        return value[:, 0] if value.shape[1] == 1 else value

    def expected(self, node: int, symbols: Sequence[str]) -> List[Expected]:
        found = []
        for symbol in symbols:
            result = next(r for r in self.results[node] if r["symbol"] == symbol)
            found.append(Expected(_key(symbol), result["equation"], result["formula"],
                                  self._squeezed(result["value"])))
        return found

    def name(self, node: int) -> str:
        bodies = [self.model.bodies[b] for b in self.nodes[node]["bodies"]]
        return bodies[0] if len(bodies) == 1 else f"{bodies[0]} to {bodies[-1]}"


_LEAF = ["ξ₁₁", "ξ₁₂", "ξ₂₂", "ξ₁₀", "ξ₂₀"]


def _bodies() -> List[Node]:
    traced = _Traced()
    described = traced.model.description["bodies"]
    found = []
    for index, node in enumerate(traced.nodes):
        if node["joined"]:
            continue
        b = node["bodies"][0]
        momenta = np.append(traced.momenta, 0.0)  # nothing hangs on the last body
        given = {"m": np.array(described[b]["mass"]), "J": np.array(described[b]["inertia"][2]),
                 "s": traced.value(index, "s"), "s12": traced.value(index, "s₁₂"),
                 "p_i": momenta[b], "p_j": momenta[b + 1]}
        found.append(Node(traced.name(index), given, traced.expected(index, _LEAF)))
    return found


def _assemblies() -> List[Node]:
    traced = _Traced()
    found = []
    for index, node in enumerate(traced.nodes):
        if not node["joined"]:
            continue
        parts = sorted((k for k, other in enumerate(traced.nodes) if other["parent"] == index),
                       key=lambda k: traced.nodes[k]["bodies"][0])
        given = {_key(symbol) + side: traced.value(part, symbol)
                 for side, part in zip("AB", parts) for symbol in _LEAF}
        found.append(Node(traced.name(index), given,
                          traced.expected(index, ["−C⁻¹", "W_A", "W_B", "β", *_LEAF])))
    return found


def _rattle() -> List[Node]:
    """A chain of three masses on rods without mass, at several instants of its motion."""
    names, masses, lengths, h = ["A", "B", "C"], [1.0, 2.0, 0.5], [1.0, 0.7, 0.4], 0.01
    at = np.cumsum([[0.6, -0.8, 0.0], [0.0, -0.42, 0.56], [0.4, 0.0, 0.0]], axis=0)
    velocity = [0.4, 0.3, 1.0]
    model = Model({
        "name": "masses", "gravity": [0, -9.81, 0], "ground": {"markers": {"O": [0, 0, 0]}},
        "bodies": [{"name": name, "mass": m, "inertia": [1, 1, 1], "markers": {"c": [0, 0, 0]}}
                   for name, m in zip(names, masses)],
        "joints": [{"name": f"rod{k + 1}", "type": "distance", "a": f"{names[k - 1]}.c" if k else "ground.O",
                    "b": f"{name}.c", "length": lengths[k]} for k, name in enumerate(names)],
        "initial": {"bodies": {name: {"position": list(r), "velocity": velocity}
                               for name, r in zip(names, at)}}})
    run = Run(model, formulation="rattle", integrator="rattle", step=h, sample=h, duration=40 * h).finish()

    def rows(letters: str) -> np.ndarray:
        return np.stack([[run[f"{name}.{c}"] for c in letters.split()] for name in names]).transpose(2, 0, 1)

    r, v = rows("x y z"), rows("vx vy vz")
    found = []
    for k in range(0, 40, 8):
        given = {"m": np.array(masses), "L": np.array(lengths), "g": np.array([0, -9.81, 0]), "h": np.array(h),
                 "r0": r[k], "v0": v[k]}
        found.append(Node(f"step from t = {k * h:g} s", given, [
            Expected("v_half", "left end", "m v_half = m v_0 + h/2 (m g - B_0ᵀ λ), so that Phi(r_1) = 0",
                     (r[k + 1] - r[k]) / h),
            Expected("r1", "pose", "r_1 = r_0 + h v_half", r[k + 1]),
            Expected("v1", "right end", "m v_1 = m v_half + h/2 (m g - B_1ᵀ κ), so that B_1 v_1 = 0", v[k + 1])]))
    return found


STEPS: Dict[str, Callable[[], List[Node]]] = {"hdca-body": _bodies, "hdca-assembly": _assemblies, "rattle": _rattle}

class _Sandbox:
    """A process that calls submissions (`_sandbox.py`); it is started again if it ends."""

    def __init__(self, nodes: List[Node], seconds: int) -> None:
        self._size = len(nodes)
        self._task = {"nodes": [{k: np.asarray(v).tolist() for k, v in node.given.items()} for node in nodes],
                      "limits": {"seconds": seconds, "memory": MOST_MEMORY, "output": MOST_OUTPUT}}
        self._start()

    def _start(self) -> None:
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_sandbox.py")
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-B", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd="/",
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"})
        self._write(self._task)

    def _write(self, order: Any) -> None:
        assert self._process.stdin
        try:
            self._process.stdin.write(json.dumps(order).encode() + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # the answer will be missing

    def answers(self, source: str) -> Tuple[List[Dict[str, Any]], str]:
        """What `step` returned at each node, or why it did not."""
        assert self._process.stdout
        self._write(source)
        line = self._process.stdout.readline()
        if not line:
            self.close()
            self._start()
            return [], "ended without results"
        reply = json.loads(line)
        if "problem" in reply:
            return [], str(reply["problem"])
        try:
            answer = json.loads(reply["text"])
            if "problem" in answer:
                return [], str(answer["problem"])[:300]
            answers = answer["answers"]
            if len(answers) == self._size and all(isinstance(a, dict) for a in answers):
                return answers, ""
        except (ValueError, KeyError, TypeError, RecursionError):
            pass
        return [], "ended without results"

    def close(self) -> None:
        assert self._process.stdin and self._process.stdout
        self._process.kill()
        self._process.wait()
        self._process.stdin.close()
        self._process.stdout.close()


def _source_of(path: str) -> str:
    """The text of a submission. A pipe or a link to another file is none."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise ValueError(f"{path} is not a file")
        text = file.read(MOST_SOURCE + 1)
    if len(text) > MOST_SOURCE:
        raise ValueError(f"{path} has more than {MOST_SOURCE} bytes")
    return text.decode("utf-8", "surrogateescape")


def _difference(value: Any, expected: Expected, scale: float) -> Optional[str]:
    try:
        array = np.asarray(value, dtype=float)
    except (TypeError, ValueError, OverflowError):
        return "is not an array of numbers"
    if array.shape != expected.value.shape:
        return f"has the shape {list(array.shape)}; it should be {list(expected.value.shape)}"
    difference = np.abs(array - expected.value)
    if np.all(difference <= TOLERANCE * scale):  # false for NaN
        return None
    worst = np.unravel_index(int(np.argmax(np.nan_to_num(difference, nan=np.inf))), difference.shape)
    place = ", ".join(str(k) for k in worst)
    return f"[{place}] is {array[worst]:.6g}; it should be {expected.value[worst]:.6g}"


def judge(nodes: List[Node], answers: List[Dict[str, Any]]) -> Verdict:
    """Compares the answers node by node, each in the order of the equations."""
    scales: Dict[str, float] = {}
    for node in nodes:
        for expected in node.expected:
            most = float(np.max(np.abs(expected.value), initial=0.0))
            scales[expected.key] = max(scales.get(expected.key, 0.0), most)
    right, equation, problem = 0, "", ""
    for node, answer in zip(nodes, answers):
        for expected in node.expected:
            wrong = (_difference(answer[expected.key], expected, scales[expected.key])
                     if expected.key in answer else "is missing in what step returns")
            if wrong is None:
                continue
            if not problem:
                equation = expected.equation
                problem = f"{node.name}, equation {expected.equation}, {expected.formula}: {expected.key} {wrong}"
            break
        else:
            right += 1
    return Verdict(right, len(nodes), equation, problem)


def _exercise(folder: str) -> Tuple[List[Node], int]:
    """The nodes of an exercise, and its limit of processor time [s]."""
    with open(os.path.join(folder, "step.json"), encoding="utf-8") as file:
        facts = json.load(file)
    if facts.get("version") != 1 or facts.get("step") not in STEPS:
        raise ValueError(f"step.json needs \"version\": 1 and a \"step\" of {', '.join(STEPS)}")
    seconds = facts.get("seconds", MOST_SECONDS)
    if not isinstance(seconds, int) or not 1 <= seconds <= 600:
        raise ValueError("'seconds' in step.json is a whole number from 1 to 600")
    return STEPS[facts["step"]](), seconds


def _verdict(sandbox: _Sandbox, nodes: List[Node], source: str) -> Verdict:
    answers, problem = sandbox.answers(source)
    return judge(nodes, answers) if answers else Verdict(0, len(nodes), "", problem)


def grade(source: str, exercise: str) -> Verdict:
    """Grades the file `source` by the exercise in the folder `exercise`.

    Raises `ValueError` or `OSError` if the exercise or the file cannot be read.
    """
    nodes, seconds = _exercise(exercise)
    text = _source_of(source)
    sandbox = _Sandbox(nodes, seconds)
    try:
        return _verdict(sandbox, nodes, text)
    finally:
        sandbox.close()


def grade_all(sources: Sequence[str], exercise: str, jobs: int) -> Iterator[Verdict]:
    """Grades many files in their order, `jobs` at a time. A file that cannot be read has no right nodes.

    Raises `ValueError` or `OSError` if the exercise cannot be read.
    """
    nodes, seconds = _exercise(exercise)
    free: "queue.SimpleQueue[_Sandbox]" = queue.SimpleQueue()
    sandboxes = [_Sandbox(nodes, seconds) for _ in range(max(1, min(jobs, len(sources))))]
    for sandbox in sandboxes:
        free.put(sandbox)

    def one(source: str) -> Verdict:
        sandbox = free.get()
        try:
            return _verdict(sandbox, nodes, _source_of(source))
        except (OSError, ValueError) as problem:
            return Verdict(0, len(nodes), "", f"cannot be read: {problem}")
        finally:
            free.put(sandbox)

    try:
        with concurrent.futures.ThreadPoolExecutor(len(sandboxes)) as pool:
            yield from pool.map(one, sources)
    finally:
        for sandbox in sandboxes:
            sandbox.close()


def _visible(text: str) -> str:
    """One line without characters that a terminal would obey; students write parts of it."""
    return "".join(c if c.isprintable() else f"\\u{{{ord(c):x}}}" for c in text)


def main(arguments: Optional[Sequence[str]] = None) -> int:
    parser = argparse.ArgumentParser(prog="python3 -m momentree.steps", description="Grades a step of an algorithm.")
    parser.add_argument("submission", help="a Python file with the function step(node), or - for many files whose "
                        "names are on standard input, one a line: results are lines of JSON in the same order")
    parser.add_argument("--exercise", required=True, help="folder with step.json")
    parser.add_argument("--json", action="store_true", help="for other programs")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="of many files, so many at a time")
    options = parser.parse_args(arguments)
    try:
        if options.submission == "-":
            sources = [line.rstrip("\n") for line in sys.stdin]
            for verdict in grade_all(sources, options.exercise, options.jobs):
                print(json.dumps(verdict._asdict()), flush=True)
            return 0
        verdict = grade(options.submission, options.exercise)
    except (OSError, ValueError, Error) as problem:
        print(problem, file=sys.stderr)
        return 2
    if options.json:
        print(json.dumps(verdict._asdict(), ensure_ascii=False))
    else:
        print(f"{verdict.right} of {verdict.nodes} nodes are right")
        if verdict.problem:
            print("first wrong: " + _visible(verdict.problem))
    return 0


if __name__ == "__main__":
    sys.exit(main())
