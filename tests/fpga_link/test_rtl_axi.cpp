// SPDX-License-Identifier: Apache-2.0
// The accelerator's register window, accessed by a bus master.
#include <QTest>
#include <map>

#include "Vcontrol_bench.h"
#include "axi_master.hpp"
#include "fpga_link/functions/register_map.hpp"
#include "support/test_main.hpp"

namespace momentree::fpga::test_rtl_axi {

using momentree::test::axiOkay;
using momentree::test::axiSlaveError;
using Master = momentree::test::AxiMaster<Vcontrol_bench>;

namespace {

struct Range {
    std::uint32_t first, last;  ///< byte offsets
    bool writable;
};

/// All readable offsets outside the control and status registers.
const std::vector<Range> windows{
    {0x100, 0x180, true},   {0x200, 0x280, true},    {0x300, 0x380, false},  {0x3A0, 0x3D4, false},
    {0x400, 0x43C, true},   {0x440, 0x47C, false},   {0x480, 0x480, false},  {0x500, 0x53C, true},
    {0x800, 0x800, true},   {0x1000, 0x1048, true},  {0x1080, 0x10F4, true}, {0x1200, 0x1364, true},
    {0x1400, 0x1564, true}, {0x1600, 0x1764, false}, {0x1800, 0x1934, false}};
const std::vector<std::uint32_t> readable{0x00, 0x04, 0x08, 0x0C, 0x10, 0x14, 0x18, 0x1C, 0x20,
                                          0x24, 0x30, 0x34, 0x38, 0x3C, 0x40, 0x44, 0x48};
const std::vector<std::uint32_t> writable{0x10, 0x18, 0x1C, 0x20, 0x24, 0x40};

bool contains(const std::vector<std::uint32_t>& offsets, std::uint32_t offset) {
    return std::find(offsets.begin(), offsets.end(), offset) != offsets.end();
}
bool isReadable(std::uint32_t offset) {
    return contains(readable, offset) ||
           std::any_of(windows.begin(), windows.end(), [&](const Range& range) {
               return offset >= range.first && offset <= range.last;
           });
}
bool isWritable(std::uint32_t offset) {
    return contains(writable, offset) ||
           std::any_of(windows.begin(), windows.end(), [&](const Range& range) {
               return range.writable && offset >= range.first && offset <= range.last;
           });
}

QByteArray at(std::uint32_t offset) { return "offset 0x" + QByteArray::number(offset, 16); }

}  // namespace

class TestRtlAxi : public QObject {
    Q_OBJECT

private slots:
    void saysWhatItIs() {
        Master master;
        QCOMPARE(master.read(registers::id), idValue);
        QCOMPARE(master.read(registers::clockHz), 100'000'000u);
        QCOMPARE(master.read(registers::status), status::idle);
        QCOMPARE(master.read(registers::flags), 0u);
    }

    /// Random reads and writes, alone and together, with random waits on all five channels.
    void remembersUnderPressure() {
        const std::uint64_t seed = 61;
        Master master(seed);
        std::mt19937_64 random(seed);
        std::map<std::uint32_t, std::uint32_t> memory;
        std::vector<std::uint32_t> offsets{registers::scratch, registers::programAddress};
        for (std::uint32_t i = 0; i < 33; ++i) {
            offsets.push_back(registers::bodyA + 4 * i);
            offsets.push_back(registers::bodyB + 4 * i);
        }
        for (const std::uint32_t offset : offsets) master.write(offset, memory[offset] = offset);
        for (int i = 0; i < 20'000; ++i) {
            master.setPressure(static_cast<int>(random() % 6));
            const std::uint32_t to = offsets[random() % offsets.size()];
            const std::uint32_t from = offsets[random() % offsets.size()];
            const auto value = static_cast<std::uint32_t>(random());
            const bool writes = random() % 2 != 0;
            const bool reads = !writes || (random() % 2 != 0 && from != to);
            const auto answers =
                master.transfer(writes ? std::optional(Master::Write{to, value}) : std::nullopt,
                                reads ? std::optional(from) : std::nullopt);
            QCOMPARE(answers.write, axiOkay);
            QCOMPARE(answers.read, axiOkay);
            if (reads) QVERIFY2(answers.data == memory[from], at(from));
            if (writes) memory[to] = value;
        }
        QVERIFY(!master.hung);
        QVERIFY(!master.unstable);
        QCOMPARE(master.read(registers::flags), 0u);
    }

    /// All words of the first eight kilobytes and some beyond: existing ones respond, others give
    /// an error, and nothing hangs.
    void answersEveryOffset() {
        Master master;
        for (std::uint32_t offset = 0; offset < 0x1'0000; offset += offset < 0x2000 ? 4 : 0x404) {
            const std::uint32_t word = master.read(offset);
            QVERIFY2((master.lastRead == axiOkay) == isReadable(offset), at(offset));
            if (!isReadable(offset)) {
                QCOMPARE(word, 0u);
                QVERIFY2((master.read(registers::flags) & flag::illegalAccess) != 0, at(offset));
            }
            const int answer = master.write(offset, 0);
            QVERIFY2((answer == axiOkay) == isWritable(offset), at(offset));
            master.write(registers::flags, 0x7F);
        }
        QVERIFY(!master.hung);
    }

