#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Problems A01 to A05 of the IFToMM library of computational benchmark problems by every formulation.

  tests/bench/iftomm.py PROGRAM FOLDER   measures, writes tests/bench/iftomm.md, and one folder for each submission
  tests/bench/iftomm.py PROGRAM --check  repeats each row of that page once and compares its errors with the limits

A submission of the library is a form (accuracy, processor time, machine, method) with a text file of results: the
time, then the coordinates that the problem asks for, a row for each time. The model file belongs to it.
"""
import csv
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = os.path.join(ROOT, 'tests/bench/iftomm.md')
# A fixed step [s], or for an integrator that chooses its steps, its relative and absolute tolerance.
STEPS = [float('%de-%d' % (m, e)) for e in range(1, 6) for m in (5, 2, 1)][2:]
TOLERANCES = [10.0**-e for e in range(3, 13)]
VARIABLE = ('cvode-bdf', 'dopri5')
REPEATS = 5


class Problem:
    """A problem: its model, the limits of both errors, and how the reference and ordinary formulations step.

    `energy` is the largest difference of the balance of energy and work from the start [J], `distance` the largest
    difference of a coordinate from the reference [m].
    """

    def __init__(self, name, energy, distance, integrator, reference_step):
        self.name, self.energy, self.distance, self.integrator = name, energy, distance, integrator
        self.reference_step = reference_step
        self.model = os.path.join(ROOT, 'tests/data/iftomm', name + '.momentree.json')
        with open(self.model, encoding='utf-8') as file:
            content = json.load(file)
        self.title, self.text = content['title'], content['text']
        self.duration, self.sample = content['run']['duration'], content['run']['sample']


PROBLEMS = [
    Problem('a01_simple_pendulum', 5e-5, 1e-3, 'rk4', 1e-3),
    Problem('a02_four_bars', 0.1, 1e-2, 'rk4', 1e-3),
    Problem('a03_andrews', 1e-3, 1e-5, 'rk4', 5e-7),
    Problem('a04_bricard', 1e-3, 1e-3, 'rk4', 1e-3),
    Problem('a05_governor', 1e-2, 1e-3, 'cvode-bdf', 2e-5),
]


def run(problem, formulation, options):
    """The report, the rows of results, and the first sentence of the reason of a run that failed."""
    with tempfile.TemporaryDirectory() as folder:
        report, table = os.path.join(folder, 'report.json'), os.path.join(folder, 'table.csv')
        done = subprocess.run([PROGRAM, 'run', problem.model, '--formulation', formulation, *options, '--quiet', '--report',
                               report, '--csv', table, '--columns', 'probes'], stderr=subprocess.PIPE, universal_newlines=True)
        if done.returncode != 0:
            reason = done.stderr.strip().splitlines() or ['no reason']
            return None, [], reason[0].split(os.path.basename(problem.model) + ': ')[-1]
        with open(report, encoding='utf-8') as file, open(table, newline='', encoding='utf-8') as rows:
            return json.load(file), list(csv.reader(rows)), ''


def distance(rows, reference):
    """The largest difference of a coordinate from the reference [m]."""
    if [row[0] for row in rows] != [row[0] for row in reference]:
        sys.exit('iftomm.py: a run has other times than the reference')
    return max(abs(float(a) - float(b)) for row, exact in zip(rows[1:], reference[1:]) for a, b in zip(row[1:], exact[1:]))


def reference_of(problem, formulation='aba'):
    step = ['--integrator', 'rk4', '--step', repr(problem.reference_step)]
    rows = run(problem, formulation, step)[1]
    if not rows:
        sys.exit('iftomm.py: the reference of %s failed' % problem.name)
    return rows


def compared_reference_of(problem):
    """The reference and its largest difference from that of a formulation with other equations."""
    reference = reference_of(problem)
    difference = distance(reference, reference_of(problem, 'lagrange-index1'))
    if difference > 0.01 * problem.distance:
        sys.exit('iftomm.py: the references of %s differ by %g m' % (problem.name, difference))
    return reference, difference


def options_of(integrator, length):
    if integrator in VARIABLE:
        return ['--integrator', integrator, '--set', 'run.relative_tolerance=%r' % length, '--set',
                'run.absolute_tolerance=%r' % length]
    return ['--integrator', integrator, '--step', repr(length)]


def integrator_of(problem, formulation):
    """The problem's integrator, or the one that the formulation brings."""
    report, _, reason = run(problem, formulation, ['--duration', repr(problem.sample), '--step', repr(problem.sample / 5000)])
    if not report:
        sys.exit('iftomm.py: ' + reason)
    return problem.integrator if report['integrator'] == 'rk4' else report['integrator']


class Row:
    """A run within both limits, or the reason that there is none."""

    def __init__(self, integrator, length=None, report=None, rows=None, error=0.0, reason=''):
        self.integrator, self.length, self.report, self.rows = integrator, length, report, rows
        self.error, self.reason = error, reason

    def energy(self):
        return self.report['balance']['max_error_J']

    def within(self, problem):
        return self.energy() <= problem.energy and self.error <= problem.distance


def attempt(problem, formulation, integrator, length, reference):
    report, rows, reason = run(problem, formulation, options_of(integrator, length))
    if not report:
        return Row(integrator, length, reason=reason)
    return Row(integrator, length, report, rows, distance(rows, reference))


