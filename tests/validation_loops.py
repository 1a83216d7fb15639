#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Computes the loop examples with every formulation and integrator and prints their part of
tests/validation.md:  tests/validation_loops.py [PROGRAM]

Errors are the largest distances of centres of mass from a reference run at any sample. Where
tests/data/reference has an independent trajectory of the example, the reference run is compared with
it first.
"""
import csv
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, 'build/release/bin/momentree')
STEP, SAMPLE = 1e-3, 0.02
# Example, duration [s], independent trajectory, what it is.
EXAMPLES = [
    ('four_bar', 2.0, 'fourbar_ground_0p4', 'Three equal bars, planar; three redundant rows'),
    ('parallelogram', 2.0, 'fourbar_parallelogram', 'Planar, through its singular pose; three redundant rows'),
    ('slider_crank', 2.0, 'slider_crank', 'Planar, with a prismatic joint; three redundant rows'),
    ('four_bar_driven', 2.0, 'fourbar_driven', 'Planar, the crank driven at constant speed'),
    ('rssr', 2.0, None, 'Spatial, two spherical joints'),
    ('peaucellier', 1.0, None, 'Planar, eight bars, three loops'),
    ('walker', 1.0, None, "Jansen's leg, planar, several loops"),
]
REFERENCE = {'formulation': 'aba', 'integrator': 'rk4', 'step': 1e-4, 'sample': SAMPLE}
SECOND = {'formulation': 'lagrange-index1', 'integrator': 'dopri5', 'relative_tolerance': 1e-13,
          'absolute_tolerance': 1e-13}


def output(*arguments):
    run = subprocess.run([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                         universal_newlines=True)
    return run.stdout, run.stderr


def choices(kind):
    """The ids of formulations or integrators, in their order."""
    return [line.split()[0] for line in output('list', kind)[0].splitlines()]


def path_of(example):
    return os.path.join(ROOT, 'resources/examples', example + '.momentree.json')


def read_rows(path):
    with open(path, newline='') as file:
        return list(csv.DictReader(file))


def error_of_reference(example, case, duration, folder):
    """The largest difference of common columns from an independent trajectory, each in its scale."""
    result = os.path.join(folder, 'reference.csv')
    options = [item for key in ('formulation', 'integrator', 'step', 'sample')
               for item in ('--' + key, str(REFERENCE[key]))]
    output('run', path_of(example), *options, '--duration', str(duration), '--csv', result, '--quiet')
    with open(os.path.join(ROOT, 'tests/data/reference', case + '.json')) as file:
        scales = json.load(file)['comparison']['scale']
    theirs = {round(float(row['time']), 9): row
              for row in read_rows(os.path.join(ROOT, 'tests/data/reference', case + '.csv'))}
    largest, columns = 0.0, set()
    for row in read_rows(result):
        exact = theirs.get(round(float(row['time']), 9))
        if exact is None:
            continue
        for column in exact:
            if column in row and column in scales:
                columns.add(column)
                largest = max(largest, abs(float(row[column]) - float(exact[column])) / scales[column])
    if not columns:
        sys.exit('%s and %s have no common columns' % (example, case))
    return largest, len(columns)


def study(example, duration, run, sweep, folder):
    """The rows of a study with the reference, which itself is left out."""
    path, table = os.path.join(folder, 'loops.study.json'), os.path.join(folder, 'table.csv')
    with open(path, 'w') as file:
        json.dump({'version': 1, 'name': example, 'model': path_of(example),
                   'run': dict(run, sample=SAMPLE, duration=duration), 'sweep': sweep,
                   'reference': {'run': dict(REFERENCE, duration=duration)}}, file)
    output('compare', path, '--out', os.path.join(folder, example), '--table', table)
    return [row for row in read_rows(table) if row['run'] != 'reference']


class Reasons:
    """Numbers the reasons of refusals and failures, each once."""

    def __init__(self):
        self.known = []

    def number(self, status):
        reason = status.split("': ", 1)[1] if status.startswith('refused: ') else status
        if 'which has integrators of its own' in reason:
            reason = 'the formulation has integrators of its own, see the last column'
        if reason not in self.known:
            self.known.append(reason)
        return '[%d]' % (self.known.index(reason) + 1)


def cell(row, reasons):
    if row['status'] == 'done':
        return '%.1e · %s' % (float(row['differs [m]']), row['evaluations'])
    return ('refused ' if row['status'].startswith('refused') else 'failed ') + reasons.number(row['status'])


def table(rows, formulations, integrators, own, reasons):
    """One line for each formulation, one column for each integrator of all and one for those of a
    formulation's own."""
    common = [i for i in integrators if i not in own]
    print('| formulation | ' + ' | '.join('`%s`' % i for i in common) + ' | built in |')
    print('|---' * (len(common) + 2) + '|')
    at = {(row['formulation'], row['integrator']): row for row in rows}
    for formulation in formulations:
        cells = [cell(at[formulation, i], reasons) for i in common]
        built_in = ['`%s` %s' % (i, cell(at[formulation, i], reasons))
                    for i in integrators if own.get(i) == formulation]
        print('| `%s` | %s | %s |' % (formulation, ' | '.join(cells), ', '.join(built_in) or 'none'))


def owners(rows):
    """The formulation into which each integrator is built, from what others say of it."""
    marker = 'is built into '
    return {row['integrator']: row['status'].split(marker)[1].split(';')[0]
            for row in rows if marker in row['status']}


def main():
    formulations, integrators = choices('formulations'), choices('integrators')
    reasons = Reasons()
    print("""## Loops: every formulation with every integrator

Each cell: the largest distance of a centre of mass from the reference [m] · evaluations of the equations of motion, or iterations where the formulation
iterates; %g s steps, adaptive integrators with the default tolerances. Reference: `%s` with `%s` and steps of %g s.
Numbers in brackets are reasons, below the tables.""" % (
        STEP, REFERENCE['formulation'], REFERENCE['integrator'], REFERENCE['step']))
    with tempfile.TemporaryDirectory() as folder:
        for example, duration, case, text in EXAMPLES:
            rows = study(example, duration, {'step': STEP},
                         [{'setting': 'formulation', 'values': formulations},
                          {'setting': 'integrator', 'values': integrators}], folder)
            print('\n### %s\n\n%s; %g s.' % (example, text, duration), end=' ')
            if case:
                print('The reference differs from the independent trajectory `%s` by %.1e in %d columns, each relative '
                      'to its scale.' % ((case,) + error_of_reference(example, case, duration, folder)))
            else:
                second = study(example, duration, SECOND, [], folder)[0]
                print('The reference differs by %s m from `%s` with `%s` and tolerances of %g.' % (
                    '%.1e' % float(second['differs [m]']) if second['status'] == 'done' else second['status'],
                    SECOND['formulation'], SECOND['integrator'], SECOND['relative_tolerance']))
            print()
            table(rows, formulations, integrators, owners(rows), reasons)
    print('\nReasons:\n')
    for k, reason in enumerate(reasons.known):
        print('%d. %s' % (k + 1, reason))


if __name__ == '__main__':
    main()
