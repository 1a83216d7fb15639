// SPDX-License-Identifier: Apache-2.0
// Robots with rigidly attached and massless links: the same motion as models written by hand.
#include <QTest>
#include <numbers>
#include <random>

#include "core/io/model_file.hpp"
#include "core/io/robot.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/model/evaluate.hpp"
#include "core/number_text.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"
#include "tests/app/places_after.hpp"

namespace momentree::test_robots {

using app::placesAfter;
using test::said;

namespace {

struct Part {
    std::string name;
    double mass = 1.0;
    Vector3d com = Vector3d::Zero(), angles = Vector3d::Zero();  ///< roll, pitch, yaw
    Matrix3d inertia = Vector3d(0.02, 0.03, 0.04).asDiagonal();
};

std::string text(const Vector3d& v) {
    return numberText(v.x()) + " " + numberText(v.y()) + " " + numberText(v.z());
}

std::string linkOf(const Part& part) {
    const Matrix3d& J = part.inertia;
    return "<link name=\"" + part.name + "\"><inertial><origin xyz=\"" + text(part.com) +
           "\" rpy=\"" + text(part.angles) + "\"/><mass value=\"" + numberText(part.mass) +
           "\"/><inertia ixx=\"" + numberText(J(0, 0)) + "\" ixy=\"" + numberText(J(0, 1)) +
           "\" ixz=\"" + numberText(J(0, 2)) + "\" iyy=\"" + numberText(J(1, 1)) + "\" iyz=\"" +
           numberText(J(1, 2)) + "\" izz=\"" + numberText(J(2, 2)) + "\"/></inertial></link>\n";
}
std::string empty(const std::string& name) { return "<link name=\"" + name + "\"/>\n"; }

std::string jointOf(const std::string& name, const std::string& type, const std::string& from,
                    const std::string& to, const Vector3d& at,
                    const Vector3d& angles = Vector3d::Zero(),
                    const Vector3d& axis = Vector3d::UnitZ()) {
    return "<joint name=\"" + name + "\" type=\"" + type + "\"><parent link=\"" + from +
           "\"/><child link=\"" + to + "\"/><origin xyz=\"" + text(at) + "\" rpy=\"" +
           text(angles) + "\"/><axis xyz=\"" + text(axis) + "\"/></joint>\n";
}
std::string robot(const std::string& inside) {
    return "<robot name=\"r\">\n" + inside + "</robot>";
}

Matrix3d turned(const Vector3d& angles) {
    const double a = angles.x(), b = angles.y(), c = angles.z();
    Matrix3d x, y, z;
    x << 1, 0, 0, 0, std::cos(a), -std::sin(a), 0, std::sin(a), std::cos(a);
    y << std::cos(b), 0, std::sin(b), 0, 1, 0, -std::sin(b), 0, std::cos(b);
    z << std::cos(c), -std::sin(c), 0, std::sin(c), std::cos(c), 0, 0, 0, 1;
    return z * y * x;
}

/// Mass, first and second moments about an origin; sums of these are those of the whole.
struct Moments {
    double mass = 0.0;
    Vector3d first = Vector3d::Zero();
    Matrix3d second = Matrix3d::Zero();  ///< integral of r r^T dm

