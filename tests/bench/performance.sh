#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Measures on this machine and writes tests/bench/performance.md with its plots:
#   tests/bench/performance.sh [BENCH-PROGRAM]
# The program runs three times. With MEASUREMENTS="FILE.json..." the page uses earlier measurements (the program's --benchmark_out)
# instead of new ones. Needs python3 and gnuplot-nox; do not use the machine meanwhile.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
program=${1-build/release/bin/momentree-bench}
for tool in python3 gnuplot; do
    command -v "$tool" >/dev/null || {
        echo "performance.sh: $tool is missing (Debian: python3, gnuplot-nox)" >&2
        exit 2
    }
done
measurements=${MEASUREMENTS-}
if [ -z "$measurements" ]; then
    [ -x "$program" ] || {
        echo "performance.sh: $program is not there; build it: cmake --preset release && cmake --build --preset release --target momentree-bench" >&2
        exit 2
    }
    for run in 1 2 3; do
        measurements+=" build/performance-$run.json"
        MOMENTREE_LONG=1 "$program" --benchmark_out="build/performance-$run.json" --benchmark_out_format=json
    done
fi
# shellcheck disable=SC2086 # several files
python3 tests/bench/performance.py $measurements tests/bench
