# SPDX-License-Identifier: Apache-2.0
"""Writes performance.md and its plots from the JSON of momentree-bench: performance.py JSON... FOLDER."""

import json
import math
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

FORMULATIONS = ["naudet", "aba", "hdca", "dca", "bullet"]
THREADED = ["naudet", "hdca", "index3-dca"]
SIZES = [2 ** k for k in range(1, 11)]
SLOPES = {"revolute/7": "by the state, revolute n = 7", "parameters/7": "by the state, a mass and a length, n = 7",
          "ladder/3": "by the state, ladder of 3 windows", "tilted-ladder/3": "by the state, that ladder with redundant rows"}
LOOPED = ["naudet", "hdca", "dca", "aba", "lcaba", "cluster", "lagrange-index1", "hamilton-index2", "index3-dca",
          "generalized-alpha", "rattle", "energy-momentum"]
LOCAL = ["naudet", "hdca", "dca", "aba", "lcaba", "cluster"]
LOCAL_LOOPS = {"chains/5/1": "two chains of 5 links, joined at link 1", "chains/5/5": "the same, joined at link 5",
               "chains/10/4": "two chains of 10 links, joined at link 4", "chains/20/3": "two chains of 20 links, joined at link 3",
               "chains/40/40": "two chains of 40 links, joined at link 40", "four-bars/1/1": "a free body with a four-bar",
               "four-bars/2/3": "a free body with 2 chains of 3 four-bars",
               "four-bars/4/8": "a free body with 4 chains of 8 four-bars"}
PALETTE = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#7f7f7f"]


class Measurements:
    """The smallest times of several runs."""

    def __init__(self, paths):
        runs = [json.loads(Path(path).read_text()) for path in paths]
        self.context = runs[0]["context"]
        self.rows, self.times = {}, Counter()
        for row in (row for run in runs for row in run["benchmarks"]):
            name = re.sub(r"/(iterations:\d+|manual_time|real_time)", "", row["name"])
            if not row.get("error_occurred"):
                self.times[name] += 1
                self.rows[name] = self.least(self.rows[name], row) if name in self.rows else row

    def runs(self):
        """The number of measurements per row, as text."""
        least, most = min(self.times.values()), max(self.times.values())
        return f"{least}" if least == most else f"{least} to {most}"

    @staticmethod
    def least(one, other):
        """For simulations (without `ns`) the whole better run."""
        if "us" in one:
            return one | {"us": min(one["us"], other["us"])}
        if "window_us" in one:
            return one | {c: min(one[c], other[c]) for c in ("step_us", "window_us", "start_s")}
        if "ns" not in one:
            return max(one, other, key=lambda row: row.get("realtime", row.get("steps_per_s", 0.0)))
        row = one | {c: min(one[c], other[c]) for c in ("ns", "peer_ns", "ns_per_body") if c in one}
        if "ratio" in row:
            row["ratio"] *= row["ns"] / row["peer_ns"] * one["peer_ns"] / one["ns"]
        return row

    def __call__(self, name, counter):
        """None if not measured."""
        return self.rows.get(name, {}).get(counter)


def processor():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return "unknown processor"


def shown(value, digits=3):
    if value is None:
        return "not measured"
    return f"{value:.{digits}g}" if value < 1000 else f"{value:.0f}"


def inverse(value):
    return None if value is None else 1.0 / value


