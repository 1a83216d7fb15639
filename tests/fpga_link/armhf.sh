#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# armhf.sh AGENT PROGRAM TEST: runs a test with an emulated agent for 32-bit ARM, or prints why this
# is not possible.
skip() {
    echo "skipped: $*"
    exit 77
}
[ -x "$1" ] || skip "there is no $1; fpga_link/boards/sysroot-armhf.sh, then cmake --preset board-armhf and --build make it"
emulator=$(command -v qemu-arm-static || command -v qemu-arm) ||
    skip "there is no qemu-arm; install qemu-user-static"
MOMENTREE_BOARD="$emulator $1" exec "$2" "$3"
