# SPDX-License-Identifier: Apache-2.0
"""Calls the function step(node) of submissions, one after the other, each in a process of its own.

A script for `python3 -I`, started by `steps.py`. It reads lines of JSON: first the nodes and the limits, then one
submission each, and answers each with one line. NumPy is imported once, here, and processes are forked from this one:
starting Python takes longer than most submissions. It must know neither the package nor its results.
"""
import ctypes
import json
import os
import resource
import select
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from typing import Any, Dict, List, Tuple

import numpy as np

NOBODY = 65534
WAITS_PER_SECOND = 10  # on the clock, over processor time: other work of the machine may delay a submission
MOST_OPEN_FILES = 64  # pipes and sockets hold memory, too
# CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNS, CLONE_NEWIPC, CLONE_NEWNET
NEW_USER, NEW_PROCESSES, NEW_MOUNTS, NEW_QUEUES, NEW_NETWORK = 0x10000000, 0x20000000, 0x20000, 0x8000000, 0x40000000


def _say(answer: Dict[str, Any]) -> None:
    with os.fdopen(3, "w") as out:
        json.dump(answer, out)


def _call(source: str, nodes: List[Dict[str, Any]]) -> None:
    """Writes what `step` returns at each node, or why it does not, to descriptor 3."""
    try:
        space: Dict[str, Any] = {"__name__": "submission"}
        exec(compile(source.encode("utf-8", "surrogateescape"), "submission", "exec"), space)
        answers: List[Dict[str, Any]] = []
        if not callable(space.get("step")):
            raise NameError("there is no function step(node)")
        for node in nodes:
            given = space["step"]({k: np.array(v) if isinstance(v, list) else v for k, v in node.items()})
            if not isinstance(given, dict):
                raise TypeError("step must return a dictionary")
            answers.append({})
            for key, value in given.items():
                try:
                    answers[-1][str(key)] = np.asarray(value, dtype=float).tolist()
                except (TypeError, ValueError, OverflowError):
                    raise TypeError(f"{key} must be an array of numbers") from None
        _say({"answers": answers})
    except BaseException as problem:
        lines = [f.lineno for f in traceback.extract_tb(problem.__traceback__) if f.filename == "submission"]
        lines = lines or [getattr(problem, "lineno", None)]
        where = f"line {lines[-1]}: " if lines[-1] else ""
        _say({"problem": (where + type(problem).__name__ + ": " + str(problem))[:300]})


def _bound(limits: Dict[str, int]) -> None:
    """A file of any size would not bound their sum, so files, in memory too, stay empty. Answers go through a pipe."""
    for what, most in ((resource.RLIMIT_CPU, limits["seconds"]), (resource.RLIMIT_AS, limits["memory"]),
                       (resource.RLIMIT_FSIZE, 0), (resource.RLIMIT_NOFILE, MOST_OPEN_FILES), (resource.RLIMIT_CORE, 0),
                       (resource.RLIMIT_NPROC, 0), (resource.RLIMIT_MSGQUEUE, 0)):
        resource.setrlimit(what, (most, most))


class _MountAttributes(ctypes.Structure):
    """struct mount_attr of mount_setattr(2)."""
    _fields_ = [("set", ctypes.c_uint64), ("clear", ctypes.c_uint64), ("propagation", ctypes.c_uint64),
                ("users", ctypes.c_uint64)]


def _leave_no_files() -> None:
    """Makes all file systems read-only and hides /proc, which shows the processes of others, in the mount namespace of
    this process. Empty files and links can be made where the system has no namespaces or is older than Linux 5.12."""
    libc = ctypes.CDLL(None)
    set_attributes, here, below, private = 442, -100, 0x8000, 1 << 18
    change = _MountAttributes(set=1, propagation=private)  # what is mounted here must not be so for others
    if libc.syscall(set_attributes, here, b"/", below, ctypes.byref(change), ctypes.sizeof(change)) == 0:
        read_only, bare = 1, 2 | 4 | 8  # no set-user-ID programs, no devices, nothing to execute
        libc.mount(b"tmpfs", b"/proc", b"tmpfs", read_only | bare, b"size=4k")


