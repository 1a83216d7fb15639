#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Proves that two versions of a module of the hardware description have the same outputs at all times.

equal.py FOLDER MODULE RTL OTHER_RTL
The module must have the reset rst_ni and one lane; tests/fpga_link/rtl_faults.py asks this for faults that nothing notices.
Both begin with the registers of a device that was just configured, zero, and a clock of reset; inputs, resets
among them, are any. Memories and the microcode are left out: what one version reads is anything, the other reads the
same after the same address, and both must write the same. Prints the answer; the exit code is 1 if it is not "equal".
"""
import json
import pathlib
import re
import sys

import prove

MEMORIES = {"ram_1r1w", "function_rom"}
# Outputs that nobody looks at unless this holds. Data of a refused access never leave axi4_lite_slave, which its own
# properties say.
ANSWERS = "bus_valid_i && !bus_write_i && !{0}bus_error_o"
OBSERVED = {
    "hdca_csr": {"bus_data_o": ANSWERS},
    "hdca_functions": {"bus_data_o": ANSWERS + " && {0}bus_ready_o"},
    "engine_registers": {"bus_data_o": ANSWERS + " && {0}bus_ready_o"},
    "axi4_lite_slave": {"s_axi_rdata": "{0}s_axi_rvalid", "s_axi_rresp": "{0}s_axi_rvalid", "s_axi_bresp": "{0}s_axi_bvalid",
                        "bus_write_o": "{0}bus_valid_o", "bus_address_o": "{0}bus_valid_o", "bus_data_o": "{0}bus_valid_o"},
    "axi4_samples": {name: "{0}s_samples_rvalid" for name in ("s_samples_rid", "s_samples_rdata", "s_samples_rresp", "s_samples_rlast")},
}
OWN_MEMORY = re.compile(r"always_ff @\(posedge clk_i\) begin\s*if \(write\) words_(\w)\[write_address\] <= write_data;"
                        r"\s*(\w+) <= words_\w\[(.*?)\];\s*end")


def without_memories(text):
    """The two memories of hdca_functions as instances, memories of any size, and no contents of the microcode."""
    text = re.sub(r"(int unsigned WIDTH =) 32(.*?int unsigned ADDRESS_BITS =) 9\n\) \(", r"\1 256\2 12\n) (", text, flags=re.S)
    text = re.sub(r"initial begin\s*for \(int i = 0; i < 4096.*?\n    end\n", "", text, flags=re.S)
    text = OWN_MEMORY.sub(r"ram_1r1w #(.WIDTH(32), .ADDRESS_BITS(11)) memory_\1 (.clk_i, .write_i(write), "
                          r".write_address_i(write_address), .write_data_i(write_data), .read_address_i(\3), .read_data_o(\2));", text)
    return re.sub(r"logic \[31:0\] words_\w\[0:2047\];", "", text)


def flat(folder, name, module, rtl):
    """Writes the module without hierarchy and memories; its ports, or None if the source is wrong."""
    sources = []
    for path in [*sorted(rtl.glob("*_pkg.sv")), *sorted(path for path in rtl.glob("*.sv") if not path.stem.endswith("_pkg"))]:
        copy = folder / f"{name}.{path.name}"
        text = path.read_text()
        copy.write_text(without_memories(text))
        sources.append(copy)
    script = folder / f"{name}.ys"
    script.write_text(f'read_verilog -sv {" ".join(map(str, sources))}\nblackbox {" ".join(sorted(MEMORIES))}\n'
                      f"hierarchy -top {module}\nproc\nflatten\nopt_clean\nexpose -evert {' '.join(f't:*{memory}*' for memory in sorted(MEMORIES))}\n"
                      f"hierarchy -top {module} -purge_lib\nopt_clean\nrename {module} {name}\n"
                      f"write_rtlil {folder / name}.il\nwrite_json {folder / name}.json\n")
    code, log = prove.run(["yosys", "-q", script])
    (folder / f"{name}.log").write_text(log)
    if code != 0:
        return None
    ports = json.loads((folder / f"{name}.json").read_text())["modules"][name]["ports"]
    return {port: (what["direction"], len(what["bits"])) for port, what in ports.items()}


def wrapper(module, ports):
    """Both versions with the same inputs, and what must be equal."""
    inputs, inner, checks = ["input logic clk_i"], [], []
    memories = sorted({port.rsplit(".", 1)[0] for port in ports if "." in port})
    plain = {port: what for port, what in ports.items() if "." not in port}
    name = lambda port: re.sub(r"\W", "_", port)
    wires = {version: [] for version in ("good", "bad")}
    for port, (direction, bits) in ports.items():
        for version, links in wires.items():
            shared = port in plain and direction == "input"
            links.append(f".\\{port} ({name(port) if shared else version + '_' + name(port)})")
            if not shared:
                inner.append(f"logic [{bits - 1}:0] {version}_{name(port)};")
        if port in plain and direction == "input" and port != "clk_i":
            inputs.append(f"input logic [{bits - 1}:0] {port}")
    for port, (direction, _) in plain.items():
        if direction == "output":
            if_seen = OBSERVED.get(module, {}).get(port, "1'b1").format("good_")
            checks.append(f"assert (!({if_seen}) || good_{port} == bad_{port});")
    for memory in memories:
        word, address = (next(f"{memory}.{port}" for port in names if f"{memory}.{port}" in ports)
                         for names in (("read_data_o", "word_o"), ("read_address_i", "address_i")))
        bits, m = ports[word][1], name(memory)
        inputs += [f"input logic [{bits - 1}:0] any_{m}, input logic [{bits - 1}:0] other_{m}"]
        inner.append(f"logic same_{m} = 1'b1;\nalways_ff @(posedge clk_i) same_{m} <= good_{name(address)} == bad_{name(address)};\n"
                     f"assign good_{name(word)} = any_{m};\nassign bad_{name(word)} = same_{m} ? any_{m} : other_{m};")
        if f"{memory}.write_i" in ports:
            checks.append(f"assert (good_{m}_write_i == bad_{m}_write_i && (!good_{m}_write_i || "
                          f"(good_{m}_write_address_i == bad_{m}_write_address_i && good_{m}_write_data_i == bad_{m}_write_data_i)));")
    return (f"module equal ({', '.join(inputs)});\n" + "\n".join(inner)
            + "\nlogic past_q = 1'b0;\nalways_ff @(posedge clk_i) past_q <= 1'b1;\nalways_comb if (!past_q) assume (!rst_ni);\n"
            + f"good good_version ({', '.join(wires['good'])});\nbad bad_version ({', '.join(wires['bad'])});\n"
            + "always_comb if (past_q && rst_ni) begin\n" + "\n".join(checks) + "\nend\nendmodule\n")


def unchanged(folder):
    """Whether both are the same circuit from the beginning."""
    texts = [re.sub(r"attribute \\src.*|autoidx.*|\b(good|bad)\b|\$\d+", "", (folder / f"{name}.il").read_text())
             for name in ("good", "bad")]
    return texts[0] == texts[1]


def equal(folder, module, rtl, other, limit=300):
    """True (proved), False or None (no answer, or they differ only in what is not built by default)."""
    folder.mkdir(parents=True, exist_ok=True)
    ports = [flat(folder, name, module, source) for name, source in (("good", rtl), ("bad", other))]
    if ports[0] is None or ports[0] != ports[1] or "rst_ni" not in ports[0] or unchanged(folder):
        return None
    (folder / "equal.sv").write_text(wrapper(module, ports[0]))
    script = folder / "equal.ys"
    script.write_text(f"read_rtlil {folder}/good.il\nread_rtlil {folder}/bad.il\nread_verilog -formal -sv {folder}/equal.sv\n"
                      "prep -flatten -nordff -top equal\nmemory_map\nsetundef -init -zero\n" + prove.GATES.format(folder / "equal"))
    code, log = prove.run(["yosys", "-q", script])
    holds = None
    if code == 0:
        holds, answer = prove.solve(folder, "equal", limit)
        log += answer
    (folder / "equal.log").write_text(log)
    return holds


def main():
    folder, module, rtl, other = sys.argv[1:]
    holds = equal(pathlib.Path(folder).resolve(), module, pathlib.Path(rtl), pathlib.Path(other))
    print("equal" if holds else "unknown" if holds is None else "different")
    sys.exit(0 if holds else 1)


if __name__ == "__main__":
    main()
