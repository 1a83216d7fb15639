// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/compiler/compile_system.hpp"

#include <algorithm>
#include <cmath>

#include "fpga_link/compiler/emit.hpp"
#include "fpga_link/compiler/recorded.hpp"
#include "fpga_link/compiler/schedule.hpp"
#include "fpga_link/compiler/system_step.hpp"

namespace momentree::fpga {

namespace {

/// Pivots that lose more of the diagonal leave too few digits.
constexpr double leastPivot = 0x1p-16;
/// Below 2^24, which the count of steps reaches exactly.
constexpr double mostCounted = 0x1p23;

bool isFiniteList(const std::vector<double>& values) {
    return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

/// The reason and its element.
std::pair<std::string, std::string> refusalOfSystem(const PlanarSystem& system,
                                                    const PlanarSystemState& start,
                                                    const CompileOptions& options) {
    const std::size_t n = system.bodies.size();
    if (n < 1 || n > static_cast<std::size_t>(maxBodies))
        return {"the accelerator runs 1 to 64 bodies, not " + std::to_string(n), ""};
    if (!(options.step > 0.0) || options.step > 0.1)
        return {"the step must be above 0 and at most 0.1 s", ""};
    for (const PlanarBody& body : system.bodies)
        if (!(body.mass > 0.0) || !(body.inertia >= 0.0) || !std::isfinite(body.mass) ||
            !std::isfinite(body.inertia))
            return {"masses must be above zero and inertias must not be negative", ""};
    if (start.coordinates.size() != 3 * n || start.momenta.size() != 3 * n)
        return {"the start needs three coordinates and momenta for every body", ""};
    if (!isFiniteList(start.coordinates) || !isFiniteList(start.momenta))
        return {"the start must be finite", ""};
    if (start.time / options.step > mostCounted)
        return {"the run has too many steps for a law of time: at most 8388608", ""};
    const PivotReport pivots = pivotsOf(system, start);
    if (pivots.isDependent())
        return {
            "its constraint follows from the others at the start, and the accelerator needs "
            "independent ones: start elsewhere, or remove what holds twice",
            system.constraints[static_cast<std::size_t>(pivots.constraint)].name};
    return {};
}

}  // namespace

Graph recordSystem(const PlanarSystem& system, const PlanarSystemState& start,
                   const CompileOptions& options) {
    const SystemStep step(system, options.method, options.step);
    GraphBuilder builder;
    std::vector<Recorded> words;
    for (const KeptWord& word : step.words(start))
        words.push_back({&builder, builder.state(word.name, word.start, word.sampled)});
    std::vector<Ref> next;
    for (const Recorded& end : step.pass(words, [&](FabricPhase phase) { builder.enter(phase); }))
        next.push_back(end.ref);
    return builder.finish(next);
}

void scheduleSystem(CompiledSystem& compiled, const CompileOptions& options) {
    const std::optional<PassSchedule> plan = schedule(compiled.graph, options.phased);
    if (!plan) {
        compiled.refusal = "the operations of a pass wait for each other";
        return;
    }
    if (plan->length > Machine::programWords) {
        compiled.refusal = "its program has " + std::to_string(plan->length) +
                           " words; the accelerator stores " +
                           std::to_string(Machine::programWords) + ": use fewer bodies";
        return;
    }
    const bool euler = options.method == PlanarMethod::Euler;
    compiled.program = emitProgram(compiled.graph, *plan, euler ? 1 : 4);
    if (!compiled.program)
        compiled.refusal = "its numbers do not fit the register file of " +
                           std::to_string(Machine::units * Machine::bankWords) +
                           " words: use fewer bodies";
}

CompiledSystem compileSystem(const PlanarSystem& system, const PlanarSystemState& start,
                             const CompileOptions& options) {
    CompiledSystem compiled;
    std::tie(compiled.refusal, compiled.element) = refusalOfSystem(system, start, options);
    if (!compiled.refusal.empty()) return compiled;
    compiled.graph = recordSystem(system, start, options);
    compiled.row = SystemStep(system, options.method, options.step).row();
    scheduleSystem(compiled, options);
    if (compiled.program && !system.constraints.empty())
        compiled.program->pivotLimit = std::clamp(
            std::ilogb(pivotsOf(system, start).diagonal * options.step * leastPivot) + 126, 0, 254);
    return compiled;
}

}  // namespace momentree::fpga
