// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/functions/microcode.hpp"

#include "fpga_link/functions/planar_functions.hpp"
#include "fpga_link/functions/register_map.hpp"

namespace momentree::fpga::functions {

namespace {

constexpr int scratchMatrix = 0x160;  ///< 16 words, aligned

int wordOf(std::uint32_t offset) { return static_cast<int>(offset / 4); }

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
    PivotedRows<Recorded> matrix(recorder);
    ldupInverse(matrix);
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

Recorded PivotedRows<Recorded>::at(int row, int column) const {
    const int index = 4 * row + column;
    const int base =
        moved_[static_cast<std::size_t>(index)] ? scratchMatrix : wordOf(registers::inverseIn);
    return {&recorder_, {{Location::Kind::Row, base + index}, false}};
}

void PivotedRows<Recorded>::set(int row, int column, const Recorded& value) {
    const int index = 4 * row + column;
    recorder_.store(value, {Location::Kind::Row, scratchMatrix + index});
    moved_[static_cast<std::size_t>(index)] = true;
}

void PivotedRows<Recorded>::order(int k, int i) {
    recorder_.push(Unit::Order, at(k, k).operand, at(i, k).operand);
}

void PivotedRows<Recorded>::setInverse(int row, int column, const Recorded& value) {
    recorder_.store(value,
                    {Location::Kind::Column, wordOf(registers::inverseOut) + 4 * row + column});
}

FunctionPrograms functionPrograms() {
    return {updateProgram(), assemblyProgram(), inverseProgram()};
}

}  // namespace momentree::fpga::functions
