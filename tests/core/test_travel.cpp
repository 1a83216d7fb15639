// SPDX-License-Identifier: Apache-2.0
// How far motors can turn and push before the loops no longer close.
#include <QTest>
#include <cmath>
#include <numbers>

#include "core/io/model_file.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/kinematics/travel.hpp"
#include "core/session/catalogue.hpp"
#include "core/session/run.hpp"
#include "support/linkages.hpp"
#include "support/test_main.hpp"

namespace momentree::test_travel {
namespace {

using test::drivenFourBar;
using test::drivenPiston;
using test::Lengths;

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

    /// Speeds, forces and powers grow without bound towards the end, so that the last values would
    /// say how near a run came, from 50 to 200 000 rad/s. Only the pose of the last row is known.
    void aRunEndsWithAPose_data() {
        QTest::addColumn<std::string>("formulation");
        QTest::addColumn<std::string>("integrator");
        for (const char* integrator : {"rk4", "dopri5", "implicit-midpoint"})
            QTest::newRow(integrator) << std::string("hdca") << std::string(integrator);
        for (const char* own : {"index3-dca", "generalized-alpha", "rattle"})
            QTest::newRow(own) << std::string(own) << std::string();
    }
    void aRunEndsWithAPose() {
        QFETCH(std::string, formulation);
        QFETCH(std::string, integrator);
        const Lengths lengths{0.10, 0.18, 0.13, 0.22};
        const auto model = *buildModel(*readModelText(drivenFourBar(lengths).toStdString(), "m"));
        RunSpec spec = Catalogue().defaults(*model, formulation);
        if (!integrator.empty()) spec.integrator = integrator;
        spec.duration = 5.0;
        spec.sample = 0.03;
        auto run = Run::create(Catalogue(), model, spec);
        QVERIFY(run);
        Progress progress;
        while (progress.status == StepStatus::Reached) progress = (*run)->advance({});
        QCOMPARE(progress.status, StepStatus::EndOfTravel);
        const auto rows = (*run)->recording();
        const RowLayout& layout = (*run)->layout();
        const std::size_t last = rows->size() - 1;
        const double end = std::acos((0.22 * 0.22 + 0.1 * 0.1 - 0.31 * 0.31) / (2 * 0.22 * 0.1));
        const auto at = [&](std::size_t row, const char* column) {
            return rows->at(row, layout.column(column));
        };
        QVERIFY(rows->at(last, 0) > rows->at(last - 1, 0));
        QVERIFY2(std::abs(at(last, "J1.q") - end) < 1e-3,
                 qPrintable(QString::number(at(last, "J1.q") - end)));
        QVERIFY(std::isfinite(at(last, "potential")) && at(last, "drift.position") < 1e-6);
        for (const char* column :
             {"crank.wz", "rocker.vx", "J4.u", "J1.mz", "J4.fx", "kinetic", "total", "balance",
              "drive.power", "drive.work", "momentum.x", "drift.velocity"}) {
            QVERIFY2(layout.column(column) >= 0, column);
            QVERIFY2(std::isnan(at(last, column)), column);
            QVERIFY2(std::isfinite(at(last - 1, column)), column);
        }
        for (const RunNote& note : (*run)->notes())
            QVERIFY2(note.time < rows->at(last, 0),
                     qPrintable(QString::fromStdString(note.text.str())));
        // Before, the motor has done the work that the energies say, also by sums over samples.
        const double work = at(50, "drive.work"), gained = at(50, "total") - at(0, "total");
        QVERIFY2(std::abs(work - gained) < 1e-2 * std::abs(gained),
                 qPrintable(QString("%1 %2").arg(work).arg(gained)));
    }

    void aSearchCanBeStopped() {
        QVERIFY(!travelIn(drivenFourBar({0.10, 0.18, 0.13, 0.22}), [] { return true; }));
    }
};

MOMENTREE_TEST(TestTravel, Appless)

}  // namespace momentree::test_travel
#include "test_travel.moc"
