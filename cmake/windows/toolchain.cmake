# SPDX-License-Identifier: Apache-2.0
# Cross build for 64-bit Windows with Debian's mingw-w64. Libraries are in build/sysroot-windows, made by
# cmake/windows/libraries.sh; Wine runs the programs.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_Fortran_COMPILER x86_64-w64-mingw32-gfortran-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)

get_filename_component(MOMENTREE_SYSROOT ${CMAKE_CURRENT_LIST_DIR}/../../build/sysroot-windows ABSOLUTE)
set(CMAKE_FIND_ROOT_PATH ${MOMENTREE_SYSROOT} /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} ${MOMENTREE_SYSROOT}/lib/pkgconfig)
# Callers must not rely on the registers that their own copy of an inline function leaves alone: the linker may take
# the copy of another file, compiled with other options.
set(CMAKE_CXX_FLAGS_INIT "-DMUPARSER_STATIC -fno-ipa-ra -isystem ${MOMENTREE_SYSROOT}/include")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static")  # programs need no libraries beside them
set(CMAKE_MODULE_LINKER_FLAGS_INIT "-static")
# Qt's code generators are those of this system.
set(QT_HOST_PATH /usr)
set(QT_HOST_PATH_CMAKE_DIR /usr/lib/x86_64-linux-gnu/cmake)
find_program(MOMENTREE_WINE NAMES wine)
if(MOMENTREE_WINE)
    set(CMAKE_CROSSCOMPILING_EMULATOR env WINEPREFIX=${MOMENTREE_SYSROOT}/wine WINEDEBUG=-all ${MOMENTREE_WINE})
endif()