    void add(const Part& part, const Matrix3d& R, const Vector3d& r) {
        const Matrix3d axes = R * turned(part.angles);
        const Vector3d com = r + R * part.com;
        // J = tr(P) I - P, hence P = tr(J)/2 I - J.
        const Matrix3d P = 0.5 * part.inertia.trace() * Matrix3d::Identity() - part.inertia;
        mass += part.mass;
        first += part.mass * com;
        second += axes * P * axes.transpose() + part.mass * com * com.transpose();
    }
    Part asPart(const std::string& name) const {
        const Vector3d com = first / mass;
        const Matrix3d P = second - mass * com * com.transpose();
        return {name, mass, com, Vector3d::Zero(), P.trace() * Matrix3d::Identity() - P};
    }
};

/// Largest distance between the centres of mass of two models after `duration`, or 1e9.
double apart(const std::string& a, const std::string& b, double duration = 1.0) {
    const auto first = readModelText(a, "a.urdf"), second = readModelText(b, "b.urdf");
    if (!first || !second) {
        qWarning() << (first ? said(second.error()) : said(first.error()));
        return 1e9;
    }
    const auto placesA = placesAfter(*first, duration), placesB = placesAfter(*second, duration);
    if (placesA.empty() || placesA.size() > placesB.size()) return 1e9;
    // Bodies that only `b` has come first.
    const std::size_t extra = placesB.size() - placesA.size();
    double most = 0.0;
    for (std::size_t i = 0; i < placesA.size(); ++i)
        most = std::max(most, (placesA[i] - placesB[extra + i]).norm());
    return most;
}

const Part arm{"arm", 2.0, {0.3, 0.1, -0.05}, {0.2, 0.1, -0.4}};
const Part tool{"tool", 0.7, {0.02, 0.1, 0.03}, {1.0, 0.3, 0.2}};
const Part tip{"tip", 0.3, {-0.1, 0.05, 0.2}, {0.0, -0.6, 0.0}};
const Part hand{"hand", 0.5, {0.1, 0.2, 0.1}, {0.5, 0.0, 0.3}};
const Vector3d zero(0, 0, 0);
const Vector3d toolAt(0.5, 0.1, 0.2), toolAngles(0.3, -0.2, 0.7);
const Vector3d tipAt(0.1, -0.1, 0.3), tipAngles(-0.5, 0.4, 0.1);
const Vector3d handAt(0.2, 0.05, 0.1), handAngles(0.2, 0.9, -0.3), handAxis(1, 2, 0.5);

}  // namespace

class TestRobots : public QObject {
    Q_OBJECT
private slots:
    void lumpedLinksMoveAsTheirSum() {
        const std::string shoulder =
            jointOf("shoulder", "continuous", "base", "arm", {0, 0, 1}, zero, {0, 1, 0.2});
        const std::string parts = robot(
            empty("base") + linkOf(arm) + linkOf(tool) + linkOf(tip) + linkOf(hand) +
            empty("camera") + shoulder + jointOf("f1", "fixed", "arm", "tool", toolAt, toolAngles) +
            jointOf("f2", "fixed", "tool", "tip", tipAt, tipAngles) +
            jointOf("f3", "fixed", "hand", "camera", {0, 0, 1}) +
            jointOf("wrist", "continuous", "tip", "hand", handAt, handAngles, handAxis));

        Moments all;
        all.add(arm, Matrix3d::Identity(), Vector3d::Zero());
        const Matrix3d R1 = turned(toolAngles), R2 = R1 * turned(tipAngles);
        const Vector3d r2 = toolAt + R1 * tipAt;
        all.add(tool, R1, toolAt);
        all.add(tip, R2, r2);
        // The wrist from a massless frame, so that its angles need no combination.
        const std::string whole = robot(
            empty("base") + linkOf(all.asPart("arm")) + empty("tool") + empty("tip") +
            linkOf(hand) + shoulder + jointOf("f1", "fixed", "arm", "tool", toolAt, toolAngles) +
            jointOf("f2", "fixed", "tool", "tip", tipAt, tipAngles) +
            jointOf("wrist", "continuous", "tip", "hand", handAt, handAngles, handAxis));
        const double distance = apart(parts, whole);
        QVERIFY2(distance < 1e-12, qPrintable(QString::number(distance)));

        const auto read = readModelText(parts, "parts.urdf");
        QCOMPARE(read->bodies.size(), std::size_t(2));
        const auto& markers = read->bodies[0].markers;
        for (const char* name : {"tool", "tip", "wrist", "shoulder"})
            QVERIFY2(std::ranges::count(markers, name, &MarkerDescription::name) == 1, name);
        const auto& last = *std::ranges::find(markers, "tip", &MarkerDescription::name);
        for (int k = 0; k < 3; ++k)
            QVERIFY(std::abs(last.position[static_cast<std::size_t>(k)].value - r2[k]) < 1e-14);
    }

