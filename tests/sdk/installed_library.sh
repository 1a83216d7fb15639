#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# installed_library.sh BUILD FOLDER CMAKE COMPILER LIBDIR: installs the library of BUILD below FOLDER, moves it, builds the example
# against it by find_package and by pkg-config, and runs both.
set -eu
build=$1 folder=$2 cmake=$3 compiler=$4 libdir=$5
source=$(dirname "$0")/../..
model=$source/resources/examples/double_pendulum.momentree.json
fail() {
    echo "$*" >&2
    exit 1
}

rm -rf "$folder/installed" "$folder/moved" "$folder/example"
"$cmake" --install "$build" --component devel --prefix "$folder/installed" >/dev/null
mv "$folder/installed" "$folder/moved" # nothing may depend on the place
prefix=$folder/moved

# Headers are complete: what they include of ours is installed, too.
grep -rhoE '#include "core/[^"]+"' "$prefix/include" | sort -u | sed 's/.*"\(.*\)"/\1/' | while read -r header; do
    [ -f "$prefix/include/momentree/$header" ] || fail "$header is included but not installed"
done
! grep -rl "$(cd "$source" && pwd)" "$prefix/$libdir/cmake" "$prefix/$libdir/pkgconfig" ||
    fail "these installed files name the source tree"

example=$(find "$prefix" -name energy.cpp)
"$cmake" -S "$(dirname "$example")" -B "$folder/example" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$compiler" >/dev/null
"$cmake" --build "$folder/example" >/dev/null
"$folder/example/energy" "$model" >"$folder/by_cmake.txt"

PKG_CONFIG_PATH=$prefix/$libdir/pkgconfig
export PKG_CONFIG_PATH
# shellcheck disable=SC2046
"$compiler" -std=c++20 "$example" -o "$folder/by_pkg_config" $(pkg-config --cflags --libs momentree)
"$folder/by_pkg_config" "$model" >"$folder/by_pkg_config.txt"

[ "$(wc -l <"$folder/by_cmake.txt")" -gt 100 ] || fail "the example printed: $(cat "$folder/by_cmake.txt")"
cmp "$folder/by_cmake.txt" "$folder/by_pkg_config.txt"
"$folder/by_pkg_config" "$source/LICENSE" >"$folder/bad.txt" && fail "a bad file was accepted"
grep -q "not valid JSON" "$folder/bad.txt" || fail "no message about a bad file: $(cat "$folder/bad.txt")"
rm -rf "$folder/moved" "$folder/example" "$folder/by_pkg_config" # 40 MB
