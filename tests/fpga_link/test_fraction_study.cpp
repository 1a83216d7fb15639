// SPDX-License-Identifier: Apache-2.0
// How the error of the energy depends on the bits of the fraction.
#include <QTest>

#include "fpga_link/compiler/fraction_study.hpp"
#include "fpga_link/compiler/soft_engine.hpp"
#include "fpga_link/planar_cases.hpp"
#include "support/test_main.hpp"

namespace momentree::fpga::test_fraction_study {

using namespace momentree::test;

class TestFractionStudy : public QObject {
    Q_OBJECT

private slots:
    void rounds() {
        QCOMPARE(roundedTo(2, 1.1), 1.0);
        QCOMPARE(roundedTo(2, 1.125), 1.0);  // ties to even
        QCOMPARE(roundedTo(2, 1.375), 1.5);
        QCOMPARE(roundedTo(2, -1.9), -2.0);
        QCOMPARE(roundedTo(23, 0.0), 0.0);
        for (const double value : {0.1, -3.3e-9, 1.0 + 0x1p-24, 1.0 + 3 * 0x1p-24, 7e20})
            QCOMPARE(roundedTo(23, value), double{static_cast<float>(value)});
    }

    /// Every word that is kept is that of the accelerator with as many bits.
    void equalsTheAccelerator_data() {
        QTest::addColumn<int>("bodies");
        QTest::addColumn<bool>("closed");
        QTest::addColumn<bool>("euler");
        QTest::addColumn<int>("bits");
        for (const int bits : {23, 22, 18, 16, 12}) {
            QTest::addRow("3 open, euler, %d", bits) << 3 << false << true << bits;
            QTest::addRow("3 closed, rk4, %d", bits) << 3 << true << false << bits;
            QTest::addRow("8 open, rk4, %d", bits) << 8 << false << false << bits;
        }
    }
    void equalsTheAccelerator() {
        QFETCH(int, bodies);
        QFETCH(bool, closed);
        QFETCH(bool, euler);
        QFETCH(int, bits);
        const Compiled compiled = compile(
            {chain(bodies, closed)},
            {.method = euler ? PlanarMethod::Euler : PlanarMethod::RungeKutta4, .step = 1e-3});
        QVERIFY2(compiled.program, compiled.refusal.c_str());
        SoftEngine engine(*compiled.program, bits);
        std::vector<double> words;
        for (const StateWord& state : compiled.graph.states)
            words.push_back(
                givenWith(bits, compiled.graph.nodes[static_cast<std::size_t>(state.node)].value));
        for (int k = 0; k < 100; ++k) {
            engine.run(1);
            for (int pass = 0; pass < (euler ? 1 : 4); ++pass)
                words = evaluateRounded(compiled.graph, words, bits);
            for (std::size_t i = 0; i < words.size(); ++i)
                QCOMPARE(double{engine.state(i)}, words[i]);
        }
    }

    /// Fewer bits than those that it finds do not suffice.
    void findsTheFewestBits() {
        const CompileOptions options{.method = PlanarMethod::RungeKutta4, .step = 1e-3};
        const auto errorWith = [&](int bits) {
            return energyError(doublePendulum(), options, 500, bits);
        };
        const auto bits = fractionFor(doublePendulum(), options, 500, 1e-3);
        QVERIFY(bits && *bits > leastFraction && *bits < 23);
        QVERIFY(errorWith(*bits) <= 1e-3);
        QVERIFY(errorWith(*bits - 1) > 1e-3);
        QVERIFY(errorWith(0) < errorWith(23) && errorWith(23) < errorWith(16));
        QVERIFY(!fractionFor(doublePendulum(), options, 500, 1e-12));
    }
};

MOMENTREE_TEST(TestFractionStudy, Appless)

}  // namespace momentree::fpga::test_fraction_study

#include "test_fraction_study.moc"
