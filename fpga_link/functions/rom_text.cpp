// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <iomanip>
#include <sstream>

#include "fpga_link/functions/microcode.hpp"

namespace momentree::fpga::functions {

namespace {

constexpr const char* head =
    "// SPDX-License-Identifier: Apache-2.0\n"
    "// Written by momentree-fpga-microcode from fpga_link/functions.\n";

/// Fields of a program word from the highest bit: unit, target mapped by row and by column, a and b
/// mapped by row, a and b negated, addresses of target, a and b.
std::uint64_t encoded(const MicroOperation& operation) {
    std::uint64_t word = static_cast<std::uint64_t>(operation.unit);
    const auto append = [&](int bits, int value) {
        word = word << bits | static_cast<std::uint64_t>(value);
    };
    const auto is = [](const Location& place, Location::Kind kind) {
        return place.kind == kind ? 1 : 0;
    };
    append(1, is(operation.target, Location::Kind::Row));
    append(1, is(operation.target, Location::Kind::Column));
    append(1, is(operation.a.place, Location::Kind::Row));
    append(1, is(operation.b.place, Location::Kind::Row));
    append(1, operation.a.negative ? 1 : 0);
    append(1, operation.b.negative ? 1 : 0);
    append(11, operation.unit == Unit::Order ? 0 : operation.target.number);
    append(11, operation.a.place.number);
    append(11, operation.b.place.number);
    return word;
}

std::string text(const Location& place) {
    std::ostringstream out;
    out << std::hex << std::uppercase
        << (place.kind == Location::Kind::Row      ? "row "
            : place.kind == Location::Kind::Column ? "column "
                                                   : "")
        << std::setw(3) << std::setfill('0') << 4 * place.number;
    return out.str();
}

std::string text(const Operand& operand) {
    return (operand.negative ? "-[" : "[") + text(operand.place) + "]";
}

std::string text(const MicroOperation& operation) {
    const std::string target = "[" + text(operation.target) + "] = ";
    const std::string a = text(operation.a);
    const std::string b = text(operation.b);
    switch (operation.unit) {
        case Unit::Add:
            return target + a + " + " + b;
        case Unit::Move:
            return target + a;
        case Unit::Multiply:
            return target + a + " * " + b;
        case Unit::Reciprocal:
            return target + "1 / " + a;
        case Unit::Order:
            return "order " + a + ", " + b;
        case Unit::None:
            return {};
    }
    return {};
}

/// The unit number after those of `Unit` ends the program.
constexpr std::uint64_t endWord = std::uint64_t{6} << 39;

void write(std::ostream& out, const char* title, int start, const Schedule& schedule) {
    const auto line = [&](int clock, std::uint64_t word, const std::string& comment) {
        out << "        rom[" << std::dec << start + clock << "] = 42'h" << std::hex
            << std::uppercase << std::setw(11) << std::setfill('0') << word << ";  // " << comment
            << "\n";
    };
    out << "        // " << title << "\n";
    for (std::size_t i = 0; i < schedule.issue.size(); ++i)
        line(schedule.issue[i], encoded(schedule.operations[i]), text(schedule.operations[i]));
    line(schedule.length - 1, endWord, "end");
}

}  // namespace

std::string packageText(const FunctionPrograms& programs) {
    std::ostringstream out;
    out << head
        << "// Where the programs of the functions begin.\n"
           "package function_pkg;\n";
    int start = 0;
    for (const auto& [name, schedule] :
         {std::pair{"UPDATE", &programs.update}, std::pair{"ASSEMBLY", &programs.assembly},
          std::pair{"INVERSE", &programs.inverse},
          std::pair{"SPATIAL_UPDATE", &programs.spatialUpdate},
          std::pair{"SPATIAL_ASSEMBLY", &programs.spatialAssembly}}) {
        out << "    localparam logic [11:0] " << name << " = 12'd" << start << ";\n";
        start += schedule->length;
    }
    out << "endpackage\n";
    return out.str();
}

std::string romText(const FunctionPrograms& programs) {
    std::ostringstream out;
    out << head
        << "// Programs of the functions, one word per clock; the comments name byte offsets of "
           "the\n"
           "// window. The word follows its address by one clock. Layout: hdca_functions.sv.\n"
           "module function_rom (\n"
           "    input  logic        clk_i,\n"
           "    input  logic [11:0] address_i,\n"
           "    output logic [41:0] word_o\n"
           ");\n"
           "    (* rom_style = \"block\" *) logic [41:0] rom[0:4095];\n\n"
           "    initial begin\n"
           "        for (int i = 0; i < 4096; i++) rom[i] = 42'd0;\n";
    int start = 0;
    for (const auto& [title, schedule] :
         {std::pair{"Both bodies from eight words each", &programs.update},
          std::pair{"Assembly of the compound", &programs.assembly},
          std::pair{"LDUP inverse of a 4x4 matrix", &programs.inverse},
          std::pair{"A body in space", &programs.spatialUpdate},
          std::pair{"Assembly of the compound in space", &programs.spatialAssembly}}) {
        write(out, title, start, *schedule);
        start += schedule->length;
    }
    out << "    end\n\n"
           "    always_ff @(posedge clk_i) word_o <= rom[address_i];\n"
           "endmodule\n";
    return out.str();
}

}  // namespace momentree::fpga::functions
