// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/compiler/program.hpp"

#include <cstdio>

namespace momentree::fpga {

namespace {

constexpr int selectBits = 4;
constexpr int addressBits = 9;

class BitWriter {
public:
    explicit BitWriter(ProgramBits& bits) : bits_(bits) {}
    void put(int value, int width) {
        for (int i = 0; i < width; ++i, ++at_)
            if (((value >> i) & 1) != 0) bits_[at_ / 32] |= std::uint32_t{1} << (at_ % 32);
    }
    void put(const Source& source) {
        put(source.select, selectBits);
        put(source.address, addressBits);
    }

private:
    ProgramBits& bits_;
    std::size_t at_ = 0;
};

class BitReader {
public:
    explicit BitReader(const ProgramBits& bits) : bits_(bits) {}
    int take(int width) {
        int value = 0;
        for (int i = 0; i < width; ++i, ++at_)
            value |= static_cast<int>(bits_[at_ / 32] >> (at_ % 32) & 1) << i;
        return value;
    }
    bool flag() { return take(1) != 0; }
    Source source() {
        const int select = take(selectBits);
        return {select, take(addressBits), false};
    }

private:
    const ProgramBits& bits_;
    std::size_t at_ = 0;
};

ProgramWord decodeWord(const ProgramBits& bits) {
    ProgramWord word;
    BitReader reader(bits);
    for (int unit = 0; unit < Machine::units; ++unit) {
        Slot& slot = word[static_cast<std::size_t>(unit)];
        const bool adder = unit < Machine::adders;
        slot.a = reader.source();
        if (adder) slot.a.negative = reader.flag();
        if (unit != Machine::special) slot.b = reader.source();
        if (adder) slot.b.negative = reader.flag();
        slot.destination = reader.take(addressBits);
        slot.write = reader.flag();
        if (adder) slot.sample = reader.flag();
        if (unit == Machine::special) {
            slot.valid = reader.flag();
            slot.round = reader.flag();
        }
        slot.valid |= slot.write || slot.sample;
    }
    word.nextPhase = reader.flag();
    return word;
}

const char* const unitNames[] = {"A0", "A1", "A2", "M0", "M1", "M2", "X"};

std::string text(const Source& source) {
    const std::string sign = source.negative ? "-" : "";
    if (source.select >= Machine::units) return sign + unitNames[source.select - Machine::units];
    return sign + unitNames[source.select] + "[" + std::to_string(source.address) + "]";
}

std::string text(int unit, const Slot& slot) {
    std::string line = std::string("  ") + unitNames[unit];
    if (slot.write) line += "[" + std::to_string(slot.destination) + "]";
    line += slot.sample ? " => " : " = ";
    if (unit == Machine::special)
        line += (slot.round ? "rint(" : "rcp(") + text(slot.a) + ")";
    else
        line += text(slot.a) + (unit < Machine::adders ? " + " : " * ") + text(slot.b);
    return line + ";";
}

}  // namespace

ProgramBits encode(const ProgramWord& word) {
    ProgramBits bits{};
    BitWriter writer(bits);
    for (int unit = 0; unit < Machine::units; ++unit) {
        const Slot& slot = word[static_cast<std::size_t>(unit)];
        const bool adder = unit < Machine::adders;
        writer.put(slot.a);
        if (adder) writer.put(slot.a.negative, 1);
        if (unit != Machine::special) writer.put(slot.b);
        if (adder) writer.put(slot.b.negative, 1);
        writer.put(slot.destination, addressBits);
        writer.put(slot.write, 1);
        if (adder) writer.put(slot.sample, 1);
        if (unit == Machine::special) {
            writer.put(slot.valid, 1);
            writer.put(slot.round, 1);
        }
    }
    writer.put(word.nextPhase, 1);
    return bits;
}

std::vector<ProgramWord> decode(std::span<const ProgramBits> words) {
    std::vector<ProgramWord> decoded;
    for (const ProgramBits& bits : words) decoded.push_back(decodeWord(bits));
    // An operand from a unit's output implies that the operation ending there is valid.
    const std::size_t count = decoded.size();
    for (std::size_t cycle = 0; cycle < count; ++cycle)
        for (int unit = 0; unit < Machine::special; ++unit) {
            const int latency =
                unit < Machine::adders ? Machine::addLatency : Machine::multiplyLatency;
            const auto later = cycle + static_cast<std::size_t>(latency + Machine::direct);
            for (const Slot& user : decoded[later % count])
                for (const Source& source : {user.a, user.b})
                    if (source.select == Machine::units + unit)
                        decoded[cycle][static_cast<std::size_t>(unit)].valid = true;
        }
    return decoded;
}

std::string listing(const Program& program) {
    std::string lines;
    for (std::size_t cycle = 0; cycle < program.words.size(); ++cycle) {
        lines += std::to_string(cycle) + ":";
        for (int unit = 0; unit < Machine::units; ++unit) {
            const Slot& slot = program.words[cycle][static_cast<std::size_t>(unit)];
            if (slot.valid) lines += text(unit, slot);
        }
        lines += "\n";
    }
    return lines;
}

std::string phaseTable(const Program& program) {
    std::string lines = "phase          sums products rcp rint  first    end\n";
    for (const PhaseRow& row : program.phases) {
        char line[96];
        std::snprintf(line, sizeof line, "%-13s %5d %8d %3d %4d %6d %6d\n", phaseName(row.phase),
                      row.counts.sums, row.counts.products, row.counts.reciprocals,
                      row.counts.roundings, row.first, row.end);
        lines += line;
    }
    return lines + "pass of " + std::to_string(program.words.size()) + " cycles, " +
           std::to_string(program.passes) + " a step\n";
}

}  // namespace momentree::fpga
