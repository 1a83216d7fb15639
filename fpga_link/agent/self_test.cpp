// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdio>

#include "fpga_link/agent/accelerator.hpp"
#include "fpga_link/agent/soft_fabric.hpp"
#include "fpga_link/functions/register_map.hpp"

namespace momentree::fpga {

namespace {

using std::chrono::steady_clock;
using wire::Check;
using wire::Word;

/// Two moving bodies of about 1 kg and 1 m.
constexpr std::array<float, 8> bodyA{2.0F, 25.0F, -0.25F, 0.125F, 0.375F, -0.0625F, 0.5F, -0.25F};
constexpr std::array<float, 8> bodyB{1.5F, 12.0F, -0.5F, -0.25F, 0.5F, 0.125F, -0.25F, 0.75F};
/// Pivoting has to exchange its rows.
constexpr std::array<float, 16> matrix{0.0F, 2.0F,  1.0F, -1.0F, 3.0F, 1.0F, 0.5F, 2.0F,
                                       1.0F, -4.0F, 0.0F, 1.0F,  2.0F, 0.5F, 5.0F, -3.0F};
/// A double pendulum: length, centre of mass, mass, inertia, damping, angle, momentum.
constexpr wire::Body bar{1.0, 0.5, 0.0, 1.0, 1.0 / 12.0, 0.01, 0.25, 0.0};
/// Four milliseconds of the accelerator at 100 MHz, so that an interrupt is waited for.
constexpr wire::RunBatch batch{5000, 500};

/// A body in space: 1/m, 1/J, both levers, its momentum.
constexpr std::array<float, 19> spatialBody{2.0F,   25.0F,  1.0F,    -0.5F,    12.0F, 0.25F, 9.0F,
                                            -0.25F, 0.125F, 0.375F,  -0.0625F, 0.5F,  0.25F, 0.5F,
                                            -0.25F, 0.75F,  -0.125F, 1.0F,     -0.5F};
/// A revolute joint about z, whose third torque is absent.
constexpr std::array<float, 30> spatialJoint{1.0F, 0.0F, 0.0F, 0.0F, 1.0F, 0.0F, 0.0F, 0.0F,
                                             1.0F, 1.0F, 0.0F, 0.0F, 0.0F, 1.0F, 0.0F, 0.0F,
                                             0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 8.0F};

/// Slow accelerators, such as emulated ones, have fewer accesses timed.
constexpr std::chrono::seconds longestTiming{1};
constexpr std::uint32_t accessesAtOnce = 100;  ///< between two looks at the clock

const char* const differs =
    "the words differ from those of the software model; the clock may be too fast for this "
    "bitstream: see timing.txt of its build, and what set FCLK0";

template <std::size_t n>
std::array<Word, n> bitsOf(const std::array<float, n>& numbers) {
    std::array<Word, n> bits{};
    for (std::size_t i = 0; i < n; ++i) bits[i] = std::bit_cast<Word>(numbers[i]);
    return bits;
}

std::string hex(Word value) {
    char text[16];
    std::snprintf(text, sizeof text, "0x%08X", static_cast<unsigned>(value));
    return text;
}

Check check(const std::string& name, bool passed, const std::string& detail) {
    return {passed ? wire::yes : std::uint8_t{0}, name,
            passed ? "" : wire::shortened(detail, wire::maxErrorText)};
}

Check identityCheck(Fabric& fabric) {
    const Word id = fabric.read32(registers::id), version = fabric.read32(registers::version);
    if (id != idValue)
        return check("identity", false,
                     "the register ID reads " + hex(id) + ", not " + hex(idValue) +
                         "; load momentree.bit, and check the base address");
    return check("identity", version == versionValue,
                 "the register VERSION reads " + hex(version) + ", not " + hex(versionValue) +
                     "; bitstream and agent must be of the same version of Momentree");
}

Check scratchCheck(Fabric& fabric) {
    for (Word pattern : {0x0000'0000u, 0xFFFF'FFFFu, 0x5555'5555u, 0xAAAA'AAAAu, 0x0123'4567u}) {
        fabric.write32(registers::scratch, pattern);
        const Word back = fabric.read32(registers::scratch);
        if (back != pattern)
            return check("scratch register", false,
                         "wrote " + hex(pattern) + ", read " + hex(back) +
                             ": byte order or data lines of the bus are wrong; build the bitstream "
                             "with fpga_link/vivado/build.tcl");
    }
    return check("scratch register", true, {});
}

template <class Result>
Check compare(const std::string& name, const Outcome<Result>& result, bool same) {
    if (!result) return check(name, false, result.error().text);
    return check(name, same, differs);
}

/// Keeps the rows of a batch.
class Rows final : public BatchReader {
public:
    std::size_t room() override { return ~std::size_t{0}; }
    void take(std::span<const Word> row) override {
        words.insert(words.end(), row.begin(), row.end());
    }
    void rest(bool) override {}
    bool wantsAbort() override { return false; }
    void progress(std::uint32_t, std::uint32_t, std::uint32_t) override {}
    std::vector<Word> words;
};

LoadedModel doublePendulum(std::size_t lanes) {
    wire::LoadModel message;
    message.step = 1e-4;
    message.gravityY = -9.80665;
    message.bodies = {bar, bar};
    return *buildModel(message, lanes);
}

}  // namespace

void Accelerator::checkFunctions(Accelerator& model, std::vector<Check>& checks) {
    const wire::Update bodies{bitsOf(bodyA), bitsOf(bodyB)};
    const auto nodes = update(bodies);
    const auto expectedNodes = model.update(bodies);
    checks.push_back(
        compare("update of two bodies", nodes,
                nodes && nodes->A == expectedNodes->A && nodes->B == expectedNodes->B));
    const wire::Assemble pair{expectedNodes->A, expectedNodes->B};
    const auto compound = assemble(pair);
    const auto expectedCompound = model.assemble(pair);
    checks.push_back(compare("assembly", compound,
                             compound && compound->C == expectedCompound->C &&
                                 compound->joint == expectedCompound->joint));
    const auto inverted = inverse({bitsOf(matrix)});
    const auto expectedInverse = model.inverse({bitsOf(matrix)});
    checks.push_back(compare("inverse of a 4x4 matrix", inverted,
                             inverted && inverted->inverse == expectedInverse->inverse &&
                                 inverted->info == expectedInverse->info));
    if ((fabric_.read32(registers::capabilities) & spatialBit) == 0) return;
    const auto body = spatialUpdate({bitsOf(spatialBody)});
    const auto expectedBody = model.spatialUpdate({bitsOf(spatialBody)});
    checks.push_back(
        compare("update of a body in space", body, body && body->node == expectedBody->node));
    const wire::SpatialAssemble request{expectedBody->node, expectedBody->node,
                                        bitsOf(spatialJoint)};
    const auto whole = spatialAssemble(request);
    const auto expectedWhole = model.spatialAssemble(request);
    checks.push_back(compare(
        "assembly in space", whole,
        whole && whole->C == expectedWhole->C && whole->impulses == expectedWhole->impulses));
}

void Accelerator::checkBatch(Accelerator& model, std::vector<Check>& checks) {
    const auto before = fabric_.interrupts();
    const auto runOn = [&](Accelerator& accelerator, Rows& rows) -> Outcome<wire::RunDone> {
        const LoadedModel pendulum = doublePendulum(accelerator.lanes());
        if (const auto loaded = accelerator.load(pendulum); !loaded)
            return tl::unexpected(loaded.error());
        return accelerator.run(pendulum, batch, rows);
    };
    Rows rows, expectedRows;
    const auto done = runOn(*this, rows), expected = runOn(model, expectedRows);
    const bool same = done && done->reason == wire::EndReason::Finished &&
                      rows.words == expectedRows.words && done->angle == expected->angle &&
                      done->momentum == expected->momentum && done->cycles == expected->cycles;
    checks.push_back(compare("batch of 5000 steps", done, same));
    if (before && done && fabric_.interrupts() == before) {
        // A slow board may end between two looks: wait for the next end from its start.
        fabric_.write32(registers::interruptStatus, registers::allInterrupts);
        fabric_.write32(registers::control, control::startBatch);
        fabric_.waitInterrupt(settings_.stuck);
        reset();
    }
    if (before && done)
        checks.push_back(check("interrupt", fabric_.interrupts() > before,
                               "none arrived during a batch; check 'interrupts' in the device tree "
                               "(0 29 4) and that the bitstream connects irq to IRQ_F2P[0]"));
}

wire::SelfTestResult Accelerator::selfTest(std::uint32_t accesses) {
    wire::SelfTestResult result;
    result.checks = {identityCheck(fabric_), scratchCheck(fabric_)};
    if (measurable_)
        result.checks.push_back(!measureClock()
                                    ? check("clock", false,
                                            "it stands still; enable FCLK0: fclk-enable in the "
                                            "device tree, as in momentree.dtso")
                                    : check("clock", clockFault().empty(), clockFault()));

    const auto soft = makeSoftFabric(designClock_Hz, 1, fraction_);
    Accelerator model(*soft, settings_);
    model.fraction_ = fraction_;
    checkFunctions(model, result.checks);
    checkBatch(model, result.checks);

    const auto mean = [&](const auto& access) {
        const auto start = steady_clock::now();
        std::chrono::duration<double, std::nano> taken{};
        std::uint32_t made = 0;
        while (made < accesses && taken < longestTiming) {
            const std::uint32_t end = std::min(accesses, made + accessesAtOnce);
            for (; made < end; ++made) access(made);
            taken = steady_clock::now() - start;
        }
        return taken.count() / made;
    };
    result.write_ns = mean([&](std::uint32_t i) { fabric_.write32(registers::scratch, i); });
    result.read_ns = mean([&](std::uint32_t) { fabric_.read32(registers::scratch); });
    result.source =
        measurable_ ? wire::TimingSource::MeasuredBoard : wire::TimingSource::MeasuredHost;
    if (!fabric_.failure().empty())
        result.checks.push_back(check("reachable", false, fabric_.failure()));
    return result;
}

}  // namespace momentree::fpga
