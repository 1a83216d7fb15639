// SPDX-License-Identifier: Apache-2.0
// The arithmetic units of the hardware description compared with the integer model, bit by bit.
#include <QTest>
#include <array>
#include <deque>
#include <random>

#include "Vengine_operand.h"
#include "Vfp32_bench.h"
#include "fp32_vectors.hpp"
#include "fpga_link/arithmetic/fp32_latency.hpp"
#include "fpga_link/arithmetic/fp32_soft.hpp"
#include "support/test_main.hpp"

namespace momentree::fpga::test_rtl_units {

using momentree::test::Fp32Vectors;
using momentree::test::vectorCount;

namespace {

/// The last `latency` + 1 operands; the oldest belongs to the current result.
class Delay {
public:
    explicit Delay(int latency) : latency_(static_cast<std::size_t>(latency)) {}

    void push(Fp32Vectors::Pair operands) {
        operands_.push_back(operands);
        if (operands_.size() > latency_) operands_.pop_front();
    }
    bool full() const { return operands_.size() == latency_; }
    Fp32Vectors::Pair oldest() const { return operands_.front(); }

private:
    std::size_t latency_;
    std::deque<Fp32Vectors::Pair> operands_;
};

class Bench {
public:
    Bench() {
        model.rst_ni = 0;
        clock();
        model.rst_ni = 1;
    }
    void clock() {
        model.clk_i = 0;
        model.eval();
        model.clk_i = 1;
        model.eval();
    }
    std::uint32_t reciprocal(std::uint32_t a) {
        model.a_i = a;
        model.start_i = 1;
        clock();
        model.start_i = 0;
        model.a_i = ~a;
        for (int edge = 1; edge < fp32RcpLatency; ++edge) clock();
        return model.reciprocal_o;
    }

