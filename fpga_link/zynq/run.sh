#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh FABRIC AGENT FOLDER [OPTION...]: boots an emulated Zynq-7000 with the shipped overlay, udev rule, service
# and agent, and with the simulated accelerator behind its window. Prints LISTENING PORT and runs until
# it is ended. FABRIC: momentree-zynq-fabric; AGENT: momentree-board for 32-bit ARM; FOLDER: for
# everything that is made, with the kernel of kernel.sh in FOLDER/kernel; OPTION: further ones for QEMU.
set -euo pipefail
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
fabric=$(realpath "$1") agent=$(realpath "$2") folder=$(realpath "$3")
shift 3
sysroot=$(realpath "$here/../../build/sysroot-armhf")
boards=$here/../boards
# A socket's name is at most 107 bytes long.
sockets=$(mktemp -d)
started=()
finish() {
    [ "${#started[@]}" -eq 0 ] || kill "${started[@]}" 2>/dev/null || true
    wait || true
    rm -rf "$sockets"
}
trap finish EXIT
trap 'exit 0' INT TERM

# The overlay is applied before the kernel starts, as a boot loader does it: the mainline kernel has no
# interface for overlays at run time.
dtc -q -@ -I dts -O dtb -i "$boards" -o "$folder/momentree.dtbo" "$boards/momentree.dtso"
fdtoverlay -i "$folder/kernel/zynq-zc702.dtb" -o "$folder/board.dtb" "$folder/momentree.dtbo"
# The global timer of QEMU 7.2 sends this kernel no interrupts; the other timer starts late, so that
# the kernel cannot calibrate its delay loop and is given it (lpj).
fdtput -t s "$folder/board.dtb" /axi/timer@f8f00200 status disabled
# The debugger port makes single accesses of words only, so that samples are read one by one.
fdtput -t x "$folder/board.dtb" /axi/momentree@43c00000 reg 43c00000 10000
# Without a source of random numbers, the kernel would have none for a minute or more; boot loaders pass some.
# shellcheck disable=SC2046
fdtput -t bx "$folder/board.dtb" /chosen rng-seed $(head -c 32 /dev/urandom | od -An -v -t x1)

# The first file system: busybox, and the files of the package momentree-board.
root=$folder/root
rm -rf "$root"
mkdir -p "$root"/{bin,etc,shipped,usr/bin}
cp "$sysroot/bin/busybox" "$root/bin/"
cp "$here/init" "$root/init"
install -m 755 "$agent" "$root/usr/bin/momentree-board"
cp "$here/../agent/momentree-board.service" "$root/shipped/"
cp "$boards/momentree.rules" "$root/shipped/60-momentree.rules"
cp "$boards/momentree.sysusers" "$root/shipped/momentree.conf"
(umask 077 && head -c 24 /dev/urandom | base64 >"$folder/secret")
cp "$folder/secret" "$root/etc/momentree-board.token"
(cd "$root" && find . | cpio -o -H newc -R 0:0 --quiet | gzip -1) >"$folder/initrd.gz"

# Any free port.
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
: >"$folder/console.log"
qemu-system-arm -M xilinx-zynq-a9 -m 256M -kernel "$folder/kernel/zImage" -dtb "$folder/board.dtb" \
    -initrd "$folder/initrd.gz" -append 'console=ttyPS0,115200 uio_pdrv_genirq.of_id=generic-uio lpj=416666 panic=-1' \
    -serial null -serial "file:$folder/console.log" -display none -monitor none -no-reboot \
    -nic "user,hostfwd=tcp:127.0.0.1:$port-:7420" \
    -S -chardev "socket,path=$sockets/gdb,server=on,wait=off,id=gdb" -gdb chardev:gdb "$@" &
started+=($!)
"$fabric" "$sockets/gdb" "$folder/kernel/System.map" &
started+=($!)
fabric_id=$!

for ((i = 0; i < 1200; i++)); do
    kill -0 "$fabric_id" 2>/dev/null || break
    ! grep -q "^the agent has ended" "$folder/console.log" || break
    if grep -q '^LISTENING' "$folder/console.log"; then
        echo "LISTENING $port"
        wait "$fabric_id" || true
        exit 1
    fi
    sleep 0.1
done
tail -n 20 "$folder/console.log" >&2
echo "run.sh: the board did not start; the end of its console is above" >&2
exit 1