def goals(m):
    """(what, must, aim, measured, remark[, accurate]); `must` begins with the direction that is good."""

    def derivative(joint, peer, n):
        return f"ratio/{joint}/naudet/{peer}/{n}"

    def simulated(name, most_J, loss_J, drift_m=1e-9):
        row = m.rows.get(name, {})
        if not row:
            return None, "", True
        return (row["realtime"], f"largest energy error {row['energy_error_J']:.2g} J, loss "
                f"{row['energy_loss_J']:.2g} J, drift {row['drift_m']:.1e} m",
                row["energy_error_J"] < most_J and row["energy_loss_J"] < loss_J and row["drift_m"] < drift_m)

    revolute, spherical = derivative("revolute", "bullet", 32), derivative("spherical", "bullet", 128)
    yield ("state derivative, revolute chain n = 32, `naudet` over Bullet", "<= 0.25", "0.21",
           m(revolute, "ratio"), both(m, revolute))
    yield ("the same, spherical chain n = 128, error below 1e-10", "<= 0.50", "0.30",
           m(spherical, "ratio"), both(m, spherical), (m(spherical, "error") or 0.0) < 1e-10)
    for joint in ("revolute", "spherical"):
        yield (f"ns per body at n = 1024 over n = 32, `naudet`, {joint}", "<= 1.2", "1.1",
               m(f"growth/{joint}/naudet", "ratio"), "")
    yield ("`naudet` over our `aba`, revolute n = 128", "<= 0.9", "0.8",
           m(derivative("revolute", "aba", 128), "ratio"), "")
    for n in (32, 128, 1024):
        yield (f"`hdca` per body, revolute n = {n} [ns]", "<= 400", "250",
               m(f"derivative/revolute/hdca/{n}", "ns_per_body"), "")
    for what, must, aim, name, *limits in [
        ("chain of 128, step 0.01 s, `rk4`, `naudet`: simulated over wall time", ">= 90", "150",
         "chain128/rk4/naudet/sequential", math.inf, math.inf),
        ("the same by `index3-dca`, energy loss below 48 J", ">= 30", "60",
         "chain128/trapezoidal/index3-dca/sequential", math.inf, 48.0),
        ("chain of 1024 by `index3-dca`, one thread", ">= 1", "1",
         "chain1024/trapezoidal/index3-dca/sequential", math.inf, math.inf),
        ("the same, two threads", ">= 1", "4", "chain1024/trapezoidal/index3-dca/parallel:2", math.inf, math.inf),
    ]:
        yield (what, must, aim, *simulated(f"simulation/{name}", *limits))
    yield from loop_goals(m, simulated)
    for formulation in THREADED:
        name = f"threads/2/revolute/{formulation}/512"
        yield (f"sequential over `parallel:2`, revolute n = 512, `{formulation}`", ">= 1.4", "1.7",
               inverse(m(name, "ratio")), "")
    code = "ratio/{}/generated/bullet/32".format
    for joint in ("revolute", "spherical"):
        yield (f"code generated for the chain, {joint} n = 32, over Bullet", "<= 0.22", "0.20",
               m(code(joint), "ratio"), both(m, code(joint)))
        yield ("the same for 8 states at once", "<= 0.05", "0.05",
               m(f"batch/generated/8/{joint}/bullet/32", "ratio"), "")
    for name, what in SLOPES.items():
        yield (f"rates and slopes {what}, in evaluations of `naudet`", "<= 6", "4", m(f"slopes/{name}", "ratio"),
               "exact: compared with complex steps in the tests")
    for n in (32, 512):
        yield (f"a batch of 8 states over 8 single calls of `naudet`, revolute n = {n}", "<= 0.25", "0.17",
               m(f"batch/8/revolute/sequential/{n}", "ratio"), "")
        yield ("the same in single precision", "<= 0.3", "0.17",
               m(f"batch/8/revolute/float32/{n}", "ratio"), "seven digits")
        yield ("a batch of 8 states, each of a model with masses and lengths of its own", "<= 0.3", "0.17",
               m(f"batch/own/8/revolute/sequential/{n}", "ratio"), "")


def window(m, family, formulation, windows):
    """Time of a step for each window [us]."""
    return m(f"loops/{family}/{formulation}/{windows}", "window_us")


def loop_goals(m, simulated):
    for formulation in ("hdca", "naudet", "aba"):
        step = m(f"loops/ladder/{formulation}/40", "step_us")
        yield (f"ladder of 40, `rk4`, time of a step by `{formulation}` [ms]", "<= 0.3", "0.15",
               None if step is None else step / 1000, "")
    for formulation in ("naudet", "hdca", "aba", "lagrange-index1", "hamilton-index2", "index3-dca"):
        few, many = (window(m, "ladder", formulation, n) for n in (10, 1000))
        yield (f"time per window at 1000 windows over that at 10, `{formulation}`", "<= 1.5", "1.1",
               many / few if few and many else None, "")
    runs = [simulated(f"simulation/ladder40/{name}/sequential", 0.1, math.inf)
            for name in ("rk4/naudet", "rk4/hdca", "rk4/aba", "abm4/aba", "trapezoidal/index3-dca")]
    best = max((run for run in runs if run[0] and run[2]), key=lambda run: run[0], default=(None, "", True))
    yield ("ladder of 40, step 0.01 s, energy error below 0.1 J, the fastest: simulated over wall time", ">= 100", "150",
           *best)
    # Interpolated rows are not corrected, which leaves 2e-9 m.
    yield ("the same with rows every 0.01 s and the variable steps of `dopri5`", ">= 100", "150",
           *simulated("simulation/ladder40/dopri5/aba/sequential", 0.1, math.inf, 1e-8))
    row = m.rows.get("loops/chain/index3-dca/100000")
    yield ("chain of 100 000 bodies by `index3-dca`: steps per second", ">= 4", "7", m("loops/chain/index3-dca/100000", "steps_per_s"),
           f"drift {row['drift_m']:.1e} m, memory {row['memory_GB']:.1f} GB, start {row['start_s']:.0f} s" if row else "",
           not row or row["drift_m"] < 1e-9 and row["memory_GB"] < 4)


