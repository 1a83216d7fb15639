// SPDX-License-Identifier: Apache-2.0
// The hardware description built with fewer bits of the fraction, against the software model with
// as many, bit by bit.
#include <Vfp32_bench_12_bits.h>
#include <Vfp32_bench_16_bits.h>
#include <Vfp32_bench_18_bits.h>
#include <Vhdca_top_16_bits.h>

#include <QTest>
#include <deque>

#include "fp32_vectors.hpp"
#include "fpga_link/arithmetic/fp32_latency.hpp"
#include "fpga_link/fabric/rtl_fabric.hpp"
#include "fpga_link/lane_cases.hpp"
#include "support/test_main.hpp"

namespace momentree::fpga::test_rtl_fraction {

using namespace momentree::test;
using wire::Method;

namespace {

constexpr int topFraction = 16;

template <class Bench>
void clock(Bench& bench) {
    bench.clk_i = 0;
    bench.eval();
    bench.clk_i = 1;
    bench.eval();
}

QByteArray report(const char* unit, Fp32Vectors::Pair operands, std::uint32_t hardware,
                  std::uint32_t soft) {
    return QByteArray(unit) + " of " + QByteArray::number(operands.a, 16) + ", " +
           QByteArray::number(operands.b, 16) + ": " + QByteArray::number(hardware, 16) +
           ", should be " + QByteArray::number(soft, 16);
}

template <class Bench>
void unitsFollowTheModel(int fraction) {
    constexpr int seed = 4715;
    Fp32Vectors vectors(seed);
    Bench bench;
    bench.rst_ni = 0;
    clock(bench);
    bench.rst_ni = 1;
    std::deque<Fp32Vectors::Pair> given;
    const int count = vectorCount(100'000, 3'000'000);
    for (int i = 0; i < count; ++i) {
        const bool starts = i % fp32RcpInterval == 0;
        given.push_front(vectors.pair());
        bench.a_i = given[0].a;
        bench.b_i = given[0].b;
        bench.start_i = starts;
        clock(bench);
        if (i < 2 * fp32RcpLatency) continue;
        const auto [a, b] = given[fp32AddLatency - 1];
        const std::uint32_t sum = fp32Add(a, b, fraction);
        QVERIFY2(bench.sum_o == sum, report("sum", {a, b}, bench.sum_o, sum));
        const auto [c, d] = given[fp32MulLatency - 1];
        const std::uint32_t product = fp32Mul(c, d, fraction);
        QVERIFY2(bench.product_o == product, report("product", {c, d}, bench.product_o, product));
        const auto [e, f] = given[fp32RintLatency - 1];
        const std::uint32_t integer = fp32Rint(e, fraction);
        QVERIFY2(bench.integer_o == integer, report("rint", {e, f}, bench.integer_o, integer));
        // The result stays until that of the next start.
        constexpr int last = fp32RcpLatency - 1;
        const std::uint32_t of =
            given[static_cast<std::size_t>(last + (i - last) % fp32RcpInterval)].a;
        const std::uint32_t inverse = fp32Rcp(of, fraction);
        QVERIFY2(bench.reciprocal_o == inverse,
                 report("reciprocal", {of, 0}, bench.reciprocal_o, inverse));
        given.resize(4 * fp32RcpInterval);
    }
}

}  // namespace

class TestRtlFraction : public QObject {
    Q_OBJECT

private slots:
    void unitsFollowTheModelWith12Bits() { unitsFollowTheModel<Vfp32_bench_12_bits>(12); }
    void unitsFollowTheModelWith16Bits() { unitsFollowTheModel<Vfp32_bench_16_bits>(16); }
    void unitsFollowTheModelWith18Bits() { unitsFollowTheModel<Vfp32_bench_18_bits>(18); }

