#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Packs an installed Python package with the libraries that it needs as a wheel:

    wheel.py FOLDER VERSION OUTPUT

FOLDER contains momentree/. Libraries that the tag manylinux promises are not copied; others are
placed in momentree/libs with their licences and found there.
"""
import os
import platform
import shutil
import sys
import tempfile
from pathlib import Path

from bundle import add_libraries, find_libraries_in, run


def add_description(root, version, tag):
    about = root / f"momentree-{version}.dist-info"
    about.mkdir()
    here = Path(__file__).resolve().parent
    shutil.copy(here / "../../LICENSES/Apache-2.0.txt", about / "LICENSE")
    (about / "METADATA").write_text(f"""Metadata-Version: 2.1
Name: momentree
Version: {version}
Summary: Dynamics of rigid multibody systems by several formulations
License: Apache-2.0
Requires-Python: =={sys.version_info.major}.{sys.version_info.minor}.*
Requires-Dist: numpy>=1.21
License-File: LICENSE
""")
    (about / "WHEEL").write_text(f"""Wheel-Version: 1.0
Generator: momentree
Root-Is-Purelib: false
Tag: {tag}
""")


def main(folder, version, output):
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    glibc = os.confstr("CS_GNU_LIBC_VERSION").split()[1].replace(".", "_")
    with tempfile.TemporaryDirectory() as made:
        root = Path(made)
        shutil.copytree(Path(folder) / "momentree", root / "momentree",
                        ignore=shutil.ignore_patterns("__pycache__"))
        module = next((root / "momentree").glob("_core.*.so"))
        add_libraries([module], root / "momentree" / "libs")
        find_libraries_in(module, "libs")
        add_description(root, version, f"{python}-{python}-manylinux_{glibc}_{platform.machine()}")
        print(run(sys.executable, "-m", "wheel", "pack", "--dest-dir", output, root), end="")


if __name__ == "__main__":
    main(*sys.argv[1:])
