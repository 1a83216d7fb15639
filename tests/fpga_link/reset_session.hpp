// SPDX-License-Identifier: Apache-2.0
// What an accelerator says after a reset, clock by clock, whatever it did before.
#pragma once

#include <QString>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

#include "axi_master.hpp"
#include "fpga_link/compiler/program.hpp"
#include "fpga_link/functions/register_map.hpp"

namespace momentree::test {

/// All outputs of a clock; those that mean nothing in it are zero.
using Outputs = std::array<std::uint32_t, 4>;
using Trace = std::vector<Outputs>;

template <class Top>
Outputs outputsOf(const Top& top) {
    const bool b = top.s_axi_bvalid, r = top.s_axi_rvalid, beat = top.s_samples_rvalid;
    const std::uint32_t ready = top.s_axi_awready | top.s_axi_wready << 1 | top.s_axi_arready << 2 |
                                top.s_samples_arready << 3;
    const std::uint32_t answers =
        (b ? 4u | top.s_axi_bresp : 0u) << 8 | (r ? 4u | top.s_axi_rresp : 0u) << 12 |
        (beat ? 8u | top.s_samples_rlast << 2 | top.s_samples_rresp : 0u) << 16;
    return {ready | static_cast<std::uint32_t>(top.irq_o) << 4 | answers, r ? top.s_axi_rdata : 0,
            beat ? top.s_samples_rdata : 0, beat ? top.s_samples_rid : 0u};
}

struct ResetValue {
    std::uint32_t offset, value;
};
/// Of every register that can be read and is neither a memory nor a count of clocks.
inline constexpr ResetValue resetValues[] = {{fpga::registers::id, fpga::idValue},
                                             {fpga::registers::version, fpga::versionValue},
                                             {fpga::registers::clockHz, 100'000'000},
                                             {fpga::registers::control, 0},
                                             {fpga::registers::status, fpga::status::idle},
                                             {fpga::registers::flags, 0},
                                             {fpga::registers::interruptEnable, 0},
                                             {fpga::registers::interruptStatus, 0},
                                             {fpga::registers::scratch, 0},
                                             {fpga::registers::cyclesTotalHigh, 0},
                                             {fpga::registers::cyclesTotalLow, 0},
                                             {fpga::registers::cyclesTotalHigh, 0},
                                             {fpga::registers::cyclesLast, 0},
                                             {fpga::registers::cyclesStalled, 0},
                                             {fpga::registers::phaseSelect, 0},
                                             {fpga::registers::phaseCycles, 0},
                                             {fpga::registers::stepsDone, 0},
                                             {fpga::registers::sampleLevel, 0},
                                             {fpga::registers::samplePop, 0},
                                             {fpga::registers::flagStep, 0},
                                             {fpga::registers::stallCycles, 0},
                                             {fpga::registers::batchCyclesLow, 0},
                                             {fpga::registers::batchCyclesHigh, 0}};
/// Of those that a soft reset leaves as they are.
inline constexpr ResetValue settingsAfterReset[] = {
    {fpga::registers::programLength, 0}, {fpga::registers::steps, 0},
    {fpga::registers::decimation, 1},    {fpga::registers::sampleWords, 0},
    {fpga::registers::dataAddress, 0},   {fpga::registers::passes, 1},
    {fpga::registers::pivotLimit, 0}};

/// A session that relies on every value that a reset gives.
template <class Top>
class ResetSession {
public:
    /// @param soft after a soft reset, which leaves the settings of the engine
    ResetSession(AxiMaster<Top>& master, bool soft) : master_(master), soft_(soft) {}

    Trace run() {
        Trace trace;
        master_.look = [&] { trace.push_back(outputsOf(master_.model)); };
        wait(60);
        for (const auto& [offset, value] : settingsAfterReset)
            if (soft_) master_.write(offset, value);
        look();
        useFunctions();
        runBatches();
        look();
        master_.look = {};
        if (master_.hung || master_.unstable) qFatal("the bus");
        return trace;
    }

private:
    void wait(int clocks) {
        for (int i = 0; i < clocks; ++i) master_.clock();
    }
    void read(std::uint32_t first, std::uint32_t words = 1) {
        for (std::uint32_t i = 0; i < words; ++i) master_.read(first + 4 * i);
    }
    void pop(int samples) {
        for (int i = 0; i < samples; ++i) read(fpga::registers::samplePop);
    }
    void fill(std::uint32_t first, std::uint32_t words) {
        for (std::uint32_t i = 0; i < words; ++i)
            master_.write(first + 4 * i, std::bit_cast<std::uint32_t>(0.5F + number_(random_)));
    }
    void look() {
        for (const ResetValue& reg : resetValues) read(reg.offset);
        for (const ResetValue& reg : settingsAfterReset) read(reg.offset);
        if (!soft_) read(fpga::registers::programCrc);
    }

