// SPDX-License-Identifier: Apache-2.0
// How far motors can turn and push before the loops no longer close.
#include <QTest>
#include <cmath>
#include <numbers>

#include "core/io/model_file.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/kinematics/travel.hpp"
#include "support/linkages.hpp"
#include "support/test_main.hpp"

namespace momentree::test_travel {
namespace {

using test::drivenFourBar;
using test::drivenPiston;

constexpr double degree = std::numbers::pi / 180.0;

std::optional<Travel> travelIn(const QByteArray& text, const std::function<bool()>& stopped = {}) {
    const auto description = readModelText(text.toStdString(), "travel");
    if (!description) return {};
    const auto model = buildModel(*description);
    if (!model) return {};
    const auto start = assemble(**model);
    if (!start) return {};
    return travelOf(**model, 0.0, start->bodies, 0, stopped);
}

}  // namespace

class TestTravel final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// cos theta = (g^2 + a^2 - (b + c)^2) / (2 g a) where coupler and rocker are in line.
    void aCrankTurnsUpToItsDeadPoints() {
        const auto travel = travelIn(drivenFourBar({0.10, 0.18, 0.13, 0.22}));
        QVERIFY(travel && travel->least && travel->most);
        const double end = std::acos((0.22 * 0.22 + 0.1 * 0.1 - 0.31 * 0.31) / (2 * 0.22 * 0.1));
        QVERIFY2(std::abs(travel->most->value - end) < 1e-5,
                 qPrintable(QString::number(travel->most->value / degree)));
        QVERIFY(std::abs(travel->least->value + end) < 1e-5);
        QCOMPARE(travel->most->bodies.size(), std::size_t(3));
    }

    /// Shorter than g + a = b + c, the crank turns fully.
    void aShortCrankTurnsFully() {
        for (const double a : {0.05, 0.089, 0.0899}) {
            const auto travel = travelIn(drivenFourBar({a, 0.18, 0.13, 0.22}));
            QVERIFY(travel);
            QVERIFY2(!travel->limited(), qPrintable(QString::number(a)));
        }
        const auto travel = travelIn(drivenFourBar({0.0901, 0.18, 0.13, 0.22}));
        QVERIFY(travel && travel->least && travel->most);
    }

    /// A piston moves between the two poses in which crank and connecting rod are in line.
    void aPistonMovesBetweenItsDeadPoints() {
        const auto travel = travelIn(drivenPiston(0.1, 0.3, 0.31));
        QVERIFY(travel && travel->least && travel->most);
        QVERIFY(std::abs(travel->most->value - 0.4) < 1e-5);
        QVERIFY(std::abs(travel->least->value - 0.2) < 1e-5);
    }

    void aSearchCanBeStopped() {
        QVERIFY(!travelIn(drivenFourBar({0.10, 0.18, 0.13, 0.22}), [] { return true; }));
    }
};

MOMENTREE_TEST(TestTravel, Appless)

}  // namespace momentree::test_travel
#include "test_travel.moc"
