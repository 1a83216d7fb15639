// SPDX-License-Identifier: Apache-2.0
// Friction by the reactions of joints: against closed forms with every formulation that has it, in
// loops, refusals.
#include <QTest>
#include <array>
#include <cmath>

#include "core/analysis/constraint_forces.hpp"
#include "core/diagnostics/power_balance.hpp"
#include "core/io/model_file.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/session/built_in.hpp"
#include "core/session/friction_advice.hpp"
#include "core/session/run.hpp"
#include "support/forces.hpp"
#include "support/integrate.hpp"
#include "support/model_text.hpp"
#include "support/stepping.hpp"
#include "support/test_main.hpp"

namespace momentree::test_reaction_friction {

using namespace momentree::test;

namespace {

constexpr double g = 9.81;

/// A block of 2 kg on a guide that falls by an angle from x to -y, at 1 m/s.
std::string incline(double angle, const std::string& friction, const std::string& more = "") {
    const std::string along = "\"position\": [0, 0, 0], \"z\": [" +
                              std::to_string(std::cos(angle)) + ", " +
                              std::to_string(-std::sin(angle)) + ", 0], \"x\": [0, 0, 1]";
    return R"model({"version": 1, "name": "incline", "gravity": [0, -9.81, 0],
 "ground": {"markers": {"guide": {)model" +
           along + R"model(}}},
 "bodies": [{"name": "block", "mass": 2, "inertia": [0.02, 0.02, 0.02],
   "markers": {"guide": {)model" +
           along + R"model(}, "top": [0, 0.3, 0]}}],
 "joints": [{"name": "J", "type": "prismatic", "a": "ground.guide", "b": "block.guide"}],
 "forces": [)model" +
           more +
           R"model({"name": "rub", "type": "axial-force", "a": "ground.guide", "b": "block.guide",
   "friction": {)model" +
           friction + R"model(, "joint": "J"}}],
 "initial": {"joints": {"J": {"u": 1}}}})model";
}

/// Bricard's linkage of six links along the edges of a cube, whose six equations are dependent only
/// if its lengths are exact; friction in one joint.
/// @param off error of the lengths [m]
std::string bricard(double off) {
    const std::array<Vector3d, 6> corners{Vector3d(0, 0, 0), Vector3d(1, 0, 0), Vector3d(1, 1, 0),
                                          Vector3d(1, 1, 1), Vector3d(0, 1, 1), Vector3d(0, 0, 1)};
    const std::array<Vector3d, 3> axes{-Vector3d::UnitY(), Vector3d::UnitZ(), Vector3d::UnitX()};
    const auto text = [](const Vector3d& v) {
        return QString("[%1, %2, %3]")
            .arg(v[0], 0, 'f', 7)
            .arg(v[1], 0, 'f', 7)
            .arg(v[2], 0, 'f', 7);
    };
    int count = 0;
    const auto marker = [&](std::size_t corner) {
        const double n = ++count;
        const Vector3d error = off * Vector3d(std::sin(n), std::cos(n), std::sin(2.0 * n));
        return QString(R"({"position": %1, "z": %2})")
            .arg(text(corners[corner] + error), text(axes[corner % 3]));
    };
    QStringList bodies, joints;
    for (std::size_t k = 0; k < 5; ++k) {
        bodies << QString(R"({"name": "b%1", "mass": 1, "com": %2, "inertia": [0.1, 0.1, 0.1],
 "markers": {"from": %3, "to": %4}})")
                      .arg(k)
                      .arg(text(0.5 * (corners[k] + corners[k + 1])), marker(k), marker(k + 1));
        joints << QString(R"({"name": "J%1", "type": "revolute", "a": "%2.to", "b": "b%1.from"})")
                      .arg(k)
                      .arg(k == 0 ? QString("ground") : QString("b%1").arg(k - 1));
    }
    joints << R"({"name": "J5", "type": "revolute", "a": "b4.to", "b": "ground.from"})";
    return QString(R"({"version": 1, "name": "bricard", "gravity": [0, -9.81, 0],
 "ground": {"markers": {"to": %1, "from": %2}}, "bodies": [%3], "joints": [%4],
 "forces": [{"name": "rub", "type": "axial-torque", "a": "b1.to", "b": "b2.from",
   "friction": {"kinetic": 0.2, "speed": 0.01, "joint": "J2", "radius": 0.02}}]})")
        .arg(marker(0), marker(5), bodies.join(", "), joints.join(", "))
        .toStdString();
}

/// A wheel that turns about a point 0.2 m off its centre, without weight, at 12 rad/s.
std::string eccentric(double mu, double radius) {
    return R"model({"version": 1, "name": "eccentric", "gravity": [0, 0, 0],
 "ground": {"markers": {"pin": [0, 0, 0]}},
 "bodies": [{"name": "wheel", "mass": 3, "com": [0.2, 0, 0], "inertia": [0.05, 0.05, 0.08],
   "markers": {"pin": [0, 0, 0]}}],
 "joints": [{"name": "J", "type": "revolute", "a": "ground.pin", "b": "wheel.pin"}],
 "forces": [{"name": "rub", "type": "axial-torque", "a": "ground.pin", "b": "wheel.pin",
   "friction": {"kinetic": )model" +
           std::to_string(mu) +
           ", \"speed\": 1e-3, \"joint\": \"J\", \"radius\": " + std::to_string(radius) +
           R"model(}}],
 "initial": {"joints": {"J": {"u": 12}}}})model";
}

/// A slider-crank in a vertical plane with friction in the guide, the crank pin and the axle.
std::string sliderCrank(double guide, double pins) {
    const auto pin = [&](const char* name, const char* joint, const char* a, const char* b) {
        return std::string(R"({"name": ")") + name + R"(", "type": "axial-torque", "a": ")" + a +
               R"(", "b": ")" + b + R"(", "friction": {"kinetic": )" + std::to_string(pins) +
               R"(, "speed": 0.5, "joint": ")" + joint + R"(", "radius": 0.02}},)";
    };
    return R"model({"version": 1, "name": "slider_crank", "gravity": [0, -9.81, 0],
 "ground": {"markers": {"axle": [0, 0, 0],
   "guide": {"position": [0, 0, 0], "z": [1, 0, 0], "x": [0, 0, 1]}}},
 "bodies": [
  {"name": "crank", "mass": 2, "com": [0.05, 0, 0], "inertia": [0.01, 0.01, 0.02],
   "markers": {"axle": [0, 0, 0], "pin": [0.1, 0, 0]}},
  {"name": "rod", "mass": 1, "com": [0.15, 0, 0], "inertia": [0.001, 0.01, 0.01],
   "markers": {"pin": [0, 0, 0], "end": [0.3, 0, 0]}},
  {"name": "piston", "mass": 1.5, "inertia": [0.002, 0.002, 0.002],
   "markers": {"pin": [0, 0, 0], "guide": {"position": [0, 0, 0], "z": [1, 0, 0], "x": [0, 0, 1]}}}],
 "joints": [
  {"name": "axle", "type": "revolute", "a": "ground.axle", "b": "crank.axle"},
  {"name": "crank", "type": "revolute", "a": "crank.pin", "b": "rod.pin"},
  {"name": "wrist", "type": "revolute", "a": "rod.end", "b": "piston.pin"},
  {"name": "guide", "type": "prismatic", "a": "ground.guide", "b": "piston.guide"}],
 "forces": [)model" +
           pin("rub_axle", "axle", "ground.axle", "crank.axle") +
           pin("rub_crank", "crank", "crank.pin", "rod.pin") + R"model(
  {"name": "rub_guide", "type": "axial-force", "a": "ground.guide", "b": "piston.guide",
   "friction": {"kinetic": )model" +
           std::to_string(guide) +
           R"model(, "speed": 0.02, "joint": "guide", "guide_length": 0.08}}],
 "initial": {"joints": {"axle": {"q": 0.5, "u": 30}}}})model";
}

Sample afterRun(const std::shared_ptr<const Model>& model, const std::string& formulation,
                double step, double duration) {
    RunSpec spec = Catalogue().defaults(*model, formulation);
    spec.integrator = "rk4";
    spec.step = step;
    return after(model, spec, duration);
}

}  // namespace

class TestReactionFriction : public QObject {
    Q_OBJECT
private slots:
    void formulations_data() {
        QTest::addColumn<std::string>("formulation");
        const auto model = built(incline(0.4, "\"kinetic\": 0.3, \"speed\": 1e-5"));
        const std::vector<std::string> ids = formulationsOf(*model);
        QCOMPARE(ids.size(), Catalogue().formulations().size() - 5);
        for (const std::string& id : ids) QTest::newRow(id.c_str()) << id;
    }
    void formulations() {
        QFETCH(std::string, formulation);
        // Down an incline: a = g (sin - mu cos).
        const double angle = 0.4, mu = 0.3, t = 0.7;
        const auto block = built(incline(angle, "\"kinetic\": 0.3, \"speed\": 1e-5"));
        const double slope =
            std::atan2(-block->joints[0].A.frame.R(1, 2), block->joints[0].A.frame.R(0, 2));
        const double a = g * (std::sin(slope) - mu * std::cos(slope));
        const Sample slid = afterRun(block, formulation, 1e-3, t);
        QVERIFY2(std::abs(slid.joints[0].q[0] - (t + 0.5 * a * t * t)) < 1e-9,
                 qPrintable(QString::number(slid.joints[0].q[0], 'g', 12)));
        // About a pin: J w' = -mu r m l sqrt(w^4 + w'^2), so w' = -k w^2.
        const double l = 0.2, m = 3.0, c = 0.4 * 0.05 * m * l, J = 0.08 + m * l * l;
        const double k = c / std::sqrt(J * J - c * c);
        const Sample turned = afterRun(built(eccentric(0.4, 0.05)), formulation, 1e-3, t);
        QVERIFY2(std::abs(turned.joints[0].u[0] - 12.0 / (1.0 + 12.0 * k * t)) < 1e-9,
                 qPrintable(QString::number(turned.joints[0].u[0], 'g', 12)));
        QVERIFY(std::abs(turned.joints[0].q[0] - std::log1p(12.0 * k * t) / k) < 1e-9);
    }
    /// A force across the guide that changes: u' = -mu (g - P sin(w t) / m).
    void normalForceChanges() {
        const auto model = built(incline(
            0.0, "\"kinetic\": 0.2, \"speed\": 1e-5",
            R"({"name": "lift", "type": "applied-force", "at": "block", "direction": [0, 1, 0],
                "law": {"kind": "harmonic", "amplitude": 9, "frequency": 5}},)"));
        const double t = 0.4;
        const Sample end = afterRun(model, "naudet", 1e-3, t);
        const double u = 1.0 - 0.2 * (g * t + 9.0 / 2.0 / 5.0 * (std::cos(5.0 * t) - 1.0));
        QVERIFY2(std::abs(end.joints[0].u[0] - u) < 1e-9,
                 qPrintable(QString::number(end.joints[0].u[0] - u)));
        QVERIFY(std::abs(end.joints[0].reaction[1] - (2.0 * g - 9.0 * std::sin(5.0 * t))) < 1e-9);
    }
    /// A pull 0.3 m above the guide presses both of its ends: N = 2 P h / L beside the weight.
    void guideCarriesMoments() {
        const std::string pull =
            R"({"name": "pull", "type": "applied-force", "at": "block.top", "direction": [1, 0, 0],
                "law": 50},)";
        const auto model =
            built(incline(0.0, "\"kinetic\": 0.2, \"speed\": 1e-5, \"guide_length\": 0.4", pull));
        const double ends =
            std::abs(0.5 * 2.0 * g + 50.0 * 0.3 / 0.4) + std::abs(0.5 * 2.0 * g - 50.0 * 0.3 / 0.4);
        const double a = (50.0 - 0.2 * ends) / 2.0;
        const Sample end = afterRun(model, "aba", 1e-3, 0.3);
        QVERIFY2(std::abs(end.joints[0].u[0] - (1.0 + 0.3 * a)) < 1e-9,
                 qPrintable(QString::number(end.joints[0].u[0], 'g', 12)));
    }
    /// Below the angle of friction a block comes to rest; above it does not.
    void restsBelowTheAngleOfFriction() {
        for (const double angle : {0.2, 0.4}) {
            const auto model = built(incline(angle, "\"kinetic\": 0.3, \"speed\": 1e-3"));
            const Sample end = afterRun(model, "aba", 5e-4, 1.5);
            if (angle < std::atan(0.3))
                QVERIFY(std::abs(end.joints[0].u[0]) < 1e-3);
            else
                QVERIFY(end.joints[0].u[0] > 1.0);
        }
    }
    void loops() {
        const auto model = built(sliderCrank(0.3, 0.2));
        Vector3d first = Vector3d::Zero();
        double kinetic = 0.0;
        for (const std::string& id : formulationsOf(*model)) {
            RunSpec spec = Catalogue().defaults(*model, id);
            spec.integrator = "rk4";
            spec.step = 2.5e-4;
            const auto stepper = started(model, spec);
            PowerBalance balance(*model);
            Sample sample;
            sample.resize(*model);
            for (int k = 0; k <= 200; ++k) {
                if (k > 0)
                    QVERIFY2(stepper->advance(k * 1e-3, {}).status == StepStatus::Reached,
                             id.c_str());
                stepper->observe(sample);
                balance.add(sample);
            }
            if (first.isZero()) first = sample.bodies[1].r, kinetic = sample.kinetic;
            QVERIFY2(
                (sample.bodies[1].r - first).norm() < 1e-7,
                qPrintable(
                    QString("%1: %2").arg(id.c_str()).arg((sample.bodies[1].r - first).norm())));
            QVERIFY(std::abs(sample.kinetic - kinetic) < 1e-6 * kinetic);
            QVERIFY2(std::abs(balance.balance()) < 1e-4 * balance.scale(),
                     qPrintable(QString("%1: %2 of %3 J")
                                    .arg(id.c_str())
                                    .arg(balance.balance())
                                    .arg(balance.scale())));
        }
    }
    /// Motor torque with friction: forces and accelerations of every body balance.
    void inverseDynamics() {
        std::string text = sliderCrank(0.3, 0.2);
        text = replaced(text, R"("initial": {"joints": {"axle": {"q": 0.5, "u": 30}}})",
                        R"("motions": [{"name": "drive", "joint": "axle",
                            "law": {"kind": "constant", "offset": 0.5, "rate": 30}}])");
        const auto model = built(text);
        auto motion = DrivenMotion::start(*model);
        QVERIFY(motion);
        DrivenForces forces(*model, **motion);
        double with = 0.0, without = 0.0;
        for (int k = 0; k < 20; ++k) {
            const auto sample = forces.at(0.01 * k);
            QVERIFY(sample);
            QVERIFY2(forces.residual(*sample) < 1e-9,
                     qPrintable(QString::number(forces.residual(*sample))));
            with += sample->motionEfforts[0];
        }
        const auto smooth = built(replaced(text, "\"kinetic\": 0.300000", "\"kinetic\": 1e-9"));
        auto other = DrivenMotion::start(*smooth);
        QVERIFY(other);
        DrivenForces easier(*smooth, **other);
        for (int k = 0; k < 20; ++k) without += easier.at(0.01 * k)->motionEfforts[0];
        QVERIFY2(with > without + 1.0, qPrintable(QString("%1, %2").arg(with).arg(without)));
    }
    void refusedByOthers() {
        const auto model = built(incline(0.4, "\"kinetic\": 0.3, \"speed\": 1e-5"));
        int refused = 0;
        for (const Choice& choice : Catalogue().formulations(model.get()))
            if (choice.refusal) {
                ++refused;
                QVERIFY2(QString::fromStdString(choice.refusal->str()).contains("'rub'"),
                         choice.id.c_str());
            }
        QCOMPARE(refused, 5);
    }
    /// A high block in a short guide: the friction that its own deceleration needs has no solution.
    void jams() {
        const auto model =
            built(replaced(incline(0.0, "\"kinetic\": 2, \"speed\": 1e-3, \"guide_length\": 0.1"),
                           "\"mass\": 2,", "\"mass\": 2, \"com\": [0, 0.3, 0],"));
        RunSpec spec = Catalogue().defaults(*model, "aba");
        spec.duration = 0.1;
        const auto run = Run::create(Catalogue(), model, spec);
        QVERIFY(run);
        Progress progress;
        while (!(*run)->finished() && progress.status == StepStatus::Reached)
            progress = (*run)->advance({});
        QCOMPARE(progress.status, StepStatus::NotFinite);
        QVERIFY2((*run)->failure(progress).str().find("'rub'") != std::string::npos,
                 (*run)->failure(progress).str().c_str());
    }
    /// Only where redundant joints can shift the normal force itself.
    void sharedForcesAreWarnedOf() {
        const auto warnings = [](const std::string& text) {
            const auto model = built(text);
            const auto start = assemble(*model);
            Diagnostics found;
            if (start) adviseForReactions(*model, *start, found);
            return found;
        };
        const std::string one = incline(0.3, "\"kinetic\": 0.3, \"speed\": 1e-3");
        QVERIFY(warnings(one).empty());
        QVERIFY(warnings(sliderCrank(0.3, 0.2)).empty());
        const std::string guide =
            R"({"name": "J", "type": "prismatic", "a": "ground.guide", "b": "block.guide"})";
        const Diagnostics found =
            warnings(replaced(one, guide, guide + ", " + replaced(guide, "\"J\"", "\"second\"")));
        QCOMPARE(found.size(), 1U);
        QVERIFY(QString::fromStdString(toString(found.front())).contains("'J'"));
        // Rounded lengths do not make it unique.
        for (const double off : {0.0, 2e-5}) QCOMPARE(warnings(bricard(off)).size(), 1U);
    }
    void files() {
        const auto read = readModelText(sliderCrank(0.3, 0.2), "m");
        QVERIFY(read);
        const std::string text = writeModelText(*read);
        const auto again = readModelText(text, "m");
        QVERIFY(again && *again == *read);
        QVERIFY(text.find("guide_length") != std::string::npos);
    }
    /// The force of a thread is along the axis.
    void screwsAreRefused() {
        const std::string nut = R"m({"version": 1, "name": "jack", "gravity": [0, -9.81, 0],
 "ground": {"markers": {"O": {"position": [0, 0, 0], "z": [0, 1, 0]}}},
 "bodies": [{"name": "nut", "mass": 5, "inertia": [1e-3, 1e-3, 1e-3],
             "markers": {"O": {"position": [0, 0, 0], "z": [0, 1, 0]}}}],
 "joints": [{"name": "thread", "type": "screw", "a": "ground.O", "b": "nut.O", "lead": 0.02}],
 "forces": [{"name": "rub", "type": "axial-torque", "a": "ground.O", "b": "nut.O",
   "friction": {"kinetic": 0.1, "joint": "thread", "radius": 0.01}}]})m";
        const QString found = refusalOf(nut);
        QVERIFY2(found.contains("'rub'") && found.contains("thread of 'thread'"),
                 qPrintable(found));
        QCOMPARE(refusalOf(replaced(nut, ", \"joint\": \"thread\", \"radius\": 0.01", "")),
                 QString());
    }
    void refusals_data() {
        QTest::addColumn<QString>("friction");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const char* text, const char* said) {
            QTest::newRow(name) << QString(text).replace('\'', '"') << said;
        };
        row("unit", "'kinetic': '3 N', 'speed': 0.1", "found N, expected");
        row("none", "'kinetic': 0, 'speed': 0.1", "coefficient above zero");
        row("radius", "'kinetic': 0.1, 'speed': 0.1, 'radius': 0.1", "no effect on a force");
        row("guide", "'kinetic': 0.1, 'speed': 0.1, 'guide_length': -1", "not be negative");
    }
    void refusals() {
        QFETCH(QString, friction);
        QFETCH(QString, said);
        const QString found = refusalOf(incline(0.0, friction.toStdString()));
        QVERIFY2(found.contains("'rub'") && found.contains(said), qPrintable(found));
    }
    void joints() {
        const std::string good = incline(0.0, "\"kinetic\": 0.1, \"speed\": 0.1");
        QVERIFY(refusalOf(replaced(good, "\"joint\": \"J\"", "\"joint\": \"K\""))
                    .contains("no joint 'K'"));
        QVERIFY(refusalOf(replaced(good, "\"axial-force\"", "\"axial-torque\""))
                    .contains("needs a joint that turns"));
        QVERIFY(refusalOf(replaced(good, "\"b\": \"block.guide\",\n   \"fr",
                                   "\"b\": \"block.top\",\n   \"fr"))
                    .isEmpty());
        QVERIFY(
            refusalOf(replaced(good, "\"a\": \"ground.guide\", \"b\": \"block.guide\",\n   \"fr",
                               "\"a\": \"ground\", \"b\": \"block.guide\",\n   \"fr"))
                .contains("z along its axis"));
    }
};

MOMENTREE_TEST(TestReactionFriction, Appless)

}  // namespace momentree::test_reaction_friction
#include "test_reaction_friction.moc"
