// SPDX-License-Identifier: Apache-2.0
// momentree-fpga-microcode FOLDER: writes the programs of the functions to source files in the
// folder.
#include <fstream>
#include <iostream>

#include "fpga_link/functions/microcode.hpp"

int main(int argc, char** argv) {
    using namespace momentree::fpga::functions;
    if (argc != 2) {
        std::cerr << "momentree-fpga-microcode: name the folder of the hardware description\n";
        return 2;
    }
    const FunctionPrograms programs = functionPrograms();
    const std::string folder = argv[1];
    std::ofstream package(folder + "/function_pkg.sv");
    std::ofstream rom(folder + "/function_rom.sv");
    package << packageText(programs);
    rom << romText(programs);
    if (package.flush() && rom.flush()) return 0;
    std::cerr << "momentree-fpga-microcode: cannot write into " << folder << "\n";
    return 1;
}
