# SPDX-License-Identifier: Apache-2.0
"""The Python package as its users call it."""
import doctest
import json
import math
import os
import pathlib
import pydoc
import shutil
import signal
import tempfile
import threading
import unittest
import unittest.mock
import warnings

import momentree as mt
import numpy as np

RESOURCES = pathlib.Path(__file__).resolve().parents[2] / "resources"


def example(name, **changes):
    return mt.load(RESOURCES / "examples" / f"{name}.momentree.json", **changes)


def rod(length=1.0, mass=1.0, **more):
    """A slender rod that hangs on a hinge and swings in the xy plane."""
    inertia = mass * length**2 / 12
    return {
        "name": "rod",
        "ground": {"markers": {"O": [0, 0, 0]}},
        "bodies": [{"name": "rod", "mass": mass, "inertia": [0.01 * inertia, inertia, inertia],
                    "markers": {"end": [-length / 2, 0, 0]}}],
        "joints": [{"name": "hinge", "type": "revolute", "a": "ground.O", "b": "rod.end"}],
        **more,
    }


class Models(unittest.TestCase):
    def test_file_and_dictionary_are_the_same_model(self):
        model = example("four_bar")
        again = mt.Model(model.description)
        self.assertEqual(again.description, model.description)
        self.assertEqual(model.degrees_of_freedom, 1)
        self.assertEqual(model.joints, ["J1", "J2", "J3", "J4"])
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "copy.momentree.json"
            model.save(path)
            self.assertEqual(mt.load(path).description, model.description)

    def test_examples_of_docstrings_run(self):
        names = dict(vars(mt), model=example("four_bar"), run=mt.run,
                     load=lambda name: mt.load(RESOURCES / "examples" / name))
        ran = 0
        for one in doctest.DocTestFinder().find(mt.Model, globs=names) + doctest.DocTestFinder().find(mt.run, globs=names):
            for each in one.examples:
                exec(compile(each.source, one.name, "exec"), one.globs)
                ran += 1
        self.assertGreater(ran, 0)

    def test_changes_leave_the_model_alone(self):
        model = example("four_bar")
        self.assertEqual(model.changed(parameters={"L": "31 cm"}).parameters["L"], 0.31)
        self.assertEqual(model.parameters["L"], 0.3)
        pendulum = mt.Model(rod(), q={"hinge": 0.25}, u={"hinge": "2*0.5"})
        run = mt.Run(pendulum)
        self.assertEqual(run["hinge.q"][0], 0.25)
        self.assertAlmostEqual(run["hinge.u"][0], 1.0, places=14)

    def test_arrays_are_accepted(self):
        arrays = rod()
        arrays["bodies"][0]["inertia"] = np.array([1e-3, 1 / 12, 1 / 12])
        arrays["bodies"][0]["mass"] = np.int64(1)
        plain = rod()
        plain["bodies"][0]["inertia"] = [1e-3, 1 / 12, 1 / 12]
        self.assertEqual(mt.Model(arrays).description, mt.Model(plain).description)
        run = mt.Run(mt.Model(plain), formulation="index3-dca", projections=np.int32(2), step=np.float64(0.01),
                     modified_newton=np.bool_(True))
        self.assertEqual((run.settings["projections"], run.settings["modified_newton"]), (2, True))
        with self.assertRaisesRegex(TypeError, "a model cannot hold a set"):
            mt.Model(rod(title={1}))

    def test_errors_name_place_line_and_id(self):
        text = '{"version": 1, "name": "x",\n "bodies": [{"name": "b",\n  "mass": "2 m"}]}'
        with self.assertRaises(mt.Error) as caught:
            mt.Model(text)
        missing = caught.exception.diagnostics[0]
        self.assertEqual((missing.id, missing.line, missing.place), ("key-missing", 2, "body 'b'"))
        self.assertIn("text:2: body 'b': 'inertia' is missing", str(caught.exception))
        with self.assertRaisesRegex(mt.Error, "^cannot open '/does/not/exist.json'"):
            mt.load("/does/not/exist.json")
        for call, kind in (
            (lambda: mt.load("/does/not/exist.json"), "file-not-opened"),
            (lambda: mt.Run(mt.Model(rod()), formulation="hdcaa"), "id-misspelt"),
            (lambda: mt.Run(mt.Model(rod()), stp=1e-3), "unknown-key"),
            (lambda: mt.Run(mt.Model(rod()), step=-1.0), None),
            (lambda: mt.Run(mt.Model(rod()), duration=math.inf), None),
            (lambda: mt.System(mt.Model(rod()), formulation="index3-dca"), "formulation-no-derivative"),
            (lambda: mt.Model(rod(), q={"hing": 1}), "start-joint-unknown"),
            (lambda: example("four_bar", parameters={"k": 1}), "parameter-unknown"),
            (lambda: mt.inverse_dynamics(mt.Model(rod())), "motions-leave-freedom"),
            (lambda: mt.run_study("/does/not/exist.study.json"), "file-not-opened"),
        ):
            with self.assertRaises(mt.Error) as caught:
                call()
            diagnostic = caught.exception.diagnostics[0]
            self.assertEqual(diagnostic.severity, "error")
            self.assertTrue(kind is None or diagnostic.id == kind, diagnostic)

    def test_warnings_are_warnings(self):
        pendulum = rod()
        pendulum["bodies"][0]["inertia"] = [1, 0.1, 0.1]  # violates the triangle inequality
        with warnings.catch_warnings(record=True) as shown:
            warnings.simplefilter("always")
            mt.Model(pendulum)
        self.assertTrue(shown and issubclass(shown[0].category, mt.Warning), shown)
        self.assertEqual(shown[0].filename, __file__)

    def test_choices_give_reasons(self):
        self.assertIn("hdca", [f.id for f in mt.formulations(mt.Model(rod()))])
        refused = {i.id: i.refusal for i in mt.integrators("index3-dca")}
        self.assertTrue(refused["rk4"])
        self.assertIsNone(refused["trapezoidal"])


