// SPDX-License-Identifier: Apache-2.0
// Whether the instants at which a law is known show what happens between them.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/diagnostics/law_pace.hpp"
#include "support/cart_with_pendulum.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"

namespace momentree::test_law_pace {

using namespace momentree::test;

class TestLawPace : public QObject {
    Q_OBJECT
private slots:
    /// Slow sines are not looked at point by point.
    void takesSlowSinesForParabolas() {
        constexpr double turn = 0.5, frequency = 2.0, length = turn / frequency;
        Model model = *cartWithPendulum(QStringLiteral(
            R"("forces": [{"name": "push", "type": "axial-force",
            "a": "ground.rail", "b": "cart.rail",
            "law": {"kind": "harmonic", "amplitude": 1, "frequency": 1}}])"));
        Law& law = model.axialLoads.front().law;
        law.frequency = frequency;
        for (int k = 0; k < 100; ++k) {
            law.phase = 2.0 * std::numbers::pi * k / 100;
            const auto f = [&](double x) { return law.at(x * length).f; };
            const double before = f(-1.0), first = f(0.0), last = f(1.0);
            double apart = 0.0;
            for (double x = 0.0; x < 1.0; x += 0.02) {
                const double parabola =
                    first + 0.5 * x * (last - before) + 0.5 * x * x * (last - 2.0 * first + before);
                apart = std::max(apart, std::abs(f(x) - parabola));
            }
            QVERIFY(apart <= 0.05 * std::max({std::abs(before), std::abs(first), std::abs(last)}));
            QVERIFY(showsLaws(model, 0.0, length, 50));
            QVERIFY(!showsLaws(model, 0.0, 40.0 * length, 50));
        }
    }
};

MOMENTREE_TEST(TestLawPace, Appless)

}  // namespace momentree::test_law_pace
#include "test_law_pace.moc"
