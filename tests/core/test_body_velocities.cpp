// SPDX-License-Identifier: Apache-2.0
// Poses and velocities given for bodies: each holds where joints and starts of joints allow it, and
// otherwise a warning names it.
#include <QTest>

#include "core/io/model_file.hpp"
#include "core/kinematics/assemble.hpp"
#include "support/model_text.hpp"
#include "support/random_models.hpp"
#include "support/test_main.hpp"

namespace momentree::test_body_velocities {

using namespace momentree::test;

namespace {

struct Outcome {
    std::vector<BodyState> bodies;
    QString warnings;
};

/// A crank of 1 m, a coupler of 1 m and a rocker of 1 m in a square of 1 m: crank and rocker
/// upright, so that both turn alike and the coupler does not turn.
Outcome square(const char* bodies, const char* joints = "") {
    const QByteArray text = QByteArray(R"({"version": 1, "name": "m", "gravity": [0, 0, 0],
        "ground": {"markers": {"O": [0, 0, 0], "D": [1, 0, 0]}},
        "bodies": [
            {"name": "crank", "mass": 1, "inertia": [0.1, 0.1, 0.1],
             "markers": {"P": [0, 0, 0], "Q": [0, 1, 0]}},
            {"name": "coupler", "mass": 5, "inertia": [0.1, 0.1, 0.1],
             "markers": {"P": [0, 0, 0], "Q": [1, 0, 0]}},
            {"name": "rocker", "mass": 1e-3, "inertia": [0.1, 0.1, 0.1],
             "markers": {"P": [0, 0, 0], "Q": [0, 1, 0]}}],
        "joints": [
            {"name": "J1", "type": "revolute", "a": "ground.O", "b": "crank.P"},
            {"name": "J2", "type": "revolute", "a": "crank.Q", "b": "coupler.P"},
            {"name": "J3", "type": "revolute", "a": "coupler.Q", "b": "rocker.Q"},
            {"name": "J4", "type": "revolute", "a": "ground.D", "b": "rocker.P"}],
        "initial": {"bodies": {)") +
                            bodies + R"(}, "joints": {)" + joints + "}}}";
    const auto read = readModelText(text.toStdString(), "m");
    if (!read) qFatal("%s", qPrintable(said(read.error())));
    AssemblyReport report;
    const auto start = assemble(*build(*read), &report);
    if (!start) qFatal("%s", qPrintable(said(start.error())));
    return {start->bodies, said(report.warnings)};
}

/// A rod on a hinge at the origin, its centre at (1, 0, 0).
Outcome pendulum(const char* start) {
    const QByteArray text = QByteArray(R"({"version": 1, "name": "m",
        "ground": {"markers": {"O": [0, 0, 0]}},
        "bodies": [{"name": "rod", "mass": 1, "inertia": [0.1, 0.1, 0.1],
                    "markers": {"P": [-1, 0, 0]}}],
        "joints": [{"name": "J", "type": "revolute", "a": "ground.O", "b": "rod.P"}],
        "initial": {"bodies": {"rod": {"position": [1, 0, 0], )") +
                            start + "}}}}";
    const auto read = readModelText(text.toStdString(), "m");
    if (!read) qFatal("%s", qPrintable(said(read.error())));
    AssemblyReport report;
    const auto assembled = assemble(*build(*read), &report);
    if (!assembled) qFatal("%s", qPrintable(said(assembled.error())));
    return {assembled->bodies, said(report.warnings)};
}

}  // namespace

class TestBodyVelocities : public QObject {
    Q_OBJECT
private slots:
    void bodiesWithoutJointHaveTheAxesOfTheWorld() {
        const char* const text = R"({"version": 1, "name": "m",
            "ground": {"markers": {"O": [0, 0, 0]}}, "bodies": [
            {"name": "alone", "mass": 1, "com": [0.3, 0.2, 0.1], "inertia": [1, 1, 1]},
            {"name": "held", "mass": 1, "com": [0, 0.4, 0.3], "inertia": [1, 1, 1],
             "markers": {"P": [0, 0.4, 0.3]}}],
            "joints": [{"name": "rod", "type": "distance", "a": "ground.O", "b": "held.P",
                        "length": 0.5}]})";
        const auto read = readModelText(text, "m");
        QVERIFY(read.has_value());
        AssemblyReport report;
        const auto start = assemble(*build(*read), &report);
        QVERIFY(start.has_value());
        QVERIFY((start->bodies[0].r - Eigen::Vector3d(0.3, 0.2, 0.1)).norm() < 1e-15);
        QVERIFY((start->bodies[1].r - Eigen::Vector3d(0.0, 0.4, 0.3)).norm() < 1e-15);
        QCOMPARE(report.iterations, 0);
    }

    void oneBodyOfALoop_data();
    void oneBodyOfALoop();
    void aPendulum();
    void contradictions();
    void jointsTakePrecedence();
    void posesThatAreMoved();
};

/// Whichever body has the velocity, heavy or light, turning or shifting: the loop moves alike.
void TestBodyVelocities::oneBodyOfALoop_data() {
    QTest::addColumn<QString>("given");
    QTest::newRow("crank turns") << R"("crank": {"angular_velocity": [0, 0, 4]})";
    QTest::newRow("rocker turns") << R"("rocker": {"angular_velocity": [0, 0, 4]})";
    QTest::newRow("coupler shifts") << R"("coupler": {"velocity": [-4, 0, 0]})";
    QTest::newRow("both") << R"("coupler": {"velocity": [-4, 0, 0]},
                                "crank": {"velocity": [0, 0, 0], "angular_velocity": [0, 0, 4]})";
}

void TestBodyVelocities::oneBodyOfALoop() {
    QFETCH(QString, given);
    const Outcome out = square(given.toUtf8().constData());
    QVERIFY2(out.warnings.isEmpty(), qPrintable(out.warnings));
    QVERIFY((out.bodies[0].w - Vector3d(0, 0, 4)).norm() < 1e-12);
    QVERIFY(out.bodies[1].w.norm() < 1e-12);
    QVERIFY((out.bodies[1].v - Vector3d(-4, 0, 0)).norm() < 1e-12);
    QVERIFY((out.bodies[2].w - Vector3d(0, 0, 4)).norm() < 1e-12);
}

void TestBodyVelocities::aPendulum() {
    for (const char* start : {R"("velocity": [0, 3, 0])", R"("angular_velocity": [0, 0, 3])",
                              R"("velocity": [0, 3, 0], "angular_velocity": [0, 0, 3])"}) {
        const Outcome out = pendulum(start);
        QVERIFY2(out.warnings.isEmpty(), qPrintable(out.warnings));
        QVERIFY((out.bodies[0].v - Vector3d(0, 3, 0)).norm() < 1e-12);
        QVERIFY((out.bodies[0].w - Vector3d(0, 0, 3)).norm() < 1e-12);
    }
}

void TestBodyVelocities::contradictions() {
    const Outcome along = pendulum(R"("velocity": [3, 0, 0])");
    QVERIFY2(along.warnings.contains("velocity = [3, 0, 0]"), qPrintable(along.warnings));
    const Outcome both = pendulum(R"("velocity": [0, 3, 0], "angular_velocity": [0, 0, 4])");
    QVERIFY2(both.warnings.contains("angular_velocity = [0, 0, 4]"), qPrintable(both.warnings));
    const Outcome loop = square(R"("crank": {"angular_velocity": [0, 0, 4]},
                                   "rocker": {"angular_velocity": [0, 0, -4]})");
    QVERIFY2(loop.warnings.contains("'crank'") && loop.warnings.contains("'rocker'"),
             qPrintable(loop.warnings));
}

void TestBodyVelocities::jointsTakePrecedence() {
    const Outcome out = square(R"("crank": {"angular_velocity": [0, 0, 4]})", R"("J4": {"u": 2})");
    QVERIFY((out.bodies[0].w - Vector3d(0, 0, 2)).norm() < 1e-12);
    QVERIFY2(out.warnings.contains("angular_velocity = [0, 0, 4]"), qPrintable(out.warnings));
}

/// The crank leans by 30 degrees, and the others follow. A pose that is nearly right is no matter.
void TestBodyVelocities::posesThatAreMoved() {
    const char* leaning = R"("J1": {"q": "30 deg"})";
    const Outcome right = square(R"("coupler": {"position": [-0.499, 0.866, 0]})", leaning);
    QVERIFY2(right.warnings.isEmpty(), qPrintable(right.warnings));
    const Outcome shifted = square(R"("coupler": {"position": [0, 1, 0]})", leaning);
    QVERIFY2(shifted.warnings.contains("'coupler'") && shifted.warnings.contains("by 0.518 m"),
             qPrintable(shifted.warnings));
    const Outcome turned = square(R"("coupler": {"orientation": [1, 0, 0, 0]},
                                     "rocker": {"orientation": [1, 0, 0, 0]})",
                                  leaning);
    QVERIFY2(turned.warnings.contains("'rocker'") && turned.warnings.contains("30 deg"),
             qPrintable(turned.warnings));
}

MOMENTREE_TEST(TestBodyVelocities, Appless)

}  // namespace momentree::test_body_velocities
#include "test_body_velocities.moc"