    void useFunctions() {
        using namespace fpga::registers;
        namespace control = fpga::control;
        master_.write(interruptEnable, allInterrupts);
        // The first result is awaited, the second polled for.
        fill(inverseIn, 16);
        master_.write(fpga::registers::control, control::runInverse);
        read(inverseOut, 16);
        read(inverseInfo);
        fill(updateA, 16);
        master_.write(fpga::registers::control, control::runUpdate | control::runAssembly);
        wait(300);
        read(status);
        read(compound, 33);
        read(joint, 14);
        master_.write(fpga::registers::control, control::resetFunctions);
        fill(spatialBody, 19);
        fill(spatialJoint, 30);
        fill(spatialB, 90);
        master_.write(fpga::registers::control,
                      control::runSpatialUpdate | control::runSpatialAssembly);
        wait(3000);  // longer than a master has patience
        read(spatialCompound, 90);
        read(spatialImpulses, 78);
        for (const std::uint32_t reg :
             {inverseInfo, cyclesTotalLow, cyclesLast, flags, status, interruptStatus})
            read(reg);
        master_.write(interruptStatus, allInterrupts);
    }

    static fpga::ProgramWord word(int unit, fpga::Source a, fpga::Source b = {}) {
        fpga::ProgramWord made;
        made[static_cast<std::size_t>(unit)] = {true, true, false, false, a, b, 0};
        return made;
    }
    /// A sum counts, and is a sample; a product, a reciprocal and a rounding follow from it.
    static std::vector<fpga::ProgramWord> program() {
        constexpr auto special = static_cast<std::size_t>(fpga::Machine::special);
        std::vector<fpga::ProgramWord> words(20);
        words[0] = word(fpga::Machine::special, {0, 0});
        words[0][special].round = true;
        words[1] = word(0, {0, 0}, {0, 1});
        words[1][0].sample = true;
        words[7] = word(3, {0, 0}, {0, 1});
        words[8] = word(fpga::Machine::special, {0, 0});
        for (const std::size_t first : {3u, 9u, 15u}) words[first].nextPhase = true;
        return words;
    }
    void startWith(float count, std::uint32_t steps) {
        for (std::uint32_t lane = 0; lane < lanes_; ++lane) {
            master_.write(fpga::registers::dataAddress, lane * 4096);
            master_.write(fpga::registers::data, std::bit_cast<std::uint32_t>(count));
        }
        master_.write(fpga::registers::steps, steps);
        master_.write(fpga::registers::control, fpga::control::startBatch);
        wait(40 + 20 * static_cast<int>(std::min(steps, 40u)));
    }
    void lookAtBatch() {
        using namespace fpga::registers;
        for (std::uint32_t phase = 0; phase < 4; ++phase) {
            master_.write(phaseSelect, phase);
            read(phaseCycles);
        }
        for (const std::uint32_t reg : {flags, flagStep, stepsDone, batchCyclesLow, stallCycles,
                                        cyclesTotalLow, cyclesLast, interruptStatus, sampleLevel})
            read(reg);
    }
    void runBatches() {
        using namespace fpga::registers;
        // Parts of the program and data begin at their first word.
        for (const fpga::ProgramWord& word : program())
            for (const std::uint32_t part : fpga::encode(word)) master_.write(programData, part);
        for (std::uint32_t lane = 0; lane < lanes_; ++lane) {
            if (lane > 0) master_.write(dataAddress, lane * 4096);
            for (int word = 0; word < 2; ++word)
                master_.write(data, std::bit_cast<std::uint32_t>(1.0F));
        }
        master_.write(programLength, 20);
        master_.write(sampleWords, 1);
        startWith(1.0F, 30);
        lookAtBatch();
        pop(5);
        takeBurst(20);
        lookAtBatch();
        pop(120);
        startWith(4086.0F, 20);  // beyond 2^12 turns in step 10
        lookAtBatch();
        pop(130);
        // A flag of the first word, when the last batch is still in the delays.
        startWith(std::bit_cast<float>(0x7F80'0000u), 4);
        lookAtBatch();
        pop(40);
        master_.write(interruptEnable, 0);
        master_.write(flags, allFlags);
        startWith(1.0F, 3);
        read(flags);
        pop(16);
    }
    void takeBurst(std::uint8_t beats) {
        Top& top = master_.model;
        top.s_samples_arvalid = top.s_samples_rready = 1;
        top.s_samples_arid = 0x5A5;
        top.s_samples_arlen = static_cast<std::uint8_t>(beats - 1);
        top.s_samples_arsize = 2;
        master_.clock();
        top.s_samples_arvalid = 0;
        wait(3 * beats);
        top.s_samples_rready = 0;
    }

    AxiMaster<Top>& master_;
    bool soft_;
    std::uint32_t lanes_ = fpga::lanesOf(master_.read(fpga::registers::capabilities));
    std::mt19937 random_{17};
    std::uniform_real_distribution<float> number_{0.0F, 1.0F};
};

/// Gives every register another value than its reset does, and leaves a batch, a function and, for
/// a hard reset, accesses in the middle of what they do.
template <class Top>
void use(AxiMaster<Top>& master, std::mt19937& random, bool soft) {
    using namespace fpga::registers;
    const auto any = [&] { return static_cast<std::uint32_t>(random()); };
    master.read(0x7000);
    for (const std::uint32_t reg : {scratch, phaseSelect, interruptEnable})
        master.write(reg, any() | 1);
    for (const auto& [first, words] :
         {std::pair{bodyA, 33u}, {bodyB, 33u}, {updateA, 16u}, {inverseIn, 16u}})
        for (std::uint32_t i = 0; i < words; ++i) master.write(first + 4 * i, any());
    // A sum to count, from a word in the middle of the store.
    master.write(programAddress, any() % 4000);
    for (int i = 0; i < 12 * 8; ++i)
        master.write(programData, i % 8 == 0 || i % 8 == 7 ? any() : 0);
    for (int i = 0; i < 3; ++i) master.write(programData, any());
    master.write(dataAddress, any() | 1);
    for (int i = 0; i < 5; ++i) master.write(data, any());
    fpga::ProgramWord count;
    count[0] = {true, true, true, false, {0, 0}, {0, 1}, 0};
    count.nextPhase = random() % 2 != 0;
    master.write(programAddress, 0);
    for (int word = 0; word < 4; ++word)
        for (const std::uint32_t part : fpga::encode(word == 1 ? count : fpga::ProgramWord{}))
            master.write(programData, part);
    master.write(programLength, 4);
    master.write(steps, 5000);
    master.write(decimation, 1 + any() % 2);
    master.write(sampleWords, 1);
    master.write(passes, 1 + any() % 3);
    master.write(pivotLimit, 255);
    const std::uint32_t functions =
        random() % 3 == 0   ? fpga::control::runInverse
        : random() % 2 == 0 ? fpga::control::runSpatialAssembly | fpga::control::runInverse
                            : fpga::control::runUpdate | fpga::control::runAssembly;
    master.write(control, functions | fpga::control::startBatch);
    // Often until the engine waits for its reader.
    const int clocks = static_cast<int>(random() % (random() % 4 == 0 ? 30'000 : 300));
    for (int i = 0; i < clocks; ++i) master.clock();
    if (soft) return;
    Top& top = master.model;
    top.s_samples_arvalid = random() % 2;
    top.s_samples_arlen = static_cast<std::uint8_t>(random());
    top.s_axi_arvalid = random() % 2;
    top.s_axi_araddr = samplePop;
    top.s_axi_awvalid = random() % 2;
    top.s_axi_awaddr = scratch;
    top.s_axi_wvalid = random() % 2;
    for (int i = 0; i < static_cast<int>(random() % 8); ++i) master.clock();
}

/// The session after a reset by the signal.
/// @param state of registers and memories before, as for `AxiMaster`
/// @param uses how often it was used before, each time another way
template <class Top>
Trace afterReset(int state, int uses = 0) {
    AxiMaster<Top> master(1, state);
    std::mt19937 random(static_cast<unsigned>(uses));
    if (uses > 0) {
        use(master, random, false);
        master.reset();
    }
    return ResetSession<Top>(master, false).run();
}

/// The session after SOFT_RESET.
template <class Top>
Trace afterSoftReset(int uses = 0) {
    AxiMaster<Top> master;
    std::mt19937 random(static_cast<unsigned>(uses));
    if (uses > 0) use(master, random, true);
    master.write(fpga::registers::control, fpga::control::softReset);
    return ResetSession<Top>(master, true).run();
}

/// Where two sessions differ first; empty if nowhere.
inline QString differenceOf(const Trace& got, const Trace& wanted) {
    for (std::size_t i = 0; i < std::max(got.size(), wanted.size()); ++i) {
        const Outputs none{}, &a = i < got.size() ? got[i] : none,
                              &b = i < wanted.size() ? wanted[i] : none;
        if (a == b) continue;
        char text[120];
        std::snprintf(text, sizeof text, "clock %zu: %X %08X %08X %X instead of %X %08X %08X %X", i,
                      a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]);
        return text;
    }
    return {};
}

}  // namespace momentree::test