class Runs(unittest.TestCase):
    def test_columns_are_views(self):
        run = mt.Run(example("double_pendulum"), duration=0.1, sample=0.01)
        first = run["total"]
        self.assertEqual(first.shape, (1,))
        self.assertTrue(run.advance())
        run.finish()
        self.assertEqual(run["total"].shape, (11,))
        self.assertTrue(np.shares_memory(first, run["total"]))
        self.assertTrue(np.shares_memory(run["total"], run.rows))
        with self.assertRaises(ValueError):
            run["total"][0] = 1
        total = run["total"]
        kept = total.copy()
        del run, first  # the column keeps the memory
        self.assertTrue(np.array_equal(total, kept))

    def test_columns_of_the_same_name_are_told_apart_as_in_files(self):
        description = json.loads((RESOURCES / "examples" / "double_pendulum.momentree.json").read_text())
        description["probes"] = [{"column": "total", "quantity": "kinetic_energy"}]
        run = mt.run(mt.Model(description), duration=0.1, step=0.01)
        with tempfile.TemporaryDirectory() as folder:
            run.save_csv(f"{folder}/run.csv")
            header = pathlib.Path(folder, "run.csv").read_text().splitlines()[0].split(",")
        probe = next(name for name in header if name.startswith("total") and name != "total")
        self.assertTrue(np.array_equal(run[probe], run["kinetic"]))
        self.assertTrue(set(header) <= set(run))

    def test_columns_have_units_and_a_file(self):
        run = mt.run(example("double_pendulum"), duration=0.1)
        self.assertEqual((run.units["time"], run.units["total"]), ("s", "J"))
        with self.assertRaisesRegex(KeyError, "there is no column 'nothing'"):
            run["nothing"]
        with self.assertRaisesRegex(KeyError, "'totl'; did you mean 'total'"):
            run["totl"]
        with tempfile.TemporaryDirectory() as folder:
            run.save_csv(f"{folder}/run.csv")
            table = np.genfromtxt(f"{folder}/run.csv", delimiter=",", names=True)
            self.assertTrue(np.array_equal(table["total"], run["total"]))
            run.save_hdf5(f"{folder}/run.h5")
            self.assertGreater(pathlib.Path(folder, "run.h5").stat().st_size, run["time"].nbytes)
            run.save_parquet(f"{folder}/run.parquet")
            self.assertEqual(pathlib.Path(folder, "run.parquet").read_bytes()[:4], b"PAR1")
            run.save_capsule(f"{folder}/run.momentree.zip")
            again = mt.run(mt.load(f"{folder}/run.momentree.zip"))
            self.assertTrue(np.array_equal(again["total"], run["total"]))
        self.assertEqual(run.report["status"], "done")
        self.assertEqual(run.report["steps"], run.steps)

    def test_steps_are_those_of_a_whole_run(self):
        model = example("four_bar")
        whole = mt.run(model, duration=0.5)
        steps = mt.Run(model, duration=0.5)
        steps.advance(3)
        steps.advance_to(0.25)
        self.assertEqual(steps["time"][-1], 0.25)
        for wrong in (lambda: steps.advance(0), lambda: steps.advance_to(0.1), lambda: steps.advance_to(math.nan)):
            self.assertRaises(ValueError, wrong)
        while steps.advance():
            pass
        for name in whole:
            if not name.startswith("phase"):
                self.assertTrue(np.array_equal(whole[name], steps[name], equal_nan=True), name)

    def test_inputs_control_a_run(self):
        # A torque held over each sample, against the same torque as a law of the state.
        probes = [{"column": "tau", "quantity": "input"},
                  {"column": "swing", "quantity": "joint_angle", "joint": "hinge"}]
        torque = {"name": "motor", "type": "axial-torque", "a": "ground.O", "b": "rod.end"}
        start = {"joints": {"hinge": {"q": 0.3}}}
        driven = mt.Model(rod(probes=probes, forces=[{**torque, "law": "2*tau"}], initial=start))
        law = mt.Model(rod(forces=[{**torque, "law": "-6*q"}], initial=start))
        settings = dict(integrator="rk4", step=1e-3, sample=1e-3, duration=1)
        for formulation in ("naudet", "hdca", "lagrange-index1"):
            run = mt.Run(driven, formulation=formulation, **settings)
            other = mt.Run(driven, formulation=formulation, **settings)
            run.set_inputs(tau=-0.9)
            while run.advance():
                run.set_inputs(tau=-3 * run["swing"][-1])
            self.assertEqual(other.inputs, {"tau": 0})
            self.assertAlmostEqual(run["tau"][1], -0.9)
            exact = mt.run(law, formulation=formulation, **settings)
            self.assertLess(np.abs(run["hinge.q"] - exact["hinge.q"]).max(), 0.01)
            self.assertGreater(np.abs(exact["hinge.q"] - other.finish()["hinge.q"]).max(), 0.1)
            self.assertEqual(run.notes, [])
        self.assertRaises(ValueError, run.set_inputs, sigma=1.0)
        self.assertRaises(ValueError, run.set_inputs, tau=math.inf)
        self.assertRaises(ValueError, mt.Run(driven, integrator="dopri5").set_inputs, tau=1.0)

    def test_failed_runs_keep_their_rows(self):
        with self.assertRaises(mt.RunFailed) as caught:
            mt.run(example("double_pendulum"), formulation="aba", integrator="explicit-euler", step=0.2,
                   duration=1000, sample=0.2)
        self.assertGreater(len(caught.exception.run["time"]), 1)
        self.assertNotIn(caught.exception.run.report["status"], ("done", "stopped"))

    def test_other_threads_go_on(self):
        run = mt.Run(example("chain_128"), formulation="aba", integrator="rk4", step=1e-3, sample=1e-2, duration=1)
        thread = threading.Thread(target=run.finish)
        seen = set()
        thread.start()
        while thread.is_alive():
            seen.add(len(run["time"]))
        thread.join()
        self.assertEqual(len(run["time"]), 101)
        self.assertTrue(seen - {1, 101}, seen)  # while the run went on

    def test_interrupts_end_the_call(self):
        def interrupt(*_):
            raise KeyboardInterrupt

        run = mt.Run(mt.Model(rod()), formulation="aba", integrator="rk4", step=1e-5, sample=1e-2, duration=1e4)
        before = signal.signal(signal.SIGALRM, interrupt)
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        try:
            with self.assertRaises(KeyboardInterrupt):
                run.finish()
        finally:
            signal.signal(signal.SIGALRM, before)
        rows = len(run["time"])
        run.advance()  # goes on
        self.assertEqual(len(run["time"]), rows + 1)

    @unittest.skipUnless(shutil.which("c++"), "generated code needs a compiler")
    def test_generated_code_gives_the_same_motion(self):
        settings = dict(formulation="naudet", integrator="rk4", step=1e-3, duration=0.5)
        usual = mt.run(example("spatial_double_pendulum"), **settings)
        generated = mt.run(example("spatial_double_pendulum"), backend="generated", **settings)
        self.assertLess(np.abs(generated["total"] - usual["total"]).max(), 1e-10)
        self.assertIn("generated", [choice.id for choice in mt.backends()])

    def test_error_estimates(self):
        run = mt.run(example("double_pendulum"), estimate_error=True, duration=0.5, integrator="rk4", step=1e-3)
        self.assertLess(run.errors["positions"], 1e-6)
        self.assertGreater(run.errors["positions"], 0)
        self.assertIsNone(mt.run(example("double_pendulum"), duration=0.1, check=False).errors)

    def test_runs_are_checked_at_their_end(self):
        settings = dict(formulation="hdca", integrator="explicit-euler", step=0.001, duration=1.0)
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            run = mt.Run(example("double_pendulum"), **settings)
            while run.advance(10):
                self.assertIsNone(run.errors)
        kinds = [w.message.diagnostic.id for w in seen if isinstance(w.message, mt.Warning)]
        self.assertIn("positions-uncertain", kinds)
        self.assertGreater(run.errors["positions"], 1e-3)
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            unchecked = mt.run(example("double_pendulum"), check=False, **settings)
        self.assertNotIn("positions-uncertain", [w.message.diagnostic.id for w in seen])
        self.assertTrue(np.array_equal(run["total"], unchecked["total"]))


