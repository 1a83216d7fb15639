# SPDX-License-Identifier: Apache-2.0
"""Copies the libraries that a program needs to other machines.

    bundle.py PACKAGE PREFIX/bin/PROGRAM

copies those of one Debian package.
"""
import re
import shutil
import subprocess
import sys
from pathlib import Path

# Every Linux with the same or a later version of glibc has them (PEP 599 and its successors).
PROMISED = re.compile(r"(ld-linux.*|lib(c|m|mvec|dl|rt|pthread|gcc_s|stdc\+\+))\.so\.\d+")
# Drivers of the graphics card and the desktop come from the machine (the list of AppImage's authors).
OF_THE_DESKTOP = re.compile(r"lib(GL|EGL|GLX|GLdispatch|OpenGL|drm|gbm|X11|X11-xcb|xcb|fontconfig|freetype|expat|z)\.so\.\d+")


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def needed_by(binary, left_out):
    """Names and files of all libraries that a binary loads, directly or not."""
    lines = run("ldd", binary)
    if "not found" in lines:
        sys.exit(f"bundle.py: {binary} lacks libraries:\n{lines}")
    found = dict(re.findall(r"(\S+) => (/\S+)", lines))
    return {name: Path(file).resolve() for name, file in found.items() if not any(one.fullmatch(name) for one in left_out)}


def package_of(library):
    """The Debian package with a library; dpkg knows some of them by the link /lib."""
    for name in (str(library), str(library).removeprefix("/usr")):
        owner = subprocess.run(["dpkg-query", "--search", name], capture_output=True, text=True).stdout
        if owner:
            return owner.split(":")[0]
    sys.exit(f"bundle.py: no package contains {library}, so its licence is unknown")


def licence_of(package):
    return Path("/usr/share/doc", package, "copyright")


def find_libraries_in(binary, folder, *others):
    """Has a binary look for libraries in a folder relative to its own, then in others."""
    run("patchelf", "--set-rpath", ":".join([f"$ORIGIN/{folder}", *others]), binary)


def add_library(name, file, folder):
    """Copies a library; those in one folder find each other."""
    shutil.copy(file, folder / name)
    (folder / name).chmod(0o644)
    find_libraries_in(folder / name, ".")


def add_libraries(binaries, folder, left_out=(PROMISED,)):
    """Copies the libraries of binaries with their licences."""
    folder.mkdir(parents=True, exist_ok=True)
    needed = {}
    for binary in binaries:
        needed |= needed_by(binary, left_out)
    for name, file in sorted(needed.items()):
        add_library(name, file, folder)
        shutil.copy(licence_of(package_of(file)), folder / f"{name}.licence")


def replace_package(package, program):
    """Copies the libraries that a program needs of a Debian package, so that it does not depend on the package.

    They are placed in lib/NAME/PACKAGE of the prefix of the program and their licence in share/doc/NAME.
    """
    prefix = program.parent.parent
    folder = prefix / "lib" / program.name / package
    folder.mkdir(parents=True)
    for name, file in sorted(needed_by(program, (PROMISED,)).items()):
        if package_of(file) == package:
            add_library(name, file, folder)
    # Without /proc, as in a bare chroot, the loader does not know where the program is.
    own = f"lib/{program.name}/{package}"
    find_libraries_in(program, f"../{own}", f"/usr/{own}")
    shutil.copy(licence_of(package), prefix / "share/doc" / program.name / f"copyright.{package}")


if __name__ == "__main__":
    replace_package(sys.argv[1], Path(sys.argv[2]))
