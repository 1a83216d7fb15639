// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/agent/accelerator.hpp"

#include <cmath>
#include <thread>

#include "fpga_link/agent/register_ranges.hpp"
#include "fpga_link/functions/register_map.hpp"

namespace momentree::fpga {

namespace {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;
using wire::ErrorCode;
using wire::TimingKind;
using wire::TimingSource;
using wire::Word;

std::uint64_t count(nanoseconds time) { return static_cast<std::uint64_t>(time.count()); }

/// The free-running counter, and when it was read.
struct CounterReading {
    Word clocks = 0;
    steady_clock::time_point at;
};
/// The quickest of several, which was not interrupted.
CounterReading readCounter(Fabric& fabric) {
    constexpr int tries = 8;
    CounterReading best;
    auto least = nanoseconds::max();
    for (int i = 0; i < tries; ++i) {
        const auto before = steady_clock::now();
        const Word clocks = fabric.read32(registers::cyclesFree);
        const nanoseconds took = steady_clock::now() - before;
        if (took >= least) continue;
        least = took;
        best = {clocks, before + took / 2};
    }
    return best;
}

}  // namespace

tl::unexpected<Fault> Accelerator::broken() const {
    const std::string reason = fabric_.failure();
    if (!reason.empty()) return fault(ErrorCode::FabricIo, reason);
    return fault(ErrorCode::FabricTimeout,
                 "the accelerator did not end what it was told to do; is its clock running?");
}

wire::TimingRow Accelerator::writes(std::uint64_t accesses, nanoseconds measured) const {
    if (measurable_)
        return {TimingKind::RegisterWrite, TimingSource::MeasuredBoard, accesses, count(measured)};
    return {TimingKind::RegisterWrite, TimingSource::Modelled, accesses,
            accesses * settings_.write_ns};
}

wire::TimingRow Accelerator::reads(std::uint64_t accesses, nanoseconds measured,
                                   std::uint64_t beats) const {
    if (measurable_)
        return {TimingKind::RegisterRead, TimingSource::MeasuredBoard, accesses, count(measured)};
    return {TimingKind::RegisterRead, TimingSource::Modelled, accesses,
            accesses * settings_.read_ns + beats * 1'000'000'000 / clock_Hz_};
}

wire::TimingRow Accelerator::clocks(TimingKind kind, std::uint64_t clocks) const {
    const double time = static_cast<double>(clocks) * 1e9 / clock_Hz_;
    return {kind, measurable_ ? TimingSource::MeasuredBoard : TimingSource::Modelled, clocks,
            static_cast<std::uint64_t>(time + 0.5)};
}

Outcome<wire::HelloAck> Accelerator::identify() {
    const Word id = fabric_.read32(registers::id);
    if (!fabric_.failure().empty()) return broken();
    if (id != idValue)
        return fault(ErrorCode::FabricIo,
                     "what answers at this address is not the accelerator; is its bitstream "
                     "loaded, and is --base right?");
    const FabricInfo info = fabric_.info();
    wire::HelloAck ack;
    ack.fabric = static_cast<std::uint8_t>(info.kind);
    ack.timing = info.measurable ? TimingSource::MeasuredBoard : TimingSource::Modelled;
    ack.device = wire::shortened(info.device, wire::maxText);
    ack.hardwareVersion = fabric_.read32(registers::version);
    ack.capabilities = fabric_.read32(registers::capabilities);
    lanes_ = lanesOf(ack.capabilities);
    fraction_ = fractionOf(ack.capabilities);
    ack.clock_Hz = fabric_.read32(registers::clockHz);
    ack.write_ns = settings_.write_ns;
    ack.read_ns = settings_.read_ns;
    if (ack.clock_Hz == 0) return fault(ErrorCode::FabricIo, "the accelerator tells no clock");
    stated_Hz_ = clock_Hz_ = ack.clock_Hz;
    if (!measureClock())
        return fault(ErrorCode::FabricIo,
                     "the clock of the accelerator stands still; is FCLK0 switched on?");
    ack.clock_Hz = clock_Hz_;
    return ack;
}

bool Accelerator::measureClock() {
    constexpr std::chrono::milliseconds span{2};
    if (!measurable_) return true;
    const CounterReading first = readCounter(fabric_);
    std::this_thread::sleep_for(span);
    const CounterReading last = readCounter(fabric_);
    const Word clocks = last.clocks - first.clocks;  // modulo 2^32
    if (clocks == 0 || !fabric_.failure().empty()) return false;
    const std::chrono::duration<double> time = last.at - first.at;
    clock_Hz_ = static_cast<std::uint32_t>(std::lround(clocks / time.count()));
    return true;
}

std::string Accelerator::clockFault() const {
    constexpr double tolerance = 1.01;  // of both clocks
    if (clock_Hz_ <= stated_Hz_ * tolerance) return {};
    const auto text = [](std::uint32_t hertz) {
        return std::to_string((hertz + 50'000) / 1'000'000) + " MHz";
    };
    return "the clock runs at " + text(clock_Hz_) + ", but the design is built for " +
           text(stated_Hz_) + ": set FCLK0";
}

void Accelerator::reset() { fabric_.write32(registers::control, control::softReset); }

bool Accelerator::waitForFunction() {
    const auto isDone = [&] { return (fabric_.read32(registers::status) & status::read) != 0; };
    if (isDone()) return true;
    const auto end = steady_clock::now() + settings_.function;
    while (!isDone())
        if (!fabric_.failure().empty() || steady_clock::now() > end) return false;
    return true;
}

Outcome<Accelerator::Call> Accelerator::call(std::span<const Input> inputs, std::uint32_t command,
                                             std::span<const Block> outputs) {
    fabric_.write32(registers::flags, registers::allFlags);
    const auto start = steady_clock::now();
    std::uint64_t written = 1, taken = 1;  // the command, then reading the state
    for (const Input& input : inputs) {
        for (std::size_t i = 0; i < input.words.size(); ++i)
            fabric_.write32(input.offset + static_cast<std::uint32_t>(4 * i),
                            fp32Nearest(input.words[i], fraction_));
        written += input.words.size();
    }
    // A simulated accelerator may already run while the command is written.
    const auto filled = steady_clock::now();
    fabric_.write32(registers::control, command);
    const auto running = measurable_ ? steady_clock::now() : filled;
    if (!waitForFunction()) {
        reset();
        return broken();
    }
    const auto ready = steady_clock::now();
    for (const Block& output : outputs) {
        for (std::size_t i = 0; i < output.words.size(); ++i)
            output.words[i] = fabric_.read32(output.offset + static_cast<std::uint32_t>(4 * i));
        taken += output.words.size();
    }
    const auto end = steady_clock::now();
    Call result;
    result.flags = fabric_.read32(registers::flags);
    const auto host = [](TimingKind kind, std::uint64_t accesses, nanoseconds time) {
        return wire::TimingRow{kind, TimingSource::MeasuredHost, accesses, count(time)};
    };
    result.timings.reserve(6);
    result.timings = {writes(written, running - start),
                      clocks(TimingKind::Compute, fabric_.read32(registers::cyclesLast)),
                      reads(taken, end - ready)};
    if (measurable_)
        result.timings.push_back(
            {TimingKind::Wall, TimingSource::MeasuredBoard, 1, count(end - start)});
    else
        result.timings.insert(result.timings.end(),
                              {host(TimingKind::Wall, 1, end - start),
                               host(TimingKind::RegisterWrite, written - 1, filled - start),
                               host(TimingKind::RegisterRead, taken - 1, end - ready)});
    if (!fabric_.failure().empty()) return broken();
    return result;
}

template <class Result>
Outcome<Result> Accelerator::complete(Result& result, std::span<const Input> inputs,
                                      std::uint32_t command, std::span<const Block> outputs) {
    auto done = call(inputs, command, outputs);
    if (!done) return tl::unexpected(done.error());
    result.flags = done->flags;
    result.timings = std::move(done->timings);
    return std::move(result);
}

Outcome<wire::AssembleResult> Accelerator::assemble(const wire::Assemble& nodes) {
    wire::AssembleResult result;
    const Input inputs[] = {{registers::bodyA, nodes.A}, {registers::bodyB, nodes.B}};
    const Block outputs[] = {{registers::compound, result.C}, {registers::joint, result.joint}};
    return complete(result, inputs, control::runAssembly, outputs);
}

Outcome<wire::InverseResult> Accelerator::inverse(const wire::Inverse& matrix) {
    wire::InverseResult result;
    const Input inputs[] = {{registers::inverseIn, matrix.matrix}};
    const Block outputs[] = {{registers::inverseOut, result.inverse},
                             {registers::inverseInfo, std::span(&result.info, 1)}};
    return complete(result, inputs, control::runInverse, outputs);
}

Outcome<wire::UpdateResult> Accelerator::update(const wire::Update& bodies) {
    wire::UpdateResult result;
    const Input inputs[] = {{registers::updateA, bodies.A}, {registers::updateB, bodies.B}};
    const Block outputs[] = {{registers::bodyA, result.A}, {registers::bodyB, result.B}};
    return complete(result, inputs, control::runUpdate, outputs);
}

Outcome<wire::UpdateAssembleResult> Accelerator::updateAssemble(
    const wire::UpdateAssemble& bodies) {
    wire::UpdateAssembleResult result;
    const Input inputs[] = {{registers::updateA, bodies.A}, {registers::updateB, bodies.B}};
    const Block outputs[] = {{registers::compound, result.C}, {registers::joint, result.joint}};
    return complete(result, inputs, control::runUpdate | control::runAssembly, outputs);
}

Outcome<wire::SpatialUpdateResult> Accelerator::spatialUpdate(const wire::SpatialUpdate& request) {
    wire::SpatialUpdateResult result;
    const Input inputs[] = {{registers::spatialBody, request.body}};
    const Block outputs[] = {{registers::spatialA, result.node}};
    return complete(result, inputs, control::runSpatialUpdate, outputs);
}

Outcome<wire::SpatialAssembleResult> Accelerator::spatialAssemble(
    const wire::SpatialAssemble& request) {
    wire::SpatialAssembleResult result;
    const Input inputs[] = {{registers::spatialA, request.A},
                            {registers::spatialB, request.B},
                            {registers::spatialJoint, request.joint}};
    const Block outputs[] = {{registers::spatialCompound, result.C},
                             {registers::spatialImpulses, result.impulses}};
    return complete(result, inputs, control::runSpatialAssembly, outputs);
}

Outcome<wire::RegisterValues> Accelerator::readRegisters(const wire::ReadRegisters& request) {
    wire::RegisterValues reply;
    reply.offset = request.offset;
    if (request.count == 0 || request.count > wire::maxRegisters)
        return fault(ErrorCode::BadPayload, "1 to 1024 registers can be read at once");
    for (std::uint32_t i = 0; i < request.count; ++i)
        if (!isReadable(request.offset + 4 * i))
            return fault(ErrorCode::BadPayload, "there is no register to read at offset " +
                                                    std::to_string(request.offset + 4 * i));
    for (std::uint32_t i = 0; i < request.count; ++i)
        reply.values.push_back(fabric_.read32(request.offset + 4 * i));
    if (!fabric_.failure().empty()) return broken();
    return reply;
}

Outcome<wire::RegistersWritten> Accelerator::writeRegisters(const wire::WriteRegisters& request) {
    const auto offset = [&](std::size_t i) {
        return request.offset + 4 * static_cast<std::uint32_t>(i);
    };
    for (std::size_t i = 0; i < request.values.size(); ++i)
        if (!isWritable(offset(i)))
            return fault(ErrorCode::BadPayload,
                         "there is no register to write at offset " + std::to_string(offset(i)));
    for (std::size_t i = 0; i < request.values.size(); ++i)
        fabric_.write32(offset(i), request.values[i]);
    if (!fabric_.failure().empty()) return broken();
    return wire::RegistersWritten{};
}

}  // namespace momentree::fpga
