// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/agent/soft_fabric.hpp"

#include <bit>

#include "fpga_link/agent/soft_batch.hpp"
#include "fpga_link/agent/soft_functions.hpp"
#include "fpga_link/functions/register_map.hpp"

namespace momentree::fpga {

namespace {

// Functions, engine, bursts and functions in space; numbers of adders and multipliers; sizes of
// bank, program store and FIFO.
constexpr std::uint32_t capabilities =
    15u | Machine::adders << 8 | Machine::multipliers << 12 | 9u << 16 | 12u << 20 | 10u << 24;
/// Approximate clocks for one access over AXI4-Lite.
constexpr std::uint32_t accessClocks = 4;
/// Clocks of a batch (a few milliseconds) between checks of the time.
constexpr std::int64_t sliceClocks = 10'000;

/// Whether a register from 0x0100 on is one of the functions, not of the engine.
constexpr bool isOfFunctions(std::uint32_t offset) {
    return offset < 0x800 || (offset >= 0x1000 && offset < 0x2000);
}

class SoftFabric final : public Fabric {
public:
    SoftFabric(std::uint32_t clock_Hz, std::uint32_t lanes, int fraction)
        : functions_(fraction), batch_(lanes, fraction), clock_Hz_(clock_Hz) {}

    FabricInfo info() const override { return {FabricKind::Soft, "software model", false}; }
    std::uint32_t read32(std::uint32_t offset) override;
    void write32(std::uint32_t offset, std::uint32_t value) override;
    bool takesBursts() const override { return true; }
    bool waitInterrupt(std::chrono::milliseconds timeout) override;

private:
    std::optional<std::uint32_t> readControl(std::uint32_t offset);
    bool writeControl(std::uint32_t offset, std::uint32_t value);
    void command(std::uint32_t bits);
    std::uint32_t status() const;
    void count(std::uint32_t clocks);
    void raise(std::uint32_t flags);
    bool advance();
    bool pending() const { return (interrupts_ & enabled_) != 0; }

