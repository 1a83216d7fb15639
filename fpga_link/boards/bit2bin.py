#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bit2bin.py FILE.bit FILE.bin: converts a bitstream of Vivado for the Linux FPGA manager of a Zynq.

A .bit file has a header of sections, and the data with the highest byte of each 32-bit word first;
the manager takes the data alone, with the lowest byte first.
"""
import struct
import sys

SYNC = bytes.fromhex("AA995566")


def data_of(bit):
    """The section 'e', after a header of two-byte sizes and sections a to d."""
    at = 2 + struct.unpack_from(">H", bit)[0] + 2
    while bit[at:at + 1] in (b"a", b"b", b"c", b"d"):
        at += 3 + struct.unpack_from(">H", bit, at + 1)[0]
    if bit[at:at + 1] != b"e":
        raise ValueError("it is no .bit file")
    size = struct.unpack_from(">I", bit, at + 1)[0]
    data = bit[at + 5:at + 5 + size]
    if len(data) != size or size % 4 or SYNC not in data:
        raise ValueError("its data are cut off or no bitstream")
    return data


def main(source, target):
    with open(source, "rb") as file:
        bit = file.read()
    try:
        data = data_of(bit)
    except (ValueError, struct.error) as problem:
        sys.exit(f"bit2bin.py: {source} cannot be converted: {problem}")
    words = struct.unpack(f">{len(data) // 4}I", data)
    with open(target, "wb") as file:
        file.write(struct.pack(f"<{len(words)}I", *words))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