    void lumpingConservesMassCentreAndInertia() {
        std::mt19937 random(7);
        std::uniform_real_distribution<double> any(-1.0, 1.0), positive(0.1, 3.0);
        const auto vector = [&] { return Vector3d(any(random), any(random), any(random)); };
        for (int trial = 0; trial < 50; ++trial) {
            std::string inside = empty("base");
            Moments all;
            std::vector<Matrix3d> R{Matrix3d::Identity()};
            std::vector<Vector3d> r{Vector3d::Zero()};
            const int count = 1 + trial % 9;
            for (int k = 0; k < count; ++k) {
                const Vector3d thin(positive(random), positive(random), positive(random));
                // Moments of a box satisfy the triangle inequality.
                const Vector3d J(thin.y() + thin.z(), thin.x() + thin.z(), thin.x() + thin.y());
                const Part part{"l" + std::to_string(k), k % 3 == 2 ? 0.0 : positive(random),
                                vector(), vector(),
                                k % 3 == 2 ? Matrix3d::Zero() : Matrix3d(J.asDiagonal())};
                inside += linkOf(part);
                if (k == 0) {
                    inside +=
                        jointOf("j", "continuous", "base", "l0", vector(), vector(), vector());
                } else {
                    const std::size_t on = random() % static_cast<std::size_t>(k);
                    const Vector3d at = vector(), angles = vector();
                    inside += jointOf("f" + std::to_string(k), "fixed", "l" + std::to_string(on),
                                      part.name, at, angles);
                    r.push_back(r[on] + R[on] * at);
                    R.push_back(R[on] * turned(angles));
                }
                all.add(part, R.back(), r.back());
            }
            auto read = readModelText(robot(inside), "r.urdf");
            QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
            QCOMPARE(read->bodies.size(), std::size_t(1));
            const Part sum = all.asPart("sum");
            const BodyDescription& body = read->bodies[0];
            QVERIFY(std::abs(body.mass.value - sum.mass) < 1e-13 * sum.mass);
            for (std::size_t i = 0; i < 3; ++i) {
                const auto row = static_cast<Eigen::Index>(i);
                QVERIFY(std::abs(body.com[i].value - sum.com[row]) < 1e-13);
                for (std::size_t j = 0; j < 3; ++j)
                    QVERIFY(std::abs(body.inertia[i][j].value -
                                     sum.inertia(row, static_cast<Eigen::Index>(j))) <
                            1e-12 * sum.inertia.norm());
            }
        }
    }

    void fixedChildCarriesTheMass() {
        const std::string frame =
            robot(empty("base") + empty("frame") + linkOf(arm) +
                  jointOf("j", "continuous", "base", "frame", {0, 0, 1}, zero, {0, 1, 0}) +
                  jointOf("f", "fixed", "frame", "arm", {0, 0, 0}));
        const std::string plain =
            robot(empty("base") + linkOf(arm) +
                  jointOf("j", "continuous", "base", "arm", {0, 0, 1}, zero, {0, 1, 0}));
        QCOMPARE(apart(frame, plain), 0.0);
    }

    void linksFixedToAMasslessRootBelongToGround() {
        const std::string text =
            robot(empty("world") + linkOf(tool) + linkOf(arm) +
                  jointOf("f", "fixed", "world", "tool", toolAt) +
                  jointOf("j", "continuous", "tool", "arm", {0, 0, 1}, zero, {0, 1, 0}));
        const auto read = readModelText(text, "r.urdf");
        QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
        QCOMPARE(read->bodies.size(), std::size_t(1));
        QCOMPARE(read->joints.at(0).a.body, std::string("ground"));
        QVERIFY(std::ranges::find(read->groundMarkers, "tool", &MarkerDescription::name) !=
                read->groundMarkers.end());
        const std::string flat = robot(empty("world") + linkOf(arm) +
                                       jointOf("j", "continuous", "world", "arm",
                                               toolAt + Vector3d(0, 0, 1), zero, {0, 1, 0}));
        QVERIFY(apart(text, flat) < 1e-14);
    }

