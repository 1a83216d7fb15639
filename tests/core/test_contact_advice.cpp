// SPDX-License-Identifier: Apache-2.0
// Steps for the friction of contacts: the one that is advised is short enough, and one five times
// as long is not.
#include <QTest>
#include <cmath>

#include "core/session/built_in.hpp"
#include "core/session/run.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"

namespace momentree::test_contact_advice {

using namespace momentree::test;

namespace {

/// A foot that lands while it slides.
std::string foot(const std::string& stiffness, const std::string& damping) {
    return R"({"version": 1, "name": "foot",
        "ground": {"markers": {"plane": [0, 0, 0],
                   "floor": {"position": [0, -0.1, 0], "z": [0, 1, 0], "x": [1, 0, 0]}}},
        "bodies": [{"name": "leg", "mass": 0.2, "inertia": [1e-4, 1e-4, 1e-4],
                    "markers": {"middle": [0, 0, 0], "foot": [0, -0.1, 0]}}],
        "joints": [{"name": "J", "type": "planar", "a": "ground.plane", "b": "leg.middle"}],
        "forces": [{"name": "floor", "type": "contact", "a": "ground.floor", "b": "leg.foot",
                    "stiffness": )" +
           stiffness + R"(, "damping": )" + damping + R"(,
                    "friction": 0.8}],
        "initial": {"joints": {"J": {"q": [0, 0.005, 0], "u": [0.3, 0, 0]}}}})";
}

/// A ball that skids, falls and spins.
std::string ball() {
    return R"({"version": 1, "name": "ball",
        "ground": {"markers": {"floor": {"position": [0, 0, 0], "z": [0, 1, 0], "x": [1, 0, 0]}}},
        "bodies": [{"name": "ball", "mass": 0.5, "inertia": [2e-3, 2e-3, 2e-3],
                    "markers": {"middle": [0, 0, 0]}}],
        "joints": [],
        "forces": [{"name": "floor", "type": "contact", "a": "ground.floor", "b": "ball.middle",
                    "radius": 0.1, "stiffness": 2e5, "damping": 0.3, "friction": 0.4,
                    "slip": 0.003}],
        "initial": {"bodies": {"ball": {"position": [0, 0.11, 0], "velocity": [1, 0, 0.4],
                                        "angular_velocity": [3, 20, -5]}}}})";
}

/// A heavy hip on a rail with a light leg of two links and a knee with a spring.
std::string leg() {
    return R"({"version": 1, "name": "leg",
        "ground": {"markers": {"rail": {"position": [0, 0.34, 0], "z": [0, 1, 0], "x": [1, 0, 0]},
                   "floor": {"position": [0, 0, 0], "z": [0, 1, 0], "x": [1, 0, 0]}}},
        "bodies": [
          {"name": "hip", "mass": 3, "inertia": [0.01, 0.01, 0.01],
           "markers": {"rail": {"position": [0, 0, 0], "z": [0, 1, 0], "x": [1, 0, 0]},
                       "O": [0, 0, 0]}},
          {"name": "thigh", "mass": 0.3, "inertia": [1e-3, 1e-3, 1e-3],
           "markers": {"A": [0, 0.1, 0], "B": [0, -0.1, 0]}},
          {"name": "shank", "mass": 0.2, "inertia": [7e-4, 7e-4, 7e-4],
           "markers": {"A": [0, 0.1, 0], "foot": [0, -0.1, 0]}}],
        "joints": [
          {"name": "rail", "type": "prismatic", "a": "ground.rail", "b": "hip.rail"},
          {"name": "O", "type": "revolute", "a": "hip.O", "b": "thigh.A"},
          {"name": "knee", "type": "revolute", "a": "thigh.B", "b": "shank.A"}],
        "forces": [
          {"name": "hip", "type": "axial-torque", "a": "hip.O", "b": "thigh.A", "stiffness": 200,
           "angle": 0.6, "damping": 2},
          {"name": "spring", "type": "axial-torque", "a": "thigh.B", "b": "shank.A",
           "stiffness": 200, "angle": -1.2, "damping": 2},
          {"name": "floor", "type": "contact", "a": "ground.floor", "b": "shank.foot",
           "stiffness": 1e5, "damping": 0.5, "friction": 0.7}],
        "initial": {"joints": {"rail": {"q": 0}, "O": {"q": 0.6}, "knee": {"q": -1.2}}}})";
}

struct Outcome {
    double x = 0.0;        ///< of the last body at the end [m]
    double advised = 0.0;  ///< [s], 0 without advice
};
Outcome outcomeOf(const std::shared_ptr<const Model>& model, double step,
                  const std::string& integrator = "rk4") {
    RunSpec spec = Catalogue().defaults(*model, "naudet");
    spec.integrator = integrator;
    spec.step = step;
    spec.sample = 1e-3;
    spec.duration = 0.1;
    const auto run = Run::create(Catalogue(), model, spec);
    if (!run) qFatal("no run");
    while (!(*run)->finished())
        if ((*run)->advance({}).status != StepStatus::Reached) break;
    const Recording& rows = *(*run)->recording();
    Outcome out{rows.at(rows.size() - 1, (*run)->layout().body(int(model->bodies.size()) - 1))};
    for (const RunNote& note : (*run)->notes())
        if (note.text.id == "step-long-for-contact")
            out.advised = std::stod(note.text.arguments[3].str());
    return out;
}

}  // namespace

class TestContactAdvice final : public QObject {
    Q_OBJECT
private slots:
    void theAdvisedStepWorks_data() {
        QTest::addColumn<QString>("text");
        for (const char* stiffness : {"1e4", "1e5", "1e6"})
            for (const char* damping : {"0", "0.5", "2"})
                QTest::addRow("foot %s %s", stiffness, damping)
                    << QString::fromStdString(foot(stiffness, damping));
        QTest::addRow("ball") << QString::fromStdString(ball());
        QTest::addRow("leg") << QString::fromStdString(leg());
    }
    void theAdvisedStepWorks() {
        QFETCH(QString, text);
        const auto model = built(text.toStdString());
        const Outcome first = outcomeOf(model, 1e-3);
        QVERIFY(first.advised > 0.0);
        // What touches later may press harder.
        const Outcome again = outcomeOf(model, first.advised);
        const double step = again.advised > 0.0 ? again.advised : first.advised;
        const Outcome good = outcomeOf(model, step), fine = outcomeOf(model, step / 4.0);
        const Outcome bad = outcomeOf(model, 5.0 * step);
        const double error = std::abs(good.x - fine.x), worse = std::abs(bad.x - fine.x);
        const QByteArray what = QString("step %1: error %2 m, of 5 times it %3 m")
                                    .arg(step)
                                    .arg(error)
                                    .arg(worse)
                                    .toUtf8();
        QVERIFY2(good.advised == 0.0 && bad.advised > 0.0, what);
        QVERIFY2(error < 1e-8, what);
        QVERIFY2(worse > 100.0 * error, what);
    }

    /// Methods that need none are not advised.
    void othersNeedNoAdvice() {
        const auto model = built(foot("1e5", "0.5"));
        QCOMPARE(outcomeOf(model, 1e-3, "implicit-midpoint").advised, 0.0);
        QCOMPARE(outcomeOf(model, 1e-3, "dopri5").advised, 0.0);
    }
};

MOMENTREE_TEST(TestContactAdvice, Appless)

}  // namespace momentree::test_contact_advice
#include "test_contact_advice.moc"
