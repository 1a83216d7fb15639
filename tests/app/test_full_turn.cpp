// SPDX-License-Identifier: GPL-3.0-or-later
// Remedies for motors that ask for more than their mechanism can do.
#include <QTest>
#include <cmath>

#include "app/document/edits/dead_point.hpp"
#include "app/document/edits/full_turn.hpp"
#include "core/io/model_file.hpp"
#include "core/kinematics/travel.hpp"
#include "core/session/catalogue.hpp"
#include "core/session/run.hpp"
#include "support/linkages.hpp"
#include "support/test_main.hpp"

namespace momentree::test_full_turn {
namespace {

bool never() { return false; }

ModelDescription fourBar(double crank) {
    return *readModelText(test::drivenFourBar({crank, 0.18, 0.13, 0.22}).toStdString(), "four-bar");
}

std::optional<Travel> travelIn(const ModelDescription& description) {
    const app::CheckedModel checked = app::checkModel(description);
    return checked.assembled ? travelOf(*checked.model, 0.0, checked.start, 0) : std::nullopt;
}

StepStatus statusOf(const ModelDescription& description) {
    RunSpec spec;
    spec.formulation = "aba";
    spec.integrator = "rk4";
    spec.step = 1e-3;
    spec.duration = 10.0;
    spec.sample = 0.1;
    auto run = Run::create(Catalogue(), *buildModel(description), spec);
    if (!run) return StepStatus::NotConverged;
    Progress progress;
    while (!(*run)->finished() && progress.status == StepStatus::Reached)
        progress = (*run)->advance({});
    return progress.status;
}

}  // namespace

class TestFullTurn final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// The crank may be up to 9 cm long; 1 mm is to spare.
    void aLimitedCrankIsMadeShorter() {
        const ModelDescription drawn = fourBar(0.10);
        QCOMPARE(statusOf(drawn), StepStatus::EndOfTravel);
        const app::CheckedModel seen = app::checkModel(drawn);
        const auto change = app::lengthForFullTurn(drawn, seen, 0, never);
        QVERIFY(change);
        QCOMPARE(change->moved.body, "crank");
        QCOMPARE(change->from, 0.10);
        QVERIFY2(std::abs(change->now - 0.089) < 1e-9, qPrintable(QString::number(change->now)));
        ModelDescription changed = drawn;
        app::setLength(changed, seen, *change);
        const auto travel = travelIn(changed);
        QVERIFY(travel && !travel->limited());
        QCOMPARE(statusOf(changed), StepStatus::Reached);
    }

    void aSwingStaysInTheRange() {
        ModelDescription drawn = fourBar(0.10);
        const app::CheckedModel seen = app::checkModel(drawn);
        const auto travel = travelIn(drawn);
        QVERIFY(travel && travel->least && travel->most);
        app::swingBetween(drawn, seen, 0, travel->least->value, travel->most->value);
        QCOMPARE(statusOf(drawn), StepStatus::Reached);
        const auto model = *buildModel(drawn);
        const Law::Value start = model->motions[0].law.at(0.0);
        QVERIFY(std::abs(start.f - 1.0) < 1e-12);
        QVERIFY(start.df > 0.0);
    }

    void aTorqueReplacesTheMotor() {
        ModelDescription drawn = fourBar(0.10);
        app::driveByTorque(drawn, app::checkModel(drawn), 0);
        QVERIFY(drawn.motions.empty());
        QCOMPARE(drawn.forces.size(), std::size_t(1));
        QVERIFY(app::checkModel(drawn).assembled);
    }

    /// The crank and the rod of a driven piston are in line.
    void aMotorMovesOffItsDeadPoint() {
        const ModelDescription drawn =
            *readModelText(test::drivenPiston(1.0, 3.0, 4.0).toStdString(), "piston");
        QCOMPARE(app::motionAtDeadPoint(app::checkModel(drawn)), 0);
        const auto beside = app::besideDeadPoint(drawn, 0);
        QVERIFY(beside);
        const app::CheckedModel there = app::checkModel(*beside);
        QVERIFY(there.assembled);
        const double value = there.model->motions[0].law.at(0.0).f;
        QVERIFY2(value > 3.8 && value < 3.99, qPrintable(QString::number(value)));
        QCOMPARE(app::motionAtDeadPoint(app::checkModel(fourBar(0.10))), -1);
    }

    void lengthsGivenByExpressionsStay() {
        ModelDescription drawn = fourBar(0.10);
        for (BodyDescription& body : drawn.bodies)
            for (MarkerDescription& marker : body.markers) marker.position[0].text = "1 m";
        for (MarkerDescription& marker : drawn.groundMarkers) marker.position[0].text = "1 m";
        const app::CheckedModel seen = app::checkModel(drawn);
        QVERIFY(!app::lengthForFullTurn(drawn, seen, 0, never));
    }
};

MOMENTREE_TEST(TestFullTurn, Appless)

}  // namespace momentree::test_full_turn
#include "test_full_turn.moc"