    void refusesUnalignedAndPartialAccess() {
        Master master;
        master.write(registers::scratch, 0xCAFE'F00D);
        for (const std::uint32_t skew : {1u, 2u, 3u}) {
            QCOMPARE(master.write(registers::scratch + skew, 0), axiSlaveError);
            QCOMPARE(master.read(registers::scratch + skew), 0u);
            QCOMPARE(master.lastRead, axiSlaveError);
        }
        for (unsigned strobes = 0; strobes < 15; ++strobes)
            QCOMPARE(master.write(registers::scratch, 0, strobes), axiSlaveError);
        QCOMPARE(master.read(registers::flags), flag::illegalAccess);
        QCOMPARE(master.read(registers::scratch), 0xCAFE'F00Du);
    }

    /// Reset in every clock of a write, of a read and of a running function.
    void survivesAResetInFlight() {
        Master master;
        for (int clocks = 0; clocks < 200; ++clocks) {
            master.write(registers::control, control::runAssembly);
            Vcontrol_bench& model = master.model;
            model.s_axi_awvalid = clocks % 2 != 0;
            model.s_axi_awaddr = registers::bodyA;
            model.s_axi_wvalid = clocks % 3 != 0;
            model.s_axi_arvalid = clocks % 5 != 0;
            model.s_axi_araddr = registers::compound;
            for (int i = 0; i < clocks; ++i) master.clock();
            master.reset();
            QCOMPARE(model.s_axi_bvalid, 0);
            QCOMPARE(model.s_axi_rvalid, 0);
            QCOMPARE(master.read(registers::status), status::idle);
            QCOMPARE(master.write(registers::scratch, 7), axiOkay);
            QCOMPARE(master.read(registers::scratch), 7u);
        }
        QVERIFY(!master.hung);
    }

    void softResetEndsAFunction() {
        Master master;
        for (int clocks = 0; clocks < 200; clocks += 3) {
            master.write(registers::interruptEnable, 0xF);
            master.write(registers::bodyB, 0x4040'4040);
            master.write(registers::control, control::runAssembly);
            for (int i = 0; i < clocks; ++i) master.clock();
            master.write(registers::control, control::softReset);
            QCOMPARE(master.read(registers::status), status::idle);
            QCOMPARE(master.read(registers::interruptEnable), 0u);
            QCOMPARE(master.read(registers::bodyB), 0x4040'4040u);
        }
    }

    void interruptsWhenAFunctionEnds() {
        Master master;
        master.write(registers::interruptEnable, interrupt::functionDone);
        master.write(registers::control, control::runUpdate);
        QCOMPARE(master.model.irq_o, 0);
        for (int i = 0; i < 100; ++i) master.clock();
        QCOMPARE(master.model.irq_o, 1);
        QVERIFY((master.read(registers::interruptStatus) & interrupt::functionDone) != 0);
        master.write(registers::interruptStatus, interrupt::functionDone);
        QCOMPARE(master.model.irq_o, 0);
    }

    void interruptsOnAnError() {
        Master master;
        master.write(registers::interruptEnable, interrupt::error);
        master.read(0x7000);
        QCOMPARE(master.model.irq_o, 1);
        master.write(registers::interruptStatus, interrupt::error);
        QCOMPARE(master.model.irq_o, 0);
        // The flag is already set: the same error does not interrupt again until it is cleared.
        master.read(0x7000);
        QCOMPARE(master.model.irq_o, 0);
        master.write(registers::flags, flag::illegalAccess);
        master.read(0x7000);
        QCOMPARE(master.model.irq_o, 1);
    }

    void passesEngineEventsOn() {
        Master master;
        master.write(registers::control, control::startBatch);
        QCOMPARE(master.read(registers::interruptStatus), interrupt::batchDone);
        master.write(registers::control, control::abortBatch);
        QCOMPARE(master.read(registers::flags), flag::badProgram);
        master.write(registers::phaseSelect, 5);
        QCOMPARE(master.read(registers::phaseCycles), 105u);
    }

    void countsClocks() {
        Master master;
        const std::uint32_t before = master.read(registers::cyclesFree);
        const std::uint64_t clocks = master.clocks;
        const std::uint32_t after = master.read(registers::cyclesFree);
        QCOMPARE(after - before, static_cast<std::uint32_t>(master.clocks - clocks));
        QCOMPARE(master.read(registers::cyclesTotalLow), 0u);
        master.write(registers::control, control::runAssembly);
        for (int i = 0; i < 300; ++i) master.clock();
        QCOMPARE(master.read(registers::cyclesTotalLow), master.read(registers::cyclesLast));
        QCOMPARE(master.read(registers::cyclesTotalHigh), 0u);
        QVERIFY(master.read(registers::cyclesLast) > 0);
    }
};

MOMENTREE_TEST(TestRtlAxi, Appless)

}  // namespace momentree::fpga::test_rtl_axi
#include "test_rtl_axi.moc"
