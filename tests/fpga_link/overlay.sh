#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The device-tree overlays apply to a tree like the kernel's, and service, rule and overlays name the
# same device. usage: overlay.sh SOURCE_FOLDER
source=$(realpath "$1") failed=0
for tool in dtc fdtoverlay fdtget; do
    command -v $tool >/dev/null || { echo "skipped: $tool is missing (package device-tree-compiler)"; exit 77; }
done
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
complain() { echo "$1"; failed=1; }
boards=$source/fpga_link/boards
compile() { dtc -q -@ -I dts -O dtb -i "$boards" -o "$folder/$2" "$1" || complain "$1 does not compile"; }
is() {  # is TREE NODE PROPERTY VALUE [FLAGS]
    local value
    value=$(fdtget ${5-} "$folder/$1" "$2" "$3" 2>&1)
    [ "$value" = "$4" ] || complain "$1: $3 of $2 is '$value', not '$4'"
}

compile "$source/tests/fpga_link/zynq.dts" zynq.dtb
for overlay in momentree momentree-region; do
    compile "$boards/$overlay.dtso" $overlay.dtbo
    fdtoverlay -i "$folder/zynq.dtb" -o "$folder/$overlay.dtb" "$folder/$overlay.dtbo" ||
        complain "$overlay.dtso does not apply"
done
for place in momentree.dtb:/axi momentree-region.dtb:/fpga-full/momentree-bus; do
    tree=${place%%:*} node=${place#*:}/momentree@43c00000
    is $tree $node compatible generic-uio
    is $tree $node reg "43c00000 10000 43c10000 1000" -tx
    is $tree $node interrupts "0 29 4" -ti
    clock=$(fdtget -ti "$folder/$tree" /axi/slcr@f8000000/clkc@100 phandle)
    is $tree $node clocks "$clock 15" -ti
    is $tree $node interrupt-parent "$(fdtget -ti "$folder/$tree" /axi/interrupt-controller@f8f01000 phandle)" -ti
done
is momentree.dtb /axi/slcr@f8000000/clkc@100 fclk-enable 1 -ti
is momentree-region.dtb /fpga-full firmware-name momentree.bin
is momentree-region.dtb /fpga-full/momentree-bus compatible simple-pm-bus

# The name of a UIO device is that of its node without the address.
grep -q 'SUBSYSTEM=="uio", ATTR{name}=="momentree", GROUP="uio"' "$boards/momentree.rules" || complain "momentree.rules"
grep -q 'SYMLINK+="momentree"' "$boards/momentree.rules" || complain "momentree.rules makes no /dev/momentree"
grep -q '^g uio ' "$boards/momentree.sysusers" || complain "momentree.sysusers makes no group"
service=$source/fpga_link/agent/momentree-board.service
grep -q -- '--uio /dev/momentree ' "$service" || complain "the service opens another device"
grep -q '^SupplementaryGroups=uio$' "$service" || complain "the service lacks the group"

# A .bit file of three words: header, sections a to e.
printf '\0\x09\x0f\xf0\x0f\xf0\x0f\xf0\x0f\xf0\0\0\x01a\0\x02t\0b\0\x02p\0c\0\x02d\0d\0\x02h\0e\0\0\0\x0c\xff\xff\xff\xff\xaa\x99\x55\x66\x20\0\0\x01' >"$folder/test.bit"
python3 "$boards/bit2bin.py" "$folder/test.bit" "$folder/test.bin" || complain "bit2bin.py failed"
[ "$(od -An -tx1 "$folder/test.bin" | tr -d ' \n')" = ffffffff665599aa01000020 ] || complain "bit2bin.py wrote $(od -An -tx1 "$folder/test.bin")"
head -c 45 "$folder/test.bit" >"$folder/cut.bit"
python3 "$boards/bit2bin.py" "$folder/cut.bit" "$folder/cut.bin" 2>/dev/null && complain "bit2bin.py took half a file"
exit $failed
