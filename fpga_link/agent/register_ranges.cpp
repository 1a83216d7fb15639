// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/agent/register_ranges.hpp"

#include <algorithm>
#include <iterator>

#include "fpga_link/functions/register_map.hpp"

namespace momentree::fpga {

namespace {

struct Range {
    std::uint32_t first, last;
    bool readable, writable;
};

constexpr Range ranges[] = {
    {registers::id, registers::clockHz, true, false},
    {registers::control, registers::control, true, true},
    {registers::status, registers::status, true, false},
    {registers::flags, registers::scratch, true, true},
    {registers::cyclesTotalLow, registers::cyclesStalled, true, false},
    {registers::phaseSelect, registers::phaseSelect, true, true},
    {registers::phaseCycles, registers::cyclesFree, true, false},
    {registers::bodyA, registers::bodyA + 4 * 32, true, true},
    {registers::bodyB, registers::bodyB + 4 * 32, true, true},
    {registers::compound, registers::compound + 4 * 32, true, false},
    {registers::joint, registers::joint + 4 * 13, true, false},
    {registers::inverseIn, registers::inverseIn + 4 * 15, true, true},
    {registers::inverseOut, registers::inverseInfo, true, false},
    {registers::updateA, registers::updateB + 4 * 7, true, true},
    {registers::spatialBody, registers::spatialBody + 4 * 18, true, true},
    {registers::spatialJoint, registers::spatialJoint + 4 * 29, true, true},
    {registers::spatialA, registers::spatialA + 4 * 89, true, true},
    {registers::spatialB, registers::spatialB + 4 * 89, true, true},
    {registers::spatialCompound, registers::spatialCompound + 4 * 89, true, false},
    {registers::spatialImpulses, registers::spatialImpulses + 4 * 77, true, false},
    {registers::programAddress, registers::programData, false, true},
    {registers::programLength, registers::sampleWords, true, true},
    {registers::dataAddress, registers::data, true, true},
    {registers::passes, registers::pivotLimit, true, true},
    {registers::stepsDone, registers::batchCyclesHigh, true, false},
};

const Range* rangeOf(std::uint32_t offset) {
    const auto found = std::find_if(std::begin(ranges), std::end(ranges), [&](const Range& range) {
        return offset >= range.first && offset <= range.last && offset % 4 == 0;
    });
    return found == std::end(ranges) ? nullptr : found;
}

}  // namespace

bool isReadable(std::uint32_t offset) {
    const Range* range = rangeOf(offset);
    return range != nullptr && range->readable;
}

bool isWritable(std::uint32_t offset) {
    const Range* range = rangeOf(offset);
    return range != nullptr && range->writable;
}

}  // namespace momentree::fpga
