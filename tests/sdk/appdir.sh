#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The folder of an AppImage: appdir.sh BUILD SCRIPT MODEL. Its program computes a model with libraries of its
# own. Skipped (77) without patchelf.
set -euo pipefail
build=$1 script=$2 model=$3
command -v patchelf >/dev/null || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cmake --install "$build" --component program --prefix "$folder/installed" >/dev/null
/usr/bin/python3 "$script" "$folder/installed" "$folder/AppDir"
env -i HOME="$folder" QT_QPA_PLATFORM=offscreen "$folder/AppDir/AppRun" run "$model" --duration 0.1
libraries=$(env -i LD_TRACE_LOADED_OBJECTS=1 "$folder/AppDir/AppRun")
grep -q "libQt6Widgets.so.6 => $folder/AppDir/usr/" <<<"$libraries"
! grep -E 'lib(Qt6|vtk|hdf5|sundials|jsoncpp)[^ ]* => /usr' <<<"$libraries"