class Equations(unittest.TestCase):
    def test_derivative_integrates_to_the_same_motion(self):
        model, h, steps = example("double_pendulum"), 1e-3, 200
        for formulation in ("hdca", "naudet", "aba", "hamilton-index2", "lagrange-index1"):
            system = mt.System(model, formulation=formulation)
            y = system.start()
            for k in range(steps):
                t = k * h
                k1 = system(t, y)
                k2 = system(t + h / 2, y + h / 2 * k1)
                k3 = system(t + h / 2, y + h / 2 * k2)
                k4 = system(t + h, y + h * k3)
                y = system.project(t + h, y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4))
            run = mt.run(model, formulation=formulation, integrator="rk4", step=h, duration=h * steps)
            end = system.observe(h * steps, y)
            for joint in model.joints:  # round-off of 200 steps
                self.assertAlmostEqual(end[f"{joint}.q"], run[f"{joint}.q"][-1], delta=1e-11, msg=formulation)

    @unittest.skipUnless(shutil.which("c++"), "no compiler here")
    def test_gradient_has_the_slopes_of_the_derivative(self):
        step = 1e-5
        with tempfile.TemporaryDirectory() as cache, unittest.mock.patch.dict(os.environ, XDG_CACHE_HOME=cache):
            for name, parameter in (("double_pendulum", "L"), ("four_bar", "m")):
                model = example(name)
                system = mt.System(model, formulation="naudet")
                y = system.start()
                ydot, by_state, by_parameters = system.gradient(0.1, y, [parameter])
                self.assertTrue(np.allclose(ydot, system.derivative(0.1, y), rtol=1e-12, atol=1e-12))
                self.assertEqual(by_parameters.shape, (system.size, 1))
                for k in range(system.size):
                    ahead, behind = y.copy(), y.copy()
                    ahead[k] += step
                    behind[k] -= step
                    slope = (system.derivative(0.1, ahead) - system.derivative(0.1, behind)) / (2 * step)
                    scale = np.abs(by_state).max()
                    self.assertLess(np.abs(by_state[:, k] - slope).max(), 1e-7 * scale, msg=f"{name} {k}")
                value = model.parameters[parameter]
                rates = [
                    mt.System(model.changed(parameters={parameter: value + side * step}), formulation="naudet").derivative(0.1, y)
                    for side in (-1, 1)
                ]
                slope = (rates[1] - rates[0]) / (2 * step)
                self.assertLess(np.abs(by_parameters[:, 0] - slope).max(), 1e-6 * np.abs(slope).max(), msg=name)
        with self.assertRaises(mt.Error):
            mt.System(model, formulation="aba").gradient(0, y)

    def test_wrong_states_are_refused(self):
        system = mt.System(mt.Model(rod()), formulation="aba")
        with self.assertRaisesRegex(ValueError, "the state has 2"):
            system.derivative(0, np.zeros(3))
        with self.assertRaises(mt.Error):
            system.derivative(0, np.full(2, np.nan))

    def test_mass_matrix_gives_the_kinetic_energy(self):
        for name in ("four_bar", "double_pendulum"):
            run = mt.run(example(name), duration=0.5)
            for row in (1, len(run["time"]) // 2, -1):
                about = mt.linearise(run, row)
                u = np.array([run[c.replace(".q", ".u")][row] for c in about.coordinates])
                self.assertTrue(np.array_equal(about.M, mt.mass_matrix(run, row)))
                energy = u @ about.M @ u / 2
                self.assertAlmostEqual(energy, run["kinetic"][row], delta=1e-9 * max(run["kinetic"]))
        with self.assertRaises(IndexError):
            mt.mass_matrix(run, 10**6)

    def test_a_rod_swings_at_its_frequency(self):
        hanging = mt.linearise(mt.Model(rod(length=0.7), q={"hinge": "-90 deg"}))
        exact = math.sqrt(3 * 9.81 / (2 * 0.7)) / (2 * math.pi)
        self.assertAlmostEqual(hanging.modes[0].frequency, exact, places=12)
        self.assertEqual(hanging.stability, "stable")
        self.assertAlmostEqual(hanging.A[1, 0], -(2 * math.pi * exact) ** 2, places=9)
        self.assertEqual(mt.linearise(mt.Model(rod(), q={"hinge": "90 deg"})).stability, "unstable")
        rest = mt.equilibrium(mt.Model(rod(), q={"hinge": 0.3}))
        self.assertAlmostEqual(rest.q["hinge"][0], -math.pi / 2, places=9)

    def test_inverse_dynamics_gives_the_torque_of_a_run(self):
        model = example("four_bar_driven")
        inverse = mt.inverse_dynamics(model, duration=1, step=0.005)
        run = mt.run(model, duration=1, sample=0.005)
        self.assertTrue(np.array_equal(inverse["time"], run["time"]))
        # rk4 with 1e-3 s and 1e-9 of the largest torque
        largest = np.abs(run["drive_torque"]).max()
        self.assertLess(np.abs(inverse.efforts["drive"] - run["drive_torque"]).max(), 1e-9 * largest)
        self.assertIsNone(inverse.ended)
        shared = mt.inverse_dynamics(model, duration=1, step=0.005, actuated=["J1", "J4"])
        self.assertEqual(list(shared.efforts), ["J1", "J4"])
        self.assertFalse(shared.figures["J4"].unique)
        self.assertTrue(np.allclose(shared.powers["J1"] + shared.powers["J4"], inverse.powers["drive"],
                                    atol=1e-9))
        moved = mt.kinematics(model, duration=1, step=0.005)
        self.assertTrue(np.allclose(moved["coupler_angle"], inverse["coupler_angle"], atol=1e-12))
        self.assertGreater(moved.regularity.min(), 0.1)


class Studies(unittest.TestCase):
    def test_a_study_has_every_run(self):
        runs = mt.run_study(RESOURCES / "studies" / "double_pendulum.study.json", jobs=1)
        self.assertEqual(len(runs), 13)  # a reference, four formulations with three steps
        self.assertEqual({run.status for run in runs}, {"done"})
        self.assertEqual([run.name for run in runs if run.position_error > 0], ["reference"])
        self.assertEqual(runs[0].warning, "")
        by_name = {run.name: run for run in runs}
        # Of order 4, in a chaotic motion.
        ratio = by_name["hdca+step=0.005"].final_difference / by_name["hdca+step=0.0025"].final_difference
        self.assertTrue(12 < ratio < 20, ratio)


class Help(unittest.TestCase):
    def test_everything_is_explained(self):
        text = pydoc.render_doc(mt, renderer=pydoc.plaintext)
        for name in mt.__all__:
            self.assertTrue(getattr(mt, name).__doc__, name)
            self.assertIn(name, text)
        for kind in (mt.Model, mt.Run, mt.System, mt.Columns, mt.InverseDynamics):
            for name, member in vars(kind).items():
                if not name.startswith("_"):
                    self.assertTrue(member.__doc__, f"{kind.__name__}.{name}")
        self.assertNotIn("_core.", text)


if __name__ == "__main__":
    unittest.main()
