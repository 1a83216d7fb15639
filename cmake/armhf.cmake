# SPDX-License-Identifier: Apache-2.0
# Cross build for 32-bit ARM with hardware floating point (Zynq-7000) with Debian's compiler.
# Libraries are in build/sysroot-armhf, created by fpga_link/boards/sysroot-armhf.sh.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_C_COMPILER arm-linux-gnueabihf-gcc)
set(CMAKE_CXX_COMPILER arm-linux-gnueabihf-g++)
set(CMAKE_LIBRARY_ARCHITECTURE arm-linux-gnueabihf)
set(CMAKE_FIND_LIBRARY_SUFFIXES .a)

get_filename_component(MOMENTREE_SYSROOT ${CMAKE_CURRENT_LIST_DIR}/../build/sysroot-armhf ABSOLUTE)
set(CMAKE_FIND_ROOT_PATH ${MOMENTREE_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# Headers of header-only libraries, and of zlib for this processor.
set(CMAKE_CXX_FLAGS_INIT "-D_FILE_OFFSET_BITS=64 -isystem ${MOMENTREE_SYSROOT}/usr/include -isystem ${MOMENTREE_SYSROOT}/usr/include/arm-linux-gnueabihf -Wno-psabi")
find_program(MOMENTREE_QEMU_ARM NAMES qemu-arm-static qemu-arm)
if(MOMENTREE_QEMU_ARM)
    set(CMAKE_CROSSCOMPILING_EMULATOR ${MOMENTREE_QEMU_ARM})
endif()
