#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# qt_core_tsan.sh: builds Qt's core library with the thread sanitizer from Debian's source package, into build/qt-tsan.
# Without it the sanitizer does not see how Qt's locks, queues and thread pools order the work of threads, and reports
# races where there are none. A finished library is not built again.
set -euo pipefail
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
folder=$(realpath -m "$here/../build/qt-tsan")
version=$(dpkg-query -W -f '${source:Version}' libqt6core6)
made=$(cat "$here/debian_source.sh" "${BASH_SOURCE[0]}" <(echo "$version") | sha256sum)
[ "$(cat "$folder/made" 2>/dev/null)" != "$made" ] || exit 0
. "$here/debian_source.sh"

rm -rf "$folder"
mkdir -p "$folder/source"
cd "$folder/source"
libraries=lib/$(gcc -print-multiarch)
{
    # The paths of Debian's library, so that it finds the same plugins; its code generators are those of the system.
    debian_source "$folder/apt" "qt6-base=$version" && cmake -S qt6-base-*/ -B "$folder/build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo \
        -DCMAKE_C{,XX}_FLAGS_RELWITHDEBINFO='-O1 -g1' -DCMAKE_C{,XX}_FLAGS=-fsanitize=thread \
        -DCMAKE_C{,XX}_COMPILER_LAUNCHER=ccache -DQT_FORCE_FIND_TOOLS=ON -DQT_HOST_PATH=/usr \
        -DQT_HOST_PATH_CMAKE_DIR="/usr/$libraries/cmake" -DQT_BUILD_{TESTS,EXAMPLES,TOOLS_WHEN_CROSSCOMPILING}=OFF \
        -DFEATURE_{gui,widgets,network,sql,dbus,xml,testlib,concurrent,precompile_header,mimetype_database,relocatable}=OFF \
        -DCMAKE_INSTALL_PREFIX=/usr -DINSTALL_LIBDIR="$libraries" -DINSTALL_ARCHDATADIR="$libraries/qt6" \
        -DINSTALL_PLUGINDIR="$libraries/qt6/plugins" -DINSTALL_DATADIR=share/qt6 -DINSTALL_SYSCONFDIR=/etc/xdg &&
        cmake --build "$folder/build" --target Core -j "$(nproc)"
} >"$folder/log" 2>&1 || {
    tail -n 15 "$folder/log" >&2
    echo "qt_core_tsan.sh: Qt's core could not be built (above, and in $folder/log)" >&2
    exit 1
}
mkdir "$folder/lib"
cp -P "$folder/build/$libraries"/libQt6Core.so* "$folder/lib/"
rm -rf "$folder"/{source,build,apt}
echo "$made" >"$folder/made"
