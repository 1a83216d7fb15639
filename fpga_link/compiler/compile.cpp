// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/compiler/compile.hpp"

#include <algorithm>
#include <cmath>

#include "fpga_link/compiler/emit.hpp"
#include "fpga_link/compiler/planar_step.hpp"
#include "fpga_link/compiler/recorded.hpp"
#include "fpga_link/compiler/schedule.hpp"

namespace momentree::fpga {

namespace {

const char* const wordNames[] = {"angle",
                                 "momentum",
                                 "cosine",
                                 "sine",
                                 "change of angle",
                                 "change of momentum",
                                 "momentum of the stage"};

const char* const tooLarge =
    "the program does not fit the engine: fewer bodies or fewer trajectories";
/// Larger systems are rejected immediately: a body takes at least 30 products per pass, and the
/// longest program has room for 12 288.
constexpr std::size_t maxTotalBodies = 400;

int wordsPerBody(PlanarMethod method) {
    return method == PlanarMethod::Euler ? eulerWords : rungeKuttaWords;
}

double startOf(const PlanarState& start, std::size_t body, int word) {
    switch (word) {
        case Angle:
            return start.angle[body];
        case Momentum:
        case StageMomentum:
            return start.momentum[body];
        case Cosine:
            return std::cos(start.angle[body]);
        case Sine:
            return std::sin(start.angle[body]);
        default:
            return 0.0;
    }
}

std::vector<Recorded> recordRings(GraphBuilder& builder) {
    std::vector<Recorded> rings;
    for (std::size_t i = 0; i < ringWords; ++i)
        rings.push_back(
            {&builder, builder.state("ring " + std::to_string(i), rungeKuttaRings[i], false)});
    return rings;
}

std::vector<Recorded> recordStates(GraphBuilder& builder, const Trajectory& trajectory,
                                   std::size_t number, PlanarMethod method) {
    std::vector<Recorded> words;
    for (std::size_t i = 0; i < trajectory.mechanism.bodies.size(); ++i)
        for (int word = 0; word < wordsPerBody(method); ++word) {
            const std::string name = std::string(wordNames[word]) + " " +
                                     std::to_string(number + 1) + "." + std::to_string(i + 1);
            words.push_back({&builder, builder.state(name, startOf(trajectory.start, i, word),
                                                     word == Angle || word == Momentum)});
        }
    if (const auto pin = pinOf(trajectory))
        for (const double value : {pin->x, pin->y})
            words.push_back(
                {&builder,
                 builder.state("end of the chain " + std::to_string(number + 1), value, false)});
    for (const MotorImpulses& motor : trajectory.motors)
        for (const double value : motor)
            words.push_back({&builder, builder.state("motor " + std::to_string(number + 1) + "." +
                                                         std::to_string(words.size()),
                                                     value, false)});
    return words;
}

std::string refusalOf(const std::vector<Trajectory>& trajectories, const CompileOptions& options) {
    if (trajectories.empty()) return "there is no trajectory to run";
    for (std::size_t i = 0; i < trajectories.size(); ++i) {
        const std::string reason =
            refusal(trajectories[i].mechanism, trajectories[i].start, options.step);
        if (!reason.empty())
            return trajectories.size() == 1 ? reason
                                            : "trajectory " + std::to_string(i + 1) + ": " + reason;
        const std::size_t motors = trajectories[i].motors.size();
        if (motors != 0 && motors != trajectories[i].mechanism.bodies.size())
            return "motors are needed in all joints or in none";
    }
    std::size_t bodies = 0;
    for (const Trajectory& trajectory : trajectories) bodies += trajectory.mechanism.bodies.size();
    if (bodies > maxTotalBodies) return tooLarge;
    return {};
}

/// False for programs that are too long with any schedule.
bool mayFit(const Graph& graph) {
    const OperationCounts counts = countOperations(graph);
    return counts.sums <= Machine::adders * Machine::programWords &&
           counts.products <= Machine::multipliers * Machine::programWords &&
           counts.reciprocals * Machine::reciprocalInterval <= Machine::programWords;
}

/// Program::pivotLimit: the biased exponent below that of the smallest pivot; of several
/// trajectories the highest, so that none misses a flag that it raises alone.
int pivotLimitOf(const std::vector<Trajectory>& trajectories, double step, TreeShape shape) {
    int limit = 0;
    for (const Trajectory& trajectory : trajectories) {
        const double least = smallestPivot(constantsOf(trajectory.mechanism, step, shape, pinGive));
        if (least > 0.0) limit = std::max(limit, std::clamp(std::ilogb(least) + 126, 0, 254));
    }
    return limit;
}

std::vector<TreeShape> shapesFor(int n) {
    std::vector<TreeShape> shapes{{0, 0}};
    for (int i = 1; i <= 4; ++i) {
        const int end = n * i / 8;
        if (end > 0 && 2 * end <= n) shapes.push_back({end, end});
    }
    if (n >= 3) shapes.push_back({n / 2, n - n / 2});
    return shapes;
}

}  // namespace

std::optional<Flat<double>> pinOf(const Trajectory& trajectory) {
    if (!trajectory.mechanism.closed) return {};
    const PlanarPoint end = endOf(trajectory.mechanism, trajectory.start.angle);
    return Flat<double>{end.x, end.y};
}

Graph recordPass(const std::vector<Trajectory>& trajectories, const CompileOptions& options,
                 TreeShape shape) {
    GraphBuilder builder;
    const auto enter = [&](FabricPhase phase) { builder.enter(phase); };
    const bool euler = options.method == PlanarMethod::Euler;
    std::vector<Recorded> rings;
    if (!euler) rings = recordRings(builder);
    std::vector<std::vector<Recorded>> words;
    for (std::size_t k = 0; k < trajectories.size(); ++k)
        words.push_back(recordStates(builder, trajectories[k], k, options.method));
    std::vector<Ref> next;
    for (std::size_t k = 0; k < trajectories.size(); ++k) {
        const PlanarConstants constants =
            constantsOf(trajectories[k].mechanism, options.step, shape, pinGive);
        if (options.ownConstants) builder.forgetConstants();
        std::vector<Recorded> all = rings;
        all.insert(all.end(), words[k].begin(), words[k].end());
        const std::vector<Recorded> ends =
            euler ? eulerPass(constants, all, enter) : rungeKuttaPass(constants, all, enter);
        // The rings are shared; the first trajectory rotates them.
        for (std::size_t i = k == 0 ? 0 : rings.size(); i < ends.size(); ++i)
            next.push_back(ends[i].ref);
    }
    return builder.finish(next);
}

Compiled compile(const std::vector<Trajectory>& trajectories, const CompileOptions& options) {
    Compiled best;
    best.refusal = refusalOf(trajectories, options);
    if (!best.refusal.empty()) return best;
    const int passes = options.method == PlanarMethod::Euler ? 1 : 4;
    std::vector<TreeShape> shapes;
    if (trajectories.size() == 1) {
        shapes = shapesFor(static_cast<int>(trajectories[0].mechanism.bodies.size()));
    } else {
        const Compiled first = compile({trajectories[0]}, options);
        if (!first.program) return first;
        shapes = {first.shape};
    }
    for (const TreeShape shape : shapes) {
        const Graph graph = recordPass(trajectories, options, shape);
        if (!mayFit(graph)) continue;
        const std::optional<PassSchedule> plan = schedule(graph, options.phased);
        if (!plan) continue;
        std::optional<Program> program = emitProgram(graph, *plan, passes);
        if (!program) continue;
        program->pivotLimit = pivotLimitOf(trajectories, options.step, shape);
        if (!best.program || program->words.size() < best.program->words.size())
            best = {program, graph, shape, {}};
    }
    if (!best.program) best.refusal = tooLarge;
    return best;
}

std::vector<double> startingWords(const std::vector<Trajectory>& trajectories,
                                  PlanarMethod method) {
    std::vector<double> words;
    if (method != PlanarMethod::Euler) words.assign(rungeKuttaRings.begin(), rungeKuttaRings.end());
    for (const Trajectory& trajectory : trajectories) {
        for (std::size_t i = 0; i < trajectory.mechanism.bodies.size(); ++i)
            for (int word = 0; word < wordsPerBody(method); ++word)
                words.push_back(startOf(trajectory.start, i, word));
        if (const auto pin = pinOf(trajectory)) words.insert(words.end(), {pin->x, pin->y});
        for (const MotorImpulses& motor : trajectory.motors)
            words.insert(words.end(), motor.begin(), motor.end());
    }
    return words;
}

std::size_t stateIndex(const std::vector<Trajectory>& trajectories, PlanarMethod method,
                       std::size_t trajectory, std::size_t body, std::size_t word) {
    std::size_t index = method == PlanarMethod::Euler ? 0 : ringWords;
    const auto width = static_cast<std::size_t>(wordsPerBody(method));
    for (std::size_t k = 0; k < trajectory; ++k)
        index += width * trajectories[k].mechanism.bodies.size() +
                 (trajectories[k].mechanism.closed ? endWords : 0) +
                 motorWords * trajectories[k].motors.size();
    return index + width * body + word;
}

}  // namespace momentree::fpga