def simulations(m):
    what = {"chain128": "spherical chain of 128, step 0.01 s", "chain1024": "spherical chain of 1024, step 0.01 s",
            "ladder40": "ladder of 40 four-bars, steps or rows of 0.01 s", "ladder40_short_step": "the ladder, step 0.0025 s"}
    for name, row in m.rows.items():
        found = re.fullmatch(r"simulation/(\w+)/([\w-]+)/([\w-]+)/([\w:]+)", name)
        if found:
            yield [what[found[1]], found[2], f"`{found[3]}`", f"`{found[4]}`", shown(row["realtime"]),
                   f"{row['energy_error_J']:.2g}", f"{row['drift_m']:.1e}"]


def both(m, name):
    row = m.rows.get(name)
    if not row:
        return ""
    return (f"{row['ns'] / 1000:.2f} us against {row['peer_ns'] / 1000:.2f} us, errors "
            f"{row['error']:.1e} and {row['peer_error']:.1e}; of medians {row['ratio_median']:.2f}")


def verdict(must, measured, accurate=True):
    if measured is None:
        return ""
    side, limit = must.split()
    good = measured <= float(limit) if side == "<=" else measured >= float(limit)
    if not accurate:
        return "**no**, not accurate enough"
    return "yes" if good else "**no**"


def table(head, rows):
    yield "| " + " | ".join(head) + " |"
    yield "|---" + "|---:" * (len(head) - 1) + "|"
    for row in rows:
        yield "| " + " | ".join(row) + " |"


def page(m):
    context = m.context
    yield "# Performance"
    yield ""
    yield ("Written by `tests/bench/performance.sh`, which measures again and prints this page. Times are the least of many "
           "short slices in all runs; ratios are of")
    yield ("programs that ran in turn, slice by slice, in one process. The time of a simulation is the sum over its steps "
           "of each step's least time in repeated runs.")
    yield ""
    yield (f"Machine: {processor()}, {context['num_cpus']} processors, load {context['load_avg'][0]:.1f} at the start; each row {m.runs()} times; "
           f"preset `{context['preset']}`; {context['date'][:10]}.")
    yield ""
    yield "## Goals"
    yield ""
    yield from table(["what", "must", "aim", "measured", "met", "remark"],
                     [[what, must, aim, shown(measured), verdict(must, measured, *accurate), remark]
                      for what, must, aim, measured, remark, *accurate in goals(m)])
    yield ""
    yield "## Simulations"
    yield ""
    yield from table(["what", "integrator", "formulation", "backend", "simulated over wall time", "largest energy error [J]",
                      "drift [m]"], simulations(m))
    for joint in ("revolute", "spherical"):
        yield ""
        yield f"## State derivative, {joint} chain [ns per body]"
        yield ""
        yield from table(["n"] + [f"`{f}`" for f in FORMULATIONS],
                         [[str(n)] + [shown(m(f"derivative/{joint}/{f}/{n}", "ns_per_body"))
                                      for f in FORMULATIONS] for n in SIZES])
        yield ""
        yield "Relative error against the exact motion in extended precision:"
        yield ""
        yield from table(["n"] + [f"`{f}`" for f in FORMULATIONS],
                         [[str(n)] + [shown(m(f"derivative/{joint}/{f}/{n}", "error"), 2)
                                      for f in FORMULATIONS] for n in (32, 128, 1024)])
    yield ""
    yield ("`naudet` and `hdca` find speeds out of momenta: rounding these costs the condition number of the mass matrix. "
           "`aba` and Bullet find accelerations.")
    yield ""
    yield "![Time per body over the length of the chain](complexity.svg)"
    yield ""
    yield "## Closed loops"
    yield ""
    yield ("Time of a step of 1 ms for each window of a ladder of four-bars [us]. Formulations with an integrator of their "
           "own use it, others `rk4`, which evaluates the rates four times.")
    yield ""
    sizes = (1, 10, 40, 1000)
    yield from table(["windows"] + [str(n) for n in sizes] + ["1000, redundant rows"],
                     [[f"`{f}`"] + [shown(window(m, "ladder", f, n)) for n in sizes] +
                      [shown(window(m, "tilted-ladder", f, 1000))] for f in LOOPED])
    yield ""
    yield "Local loops, state derivative [us]:"
    yield ""
    yield from table(["mechanism"] + [f"`{f}`" for f in LOCAL],
                     [[text] + [shown(m(f"local/{name}/{f}", "us")) for f in LOCAL] for name, text in LOCAL_LOOPS.items()])
    yield ""
    yield from others()
    yield ""
    yield "## Several threads"
    yield ""
    if scaling(m):
        yield from table(["n"] + [f"`{f}`" for f in THREADED],
                         [[str(n)] + [shown(inverse(m(f"threads/2/revolute/{f}/{n}", "ratio")))
                                      for f in THREADED] for n in SIZES
                          if m(f"threads/2/revolute/naudet/{n}", "ratio")])
        yield ""
        yield "Speed-up of a simulated step by two threads; efficiency is the speed-up over the threads."
        yield ""
        yield "![Speed-up and efficiency](scaling.svg)"
        yield ""
        yield "Where another program computes on every processor meanwhile, n = 512, all time counted:"
        yield ""
        yield from table(["formulation", "`parallel` over `sequential`, time"],
                         [[f"`{f}`", shown(m(f"beside_others/revolute/{f}/512", "ratio"))] for f in THREADED])
    else:
        yield "The `parallel` backend was not in this build."
    yield ""
    yield "Two shares of work by `Workers(2)` over the same work by one thread:"
    yield ""
    yield from table(["share [ns]", "time over sequential"],
                     [[shown(row["peer_ns"] / 2), shown(row["ratio"])]
                      for name, row in m.rows.items() if re.fullmatch(r"fork_join/\d+/pause/0", name)])