    void masslessLinksBetweenJoints_data() {
        QTest::addColumn<QString>("joints");
        QTest::addColumn<QString>("type");
        const Vector3d tilt(0.3, 0.2, 0.1);
        const auto row = [](const char* name, const std::string& joints, const char* type) {
            QTest::newRow(name) << QString::fromStdString(joints) << QString(type);
        };
        row("universal",
            jointOf("a", "continuous", "base", "m1", {0, 0, 1}, tilt, {0, 1, 0}) +
                jointOf("b", "continuous", "m1", "arm", zero, zero, {0, 0, 1}),
            "universal");
        row("cylindrical",
            jointOf("a", "continuous", "base", "m1", {0, 0, 1}, tilt, {1, 1, 1}) +
                jointOf("b", "prismatic", "m1", "arm", {0.1, 0, 0}, zero, {-1, -1, -1}),
            "cylindrical");
        row("spherical",
            jointOf("a", "continuous", "base", "m1", {0, 0, 1}, tilt, {1, 0, 0}) +
                jointOf("b", "continuous", "m1", "m2", zero, {0.2, 0, 0}, {0, 1, 0}) +
                jointOf("c", "continuous", "m2", "arm", zero, zero, {0, 0.3, 1}),
            "spherical");
        row("planar",
            jointOf("a", "prismatic", "base", "m1", {0, 0, 1}, tilt, {1, 0, 0}) +
                jointOf("b", "prismatic", "m1", "m2", {0.1, 0, 0}, zero, {0.6, 0, 0.8}) +
                jointOf("c", "continuous", "m2", "arm", {0, 0.1, 0.2}, zero, {0, 1, 0}),
            "planar");
        row("planar, turned first",
            jointOf("a", "continuous", "base", "m1", {0, 0, 1}, tilt, {0, 0, -1}) +
                jointOf("b", "prismatic", "m1", "m2", {0.1, 0, 0}, zero, {0, 1, 0}) +
                jointOf("c", "prismatic", "m2", "arm", {0, 0.1, 0.2}, zero, {1, 0, 0}),
            "planar");
        row("free",
            jointOf("a", "prismatic", "base", "m1", {0, 0, 1}, tilt, {1, 0, 0}) +
                jointOf("b", "prismatic", "m1", "m2", {0.1, 0, 0}, zero, {0, 1, 0}) +
                jointOf("c", "prismatic", "m2", "m3", zero, zero, {0, 0, 1}) +
                jointOf("d", "continuous", "m3", "m4", zero, zero, {1, 0, 0}) +
                jointOf("e", "continuous", "m4", "m5", zero, zero, {0, 1, 0}) +
                jointOf("f", "continuous", "m5", "arm", {0, 0, 0.1}, zero, {0, 0, 1}),
            "free");
    }
    /// With ever lighter links in place of the massless ones, the motion approaches that of the one
    /// joint.
    void masslessLinksBetweenJoints() {
        QFETCH(QString, joints);
        QFETCH(QString, type);
        const auto text = [&](double mass) {
            std::string inside = empty("base");
            for (const char* name : {"m1", "m2", "m3", "m4", "m5"}) {
                if (!joints.contains(QString("child link=\"%1\"").arg(name))) continue;
                const Matrix3d J = Vector3d::Constant(0.1 * mass).asDiagonal();
                inside += mass > 0.0 ? linkOf({name, mass, zero, zero, J}) : empty(name);
            }
            return robot(inside + linkOf(arm) + joints.toStdString());
        };
        Diagnostics notes;
        const auto read = readModelText(text(0.0), "r.urdf", &notes);
        QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
        QCOMPARE(read->joints.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(read->joints[0].type), type);
        QVERIFY2(said(notes).contains("in place of"), qPrintable(said(notes)));
        // Until three hinges come near the pose in which two of their axes are parallel.
        const double rough = apart(text(0.0), text(1e-3), 0.3),
                     fine = apart(text(0.0), text(1e-5), 0.3);
        QVERIFY2(rough < 0.02, qPrintable(QString::number(rough)));
        QVERIFY2(fine < 0.02 * rough || fine < 1e-9,
                 qPrintable(QString("%1 %2").arg(rough).arg(fine)));
    }