def longest(problem, formulation, reference):
    """The run with the longest step, or the greatest tolerance, within both limits; its time is the least of several."""
    integrator = integrator_of(problem, formulation)
    for length in TOLERANCES if integrator in VARIABLE else STEPS:
        if integrator not in VARIABLE and length > problem.sample:
            continue
        row = attempt(problem, formulation, integrator, length, reference)
        if row.report and row.within(problem):
            for _ in range(REPEATS - 1):
                again = attempt(problem, formulation, integrator, length, reference)
                if again.report['wall_s'] < row.report['wall_s']:
                    row = again
            return row
    if row.report:
        return Row(integrator, reason='%s: errors of %.1e J and %.1e m' % (length_text(row), row.energy(), row.error))
    return row


def submit(problem, formulation, row, folder):
    """Writes the form, the results and the model of a submission."""
    place = os.path.join(folder, problem.name, formulation)
    os.makedirs(place, exist_ok=True)
    shutil.copy(problem.model, place)
    with open(os.path.join(place, 'results.txt'), 'w', encoding='utf-8') as file:
        for values in row.rows[1:]:
            file.write(' '.join('%.9e' % float(value) for value in values) + '\n')
    machine = row.report['machine']
    with open(os.path.join(place, 'submission.txt'), 'w', encoding='utf-8') as file:
        file.write('\n'.join([
            'Problem: ' + problem.title,
            'Accuracy: %.3e (J, largest error of the energy balance)' % row.energy(),
            'CPU time: %.5f s' % row.report['wall_s'],
            'CPU / GPU: %s, one thread' % machine['processor'],
            'Operating System: %s' % platform.system(),
            'Method description: Momentree %s (%s), formulation %s, integrator %s, %s. %s' %
            (row.report['momentree'], row.report['commit'], formulation, row.integrator, length_text(row), machine['compiler']),
            'Results file: results.txt with columns ' + ', '.join(row.rows[0]),
        ]) + '\n')


def length_text(row):
    return ('tolerance %g' if row.integrator in VARIABLE else 'step %g s') % row.length


def formulations():
    listed = subprocess.run([PROGRAM, 'list', 'formulations'], stdout=subprocess.PIPE, universal_newlines=True, check=True)
    return [line.split()[0] for line in listed.stdout.splitlines()]


INTRODUCTION = """# IFToMM library of computational benchmark problems

Problems A01 to A05 of the library (González, Dopico, Lugrís, Cuadrado) by every formulation. Written by `./dev iftomm`, which measures again and
writes each row as a submission of the library, too: form, text file of results and model, in `build/iftomm`.

Each row has the longest step of the series 0.1, 0.05, 0.02, 0.01 ... s, or the greatest tolerance of the powers of ten, with which both errors are within
the limits of the table. *Energy*: largest change of energy minus work. *Coordinates*: largest difference of the results that the library asks for from
`aba` with a short step of `rk4`, which agrees with `lagrange-index1` as stated. The limits are this page's; the library compares energies.

*Time* is the least wall time of five runs in one thread without set-up, which is processor time where nothing else runs; *rows* is the part of it in
which rows of results are computed, reactions included.

"""


def write(folder):
    page = INTRODUCTION
    for problem in PROBLEMS:
        reference, difference = compared_reference_of(problem)
        page += '## %s\n\n%s %g s with a row every %g s. Limits: %g J and %g m; references agree within %.0e m.\n\n' % (
            problem.title, problem.text, problem.duration, problem.sample, problem.energy, problem.distance, difference)
        page += '| formulation | integrator | step or tolerance | energy [J] | coordinates [m] | time [ms] | rows [ms] |\n'
        page += '|---|---|---:|---:|---:|---:|---:|\n'
        for formulation in formulations():
            row = longest(problem, formulation, reference)
            page += line_of(formulation, row)
            print(page.splitlines()[-1], flush=True)
            if row.report:
                submit(problem, formulation, row, folder)
        page += '\n'
    with open(PAGE, 'w', encoding='utf-8') as file:
        file.write(page.rstrip() + '\n')


def line_of(formulation, row):
    if not row.report:
        return '| `%s` | `%s` | %s | - | - | - | - |\n' % (formulation, row.integrator, row.reason)
    recorded = sum(phase['total_ns'] for phase in row.report['phases'] if phase['name'] == 'record')
    return '| `%s` | `%s` | %g | %.1e | %.1e | %.2f | %.2f |\n' % (
        formulation, row.integrator, row.length, row.energy(), row.error, 1e3 * row.report['wall_s'], 1e-6 * recorded)


def check():
    """Repeats each row of the page; returns the number of those that are not within the limits any more."""
    with open(PAGE, encoding='utf-8') as file:
        sections = file.read().split('\n## ')[1:]
    wrong = 0
    for problem, section in zip(PROBLEMS, sections):
        reference = reference_of(problem)
        lines = [line for line in section.splitlines() if line.startswith('| `')]
        known = [line.split('`')[1] for line in lines]
        if known != formulations():
            print('%s: the page has other formulations; ./dev iftomm writes it again' % problem.name)
            wrong += 1
        for line in lines:
            cells = [cell.strip(' `') for cell in line.split('|')[1:-1]]
            if cells[3] == '-':
                continue
            row = attempt(problem, cells[0], cells[1], float(cells[2]), reference)
            if not row.report or not row.within(problem):
                print('%s: %s: %s' % (problem.name, cells[0],
                                      row.reason or '%.1e J and %.1e m' % (row.energy(), row.error)))
                wrong += 1
    return wrong


PROGRAM = sys.argv[1]
if sys.argv[2] == '--check':
    sys.exit(1 if check() else 0)
write(sys.argv[2])