def _share_no_memory() -> None:
    """Shared memory and queues of System V outlive a process and have no limit of their own; here there are none."""
    for name, value in (("shmmni", "0"), ("msgmni", "0"), ("sem", "1 0 1 0")):
        try:
            with open("/proc/sys/kernel/" + name, "w", encoding="ascii") as limit:
                limit.write(value)
        except OSError:
            pass  # not root: what is made ends with the namespace


def _leave_others() -> None:
    """Puts this process into namespaces of its own, as far as the system has them."""
    user = 0 if os.geteuid() == 0 else NEW_USER
    least = NEW_PROCESSES | NEW_MOUNTS
    if ctypes.CDLL(None).unshare(user | least | NEW_QUEUES | NEW_NETWORK) == 0:
        _share_no_memory()
        _leave_no_files()
    elif ctypes.CDLL(None).unshare(user | least) == 0:
        _leave_no_files()


def _submission(source: str, nodes: List[Dict[str, Any]], limits: Dict[str, int], answer: int, folder: str) -> None:
    os.dup2(answer, 3)
    os.closerange(4, 256)
    os.chdir(folder)
    if os.geteuid() == 0:  # the limit on processes does not hold for root, and root may do everything
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    else:
        ctypes.CDLL(None).unshare(NEW_USER)  # the rights that it has in the namespaces above end here
    _bound(limits)
    _call(source, nodes)
    os._exit(0)


def _code(child: int) -> int:
    status = os.waitpid(child, 0)[1]
    return 128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)


def _keep(source: str, nodes: List[Dict[str, Any]], limits: Dict[str, int], answer: int, folder: str) -> None:
    """Three processes: this one, the first of a process namespace, and the submission. A namespace ends with its first
    process, so no process of the submission stays, and none can see others. Where the system allows no namespaces,
    those that leave the process group can stay."""
    os.setsid()
    _leave_others()
    first = os.fork()
    if first == 0:
        submission = os.fork()
        if submission == 0:
            _submission(source, nodes, limits, answer, folder)
        os.close(answer)
        os._exit(_code(submission))
    os.close(answer)
    os._exit(_code(first))


def _heard(answer: int, ended: int, most: int, seconds: float) -> Tuple[bytes, bool]:
    """What was written until the processes ended or wrote too much, and whether they were in time."""
    text, latest, open_ends = b"", time.monotonic() + seconds, [answer, ended]
    while len(text) <= most:
        left = latest - time.monotonic()
        ready = select.select(open_ends, [], [], left)[0] if left > 0 else []
        if not ready:
            return text, False
        more = os.read(answer, 1 << 16) if answer in ready else b""
        if not more and ended in ready:
            return text, True
        if not more:
            open_ends = [ended]
        text += more
    return text, True


def _run(source: str, nodes: List[Dict[str, Any]], limits: Dict[str, int]) -> Dict[str, Any]:
    answer, written = os.pipe()
    ended, open_until_end = os.pipe()
    folder = tempfile.mkdtemp()
    if os.geteuid() == 0:
        os.chown(folder, NOBODY, NOBODY)
    keeper = os.fork()
    if keeper == 0:
        _keep(source, nodes, limits, written, folder)
    os.close(written)
    os.close(open_until_end)
    seconds = WAITS_PER_SECOND * limits["seconds"]
    text, in_time = _heard(answer, ended, limits["output"], seconds)
    try:
        os.killpg(keeper, signal.SIGKILL)  # no effect on what has ended
    except ProcessLookupError:
        pass
    code = _code(keeper)
    os.close(answer)
    os.close(ended)
    subprocess.run(["rm", "-rf", "--", folder], check=False)  # shutil.rmtree fails at deep folders
    if not in_time:
        return {"problem": f"did not end within {seconds} s"}
    if code in (128 + signal.SIGXCPU, 128 + signal.SIGKILL) and len(text) <= limits["output"]:
        return {"problem": f"needed more than {limits['seconds']} s of processor time"}
    return {"text": text[:limits["output"]].decode("utf-8", "replace")}


def main() -> None:
    orders, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    task = json.loads(orders.readline())
    for line in orders:
        reply = _run(json.loads(line), task["nodes"], task["limits"])
        replies.write(json.dumps(reply).encode() + b"\n")
        replies.flush()


if __name__ == "__main__":
    main()
    sys.exit(0)
