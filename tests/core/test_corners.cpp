// SPDX-License-Identifier: Apache-2.0
// A ball between two planes: impacts that take turns, and where they end.
#include <QTest>
#include <array>
#include <cmath>

#include "core/math/spatial.hpp"
#include "support/integrate.hpp"
#include "support/model_text.hpp"
#include "support/stepping.hpp"
#include "support/stops.hpp"
#include "support/test_main.hpp"

namespace momentree::test_corners {

using namespace momentree::test;

namespace {

bool near(double a, double b, double tolerance) { return std::abs(a - b) <= tolerance * (1.0 + b); }

/// A ball of radius 0.1 m in a plane, 0.3 m beside the edge of two planes through the origin whose
/// slopes are 3/4.
std::string ballInCorner(double restitution) {
    const std::string e = QString::number(restitution).toStdString();
    return R"({"version": 1, "name": "corner", "gravity": [0, -9.81, 0],
        "ground": {"markers": {"p": [0, 0, 0],
            "left": {"position": [0, 0, 0], "z": [0.6, 0.8, 0]},
            "right": {"position": [0, 0, 0], "z": [-0.6, 0.8, 0]}}},
        "bodies": [{"name": "ball", "mass": 0.3, "inertia": [0.001, 0.001, 0.001]}],
        "joints": [{"name": "plane", "type": "planar", "a": "ground.p", "b": "ball"}],
        "forces": [
            {"name": "left", "type": "contact", "a": "ground.left", "b": "ball", "radius": 0.1,
             "restitution": )" +
           e + R"(},
            {"name": "right", "type": "contact", "a": "ground.right", "b": "ball", "radius": 0.1,
             "restitution": )" +
           e + R"(}],
        "initial": {"joints": {"plane": {"q": [0.3, 1.2, 0]}}}})";
}

}  // namespace

class TestCorners : public QObject {
    Q_OBJECT

private slots:
    /// Between two planes a ball comes to rest on both, whatever their restitution.
    void ballRestsInACorner_data() {
        QTest::addColumn<double>("restitution");
        for (const double e : {0.0, 0.3, 0.6, 0.8}) QTest::addRow("%g", e) << e;
    }
    void ballRestsInACorner() {
        QFETCH(double, restitution);
        const auto model = built(ballInCorner(restitution));
        for (const char* id : {"hdca", "aba", "lagrange-index1"}) {
            const Played played(model, stopsSpec(*model, id, 8.0));
            QVERIFY2((played.last.bodies[0].r - Vector3d(0.0, 0.125, 0.0)).norm() < 1e-9,
                     qPrintable(QString(id) +
                                " at x = " + QString::number(played.last.bodies[0].r.x())));
            const std::span<const Impact> impacts = played.impacts();
            QVERIFY(impacts.size() < 400);
            std::array<bool, 2> rests{};
            for (const Impact& impact : impacts)
                rests[static_cast<std::size_t>(impact.stop)] = impact.rests;
            QVERIFY(rests[0] && rests[1]);
            QVERIFY2(std::abs(played.imbalance()) < 1e-8,
                     qPrintable(QString("%1 loses %2 J").arg(id).arg(played.imbalance())));
        }
    }
    /// Inelastic planes stop a ball that slides along one and meets the other only across the
    /// latter: it goes on along it.
    void cornerDoesNotStopWhatGoesOn() {
        const auto model = built(ballInCorner(0.0));
        const Played played(model, stopsSpec(*model, "aba", 1.0));
        // From 0.3 m beside the corner it falls on the right plane, which is at 36.87 degrees.
        const double fall = 1.2 - (0.6 * 0.3 + 0.1) / 0.8, first = std::sqrt(2.0 * 9.81 * fall);
        QVERIFY(near(played.impacts()[0].speed, 0.8 * first, 1e-9));
        const double along = 2.0 * 0.6 * 9.81 * (0.3 / 0.8) + 0.36 * first * first;
        QVERIFY(near(played.impacts()[1].speed, 2.0 * 0.6 * 0.8 * std::sqrt(along), 1e-9));
        const double after = (0.8 * 0.8 - 0.6 * 0.6) * std::sqrt(along);
        double highest = 0.0;
        Sample sample;
        sample.resize(*model);
        const RunSpec spec = stopsSpec(*model, "aba", 2.0);
        const auto stepper = started(model, spec);
        for (int k = 1; k <= 2000; ++k) {
            stepper->advance(1e-3 * k, {});
            stepper->observe(sample);
            if (1e-3 * k > played.impacts()[1].time)
                highest = std::max(highest, sample.bodies[0].r.y() - 0.125);
        }
        QVERIFY(std::abs(highest - after * after / (2.0 * 9.81)) < 1e-5);
    }
};

MOMENTREE_TEST(TestCorners, Appless)

}  // namespace momentree::test_corners
#include "test_corners.moc"
