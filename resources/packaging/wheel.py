#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Packs an installed Python package with the libraries that it needs as a wheel:

    wheel.py FOLDER VERSION OUTPUT

FOLDER contains momentree/. Libraries that the tag manylinux promises are not copied; others are
placed in momentree/libs with their licences and found there.
"""
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# PEP 599 and later: every Linux with this version of glibc has them.
PROMISED = re.compile(r"(ld-linux.*|lib(c|m|mvec|dl|rt|pthread|gcc_s|stdc\+\+))\.so\.\d+")


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def needed_by(binary):
    """Names and files of all libraries that a binary loads, directly or not."""
    found = dict(re.findall(r"(\S+) => (/\S+)", run("ldd", binary)))
    return {name: Path(file).resolve() for name, file in found.items() if not PROMISED.fullmatch(name)}


def licence_of(library):
    """The licence file of the Debian package with a library; dpkg knows some of them by the link /lib."""
    for name in (str(library), str(library).removeprefix("/usr")):
        owner = subprocess.run(["dpkg-query", "--search", name], capture_output=True, text=True).stdout
        if owner:
            return Path("/usr/share/doc", owner.split(":")[0], "copyright")
    sys.exit(f"wheel.py: no package contains {library}, so its licence is unknown")


def add_libraries(package):
    libraries = package / "libs"
    libraries.mkdir()
    module = next(package.glob("_core.*.so"))
    for name, file in sorted(needed_by(module).items()):
        shutil.copy(file, libraries / name)
        (libraries / name).chmod(0o644)
        run("patchelf", "--set-rpath", "$ORIGIN", libraries / name)
        shutil.copy(licence_of(file), libraries / f"{name}.licence")
    run("patchelf", "--set-rpath", "$ORIGIN/libs", module)


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
        add_libraries(root / "momentree")
        add_description(root, version, f"{python}-{python}-manylinux_{glibc}_{platform.machine()}")
        print(run(sys.executable, "-m", "wheel", "pack", "--dest-dir", output, root), end="")


if __name__ == "__main__":
    main(*sys.argv[1:])
