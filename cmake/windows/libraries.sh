#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# libraries.sh: builds the libraries of the solver and the command line for 64-bit Windows from Debian's source
# packages into build/sysroot-windows; headers that are the same everywhere are those of this system. Finished
# libraries are not built again.
set -euo pipefail
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
root=$(realpath "$here/../..")
folder=$root/build/sysroot-windows
sources=(libjsoncpp muparser tinyxml2 minizip nettle lapack hdf5 sundials qt6-base)
made=$(cat "$here/toolchain.cmake" "$here/../debian_source.sh" "${BASH_SOURCE[0]}" | sha256sum)
[ "$(cat "$folder/made" 2>/dev/null)" != "$made" ] || exit 0
mkdir -p "$folder"/{source,include,lib/pkgconfig}
. "$here/../debian_source.sh"

# with_cmake NAME OPTIONS...
with_cmake() {
    local name=$1 source
    shift
    source=$(echo "$folder/source/$name"-*)
    cmake -S "$source" -B "$folder/source/build-$name" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$here/toolchain.cmake" \
        -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$folder" -DCMAKE_INSTALL_LIBDIR=lib -DBUILD_SHARED_LIBS=OFF "$@"
    cmake --build "$folder/source/build-$name" -j "$processes"
    cmake --install "$folder/source/build-$name"
}

# pkg_config NAME LIBRARIES
pkg_config() {
    printf 'prefix=%s\nName: %s\nDescription: %s\nVersion: 1\nCflags: -I${prefix}/include\nLibs: -L${prefix}/lib %s\n' \
        "$folder" "$1" "$1" "$2" >"$folder/lib/pkgconfig/$1.pc"
}

headers() {
    ln -sfn /usr/include/eigen3 /usr/include/boost /usr/include/tl /usr/include/CLI "$folder/include/"
    mkdir -p "$folder"/{share,lib}/cmake
    ln -sfn /usr/share/eigen3 "$folder/share/"
    ln -sfn /usr/share/cmake/{tl-expected,CLI11} "$folder/share/cmake/"
    ln -sfn /usr/lib/x86_64-linux-gnu/cmake/{Boost,boost_headers}-* /usr/lib/x86_64-linux-gnu/cmake/BoostDetect* "$folder/lib/cmake/"
}
build_libjsoncpp() {
    with_cmake libjsoncpp -DJSONCPP_WITH_TESTS=OFF -DJSONCPP_WITH_POST_BUILD_UNITTEST=OFF -DBUILD_STATIC_LIBS=ON \
        -DBUILD_OBJECT_LIBS=OFF
}
build_muparser() { with_cmake muparser -DENABLE_SAMPLES=OFF -DENABLE_OPENMP=OFF; }
build_tinyxml2() { with_cmake tinyxml2 -Dtinyxml2_BUILD_TESTING=OFF; }
build_minizip() {
    local file
    for file in ioapi iowin32 unzip zip; do
        x86_64-w64-mingw32-gcc-posix -O2 -w -c "$folder"/source/minizip-*/$file.c -o "$folder/source/$file.o"
    done
    x86_64-w64-mingw32-ar rcs "$folder/lib/libminizip.a" "$folder"/source/{ioapi,iowin32,unzip,zip}.o
    mkdir -p "$folder/include/minizip"
    cp "$folder"/source/minizip-*/{ioapi,unzip,zip}.h "$folder/include/minizip/"
}
build_nettle() (
    cd "$folder"/source/nettle-*/
    CC=x86_64-w64-mingw32-gcc-posix ./configure --host=x86_64-w64-mingw32 --prefix="$folder" --libdir="$folder/lib" \
        --disable-public-key --disable-shared --disable-documentation --disable-openssl
    make -j "$processes" libnettle.a nettle.pc
    make install-headers install-static install-pkgconfig
)
build_lapack() {
    with_cmake lapack -DLAPACKE=ON -DBUILD_TESTING=OFF -D{,LAPACKE_}BUILD_{SINGLE,COMPLEX,COMPLEX16}=OFF
}
build_hdf5() {
    # With mingw-w64 there is <unistd.h>, but not this.
    [ -e hdf5.patched ] || sed -i 's|^#include <sys/wait.h>||' "$folder"/source/hdf5-*/src/H5private.h
    touch hdf5.patched
    # One test program writes its result, digits of Fortran's numbers, where the configuration does not look.
    mkdir -p "$folder/source/build-hdf5"
    echo '21;0;' >"$folder/source/build-hdf5/pac_Cconftest.out"
    with_cmake hdf5 -DBUILD_TESTING=OFF -DHDF5_BUILD_TOOLS=OFF -DHDF5_BUILD_EXAMPLES=OFF -DHDF5_BUILD_CPP_LIB=OFF \
        -DHDF5_BUILD_FORTRAN=OFF -DHDF5_BUILD_JAVA=OFF -DHDF5_ENABLE_Z_LIB_SUPPORT=ON
    pkg_config hdf5-serial '-lhdf5 -lz'
    ln -sf libhdf5_hl.a "$folder/lib/libhdf5_serial_hl.a"
}
build_sundials() {
    with_cmake sundials -DBUILD_{ARKODE,CVODES,IDA,IDAS,KINSOL}=OFF -DEXAMPLES_ENABLE_C=OFF -DEXAMPLES_INSTALL=OFF
}
# Qt's core, and Qt Test for the tests. Its code generators are those of this system, of the same version.
build_qt6_base() {
    with_cmake qt6-base -DQT_HOST_PATH=/usr -DQT_HOST_PATH_CMAKE_DIR=/usr/lib/x86_64-linux-gnu/cmake \
        -DQT_QMAKE_TARGET_MKSPEC=win32-g++ -DQT_BUILD_{TESTS,EXAMPLES,TOOLS_WHEN_CROSSCOMPILING}=OFF \
        -DFEATURE_{gui,widgets,network,sql,dbus,xml,concurrent,glib,icu,zstd,pkg_config}=OFF \
        -DFEATURE_system_{pcre2,zlib,doubleconversion}=OFF
}

processes=${PROCESSES-$(nproc)}
log=$folder/log
cd "$folder/source"
headers
for source in "${sources[@]}"; do
    [ ! -e "$folder/source/$source.done" ] || continue
    echo "    $source"
    # Not `( ) || {`, in which an error would end nothing.
    set +e
    (
        set -e
        [ -e "$source.fetched" ] || debian_source "$folder/apt" "$source"
        touch "$source.fetched"
        "build_${source//-/_}"
    ) >"$log-$source" 2>&1
    status=$?
    set -e
    [ "$status" -eq 0 ] || {
        tail -n 15 "$log-$source" >&2
        echo "libraries.sh: $source could not be built (above, and in $log-$source)" >&2
        exit 1
    }
    touch "$folder/source/$source.done"
done
echo "$made" >"$folder/made"