    SoftFunctions functions_;
    SoftBatch batch_;
    std::uint32_t clock_Hz_;
    std::uint32_t scratch_ = 0, flags_ = 0, interrupts_ = 0, enabled_ = 0;
    std::uint64_t cyclesTotal_ = 0;
    std::uint32_t cyclesHigh_ = 0, cyclesLast_ = 0, cyclesFree_ = 0, phase_ = 0;
};

std::uint32_t SoftFabric::status() const {
    return (functions_.done() ? status::read : status::idle) |
           (batch_.busy() ? status::batchBusy : 0) | (batch_.stalled() ? status::stalled : 0) |
           (batch_.level() != 0 ? status::samples : 0) | (flags_ != 0 ? status::error : 0);
}

void SoftFabric::raise(std::uint32_t flags) {
    if ((flags & ~flags_) != 0) interrupts_ |= interrupt::error;
    flags_ |= flags;
}

void SoftFabric::count(std::uint32_t clocks) {
    cyclesTotal_ += clocks;
    cyclesFree_ += clocks;
}

/// Runs a slice of a batch; returns false if it could not.
bool SoftFabric::advance() {
    const bool half = batch_.halfFull();
    const std::int64_t before = batch_.cycles();
    if (!batch_.advance(sliceClocks)) return false;
    count(static_cast<std::uint32_t>(batch_.cycles() - before));
    raise(batch_.takeFlags());
    if (!half && batch_.halfFull()) interrupts_ |= interrupt::samplesHalfFull;
    if (batch_.takeDone()) {
        cyclesLast_ = static_cast<std::uint32_t>(batch_.cycles());
        interrupts_ |= interrupt::batchDone;
    }
    return true;
}

bool SoftFabric::waitInterrupt(std::chrono::milliseconds timeout) {
    const auto end = std::chrono::steady_clock::now() + timeout;
    while (!pending() && advance())
        if (std::chrono::steady_clock::now() >= end) break;
    return pending();
}

void SoftFabric::command(std::uint32_t bits) {
    if ((bits & control::softReset) != 0) {
        batch_.clear();
        functions_.reset();
        scratch_ = flags_ = interrupts_ = enabled_ = phase_ = 0;
        cyclesTotal_ = cyclesHigh_ = cyclesLast_ = 0;
        return;
    }
    if ((bits & control::resetFunctions) != 0) functions_.reset();
    if ((bits & control::abortBatch) != 0) batch_.abort();
    if (const std::uint32_t clocks = functions_.run(bits); clocks != 0) {
        count(clocks);
        cyclesLast_ = clocks;
        interrupts_ |= interrupt::functionDone;
    }
    if ((bits & control::startBatch) != 0) batch_.start();
    if (batch_.takeDone()) interrupts_ |= interrupt::batchDone;
    raise(functions_.takeFlags() | batch_.takeFlags());
}

std::optional<std::uint32_t> SoftFabric::readControl(std::uint32_t offset) {
    switch (offset) {
        case registers::id:
            return idValue;
        case registers::version:
            return versionValue;
        case registers::capabilities:
            return capabilities |
                   static_cast<std::uint32_t>(fp32Fraction - batch_.fraction()) << 4 |
                   static_cast<std::uint32_t>(std::countr_zero(batch_.lanes())) << 28;
        case registers::clockHz:
            return clock_Hz_;
        case registers::control:
            return 0;
        case registers::status:
            return status();
        case registers::flags:
            return flags_;
        case registers::interruptEnable:
            return enabled_;
        case registers::interruptStatus:
            return interrupts_;
        case registers::scratch:
            return scratch_;
        case registers::cyclesTotalLow:
            cyclesHigh_ = static_cast<std::uint32_t>(cyclesTotal_ >> 32);
            return static_cast<std::uint32_t>(cyclesTotal_);
        case registers::cyclesTotalHigh:
            return cyclesHigh_;
        case registers::cyclesLast:
            return cyclesLast_;
        case registers::cyclesStalled:
            return 0;
        case registers::phaseSelect:
            return phase_;
        case registers::phaseCycles:
            return batch_.phaseCycles(phase_);
        case registers::cyclesFree:
            return cyclesFree_;
        default:
            return std::nullopt;
    }
}

std::uint32_t SoftFabric::read32(std::uint32_t offset) {
    cyclesFree_ += accessClocks;
    std::optional<std::uint32_t> word;
    if (offset < 0x100)
        word = readControl(offset);
    else if (isOfFunctions(offset))
        word = functions_.read(offset);
    else
        word = batch_.read(offset);
    if (!word) raise(flag::illegalAccess);
    return word.value_or(0);
}

bool SoftFabric::writeControl(std::uint32_t offset, std::uint32_t value) {
    switch (offset) {
        case registers::control:
            command(value);
            return true;
        case registers::flags:
            flags_ &= ~(value & registers::allFlags);
            return true;
        case registers::interruptEnable:
            enabled_ = value & registers::allInterrupts;
            return true;
        case registers::interruptStatus:
            interrupts_ &= ~(value & registers::allInterrupts);
            return true;
        case registers::scratch:
            scratch_ = value;
            return true;
        case registers::phaseSelect:
            phase_ = value & 0x1F;
            return true;
        default:
            return false;
    }
}

void SoftFabric::write32(std::uint32_t offset, std::uint32_t value) {
    cyclesFree_ += accessClocks;
    bool known = false;
    if (offset < 0x100)
        known = writeControl(offset, value);
    else if (isOfFunctions(offset))
        known = functions_.write(offset, value);
    else
        known = batch_.write(offset, value) == SoftBatch::Written::Done;
    if (!known) raise(flag::illegalAccess);
}

}  // namespace

std::unique_ptr<Fabric> makeSoftFabric(std::uint32_t clock_Hz, std::uint32_t lanes, int fraction) {
    return std::make_unique<SoftFabric>(clock_Hz, lanes, fraction);
}

}  // namespace momentree::fpga
