// SPDX-License-Identifier: Apache-2.0
// Writes the page on bits of the fraction: how the error of the energy depends on them.
#include <cmath>
#include <cstdio>
#include <numbers>

#include "fpga_link/compiler/fraction_study.hpp"

namespace momentree::fpga {
namespace {

constexpr double stepSize = 1e-4;  // [s]
constexpr int steps = 10'000;

ChainLink bar(double length) {
    return {length, 0.5 * length, 0.0, 0.5, 0.5 * length * length / 12.0, 0.0};
}
Trajectory doublePendulum() {
    Trajectory t;
    t.mechanism.bodies = {bar(0.4), bar(0.4)};
    t.start = {{0.0, -std::numbers::pi / 4}, {0.0, 0.0}};
    return t;
}
/// The crank is at 45 degrees; two equal bars connect its end to ground at (0.4, 0).
Trajectory fourBar() {
    Trajectory t;
    t.mechanism.bodies = {bar(0.3), bar(0.3), bar(0.3)};
    t.mechanism.closed = true;
    const double side = 0.3 * std::sqrt(0.5);
    const double along = std::atan2(-side, 0.4 - side);
    const double half = std::acos(0.5 * std::hypot(0.4 - side, side) / 0.3);
    t.start = {{std::numbers::pi / 4, along + half, along - half}, {0.0, 0.0, 0.0}};
    return t;
}
/// Eight links from the horizontal.
Trajectory chain() {
    Trajectory t;
    t.mechanism.bodies.assign(8, bar(0.2));
    t.start = {std::vector<double>(8, 0.0), std::vector<double>(8, 0.0)};
    return t;
}

void write() {
    const Trajectory mechanisms[] = {doublePendulum(), fourBar(), chain()};
    const PlanarMethod methods[] = {PlanarMethod::Euler, PlanarMethod::RungeKutta4};
    std::printf(
        "# Bits of the fraction\n\n"
        "Written by `cmake --build build/release --target fraction-figures`. The programs of the "
        "accelerator, computed on this machine\n"
        "with every constant and result rounded to so many bits of the fraction "
        "(`compiler/fraction_study`); with 12 to 23 these are the bits\n"
        "of an accelerator built for as many (`FP32_FRACTION`). Computed, not measured. Double "
        "precision computes the same\n"
        "programs, with their polynomials for sines. The largest change of the energy\n"
        "[J] in %d steps of %g ms from rest:\n\n"
        "| bits | double pendulum, Euler | RK4 | four-bar, Euler | RK4 | 8 links, Euler | RK4 "
        "|\n|---|---|---|---|---|---|---|\n",
        steps, 1e3 * stepSize);
    for (int bits = 12; bits <= mostFraction + 1; ++bits) {
        const bool exact = bits > mostFraction;
        if (exact)
            std::printf("| double precision ");
        else
            std::printf("| %d ", bits);
        for (const Trajectory& mechanism : mechanisms)
            for (const PlanarMethod method : methods) {
                const double error = energyError(mechanism, {.method = method, .step = stepSize},
                                                 steps, exact ? 0 : bits);
                if (std::isfinite(error))
                    std::printf("| %.2g ", error);
                else
                    std::printf("| diverges ");
            }
        std::printf("|\n");
    }
    std::printf(
        "\nThe fewest bits for a wanted error of the energy by RK4 (`fractionFor`):\n\n"
        "| wanted [J] | double pendulum | four-bar | 8 links |\n|---|---|---|---|\n");
    for (const double wanted : {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6}) {
        std::printf("| %g ", wanted);
        for (const Trajectory& mechanism : mechanisms) {
            const auto bits = fractionFor(
                mechanism, {.method = PlanarMethod::RungeKutta4, .step = stepSize}, steps, wanted);
            if (bits)
                std::printf("| %s%d ", *bits == leastFraction ? "at most " : "", *bits);
            else
                std::printf("| more than %d ", mostFraction);
        }
        std::printf("|\n");
    }
}

}  // namespace
}  // namespace momentree::fpga

int main() { momentree::fpga::write(); }
