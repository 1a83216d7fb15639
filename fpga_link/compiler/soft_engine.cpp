// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/compiler/soft_engine.hpp"

#include <bit>

#include "fpga_link/compiler/schedule.hpp"

namespace momentree::fpga {

namespace {

int latencyOfUnit(int unit, const Slot& slot) {
    if (unit < Machine::adders) return Machine::addLatency;
    if (unit < Machine::special) return Machine::multiplyLatency;
    return slot.round ? Machine::roundLatency : Machine::reciprocalLatency;
}

}  // namespace

SoftEngine::SoftEngine(const Program& program, int fraction)
    : program_(program), fraction_(fraction) {
    for (const InitialWord& initial : program.image)
        setWord(initial.place, fp32Nearest(initial.bits, fraction));
}

std::uint32_t SoftEngine::word(Register place) const {
    return banks_[static_cast<std::size_t>(place.bank)][static_cast<std::size_t>(place.address)];
}

void SoftEngine::setWord(Register place, std::uint32_t bits) {
    banks_[static_cast<std::size_t>(place.bank)][static_cast<std::size_t>(place.address)] = bits;
}

float SoftEngine::state(std::size_t index) const {
    return std::bit_cast<float>(word(program_.states[index]));
}

void SoftEngine::run(std::int64_t steps, std::int64_t decimation) {
    for (std::int64_t last = step_ + steps; step_ < last; ++step_) {
        for (int pass = 0; pass < program_.passes; ++pass) {
            const bool sampled = pass + 1 == program_.passes && (step_ + 1) % decimation == 0;
            std::size_t phase = 0;
            for (const ProgramWord& line : program_.words) {
                land();
                issue(line, sampled);
                ++now_;
                ++cycles;
                phase = (phase + line.nextPhase) % Machine::countedPhases;
                ++phaseCycles[phase];
            }
        }
    }
    for (std::size_t i = 0; i < ringSize; ++i) {
        land();
        ++now_;
    }
}

/// Results of a step can be flagged after events of the next one.
void SoftEngine::noteStep(std::int64_t step) {
    if (firstFlagged < 0 || step < firstFlagged) firstFlagged = step;
}

/// Writes the outputs of the previous cycle, so that they can be read now.
void SoftEngine::land() {
    if (now_ == 0) return;
    Flights& arrived = flights(now_ - 1);
    for (int unit = 0; unit < Machine::units; ++unit) {
        Flight& flight = arrived[static_cast<std::size_t>(unit)];
        if (!flight.valid) continue;
        if (flight.write) {
            setWord({unit, flight.destination}, flight.bits);
            flags.results.note(flight.bits);
            if (fp32IsNan(flight.bits) || fp32IsInfinite(flight.bits)) noteStep(flight.step);
        }
        if (flight.sample) samples.push_back(flight.bits);
        flight.valid = false;
    }
}

std::uint32_t SoftEngine::operand(const Source& source) {
    const std::uint32_t sign = source.negative ? fp32SignBit : 0;
    if (source.select < Machine::units) return word({source.select, source.address}) ^ sign;
    const auto unit = static_cast<std::size_t>(source.select - Machine::units);
    return flights(now_ + 1)[unit].bits ^ sign;
}

std::uint32_t SoftEngine::special(const Slot& slot) {
    const auto mostTurns = static_cast<std::uint32_t>(116 + fraction_) << 23;  // 11 digits left
    const std::uint32_t a = operand(slot.a), magnitude = a & ~fp32SignBit;
    const bool wrong = slot.round ? magnitude > mostTurns
                                  : static_cast<int>(magnitude >> 23) <= program_.pivotLimit;
    if (wrong) noteStep(step_);
    (slot.round ? flags.angleRange : flags.smallPivot) |= wrong;
    return slot.round ? fp32Rint(a, fraction_) : fp32Rcp(a, fraction_);
}

void SoftEngine::issue(const ProgramWord& line, bool sampled) {
    for (int unit = 0; unit < Machine::units; ++unit) {
        const Slot& slot = line[static_cast<std::size_t>(unit)];
        if (!slot.valid) continue;
        std::uint32_t bits = 0;
        if (unit < Machine::adders)
            bits = fp32Add(operand(slot.a), operand(slot.b), fraction_);
        else if (unit < Machine::special)
            bits = fp32Mul(operand(slot.a), operand(slot.b), fraction_);
        else
            bits = special(slot);
        flights(now_ + 2 + latencyOfUnit(unit, slot))[static_cast<std::size_t>(unit)] = {
            true, slot.write, slot.sample && sampled, slot.destination, bits, step_};
    }
}

}  // namespace momentree::fpga
