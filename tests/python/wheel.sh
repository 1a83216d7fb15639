#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The wheel with the libraries that it needs: wheel.sh SCRIPT PACKAGE PYTHON. Unpacked alone, it loads its
# own libraries. Skipped (77) without python3-wheel and patchelf.
set -euo pipefail
script=$1 package=$2 python=$3
"$python" -c 'import wheel' 2>/dev/null && command -v patchelf >/dev/null || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" "$script" "$(dirname "$package")" 1.2.3 "$folder"
"$python" -m wheel unpack --dest "$folder" "$folder"/momentree-1.2.3-*.whl
cd "$folder/momentree-1.2.3"
PYTHONPATH=$PWD "$python" - <<'END'
import momentree as mt

pendulum = mt.Model({
    "name": "pendulum",
    "ground": {"markers": {"O": [0, 0, 0]}},
    "bodies": [{"name": "rod", "mass": 1, "inertia": [1e-4, 1 / 12, 1 / 12], "markers": {"end": [-0.5, 0, 0]}}],
    "joints": [{"name": "hinge", "type": "revolute", "a": "ground.O", "b": "rod.end"}],
})
assert mt.run(pendulum, duration=0.1)["time"][-1] == 0.1
with open("/proc/self/maps", encoding="utf-8") as maps:
    loaded = {line.split()[-1] for line in maps if "libjsoncpp" in line or "libhdf5" in line}
assert loaded and all("/momentree/libs/" in one for one in loaded), loaded
END
licences=(momentree/libs/*.licence)
test "${#licences[@]}" -ge 5