    void batchesEqualTheSoftwareModel_data() {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("bodies");
        QTest::addColumn<bool>("closed");
        QTest::newRow("a double pendulum") << 1 << 2 << false;
        QTest::newRow("three four-bars") << 3 << 3 << true;
        QTest::newRow("eight links") << 1 << 8 << false;
    }
    void batchesEqualTheSoftwareModel() {
        QFETCH(int, count);
        QFETCH(int, bodies);
        QFETCH(bool, closed);
        const wire::LoadModels models = laneModels(count, bodies, closed, Method::RungeKutta4);
        const auto whole = makeSoftFabric();
        const auto soft = makeSoftFabric(designClock_Hz, 1, topFraction);
        RtlFabric<Vhdca_top_16_bits> rtl;
        QCOMPARE(rtl.read32(registers::capabilities), soft->read32(registers::capabilities));
        QCOMPARE(fractionOf(rtl.read32(registers::capabilities)), topFraction);
        const LaneBatch wanted = runOn(*soft, models), got = runOn(rtl, models);
        QVERIFY(got.rows == wanted.rows);
        QCOMPARE(got.done.flags, wanted.done.flags);
        QCOMPARE(got.done.cycles, wanted.done.cycles);
        QVERIFY(got.done.angle == wanted.done.angle && got.done.momentum == wanted.done.momentum);
        // It has other numbers than an accelerator with all bits, in the same clocks.
        const LaneBatch exact = runOn(*whole, models);
        QCOMPARE(exact.done.cycles, got.done.cycles);
        QVERIFY(exact.rows != got.rows);
    }

    /// Words of any bits, written to registers, give the same results and the same words back.
    void functionsEqualTheSoftwareModel() {
        const auto soft = makeSoftFabric(designClock_Hz, 1, topFraction);
        RtlFabric<Vhdca_top_16_bits> rtl;
        Fp32Vectors vectors(4716);
        struct Window {
            std::uint32_t first, words;
        };
        const auto both = [&](std::uint32_t offset, std::uint32_t value) {
            soft->write32(offset, value);
            rtl.write32(offset, value);
        };
        const auto same = [&](Window window) {
            for (std::uint32_t i = 0; i < window.words; ++i)
                if (soft->read32(window.first + 4 * i) != rtl.read32(window.first + 4 * i))
                    return false;
            return true;
        };
        const auto check = [&](std::initializer_list<Window> inputs, std::uint32_t command,
                               std::initializer_list<Window> outputs) {
            for (int i = 0; i < 200; ++i) {
                for (const Window& window : inputs)
                    for (std::uint32_t k = 0; k < window.words; ++k)
                        both(window.first + 4 * k, i % 4 == 0 ? vectors.any() : vectors.pair().a);
                for (const Window& window : inputs) QVERIFY(same(window));
                both(registers::control, command);
                for (const Window& window : outputs) QVERIFY(same(window));
                QVERIFY(same({registers::flags, 1}));
                both(registers::flags, registers::allFlags);
            }
        };
        check({{registers::updateA, 8}, {registers::updateB, 8}}, control::runUpdate,
              {{registers::bodyA, 33}, {registers::bodyB, 33}});
        check({{registers::bodyA, 33}, {registers::bodyB, 33}}, control::runAssembly,
              {{registers::compound, 33}, {registers::joint, 14}});
        check({{registers::inverseIn, 16}}, control::runInverse,
              {{registers::inverseOut, 16}, {registers::inverseInfo, 1}});
        check({{registers::spatialBody, 19}}, control::runSpatialUpdate,
              {{registers::spatialA, 90}});
    }

    /// The register file keeps as many bits as the units use.
    void wordsAreKeptWithoutLowerBits() {
        const auto soft = makeSoftFabric(designClock_Hz, 1, topFraction);
        RtlFabric<Vhdca_top_16_bits> rtl;
        for (Fabric* fabric : {soft.get(), static_cast<Fabric*>(&rtl)}) {
            fabric->write32(registers::dataAddress, 1000);
            fabric->write32(registers::data, 0x3F80'FFFF);
            fabric->write32(registers::dataAddress, 1000);
            QCOMPARE(fabric->read32(registers::data), 0x3F80'FF80u);
        }
    }

    void passesTheSelfTest() {
        RtlFabric<Vhdca_top_16_bits> rtl;
        Accelerator accelerator(rtl, {});
        QVERIFY(accelerator.identify());
        QCOMPARE(accelerator.fraction(), topFraction);
        QVERIFY(wire::passed(accelerator.selfTest(10)));
    }
};

MOMENTREE_TEST(TestRtlFraction, Appless)

}  // namespace momentree::fpga::test_rtl_fraction

#include "test_rtl_fraction.moc"
