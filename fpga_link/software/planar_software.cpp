// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/software/planar_software.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>

#include "fpga_link/functions/planar_functions.hpp"
#include "fpga_link/software/spatial_bar.hpp"

namespace momentree::fpga {

namespace {

using Clock = std::chrono::steady_clock;

/// Number of bodies computed in a phase between two clock reads, which would otherwise take longer
/// than the phase.
constexpr int bodiesAtOnce = 64;

std::optional<ChainPin<double>> chainPinOf(const Trajectory& start) {
    const auto pin = pinOf(start);
    if (!pin) return {};
    return ChainPin<double>{*pin, 1.0};
}

double nanoseconds(Clock::duration time) {
    return std::chrono::duration<double, std::nano>(time).count();
}

/// Prevents the compiler from removing the computation of a result.
template <class T>
void use(const T& value) {
    asm volatile("" : : "g"(&value) : "memory");
}

template <class F>
double meanOf(int calls, const F& call) {
    const auto start = Clock::now();
    for (int i = 0; i < calls; ++i) call();
    return nanoseconds(Clock::now() - start) / calls;
}

functions::BodyWindow<double> bodyAt(double angle) {
    const double x = 0.2 * angle, y = 0.2 - 0.1 * angle;
    return {2.0, 150.0, {x, y}, {-x, -y}, 0.01, 0.02};
}

}  // namespace

PlanarSoftware::PlanarSoftware(const Trajectory& start, PlanarMethod method, double step)
    : constants_(
          constantsOf(start.mechanism, step, {static_cast<int>(start.mechanism.bodies.size()), 0})),
      poses_(start.mechanism.bodies.size()),
      hdca_(constants_, poses_, chainPinOf(start)),
      state_(start.start),
      stage_(start.start),
      sum_(start.start) {
    if (method == PlanarMethod::Euler)
        stages_ = {{1.0, 0.0}};
    else
        stages_ = {{1.0 / 6.0, 0.5}, {1.0 / 3.0, 0.5}, {1.0 / 3.0, 1.0}, {1.0 / 6.0, 0.0}};
}

void PlanarSoftware::run(FabricPhase phase, int pass) {
    switch (phase) {
        case FabricPhase::Kinematics:
            return turn();
        case FabricPhase::Initialise:
            return hdca_.initialise();
        case FabricPhase::Assembly:
            return hdca_.assemble();
        case FabricPhase::Base:
            return hdca_.connect();
        case FabricPhase::Disassembly:
            return hdca_.disassemble();
        case FabricPhase::Derivatives:
            hdca_.setTakes(pass == 0 ? 1.0 : 0.0);
            return hdca_.differentiate();
        default:
            return integrate(pass);
    }
}

void PlanarSoftware::step() {
    for (int pass = 0; pass < passes(); ++pass)
        for (int phase = 0; phase < fabricPhaseCount; ++phase)
            run(static_cast<FabricPhase>(phase), pass);
}

void PlanarSoftware::turn() {
    for (std::size_t i = 0; i < poses_.size(); ++i)
        poses_[i] = {std::cos(stage_.angle[i]), std::sin(stage_.angle[i]), stage_.momentum[i]};
}

void PlanarSoftware::integrate(int pass) {
    const Stage& at = stages_[static_cast<std::size_t>(pass)];
    const bool last = pass + 1 == passes();
    for (std::size_t i = 0; i < poses_.size(); ++i) {
        const BodyRate<double>& rate = hdca_.rates()[i];
        state_.momentum[i] -= rate.taken;
        sum_.momentum[i] -= rate.taken;
        sum_.angle[i] += at.weight * rate.turn;
        sum_.momentum[i] += at.weight * rate.impulse;
        stage_.angle[i] = last ? sum_.angle[i] : state_.angle[i] + at.next * rate.turn;
        stage_.momentum[i] = last ? sum_.momentum[i] : state_.momentum[i] + at.next * rate.impulse;
    }
    if (last) state_ = sum_;
}

FunctionTimes timeFunctions(int calls) {
    // Not const, so that the compiler cannot assume their values.
    functions::BodyWindow<double> a = bodyAt(0.3), b = bodyAt(0.9);
    functions::PlanarNode<double> A = functions::bodyUpdate(a), B = functions::bodyUpdate(b);
    std::array<double, 16> matrix{4, 1, 0, 2, 1, 5, 1, 0, 0, 1, 6, 1, 2, 0, 1, 7};
    FunctionTimes times;
    times.update = meanOf(calls, [&] {
        use(a);
        use(b);
        use(functions::bodyUpdate(a));
        use(functions::bodyUpdate(b));
    });
    times.assembly = meanOf(calls, [&] {
        use(A);
        use(B);
        use(functions::assembled(A, B, functions::jointBetween(A, B)));
    });
    times.inverse = meanOf(calls, [&] {
        use(matrix);
        functions::PivotedRows<double> rows(matrix);
        functions::ldupInverse(rows);
        use(rows);
    });
    return times;
}

SpatialFunctionTimes timeSpatialFunctions(int calls) {
    const auto number = [](double value) { return value; };
    auto a = spatialBar<double>(0.3, number), b = spatialBar<double>(0.9, number);
    auto A = functions::bodyUpdate(a), B = functions::bodyUpdate(b);
    auto joint = spatialHinge<double>(number);
    SpatialFunctionTimes times;
    times.update = meanOf(calls, [&] {
        use(a);
        use(functions::bodyUpdate(a));
    });
    times.assembly = meanOf(calls, [&] {
        use(A);
        use(B);
        use(joint);
        functions::PivotedRows<double, 6> rows;
        const auto cut = functions::cutBetween(A, B, joint, rows);
        use(cut);
        use(functions::assembled(A, B, cut));
    });
    return times;
}

PhaseTimes timeSteps(const Trajectory& start, PlanarMethod method, double step, int steps) {
    const int bodies = static_cast<int>(start.mechanism.bodies.size());
    std::vector<std::unique_ptr<PlanarSoftware>> copies;
    for (int i = 0; i < std::max(1, bodiesAtOnce / bodies); ++i) {
        copies.push_back(std::make_unique<PlanarSoftware>(start, method, step));
        copies.back()->step();  // allocates all buffers
    }
    const int rounds = std::max(1, steps / static_cast<int>(copies.size()));
    PhaseTimes times{};
    for (int round = 0; round < rounds; ++round)
        for (int pass = 0; pass < copies.front()->passes(); ++pass) {
            auto before = Clock::now();
            for (int phase = 0; phase < fabricPhaseCount; ++phase) {
                for (const auto& copy : copies) copy->run(static_cast<FabricPhase>(phase), pass);
                const auto now = Clock::now();
                times[static_cast<std::size_t>(phase)] += nanoseconds(now - before);
                before = now;
            }
        }
    for (double& time : times) time /= rounds * static_cast<double>(copies.size());
    if (bodies < 3) times[static_cast<std::size_t>(FabricPhase::Assembly)] = 0.0;
    if (bodies < 2) times[static_cast<std::size_t>(FabricPhase::Base)] = 0.0;
    return times;
}

}  // namespace momentree::fpga
