#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# kernel.sh FOLDER: builds a kernel for a Zynq-7000 from Debian's kernel source into FOLDER: zImage,
# System.map and zynq-zc702.dtb with symbols. Debian's own kernel for armhf has no support for this
# processor (CONFIG_ARCH_ZYNQ, its console and its network are off).
set -euo pipefail
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
folder=$(realpath -m "$1")
package=linux-source-6.1
made=$(cat "$here/kernel.config" "${BASH_SOURCE[0]}" | sha256sum)
[ "$(cat "$folder/made" 2>/dev/null)" != "$made" ] || exit 0

rm -rf "$folder"
mkdir -p "$folder/source"
cd "$folder"
apt-get -q download "$package" >log 2>&1 || {
    tail -n 3 log >&2
    echo "kernel.sh: $package could not be fetched" >&2
    exit 1
}
dpkg-deb --fsys-tarfile "$package"_*.deb | tar -xO "./usr/src/$package.tar.xz" |
    tar -xJ -C source --strip-components=1 --exclude='*/Documentation/*/*' --exclude='*/arch/[!a]*/*.[chS]' \
        --exclude='*/drivers/gpu/*.[ch]' --exclude='*/sound/*.[ch]' --exclude='*/drivers/media/*.[ch]'
rm "$package"_*.deb

kernel() { make -s -C source ARCH=arm CROSS_COMPILE=arm-linux-gnueabihf- "$@" >>log 2>&1; }
{
    cp "$here/kernel.config" source/zynq.config &&
        kernel KCONFIG_ALLCONFIG=zynq.config allnoconfig &&
        ! grep -vxFf source/.config <(grep -v '^#' source/zynq.config) >>log &&
        kernel -j "$(nproc)" DTC_FLAGS=-@ zImage zynq-zc702.dtb
} || {
    tail -n 5 log >&2
    echo "kernel.sh: the kernel could not be built (above, and in $folder/log)" >&2
    exit 1
}
cp source/arch/arm/boot/{zImage,dts/zynq-zc702.dtb} source/System.map .
rm -rf source
echo "$made" >made