    Vfp32_bench model;
};

QByteArray report(const char* unit, std::uint64_t seed, Fp32Vectors::Pair operands,
                  std::uint32_t hardware, std::uint32_t soft) {
    return QByteArray(unit) + " of " + QByteArray::number(operands.a, 16) + ", " +
           QByteArray::number(operands.b, 16) + ": " + QByteArray::number(hardware, 16) +
           ", should be " + QByteArray::number(soft, 16) + " (seed " +
           QByteArray::number(qulonglong(seed)) + ")";
}

}  // namespace

class TestRtlUnits : public QObject {
    Q_OBJECT

private slots:
    /// New operands at every clock edge; also verifies the latencies assumed by C++.
    void pipelinesFollowTheModel() {
        const std::uint64_t seed = 4711;
        Fp32Vectors vectors(seed);
        Bench bench;
        Delay added(fp32AddLatency);
        Delay multiplied(fp32MulLatency);
        Delay rounded(fp32RintLatency);
        const int count = vectorCount(100'000, 10'000'000);
        for (int i = 0; i < count; ++i) {
            const auto operands = i % 2 != 0
                                      ? vectors.pair()
                                      : Fp32Vectors::Pair{vectors.operand(), vectors.operand()};
            for (Delay* delay : {&added, &multiplied, &rounded}) delay->push(operands);
            bench.model.a_i = operands.a;
            bench.model.b_i = operands.b;
            bench.clock();
            if (!added.full()) continue;
            const auto [a, b] = added.oldest();
            QVERIFY2(bench.model.sum_o == fp32Add(a, b),
                     report("sum", seed, {a, b}, bench.model.sum_o, fp32Add(a, b)));
            const auto [c, d] = multiplied.oldest();
            QVERIFY2(bench.model.product_o == fp32Mul(c, d),
                     report("product", seed, {c, d}, bench.model.product_o, fp32Mul(c, d)));
            const auto [e, f] = rounded.oldest();
            QVERIFY2(bench.model.integer_o == fp32Rint(e),
                     report("rint", seed, {e, f}, bench.model.integer_o, fp32Rint(e)));
        }
    }

    void reciprocalFollowsTheModel() {
        const std::uint64_t seed = 4712;
        Fp32Vectors vectors(seed);
        Bench bench;
        const int count = vectorCount(100'000, 10'000'000);
        for (int i = 0; i < count; ++i) {
            const std::uint32_t a = i % 2 != 0 ? vectors.operand() : vectors.any();
            const std::uint32_t inverse = bench.reciprocal(a);
            QVERIFY2(inverse == fp32Rcp(a),
                     report("reciprocal", seed, {a, 0}, inverse, fp32Rcp(a)));
        }
    }

    void reciprocalOfEverySignificand() {
        const bool thorough = vectorCount(0, 1) != 0;
        Bench bench;
        // The quick run takes every 1021st, from the first to the last thousand.
        const std::uint32_t stride = thorough ? 1 : 1021;
        for (std::uint32_t fraction = 0; fraction < 1u << 23; fraction += stride) {
            const std::uint32_t a = 0xC000'0000 | fraction;
            const std::uint32_t inverse = bench.reciprocal(a);
            QVERIFY2(inverse == fp32Rcp(a), report("reciprocal", 0, {a, 0}, inverse, fp32Rcp(a)));
        }
    }

    /// Starts every RCP_INTERVAL edges do not disturb any result.
    void reciprocalsFollowClosely() {
        Fp32Vectors vectors(4713);
        Bench bench;
        std::uint32_t previous = 0;
        for (int i = 0; i < 1000; ++i) {
            const std::uint32_t a = vectors.operand();
            bench.model.a_i = a;
            bench.model.start_i = 1;
            for (int edge = 0; edge < fp32RcpInterval; ++edge) {
                bench.clock();
                bench.model.start_i = 0;
                if (edge == fp32RcpLatency - fp32RcpInterval - 1 && i > 0)
                    QCOMPARE(bench.model.reciprocal_o, fp32Rcp(previous));
            }
            previous = a;
        }
    }

    /// Every bank and every unit's output, of any bits, is the operand two clocks after its
    /// address; a word that is written in the clock in which it is read comes in its old state.
    void operandsComeFromBanksAndUnits() {
        constexpr unsigned units = 7, words = 512;
        std::mt19937_64 random(4714);
        const auto bits = [&] { return static_cast<std::uint32_t>(random()); };
        Vengine_operand model;
        const auto clock = [&] {
            model.clk_i = 0;
            model.eval();
            model.clk_i = 1;
            model.eval();
        };
        std::array<std::array<std::uint32_t, words>, units> banks{};
        std::uint32_t expected = 0;
        for (unsigned i = 0; i < 40 * words; ++i) {
            // First every word gets a value.
            const unsigned address = i < words ? i : bits() % words;
            const unsigned reads = i < words ? 0 : bits() % words, select = bits() % (2 * units);
            const unsigned writes = i < words ? 0x7F : bits() % 128;
            std::uint64_t addresses = 0;
            std::array<std::uint32_t, units> data{};
            for (unsigned bank = 0; bank < units; ++bank) {
                addresses |= std::uint64_t{address} << (9 * bank);
                model.write_data_i[bank] = data[bank] = bits();
            }
            model.write_i = static_cast<std::uint8_t>(writes);
            model.write_address_i = addresses;
            model.address_i = static_cast<std::uint16_t>(reads);
            model.select_i = static_cast<std::uint8_t>(select);
            const bool negates = bits() % 2 != 0;
            model.negate_i = negates;
            const std::uint32_t stored = select < units ? banks[select][reads] : 0;
            clock();
            std::array<std::uint32_t, units> results{};
            for (unsigned unit = 0; unit < units; ++unit)
                model.result_i[unit] = results[unit] = bits();
            for (unsigned bank = 0; bank < units; ++bank)
                if ((writes >> bank & 1) != 0) banks[bank][address] = data[bank];
            if (i > 1) QCOMPARE(model.operand_o, expected);
            expected =
                (select < units ? stored : results[select - units]) ^ (negates ? 0x8000'0000U : 0U);
        }
    }
};

MOMENTREE_TEST(TestRtlUnits, Appless)

}  // namespace momentree::fpga::test_rtl_units
#include "test_rtl_units.moc"
