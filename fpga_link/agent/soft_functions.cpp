// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/agent/soft_functions.hpp"

#include <algorithm>

#include "fpga_link/agent/watched.hpp"
#include "fpga_link/functions/microcode.hpp"
#include "fpga_link/functions/planar_functions.hpp"
#include "fpga_link/functions/register_map.hpp"
#include "fpga_link/functions/spatial_functions.hpp"

namespace momentree::fpga {

namespace {

struct Window {
    std::uint32_t first, words;
    bool input;
};
constexpr Window windows[] = {
    {registers::bodyA, 33, true},           {registers::bodyB, 33, true},
    {registers::compound, 33, false},       {registers::joint, 14, false},
    {registers::inverseIn, 16, true},       {registers::inverseOut, 16, false},
    {registers::inverseInfo, 1, false},     {registers::updateA, 8, true},
    {registers::updateB, 8, true},          {registers::spatialBody, 19, true},
    {registers::spatialJoint, 30, true},    {registers::spatialA, 90, true},
    {registers::spatialB, 90, true},        {registers::spatialCompound, 90, false},
    {registers::spatialImpulses, 78, false}};

/// Calls `visit` with every number of a structure, in the order of its register window.
template <class S, class Visit>
void forEach(functions::PlanarNode<S>& node, const Visit& visit) {
    for (auto* part : {&node.xi11, &node.xi21, &node.xi22})
        for (S& entry : *part) visit(entry);
    for (auto* part : {&node.xi10, &node.xi20})
        for (S& entry : *part) visit(entry);
}
template <class S, class Visit>
void forEach(functions::PlanarJoint<S>& joint, const Visit& visit) {
    for (auto* part : {&joint.W_A, &joint.W_B})
        for (S& entry : *part) visit(entry);
    for (S& entry : joint.beta) visit(entry);
}
template <class S, class Visit>
void forEach(functions::BodyWindow<S>& body, const Visit& visit) {
    for (S* entry : {&body.inverseMass, &body.inverseInertia, &body.s1[0], &body.s1[1], &body.s2[0],
                     &body.s2[1], &body.p1, &body.p2})
        visit(*entry);
}
template <class S, class Visit>
void forEach(functions::SpatialNode<S>& node, const Visit& visit) {
    std::ranges::for_each(node.xi11, visit);
    std::ranges::for_each(node.xi21, visit);
    std::ranges::for_each(node.xi22, visit);
    std::ranges::for_each(node.xi10, visit);
    std::ranges::for_each(node.xi20, visit);
}
template <class S, class Visit>
void forEach(functions::SpatialBody<S>& body, const Visit& visit) {
    visit(body.inverseMass);
    std::ranges::for_each(body.inverseInertia, visit);
    std::ranges::for_each(body.s1, visit);
    std::ranges::for_each(body.s2, visit);
    std::ranges::for_each(body.momentum, visit);
}
template <class S, class Visit>
void forEach(functions::SpatialJoint<S>& joint, const Visit& visit) {
    for (auto* directions : {&joint.forces, &joint.torques})
        for (auto& direction : *directions) std::ranges::for_each(direction, visit);
    std::ranges::for_each(joint.absent, visit);
    std::ranges::for_each(joint.motion, visit);
}
template <class S, class Visit>
void forEach(functions::SpatialImpulses<S>& impulses, const Visit& visit) {
    std::ranges::for_each(impulses.W_A, visit);
    std::ranges::for_each(impulses.W_B, visit);
    std::ranges::for_each(impulses.beta, visit);
}

template <class Structure>
Structure load(const std::uint32_t* words, FunctionWatch& watch) {
    Structure structure;
    forEach(structure, [&](Watched& entry) { entry = {Fp32Soft::fromBits(*words++), &watch}; });
    return structure;
}
/// A result that no operation has just computed is moved by adding -0, which flushes subnormal
/// numbers; others stay as they are.
template <class Structure>
void store(Structure structure, std::uint32_t* words) {
    const Fp32Soft nothing = Fp32Soft::fromBits(fp32SignBit);
    forEach(structure, [&](Watched& entry) {
        *words++ = (entry + Watched{nothing, entry.watch}).value.bits();
    });
}

/// Clocks from the command to the results of a function; two pass before the first word of a
/// program.
std::uint32_t clocksOf(functions::Schedule functions::FunctionPrograms::*function) {
    static const functions::FunctionPrograms programs = functions::functionPrograms();
    return static_cast<std::uint32_t>((programs.*function).length) + 2;
}

constexpr std::array inOrder{0, 1, 2, 3};

}  // namespace

SoftFunctions::SoftFunctions(int fraction) : fraction_(fraction) { conclude({}, inOrder); }

SoftFunctions::Uses SoftFunctions::usesOfWindows() {
    Uses all{};
    for (const Window& window : windows)
        for (std::uint32_t i = 0; i < window.words; ++i)
            all[window.first / 4 + i] = window.input ? Use::Input : Use::Output;
    return all;
}

const SoftFunctions::Uses SoftFunctions::uses = usesOfWindows();

std::uint32_t SoftFunctions::run(std::uint32_t control) {
    using Programs = functions::FunctionPrograms;
    std::uint32_t clocks = 0;
    const auto runIf = [&](std::uint32_t bit, void (SoftFunctions::*function)(),
                           functions::Schedule Programs::*program) {
        if ((control & bit) == 0) return;
        (this->*function)();
        clocks += clocksOf(program);
    };
    runIf(control::runUpdate, &SoftFunctions::runUpdate, &Programs::update);
    runIf(control::runAssembly, &SoftFunctions::runAssembly, &Programs::assembly);
    runIf(control::runInverse, &SoftFunctions::runInverse, &Programs::inverse);
    runIf(control::runSpatialUpdate, &SoftFunctions::runSpatialUpdate, &Programs::spatialUpdate);
    runIf(control::runSpatialAssembly, &SoftFunctions::runSpatialAssembly,
          &Programs::spatialAssembly);
    done_ |= clocks != 0;
    return clocks;
}

std::uint32_t SoftFunctions::takeFlags() {
    const std::uint32_t raised = flags_;
    flags_ = 0;
    return raised;
}

void SoftFunctions::runUpdate() {
    FunctionWatch watch(fraction_);
    for (const auto& [from, to] : {std::pair{registers::updateA, registers::bodyA},
                                   std::pair{registers::updateB, registers::bodyB}})
        store(bodyUpdate(load<functions::BodyWindow<Watched>>(at(from), watch)), at(to));
    conclude(watch, inOrder);
}

void SoftFunctions::runAssembly() {
    FunctionWatch watch(fraction_);
    const auto A = load<functions::PlanarNode<Watched>>(at(registers::bodyA), watch);
    const auto B = load<functions::PlanarNode<Watched>>(at(registers::bodyB), watch);
    const functions::PlanarJoint<Watched> joint = jointBetween(A, B);
    store(assembled(A, B, joint), at(registers::compound));
    store(joint, at(registers::joint));
    conclude(watch, inOrder);
}

void SoftFunctions::runInverse() {
    FunctionWatch watch(fraction_);
    std::array<Watched, 16> matrix;
    for (std::size_t i = 0; i < 16; ++i)
        matrix[i] = {Fp32Soft::fromBits(at(registers::inverseIn)[i]), &watch};
    functions::PivotedRows<Watched> rows(matrix);
    ldupInverse(rows);
    for (std::size_t i = 0; i < 16; ++i)
        at(registers::inverseOut)[i] = rows.inverse()[i].value.bits();
    conclude(watch, rows.rows());
}

void SoftFunctions::runSpatialUpdate() {
    FunctionWatch watch(fraction_);
    store(bodyUpdate(load<functions::SpatialBody<Watched>>(at(registers::spatialBody), watch)),
          at(registers::spatialA));
    conclude(watch, inOrder);
}

void SoftFunctions::runSpatialAssembly() {
    FunctionWatch watch(fraction_);
    const auto A = load<functions::SpatialNode<Watched>>(at(registers::spatialA), watch);
    const auto B = load<functions::SpatialNode<Watched>>(at(registers::spatialB), watch);
    const auto joint = load<functions::SpatialJoint<Watched>>(at(registers::spatialJoint), watch);
    functions::PivotedRows<Watched, 6> rows;
    const auto cut = cutBetween(A, B, joint, rows);
    store(assembled(A, B, cut), at(registers::spatialCompound));
    store(cut.impulses, at(registers::spatialImpulses));
    conclude(watch, rows.rows());
}

/// The row order and the singular flag are always those of the last function; of the rows of a 6x6
/// matrix, two bits of the first four.
void SoftFunctions::conclude(const FunctionWatch& watch, std::span<const int> rows) {
    std::uint32_t info = watch.singular ? 1u << 8 : 0;
    for (std::size_t k = 0; k < 4; ++k)
        info |= (static_cast<std::uint32_t>(rows[k]) & 3) << (2 * k);
    *at(registers::inverseInfo) = info;
    flags_ |= watch.flags();
}

}  // namespace momentree::fpga