    void masslessLinksThatGetMass_data() {
        QTest::addColumn<QString>("joints");
        QTest::addColumn<int>("forces");
        const auto row = [](const char* name, const std::string& joints, int forces) {
            QTest::newRow(name) << QString::fromStdString(joints) << forces;
        };
        row("axes that do not meet",
            jointOf("a", "continuous", "base", "m", {0, 0, 1}, zero, {1, 0, 0}) +
                jointOf("b", "continuous", "m", "arm", {0, 0, 0.1}, zero, {0, 1, 0}),
            0);
        row("axes at another angle",
            jointOf("a", "continuous", "base", "m", {0, 0, 1}, zero, {1, 0, 0}) +
                jointOf("b", "continuous", "m", "arm", zero, zero, {0.5, 1, 0}),
            0);
        row("a turn and a slide across it",
            jointOf("a", "continuous", "base", "m", {0, 0, 1}, zero, {0, 1, 0}) +
                jointOf("b", "prismatic", "m", "arm", {0.3, 0, 0}, zero, {1, 0, 0}),
            0);
        std::string damped = jointOf("b", "continuous", "m", "arm", zero, zero, {0, 1, 0});
        damped.insert(damped.rfind("</joint>"), "<dynamics damping='0.3'/>");
        row("a universal joint with a damper",
            jointOf("a", "continuous", "base", "m", {0, 0, 1}, zero, {1, 0, 0}) + damped, 1);
    }
    /// With ever lighter links in place of the massless ones, the motion approaches that of the
    /// model.
    void masslessLinksThatGetMass() {
        QFETCH(QString, joints);
        QFETCH(int, forces);
        const auto text = [&](double mass) {
            const Matrix3d J = Vector3d::Constant(0.1 * mass).asDiagonal();
            return robot(empty("base") + linkOf(arm) +
                         (mass > 0.0 ? linkOf({"m", mass, zero, zero, J}) : empty("m")) +
                         joints.toStdString());
        };
        Diagnostics notes;
        const auto read = readModelText(text(0.0), "r.urdf", &notes);
        QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
        QCOMPARE(read->bodies.size(), std::size_t(2));
        QCOMPARE(read->joints.size(), std::size_t(2));
        QCOMPARE(read->joints[0].name + read->joints[1].name, std::string("ab"));
        QCOMPARE(static_cast<int>(read->forces.size()), forces);
        QVERIFY2(said(notes).contains("links between them get"), qPrintable(said(notes)));
        for (const Diagnostic& note : notes) QVERIFY(note.line > 0);
        const auto place = [&](double mass) -> Vector3d {
            const auto model = readModelText(text(mass), "r.urdf");
            const auto arm = std::ranges::find(model->bodies, "arm", &BodyDescription::name);
            return placesAfter(*model, 0.3)
                .at(static_cast<std::size_t>(arm - model->bodies.begin()));
        };
        const double rough = (place(0.0) - place(1e-2)).norm(),
                     fine = (place(0.0) - place(1e-4)).norm();
        QVERIFY2(rough > 1e-6, "the mass matters");
        QVERIFY2(fine < 0.011 * rough, qPrintable(QString("%1 %2").arg(rough).arg(fine)));
    }

