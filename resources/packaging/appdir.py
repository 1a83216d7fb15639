#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the folder of an AppImage from the installed program:

    appdir.py INSTALLED APPDIR

INSTALLED is the prefix of `cmake --install`. The folder contains all libraries and plugins but those
of the desktop and of graphics drivers; `APPDIR/AppRun` starts the program.
"""
import os
import shutil
import sys
from pathlib import Path

from bundle import OF_THE_DESKTOP, PROMISED, add_libraries, find_libraries_in, run

PLUGINS = ("platforms/libqxcb.so", "platforms/libqoffscreen.so", "xcbglintegrations", "imageformats/libqsvg.so",
           "imageformats/libqjpeg.so", "iconengines/libqsvgicon.so", "tls/libqopensslbackend.so", "platforms/libqwayland*.so",
           "wayland-*")


def copy_plugins(to):
    """Copies the plugins of Qt that are installed."""
    source = Path(run("qmake6", "-query", "QT_INSTALL_PLUGINS").strip())
    for pattern in PLUGINS:
        for found in source.glob(pattern):
            for file in sorted(found.glob("*.so")) if found.is_dir() else [found]:
                target = to / file.relative_to(source)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file, target)
                find_libraries_in(target, "../../lib")
    if not (to / "platforms/libqxcb.so").exists():
        sys.exit(f"appdir.py: no plugin of Qt for X11 in {source}")


def main(installed, made):
    root = Path(made)
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(installed, root / "usr", symlinks=True)
    program = root / "usr/bin/momentree"
    copy_plugins(root / "usr/plugins")
    add_libraries([program, *(root / "usr/plugins").rglob("*.so")], root / "usr/lib", (PROMISED, OF_THE_DESKTOP))
    find_libraries_in(program, "../lib")
    (root / "usr/bin/qt.conf").write_text("[Paths]\nPrefix = ..\nPlugins = plugins\n")
    name = "org.momentree.Momentree"
    os.symlink("usr/bin/momentree", root / "AppRun")
    os.symlink(f"usr/share/applications/{name}.desktop", root / f"{name}.desktop")
    icon = next(root.glob(f"usr/share/icons/hicolor/**/{name}.*"))
    os.symlink(icon.relative_to(root), root / icon.name)
    os.symlink(icon.relative_to(root), root / ".DirIcon")


if __name__ == "__main__":
    main(*sys.argv[1:])
