#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build.sh FOLDER [CHIPDB]: bitstream for a Zynq-7020 with open tools only: yosys, and from CHIPDB
# (xc7z020.bin) on nextpnr-xilinx, and of Project X-Ray fasm2frames and xc7frames2bit with XRAY_DATABASE,
# the folder of its zynq7 database. PART is that of the board's device. Without CHIPDB, it ends after synthesis.
# ONLY SYNTHESIS HAS BEEN RUN BY THIS PROJECT: neither the chip database nor a board was available.
set -euo pipefail
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
folder=$1 chipdb=${2-} part=${PART-xc7z020clg400-1}
mkdir -p "$folder"
# Packages first.
sources=("$here"/../rtl/*_pkg.sv)
for source in "$here"/../rtl/*.sv "$here"/*.sv; do
    [[ $source == *_pkg.sv ]] || sources+=("$source")
done
yosys -q -l "$folder/yosys.log" -p "
    read_verilog -sv ${sources[*]}
    synth_xilinx -family xc7 -flatten -top momentree_zynq
    check -assert
    tee -o $folder/utilisation.txt stat
    write_json $folder/momentree.json"
[ -n "$chipdb" ] || { echo "synthesised to $folder/momentree.json; placement needs a chip database"; exit; }
nextpnr-xilinx --chipdb "$chipdb" --xdc "$here/momentree_zynq.xdc" --json "$folder/momentree.json" \
    --fasm "$folder/momentree.fasm" --freq 100
fasm2frames --part "$part" --db-root "$XRAY_DATABASE" "$folder/momentree.fasm" "$folder/momentree.frames"
xc7frames2bit --part_file "$XRAY_DATABASE/$part/part.yaml" --part_name "$part" \
    --frm_file "$folder/momentree.frames" --output_file "$folder/momentree.bit"
python3 "$here/../boards/bit2bin.py" "$folder/momentree.bit" "$folder/momentree.bin"