    /// As on the grippers of the PR2.
    void massesLostInRoundingAreRaised() {
        const Matrix3d J = Vector3d::Constant(1e-15).asDiagonal();
        const auto text = [&](double mass) {
            return robot(empty("base") + linkOf(arm) + linkOf({"tip", mass, zero, zero, J}) +
                         jointOf("a", "continuous", "base", "arm", {0, 0, 1}) +
                         jointOf("b", "prismatic", "arm", "tip", {0.1, 0, 0}, zero, {0, 1, 0}));
        };
        Diagnostics notes;
        const auto read = readModelText(text(1e-13), "r.urdf", &notes);
        QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
        QVERIFY2(said(notes).contains("link 'tip': its mass of 1e-13 kg is lost in rounding"),
                 qPrintable(said(notes)));
        QCOMPARE(read->run.formulation, std::string("aba"));
        const auto built = buildModel(*read);
        QVERIFY2(built, built ? "" : qPrintable(said(built.error())));
        QVERIFY(readModelText(text(1e-3), "r.urdf")->run.formulation.empty());
    }

    void masslessLinksThatCannotBeRemoved() {
        const std::string same =
            robot(empty("base") + empty("m") + linkOf(arm) +
                  jointOf("a", "continuous", "base", "m", {0, 0, 1}, zero, {0, 1, 0}) +
                  jointOf("b", "continuous", "m", "arm", {0, 0.1, 0}, zero, {0, 1, 0}));
        const auto read = readModelText(same, "r.urdf");
        QVERIFY2(!read, "both turn about one line");
        QVERIFY2(said(read.error()).contains("joints 'a', 'b' follow each other without mass"),
                 qPrintable(said(read.error())));
        QCOMPARE(read.error().front().line, 5);
        const auto branch = readModelText(
            robot(empty("base") + empty("m") + linkOf(arm) + linkOf(tool) +
                  jointOf("a", "continuous", "base", "m", {0, 0, 1}) +
                  jointOf("b", "continuous", "m", "arm", {0, 0, 0}, zero, {0, 1, 0}) +
                  jointOf("c", "continuous", "m", "tool", {0, 0, 0}, zero, {0, 1, 0})),
            "r.urdf");
        QVERIFY(!branch && said(branch.error()).contains("carries 2 joints"));
    }

    void oddInertiasOfFixedLinksAreWarnings() {
        Part odd = tool;
        odd.inertia = Vector3d(1e-9, -1e-9, 1e-9).asDiagonal();
        Part flat = tip;
        flat.inertia = Vector3d(1e-9, 1e-9, 1e-3).asDiagonal();
        const std::string text =
            robot(empty("base") + linkOf(arm) + linkOf(odd) + linkOf(flat) + linkOf(hand) +
                  jointOf("a", "continuous", "base", "arm", {0, 0, 1}) +
                  jointOf("f", "fixed", "arm", "tool", toolAt) +
                  jointOf("b", "continuous", "arm", "tip", tipAt) +
                  jointOf("c", "continuous", "tip", "hand", handAt));
        Diagnostics notes;
        const auto read = readModelText(text, "r.urdf", &notes);
        QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
        QVERIFY2(said(notes).contains("'tool': its inertia is not positive definite"),
                 qPrintable(said(notes)));
        const auto model = buildModel(*read, &notes);
        QVERIFY2(model, model ? "" : qPrintable(said(model.error())));
        QVERIFY2(said(notes).contains("'tip': no body can have this inertia"),
                 qPrintable(said(notes)));
    }