def others():
    """What the page compares with but does not measure: tests/bench/others.md."""
    return (Path(__file__).parent / "others.md").read_text().rstrip().splitlines()


def scaling(m):
    """[(formulation, threads, [(n, speed-up)])]."""
    curves = {}
    for name, row in m.rows.items():
        found = re.fullmatch(r"threads/(\d+)/revolute/([\w-]+)/(\d+)", name)
        if found:
            curves.setdefault((found[2], int(found[1])), []).append((int(found[3]), 1 / row["ratio"]))
    return [(f, threads, sorted(points)) for (f, threads), points in curves.items()]


def gnuplot(path, height, panels):
    """panels: [(title, y label, log y, [(label, points)])]."""
    commands = [f'set terminal svg size 900,{height} font "sans,13" background "white"',
                f'set output "{path}"', f"set multiplot layout 1,{len(panels)}",
                "set logscale x 2", "set grid xtics ytics mytics lt 1 lc rgb '#dddddd'", "set key below horizontal",
                "set bmargin 5", 'set xlabel "bodies"', "set xrange [1.6:1280]"]
    commands += [f"set style line {k + 1} lc rgb '{c}' lw 2 pt 7 ps 0.6" for k, c in enumerate(PALETTE)]
    for title, label, logarithmic, curves in panels:
        commands += [f'set title "{title}"', f'set ylabel "{label}"',
                     "set logscale y" if logarithmic else "unset logscale y",
                     "set yrange [*:*]" if logarithmic else "set yrange [0:*]"]
        for k, (_, points) in enumerate(curves):
            commands += [f"$data{k} << END", *(f"{x} {y}" for x, y in points), "END"]
        commands.append("plot " + ", ".join(
            f'$data{k} with linespoints ls {k % len(PALETTE) + 1} title "{name}"'
            for k, (name, _) in enumerate(curves)))
    commands.append("unset multiplot")
    subprocess.run(["gnuplot"], input="\n".join(commands) + "\n", text=True, check=True)


def plots(m, folder):
    panels = []
    for joint in ("revolute", "spherical"):
        curves = [(f, [(n, m(f"derivative/{joint}/{f}/{n}", "ns_per_body")) for n in SIZES
                       if m(f"derivative/{joint}/{f}/{n}", "ns_per_body")]) for f in FORMULATIONS]
        panels.append((f"state derivative, {joint}", "ns per body", True, [c for c in curves if c[1]]))
    gnuplot(folder / "complexity.svg", 460, panels)
    curves = scaling(m)
    if curves:
        gnuplot(folder / "scaling.svg", 460, [
            ("speed-up", "sequential over parallel", False,
             [(f"{f}, {t} threads", points) for f, t, points in curves]),
            ("parallel efficiency", "speed-up per thread", False,
             [(f"{f}, {t} threads", [(n, s / t) for n, s in points]) for f, t, points in curves])])


def main():
    m, folder = Measurements(sys.argv[1:-1]), Path(sys.argv[-1])
    plots(m, folder)
    (folder / "performance.md").write_text("\n".join(page(m)) + "\n")


main()
