// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/functions/microcode.hpp"

#include "fpga_link/functions/planar_functions.hpp"
#include "fpga_link/functions/register_map.hpp"
#include "fpga_link/functions/spatial_functions.hpp"

namespace momentree::fpga::functions {

namespace {

constexpr int wordOf(std::uint32_t offset) { return static_cast<int>(offset / 4); }

/// Where an n x n matrix is eliminated, and where its inverse comes.
template <int n>
constexpr int scratchMatrix = n == 4 ? 0x160 : 0x200;
template <int n>
constexpr int inverseMatrix = n == 4 ? wordOf(registers::inverseOut) : 0x240;

template <std::size_t size>
void read(Recorder& recorder, std::array<Recorded, size>& values, int& address) {
    for (Recorded& value : values) value = recorder.word(address++);
}

template <std::size_t size>
void write(Recorder& recorder, const std::array<Recorded, size>& values, int& address) {
    for (const Recorded& value : values) recorder.output(value, address++);
}

PlanarNode<Recorded> nodeAt(Recorder& recorder, int address) {
    PlanarNode<Recorded> node;
    for (auto* matrix : {&node.xi11, &node.xi21, &node.xi22}) read(recorder, *matrix, address);
    for (auto* vector : {&node.xi10, &node.xi20}) read(recorder, *vector, address);
    return node;
}

void store(Recorder& recorder, const PlanarNode<Recorded>& node, int address) {
    for (const auto* matrix : {&node.xi11, &node.xi21, &node.xi22})
        write(recorder, *matrix, address);
    for (const auto* vector : {&node.xi10, &node.xi20}) write(recorder, *vector, address);
}

SpatialNode<Recorded> spatialNodeAt(Recorder& recorder, std::uint32_t offset) {
    int address = wordOf(offset);
    SpatialNode<Recorded> node;
    read(recorder, node.xi11, address);
    read(recorder, node.xi21, address);
    read(recorder, node.xi22, address);
    read(recorder, node.xi10, address);
    read(recorder, node.xi20, address);
    return node;
}

void store(Recorder& recorder, const SpatialNode<Recorded>& node, std::uint32_t offset) {
    int address = wordOf(offset);
    write(recorder, node.xi11, address);
    write(recorder, node.xi21, address);
    write(recorder, node.xi22, address);
    write(recorder, node.xi10, address);
    write(recorder, node.xi20, address);
}

BodyWindow<Recorded> bodyAt(Recorder& recorder, int address) {
    std::array<Recorded, 8> words;
    read(recorder, words, address);
    return {words[0], words[1], {words[2], words[3]}, {words[4], words[5]}, words[6], words[7]};
}

Schedule updateProgram() {
    Recorder recorder;
    for (const auto& [from, to] : {std::pair{registers::updateA, registers::bodyA},
                                   std::pair{registers::updateB, registers::bodyB}})
        store(recorder, bodyUpdate(bodyAt(recorder, wordOf(from))), wordOf(to));
    return scheduled(recorder);
}

Schedule assemblyProgram() {
    Recorder recorder;
    const PlanarNode<Recorded> A = nodeAt(recorder, wordOf(registers::bodyA));
    const PlanarNode<Recorded> B = nodeAt(recorder, wordOf(registers::bodyB));
    const PlanarJoint<Recorded> joint = jointBetween(A, B);
    store(recorder, assembled(A, B, joint), wordOf(registers::compound));
    int address = wordOf(registers::joint);
    write(recorder, joint.W_A, address);
    write(recorder, joint.W_B, address);
    write(recorder, joint.beta, address);
    return scheduled(recorder);
}

Schedule inverseProgram() {
    Recorder recorder;
    PivotedRows<Recorded, 4> matrix(recorder);
    ldupInverse(matrix);
    return scheduled(recorder);
}

Schedule spatialUpdateProgram() {
    Recorder recorder;
    int address = wordOf(registers::spatialBody);
    SpatialBody<Recorded> body;
    body.inverseMass = recorder.word(address++);
    read(recorder, body.inverseInertia, address);
    read(recorder, body.s1, address);
    read(recorder, body.s2, address);
    read(recorder, body.momentum, address);
    store(recorder, bodyUpdate(body), registers::spatialA);
    return scheduled(recorder);
}

Schedule spatialAssemblyProgram() {
    Recorder recorder;
    const auto A = spatialNodeAt(recorder, registers::spatialA);
    const auto B = spatialNodeAt(recorder, registers::spatialB);
    int address = wordOf(registers::spatialJoint);
    SpatialJoint<Recorded> joint;
    for (auto* directions : {&joint.forces, &joint.torques})
        for (auto& direction : *directions) read(recorder, direction, address);
    read(recorder, joint.absent, address);
    read(recorder, joint.motion, address);
    PivotedRows<Recorded, 6> rows(recorder);
    const SpatialCut<Recorded> cut = cutBetween(A, B, joint, rows);
    store(recorder, assembled(A, B, cut), registers::spatialCompound);
    address = wordOf(registers::spatialImpulses);
    write(recorder, cut.impulses.W_A, address);
    write(recorder, cut.impulses.W_B, address);
    write(recorder, cut.impulses.beta, address);
    return scheduled(recorder);
}

}  // namespace

Recorded operator+(const Recorded& a, const Recorded& b) {
    return a.recorder->push(Unit::Add, a.operand, b.operand);
}
Recorded operator*(const Recorded& a, const Recorded& b) {
    return a.recorder->push(Unit::Multiply, a.operand, b.operand);
}
Recorded reciprocal(const Recorded& a) {
    return a.recorder->push(Unit::Reciprocal, a.operand, a.operand);
}

Recorded Recorder::push(Unit unit, const Operand& a, const Operand& b) {
    const Location result{Location::Kind::Result, static_cast<int>(operations_.size())};
    operations_.push_back({unit, a, b, result});
    return {this, {result, false}};
}

void Recorder::store(const Recorded& value, Location target) {
    const Location last{Location::Kind::Result, static_cast<int>(operations_.size()) - 1};
    const bool fresh =
        !value.operand.negative && value.operand.place == last && operations_.back().target == last;
    if (!fresh) push(Unit::Move, value.operand, value.operand);
    operations_.back().target = target;
}

void Recorder::output(const Recorded& value, int address) {
    const Location place = value.operand.place;
    const auto number = static_cast<std::size_t>(place.number);
    const Location target{Location::Kind::Word, address};
    if (place.kind == Location::Kind::Result && !value.operand.negative &&
        operations_[number].target == place)
        operations_[number].target = target;
    else
        store(value, target);
}

template <int n>
Recorded PivotedRows<Recorded, n>::at(int row, int column) const {
    const int index = stride * row + column;
    const bool inWindow = n == 4 && !moved_[static_cast<std::size_t>(index)];
    const int base = inWindow ? wordOf(registers::inverseIn) : scratchMatrix<n>;
    return {&recorder_, {{Location::Kind::Row, base + index}, false}};
}

template <int n>
void PivotedRows<Recorded, n>::set(int row, int column, const Recorded& value) {
    const int index = stride * row + column;
    recorder_.store(value, {Location::Kind::Row, scratchMatrix<n> + index});
    moved_[static_cast<std::size_t>(index)] = true;
}

template <int n>
void PivotedRows<Recorded, n>::order(int k, int i) {
    recorder_.push(Unit::Order, at(k, k).operand, at(i, k).operand);
}

template <int n>
void PivotedRows<Recorded, n>::setInverse(int row, int column, const Recorded& value) {
    recorder_.store(value, {Location::Kind::Column, inverseMatrix<n> + stride * row + column});
}

template <int n>
Recorded PivotedRows<Recorded, n>::inverseAt(int row, int column) const {
    return recorder_.word(inverseMatrix<n> + stride * row + column);
}

template class PivotedRows<Recorded, 4>;
template class PivotedRows<Recorded, 6>;

FunctionPrograms functionPrograms() {
    return {updateProgram(), assemblyProgram(), inverseProgram(), spatialUpdateProgram(),
            spatialAssemblyProgram()};
}

}  // namespace momentree::fpga::functions
