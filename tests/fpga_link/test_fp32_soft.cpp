// SPDX-License-Identifier: Apache-2.0
// The integer model of the accelerator's arithmetic compared with the arithmetic of this machine.
#include <QTest>
#include <cmath>
#include <limits>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

#include "fp32_vectors.hpp"
#include "fpga_link/arithmetic/fp32_soft.hpp"
#include "fpga_link/compiler/graph.hpp"
#include "support/test_main.hpp"

namespace momentree::fpga::test_fp32_soft {

using momentree::test::Fp32Vectors;
using momentree::test::vectorCount;

namespace {

#if defined(__SSE2__)
/// Subnormal operands and results count as zero during its lifetime.
class FlushToZero {
public:
    FlushToZero() : saved_(_mm_getcsr()) { _mm_setcsr(saved_ | 0x8040); }
    ~FlushToZero() { _mm_setcsr(saved_); }
    FlushToZero(const FlushToZero&) = delete;
    FlushToZero& operator=(const FlushToZero&) = delete;

private:
    unsigned saved_;
};
#endif

float floatOf(std::uint32_t bits) { return std::bit_cast<float>(bits); }

std::uint32_t canonical(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return fp32IsNan(bits) ? fp32Nan : bits;
}

/// `operation` on this machine, in single precision with one rounding.
template <class Operation>
std::uint32_t host(Operation operation, std::uint32_t a, std::uint32_t b = 0) {
    // Through memory, so that the compiler does not compute before the mode is switched.
    volatile float left = floatOf(a);
    volatile float right = floatOf(b);
    volatile float result = operation(left, right);
    return canonical(result);
}

QByteArray report(const char* what, std::uint64_t seed, std::uint32_t a, std::uint32_t b,
                  std::uint32_t soft, std::uint32_t expected) {
    return QByteArray(what) + " of " + QByteArray::number(a, 16) + ", " +
           QByteArray::number(b, 16) + ": " + QByteArray::number(soft, 16) + ", should be " +
           QByteArray::number(expected, 16) + " (seed " + QByteArray::number(qulonglong(seed)) +
           ")";
}

}  // namespace

class TestFp32Soft : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
#if !defined(__SSE2__)
        QSKIP("only SSE can flush subnormal numbers as the accelerator does");
#endif
    }

    void addsAndMultipliesLikeThisMachine() {
        const std::uint64_t seed = 20261;
        Fp32Vectors vectors(seed);
        const FlushToZero mode;
        const int count = vectorCount(100'000, 10'000'000);
        for (int i = 0; i < count; ++i) {
            const auto [a, b] = vectors.pair();
            const auto sum = host([](float x, float y) { return x + y; }, a, b);
            const auto difference = host([](float x, float y) { return x - y; }, a, b);
            const auto product = host([](float x, float y) { return x * y; }, a, b);
            QVERIFY2(fp32Add(a, b) == sum, report("sum", seed, a, b, fp32Add(a, b), sum));
            QVERIFY2(fp32Sub(a, b) == difference,
                     report("difference", seed, a, b, fp32Sub(a, b), difference));
            QVERIFY2(fp32Mul(a, b) == product,
                     report("product", seed, a, b, fp32Mul(a, b), product));
        }
    }

    void invertsAndRoundsLikeThisMachine() {
        const std::uint64_t seed = 20262;
        Fp32Vectors vectors(seed);
        const FlushToZero mode;
        const int count = vectorCount(100'000, 10'000'000);
        for (int i = 0; i < count; ++i) {
            const std::uint32_t a = vectors.operand();
            const auto inverse = host([](float x, float) { return 1.0F / x; }, a);
            QVERIFY2(fp32Rcp(a) == inverse, report("reciprocal", seed, a, 0, fp32Rcp(a), inverse));
            const auto integer = host([](float x, float) { return std::nearbyint(x); }, a);
            QVERIFY2(fp32Rint(a) == integer, report("rint", seed, a, 0, fp32Rint(a), integer));
        }
    }

    void invertsEverySignificand() {
        if (std::getenv("MOMENTREE_LONG") == nullptr) QSKIP("needs MOMENTREE_LONG");
        const FlushToZero mode;
        for (std::uint32_t fraction = 0; fraction < 1u << 23; ++fraction) {
            const std::uint32_t a = 0x3F80'0000 | fraction;
            const auto inverse = host([](float x, float) { return 1.0F / x; }, a);
            QVERIFY2(fp32Rcp(a) == inverse, report("reciprocal", 0, a, 0, fp32Rcp(a), inverse));
        }
    }

    /// Rules of the contract that differ from this machine's arithmetic.
    void keepsTheContract() {
        QCOMPARE(fp32Add(0x3F80'0000, 0xBF80'0000), 0u);            // x + (-x) = +0
        QCOMPARE(fp32Add(0x8000'0000, 0x8000'0000), 0x8000'0000u);  // (-0) + (-0) = -0
        QCOMPARE(fp32Mul(0, fp32Infinity), fp32Nan);
        QCOMPARE(fp32Sub(fp32Infinity, fp32Infinity), fp32Nan);
        QCOMPARE(fp32Add(0xFFC1'2345, 0), fp32Nan);  // payload and sign dropped
        QCOMPARE(fp32Rcp(0x8000'0000), 0xFF80'0000u);
        QCOMPARE(fp32Rcp(0xFF80'0000), 0x8000'0000u);
        QCOMPARE(fp32Rcp(0x7F00'0000), 0u);               // 2^-127 is flushed
        QCOMPARE(fp32Rint(0x4020'0000), 0x4000'0000u);    // 2.5 to 2
        QCOMPARE(fp32Rint(0xBF00'0000), 0x8000'0000u);    // -0.5 to -0
        QCOMPARE(fp32Mul(0x0000'0001, 0x7F00'0000), 0u);  // subnormal operand
        QCOMPARE(fp32Add(0x0080'0001, 0x8080'0000), 0u);  // subnormal result
        // 2^-126 (1 + 2^-23) (1 - 2^-23) rounds up to 2^-126 and is therefore kept.
        QCOMPARE(fp32Mul(0x0080'0001, 0x3F7F'FFFE), 0x0080'0000u);
    }

    /// With fewer bits, results are those of double precision, rounded once more: it has more than
    /// twice as many, which makes this exact.
    void roundsToFewerBits_data() {
        QTest::addColumn<int>("fraction");
        for (const int fraction : {12, 16, 18, 22, 23}) QTest::addRow("%d", fraction) << fraction;
    }
    void roundsToFewerBits() {
        QFETCH(int, fraction);
        Fp32Vectors vectors(4720);
        const auto number = [](std::uint32_t bits) { return double{std::bit_cast<float>(bits)}; };
        const auto same = [&](const char* what, std::uint32_t got, double exact) {
            const double wanted = roundedTo(fraction, exact);
            // What is flushed or infinite is the business of the other tests.
            if (!(std::abs(wanted) >= 0x1p-126 && std::abs(wanted) < 0x1p128)) return true;
            if (number(got) == wanted) return true;
            qWarning("%s: %08X, should be %.9g", what, got, wanted);
            return false;
        };
        for (int i = 0; i < vectorCount(100'000, 3'000'000); ++i) {
            const auto [a, b] = vectors.pair();
            if (fp32IsNan(a) || fp32IsInfinite(a) || fp32IsNan(b) || fp32IsInfinite(b)) continue;
            // Subnormal numbers count as zero.
            const auto kept = [&](std::uint32_t bits) {
                return (bits & fp32Infinity) == 0 ? 0.0 : number(fp32Kept(bits, fraction));
            };
            const double x = kept(a), y = kept(b);
            QVERIFY(same("sum", fp32Add(a, b, fraction), x + y));
            QVERIFY(same("difference", fp32Sub(a, b, fraction), x - y));
            QVERIFY(same("product", fp32Mul(a, b, fraction), x * y));
            if (x != 0.0) QVERIFY(same("reciprocal", fp32Rcp(a, fraction), 1.0 / x));
            QVERIFY(same("rint", fp32Rint(a, fraction), std::nearbyint(x)));
            if ((a & fp32Infinity) != 0)
                QVERIFY(same("nearest", fp32Nearest(a, fraction), number(a)));
        }
    }
    void keepsSpecialNumbersWithFewerBits() {
        QCOMPARE(fp32Nearest(0x7F80'0001, 12), fp32Nan);
        QCOMPARE(fp32Nearest(0xFF80'0000, 12), 0xFF80'0000u);
        QCOMPARE(fp32Nearest(0x8000'0001, 12), 0x8000'0000u);
        QCOMPARE(fp32Nearest(0x7F7F'FFFF, 12), fp32Infinity);
        QCOMPARE(fp32Nearest(0x3F80'0001, 23), 0x3F80'0001u);
    }

    void remembersWhatWentWrong() {
        Fp32Flags flags;
        flags.note(0x3F80'0000);
        QVERIFY(!flags.nan && !flags.infinite);
        flags.note(0xFF80'0000);
        QVERIFY(!flags.nan && flags.infinite);
        flags.note(fp32Nan);
        QVERIFY(flags.nan && flags.infinite);
    }

    void valueTypeFollowsTheFunctions() {
        const Fp32Soft a(1.5F);
        const Fp32Soft b(-0.1F);
        QCOMPARE((a + b).bits(), fp32Add(a.bits(), b.bits()));
        QCOMPARE((a - b).value(), 1.5F + 0.1F);
        QCOMPARE((a * b).value(), 1.5F * -0.1F);
        QCOMPARE((-a).value(), -1.5F);
        QCOMPARE(reciprocal(a).value(), 1.0F / 1.5F);
        QCOMPARE(nearestInteger(a).value(), 2.0F);
    }
};

MOMENTREE_TEST(TestFp32Soft, Appless)

}  // namespace momentree::fpga::test_fp32_soft
#include "test_fp32_soft.moc"