    /// Moments that are zero, or negative by rounding, are raised; others are errors.
    void smallInertiasAreRaised() {
        const auto readWith = [](const Vector3d& moments, Diagnostics& notes) {
            Part odd = arm;
            odd.inertia = moments.asDiagonal();
            return readModelText(robot(empty("base") + linkOf(odd) +
                                       jointOf("a", "continuous", "base", "arm", {0, 0, 1})),
                                 "r.urdf", &notes);
        };
        for (const Vector3d& moments :
             {Vector3d(0, 0, 0), Vector3d(-5e-20, 0.01, 0.01), Vector3d(0, 0.01, 0.01),
              Vector3d(-5e-20, 1e-20, 0), Vector3d(3e-20, 2e-20, 2e-20)}) {
            Diagnostics notes;
            const auto read = readWith(moments, notes);
            QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
            QVERIFY2(said(notes).contains("'arm': has no inertia about an axis"),
                     qPrintable(said(notes)));
            const auto model = buildModel(*read, &notes);
            QVERIFY2(model, model ? "" : qPrintable(said(model.error())));
            const double radius = std::cbrt(arm.mass / (7850.0 * 4.0 / 3.0 * std::numbers::pi));
            const double expected =
                moments.maxCoeff() > 1e-9 ? 1e-5 : 0.4 * arm.mass * radius * radius;
            const double least = leastMoment((*model)->bodies[0].J_C);
            QVERIFY2(std::abs(least / expected - 1.0) < 1e-9, qPrintable(QString::number(least)));
        }
        Diagnostics notes;
        const auto wrong = readWith({-1e-3, 0.01, 0.01}, notes);
        QVERIFY(!wrong || !buildModel(*wrong));
        const Matrix3d good = Vector3d(0.01, 0.02, 0.02).asDiagonal();
        QVERIFY(raisedInertia({1.0, Vector3d::Zero(), good}) == good);
    }

    void freeBaseFalls() {
        const std::string text =
            robot(linkOf(arm) + linkOf(tool) + jointOf("f", "fixed", "arm", "tool", toolAt));
        const auto held = readModelText(text, "r.urdf");
        const auto loose = readModelText(text, "r.urdf", nullptr, {.freeBase = true});
        QVERIFY(held && loose);
        const auto start = placesAfter(*held, 1.0), end = placesAfter(*loose, 1.0);
        QCOMPARE(start.size(), std::size_t(1));
        QCOMPARE(end.size(), std::size_t(1));
        QVERIFY((end[0] - start[0] - Vector3d(0, 0, -0.5 * 9.80665)).norm() < 1e-9);
    }

    /// Truncated files, missing attributes and wild numbers give errors with a line, or a model.
    void everyErrorHasALine() {
        const std::string good =
            robot(empty("base") + linkOf(arm) + linkOf(tool) + linkOf(hand) +
                  jointOf("a", "revolute", "base", "arm", {0, 0, 1}, toolAngles, handAxis) +
                  jointOf("f", "fixed", "arm", "tool", toolAt, toolAngles) +
                  jointOf("b", "prismatic", "tool", "hand", handAt, handAngles, handAxis));
        int refused = 0;
        const auto attempt = [&](const std::string& text) {
            Diagnostics notes;
            const auto read = readModelText(text, "r.urdf", &notes);
            for (const Diagnostic& note : notes) QVERIFY(note.line > 0);
            if (read) {
                const auto model = buildModel(*read);
                if (model) return;
                for (const Diagnostic& d : model.error())
                    QVERIFY2(d.line > 0, qPrintable(said({d}) + QString::fromStdString(text)));
            } else {
                for (const Diagnostic& d : read.error())
                    QVERIFY2(d.line > 0, qPrintable(said({d}) + QString::fromStdString(text)));
            }
            ++refused;
        };
        for (std::size_t k = 1; k < good.size(); k += 3) attempt(good.substr(0, k));
        for (std::size_t k = good.find('='); k != std::string::npos; k = good.find('=', k + 1)) {
            const std::size_t end = good.find('"', k + 2);
            const std::size_t name = good.rfind(' ', k);
            attempt(good.substr(0, name) + good.substr(end + 1));
            for (const char* value :
                 {"", "1e999", "nan", "-1", "0", "1e300", "1e-320", "x", "1 2", "1 2 3 4"})
                attempt(good.substr(0, k + 2) + value + good.substr(end));
        }
        QVERIFY2(refused > 500, qPrintable(QString::number(refused)));
    }
};

MOMENTREE_TEST(TestRobots, Guiless)

}  // namespace momentree::test_robots
#include "test_robots.moc"
