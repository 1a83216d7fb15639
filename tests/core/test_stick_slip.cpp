// SPDX-License-Identifier: Apache-2.0
// Friction without a speed of its own, which sticks: instants and positions against closed forms
// with every formulation that has it, several joints, loops, impacts, work.
#include <QTest>
#include <array>
#include <cmath>
#include <numbers>

#include "core/io/model_file.hpp"
#include "core/session/event_stepper.hpp"
#include "core/session/run.hpp"
#include "support/allocation_guard.hpp"
#include "support/integrate.hpp"
#include "support/model_text.hpp"
#include "support/stepping.hpp"
#include "support/test_main.hpp"

namespace momentree::test_stick_slip {

using namespace momentree::test;

namespace {

using Side = Slipping;
constexpr double g = 9.81;
const std::string alongX = R"m({"position": [0, 0, 0], "z": [1, 0, 0], "x": [0, 1, 0]})m";

std::string quoted(const std::string& name) { return '"' + name + '"'; }

/// A block of this mass on a rail along x.
std::string block(const std::string& name, const std::string& mass) {
    return "{\"name\": " + quoted(name) + ", \"mass\": " + mass +
           R"m(, "inertia": [0.1, 0.1, 0.1], "markers": {"rail": )m" + alongX + "}}";
}

std::string scene(const std::string& bodies, const std::string& joints, const std::string& more) {
    return R"m({"version": 1, "name": "stick_slip", "gravity": [0, -9.81, 0],
 "ground": {"markers": {"rail": )m" +
           alongX + R"m(}}, "bodies": [)m" + bodies + R"m(], "joints": [)m" + joints + "], " +
           more + "}";
}

std::string pair(const std::string& type, const std::string& name, const std::string& a,
                 const std::string& b) {
    return "{\"name\": " + quoted(name) + ", \"type\": " + quoted(type) + ", \"a\": " + quoted(a) +
           ", \"b\": " + quoted(b);
}

std::string rail(const std::string& name, const std::string& a, const std::string& b) {
    return pair("prismatic", name, a + ".rail", b + ".rail") + "}";
}

std::string force(const std::string& name, const std::string& a, const std::string& b,
                  const std::string& rest) {
    return pair("axial-force", name, a + ".rail", b + ".rail") + ", " + rest + "}";
}

/// A block of 1 kg on a spring of 50 N/m from 0.1 m on, with friction of 0.1 of its weight.
std::string slider(const std::string& friction) {
    return scene(block("block", "1"), rail("J", "ground", "block"),
                 R"m("forces": [)m" + force("spring", "ground", "block", R"m("stiffness": 50)m") +
                     "," + force("rub", "ground", "block", R"m("friction": {)m" + friction + "}") +
                     R"m(], "initial": {"joints": {"J": {"q": 0.1, "u": 0}}})m");
}

/// A block on a belt, held by a spring.
std::string onBelt() {
    return scene(block("belt", "1") + "," + block("block", "1"),
                 rail("drive", "ground", "belt") + "," + rail("J", "belt", "block"),
                 R"m("motions": [{"name": "belt", "joint": "drive",
                     "law": {"kind": "constant", "rate": 0.5}}], "forces": [)m" +
                     force("spring", "ground", "block", R"m("stiffness": 100)m") + "," +
                     force("rub", "belt", "block",
                           R"m("friction": {"kinetic": 0.25, "static": 0.4, "joint": "J"})m") +
                     R"m(], "initial": {"joints": {"J": {"q": 0, "u": 0}}})m");
}

/// A pendulum of 1 kg and 1 m with friction in its pin.
std::string pendulum(double torque, double start, const std::string& more = "") {
    return R"m({"version": 1, "name": "pendulum", "gravity": [0, -9.81, 0],
 "ground": {"markers": {"pin": [0, 0, 0]}},
 "bodies": [{"name": "bob", "mass": 1, "com": [0, -1, 0], "inertia": [0.01, 0.01, 0.01],
   "markers": {"pin": [0, 0, 0]}}],
 "joints": [{"name": "J", "type": "revolute", "a": "ground.pin", "b": "bob.pin")m" +
           more + R"m(}],
 "forces": [{"name": "rub", "type": "axial-torque", "a": "bob.pin", "b": "ground.pin",
   "friction": {"kinetic": )m" +
           std::to_string(torque) + R"m(}}],
 "initial": {"joints": {"J": {"q": )m" +
           std::to_string(start) + "}}}}";
}

/// A parallelogram of cranks with friction of 1 N m in every joint, turned by a torque of 1 N m/s.
std::string parallelogram() {
    std::string text = R"m({"version": 1, "name": "bars", "gravity": [0, 0, 0],
 "ground": {"markers": {"A": [0, 0, 0], "D": [1, 0, 0]}},
 "bodies": [{"name": "crank", "mass": 1, "com": [0, 0.5, 0], "inertia": [0.1, 0.1, 0.1],
   "markers": {"A": [0, 0, 0], "B": [0, 1, 0]}},
  {"name": "coupler", "mass": 1, "com": [0.5, 0, 0], "inertia": [0.1, 0.1, 0.1],
   "markers": {"B": [0, 0, 0], "C": [1, 0, 0]}},
  {"name": "rocker", "mass": 1, "com": [0, 0.5, 0], "inertia": [0.1, 0.1, 0.1],
   "markers": {"D": [0, 0, 0], "C": [0, 1, 0]}}],
 "joints": [{"name": "A", "type": "revolute", "a": "ground.A", "b": "crank.A"},
  {"name": "B", "type": "revolute", "a": "crank.B", "b": "coupler.B"},
  {"name": "C", "type": "revolute", "a": "coupler.C", "b": "rocker.C"},
  {"name": "D", "type": "revolute", "a": "ground.D", "b": "rocker.D"}],
 "forces": [)m";
    for (const char* ends :
         {"ground.A|crank.A", "crank.B|coupler.B", "coupler.C|rocker.C", "ground.D|rocker.D"}) {
        const std::string both = ends;
        const std::size_t bar = both.find('|');
        text += pair("axial-torque", "rub" + std::to_string(bar) + both.substr(bar + 1, 1),
                     both.substr(0, bar), both.substr(bar + 1)) +
                ", \"friction\": {\"kinetic\": 1}},";
    }
    text += R"m({"name": "push", "type": "axial-torque", "a": "ground.A", "b": "crank.A",
    "law": {"kind": "constant", "rate": 1}}],
 "initial": {"joints": {"A": {"q": 0.3}, "D": {"q": 0.3}, "B": {"q": -0.3}}}})m";
    return text;
}

struct Moved {
    Sample sample;
    std::vector<FrictionEvent> events;
};

Moved moved(const std::shared_ptr<const Model>& model, const std::string& formulation, double step,
            double duration) {
    RunSpec spec = Catalogue().defaults(*model, formulation);
    spec.integrator = "rk4";
    spec.step = step;
    const auto stepper = started(model, spec);
    const Progress progress = stepper->advance(duration, {});
    if (progress.status != StepStatus::Reached)
        qFatal("%s at %g s", statusName(progress.status), progress.time);
    Moved out;
    out.sample.resize(*model);
    stepper->observe(out.sample);
    const auto events = dynamic_cast<const EventStepper&>(*stepper).frictionEvents();
    out.events.assign(events.begin(), events.end());
    return out;
}

/// The finished run; ends the test program if it fails.
std::unique_ptr<Run> finished(const std::shared_ptr<const Model>& model, double duration,
                              const std::string& formulation = "aba") {
    RunSpec spec = Catalogue().defaults(*model, formulation);
    spec.duration = duration;
    auto run = Run::create(Catalogue(), model, spec);
    if (!run) qFatal("%s", toString(run.error().front()).c_str());
    while (!(*run)->finished())
        if (const Progress p = (*run)->advance({}); p.status != StepStatus::Reached)
            qFatal("%s", (*run)->failure(p).str().c_str());
    return std::move(*run);
}

double last(const Run& run, const std::string& column) {
    const int c = run.layout().column(column);
    if (c < 0) qFatal("no column %s", column.c_str());
    return run.recording()->at(run.recording()->size() - 1, c);
}

#define CLOSE(actual, expected, tolerance)             \
    QVERIFY2(                                          \
        std::abs((actual) - (expected)) < (tolerance), \
        qPrintable(QString("%1 against %2").arg(actual, 0, 'g', 14).arg(expected, 0, 'g', 14)))

}  // namespace

class TestStickSlip : public QObject {
    Q_OBJECT
private slots:
    void formulations_data() {
        QTest::addColumn<std::string>("formulation");
        const auto model = built(slider("\"kinetic\": 0.981"));
        const std::vector<std::string> ids = formulationsOf(*model);
        QCOMPARE(ids.size(), Catalogue().formulations().size() - 5);
        for (const std::string& id : ids) QTest::newRow(id.c_str()) << id;
    }
    /// Extremes lose 2 mu m g / k each; the block stays where the spring is weaker than friction.
    void formulations() {
        QFETCH(std::string, formulation);
        const Moved end = moved(built(slider("\"kinetic\": 0.981")), formulation, 2e-3, 3.0);
        const double x = 0.1 - 3.0 * 2.0 * 0.981 / 50.0;  // on the other side
        CLOSE(end.sample.joints[0].q[0], -x, 1e-9);
        CLOSE(end.sample.joints[0].u[0], 0.0, 1e-9);
        // Backward from the start on, then a turn at each extreme, then at rest.
        QCOMPARE(end.events.size(), 4U);
        const std::array<Side, 4> sides{Side::Backward, Side::Forward, Side::Backward,
                                        Side::Sticks};
        const double half = std::numbers::pi / std::sqrt(50.0);
        for (std::size_t k = 0; k < 4; ++k) {
            QCOMPARE(int(end.events[k].side), int(sides[k]));
            CLOSE(end.events[k].time, half * static_cast<double>(k), 1e-8);
        }
        // Nothing creeps.
        const Moved later = moved(built(slider("\"kinetic\": 0.981")), formulation, 2e-3, 6.0);
        CLOSE(later.sample.joints[0].q[0], end.sample.joints[0].q[0], 1e-14);
    }
    /// A block on a belt: it sticks until the spring exceeds static friction, then slips until it
    /// has the speed of the belt again.
    void belt() {
        const double w = 10.0, v = 0.5, X = 0.15 * g / 100.0;
        const double stick = 2.0 * X / v;
        const double slip = 2.0 * (std::numbers::pi - std::atan(w * X / v)) / w;
        double before = 0.0;
        for (const double step : {1e-2, 5e-3, 2.5e-3}) {
            const Moved end = moved(built(onBelt()), "naudet", step, 3.0);
            QVERIFY(end.events.size() >= 9);
            // The first time it starts from the middle.
            CLOSE(end.events[1].time, 0.4 * g / 100.0 / v, 1e-11);
            const double found = end.events[8].time - end.events[2].time;
            const double error = std::abs(found - 3.0 * (stick + slip));
            if (before > 0.0) QVERIFY2(error < before / 12.0, qPrintable(QString::number(error)));
            before = error;
        }
        QVERIFY2(before < 1e-7, qPrintable(QString::number(before)));
    }
    /// A torque T in the pin takes the height that it loses: m g l (cos b - cos a) = T (a + b).
    void pendulumStops() {
        const double T = 0.7;
        const auto model = built(pendulum(T, 2.0));
        const Moved end = moved(model, "hamilton-index2", 1e-3, 20.0);
        double from = 2.0;
        for (int turns = 0; g * std::sin(from) > T; ++turns) {
            double to = 0.9 * from;
            for (int k = 0; k < 60; ++k)
                to -= (g * (std::cos(to) - std::cos(from)) - T * (from + to)) /
                      (-g * std::sin(to) - T);
            from = std::abs(to);
            QVERIFY(turns < 20);
        }
        CLOSE(std::abs(end.sample.joints[0].q[0]), from, 1e-9);
        QCOMPARE(int(end.events.back().side), int(Side::Sticks));
        // The balance of energy holds with the work of friction.
        const auto run = finished(model, 20.0);
        CLOSE(last(*run, "balance"), 0.0, 1e-8);
        CLOSE(last(*run, "rub.work"), -g * (std::cos(from) - std::cos(2.0)), 1e-7);
    }
    /// Friction by the weight of a block on an incline of 3 in 4.
    void incline_data() {
        QTest::addColumn<double>("statics");
        QTest::newRow("slides back") << 0.6;
        QTest::newRow("rests") << 0.8;
    }
    void incline() {
        QFETCH(double, statics);
        const std::string tilted =
            replaced(replaced(slider("\"kinetic\": 0.5, \"joint\": \"J\", \"static\": " +
                                     std::to_string(statics)),
                              "\"q\": 0.1, \"u\": 0", "\"q\": 0, \"u\": 3"),
                     "\"stiffness\": 50", "\"stiffness\": 0");
        const auto model = built(replaced(tilted, "[0, -9.81, 0]", "[-5.886, -7.848, 0]"));
        const double down = 0.6 * g, rubs = 0.5 * 0.8 * g;
        const double stops = 3.0 / (down + rubs), way = 0.5 * 3.0 * stops, t = 1.0 - stops;
        const Moved end = moved(model, "aba", 1e-3, 1.0);
        CLOSE(end.events.back().time, stops, 1e-10);
        const bool rests = statics > 0.75;
        CLOSE(end.sample.joints[0].q[0], rests ? way : way - 0.5 * (down - rubs) * t * t, 1e-10);
        QCOMPARE(int(end.events.back().side), int(rests ? Side::Sticks : Side::Backward));
    }
    /// Two blocks on each other, the upper one pulled ever harder: first both stick, then the lower
    /// one slips with the upper one on it, then that slips, too.
    void stack() {
        const auto model = built(scene(
            block("lower", "2") + "," + block("upper", "3"),
            rail("L", "ground", "lower") + "," + rail("U", "lower", "upper"),
            R"m("forces": [)m" +
                force("under", "ground", "lower", R"m("friction": {"kinetic": 4})m") + "," +
                force("between", "lower", "upper", R"m("friction": {"kinetic": 7})m") +
                R"m(, {"name": "pull", "type": "applied-force", "at": "upper", "direction": [1, 0, 0],
                    "law": {"kind": "constant", "rate": 10}}])m"));
        for (const char* id : {"aba", "hdca", "lagrange-index1"}) {
            const Moved end = moved(model, id, 1e-2, 2.0);
            QCOMPARE(end.events.size(), 4U);
            // F - m_u (F - 4) / (m_l + m_u) = 7
            const double F = (7.0 - 3.0 * 4.0 / 5.0) / (1.0 - 3.0 / 5.0);
            QCOMPARE(end.events[2].load, 0);
            CLOSE(end.events[2].time, 0.4, 1e-10);
            QCOMPARE(end.events[3].load, 1);
            CLOSE(end.events[3].time, 0.1 * F, 1e-10);
            const double slides = 0.1 * F;
            const double u = 0.2 * ((5.0 * slides * slides - 4.0 * slides) - (0.8 - 1.6));
            CLOSE(end.sample.joints[0].u[0], u + (7.0 - 4.0) / 2.0 * (2.0 - slides), 1e-9);
        }
    }
    /// More joints stick than there are motions: the mechanism holds as long as all together can.
    void fourBar() {
        const auto model = built(parallelogram());
        // A parallelogram: all joints turn by the same angle, so that 4 N m hold together.
        for (const char* id : {"naudet", "lagrange-index1"}) {
            const Moved still = moved(model, id, 1e-2, 3.95);
            CLOSE(still.sample.joints[0].q[0], 0.3, 1e-9);
            const Moved loose = moved(model, id, 1e-2, 4.5);
            QVERIFY(loose.sample.joints[0].u[0] > 0.01);
            CLOSE(loose.events.back().time, 4.0, 1e-8);
        }
    }
    /// A pendulum that rebounds from a stop, with friction: the work of both is in the balance.
    void impacts() {
        const auto model = built(pendulum(
            0.3, 2.0, R"m(, "limits": [{"coordinate": 1, "min": -0.5, "restitution": 0.6}])m"));
        const auto run = finished(model, 15.0);
        CLOSE(last(*run, "balance"), 0.0, 1e-8);
        QVERIFY(last(*run, "rub.work") < -1.0);
        QVERIFY(std::abs(last(*run, "J.u")) < 1e-9);
    }
    /// A motion prescribes the rate: friction follows its sign, and the motor feels it.
    void prescribed() {
        const std::string text =
            replaced(pendulum(0.7, 0.0), R"m("initial": {"joints": {"J": {"q": 0.000000}}})m",
                     R"m("motions": [{"name": "drive", "joint": "J",
                "law": {"kind": "harmonic", "amplitude": 0.5, "frequency": 4}}])m");
        const auto model = built(text);
        for (const double t : {0.2, 0.6}) {
            const Sample sample = moved(model, "aba", 1e-3, t).sample;
            const double q = 0.5 * std::sin(4.0 * t), a = -16.0 * q;
            const double torque =
                (1.01) * a + g * std::sin(q) + (std::cos(4.0 * t) > 0.0 ? 0.7 : -0.7);
            CLOSE(sample.motionEfforts[0], torque, 1e-9);
        }
    }
    /// Only events allocate.
    void allocatesNothing() {
        const auto model = built(slider("\"kinetic\": 0.981"));
        RunSpec spec = Catalogue().defaults(*model, "aba");
        spec.integrator = "rk4";
        const auto stepper = started(model, spec);
        for (const double t : {0.1, 2.0}) {  // it slips, it sticks
            QCOMPARE(int(stepper->advance(t, {}).status), int(StepStatus::Reached));
            const AllocationGuard guard;
            QCOMPARE(int(stepper->advance(t + 0.2, {}).status), int(StepStatus::Reached));
            QCOMPARE(guard.count(), std::size_t(0));
        }
    }
    void refusals() {
        const auto model = built(slider("\"kinetic\": 0.981"));
        int refused = 0;
        for (const Choice& choice : Catalogue().formulations(model.get()))
            if (choice.refusal) {
                ++refused;
                QVERIFY(choice.refusal->str().find("'rub'") != std::string::npos);
            }
        QCOMPARE(refused, 5);
        RunSpec spec = Catalogue().defaults(*model, "aba");
        spec.backend = "float32";
        QVERIFY(!Catalogue().check(*model, spec));
        QVERIFY(refusalOf(slider("\"kinetic\": 1, \"speed\": -1")).contains("not be negative"));
    }
    void files() {
        const auto read = readModelText(onBelt(), "m");
        QVERIFY(read);
        const std::string text = writeModelText(*read);
        QVERIFY(text.find("\"speed\"") == std::string::npos);
        const auto again = readModelText(text, "m");
        QVERIFY(again && *again == *read);
    }

    /// Since when it slips is not since when it turned round last.
    void notesSaySinceWhenItSlips() {
        const std::string text = R"m({"version": 1, "name": "shaken", "gravity": [0, -9.81, 0],
 "ground": {"markers": {"g": {"position": [0, 0, 0], "z": [1, 0, 0]}}},
 "bodies": [{"name": "table", "mass": 1, "inertia": [1, 1, 1],
             "markers": {"g": {"position": [0, 0, 0], "z": [1, 0, 0]}}},
            {"name": "block", "mass": 1, "inertia": [1, 1, 1],
             "markers": {"g": {"position": [0, 0, 0], "z": [1, 0, 0]}}}],
 "joints": [{"name": "table", "type": "prismatic", "a": "ground.g", "b": "table.g"},
            {"name": "slide", "type": "prismatic", "a": "table.g", "b": "block.g"}],
 "motions": [{"name": "shake", "joint": "table",
              "law": {"kind": "harmonic", "amplitude": 0.05, "frequency": 9}}],
 "forces": [{"name": "rub", "type": "axial-force", "a": "table.g", "b": "block.g",
             "friction": {"kinetic": 0.15, "static": 0.2, "joint": "slide"}}]})m";
        const auto run = finished(built(text), 2.0);
        QCOMPARE(run->notes().size(), std::size_t(1));
        const QString note = QString::fromStdString(run->notes().front().text.str());
        QVERIFY2(note.startsWith("friction 'rub' held its joint once, from t = 0 s on; it has "
                                 "slipped since t = "),
                 qPrintable(note));
        // Where 0.05 * 81 sin(9 t) m/s^2 exceeds 0.2 * 9.81 m/s^2.
        const double since = note.section("since t = ", 1).section(' ', 0, 0).toDouble();
        CLOSE(since, std::asin(0.2 * 9.81 / (0.05 * 81.0)) / 9.0, 1e-9);
        // One that holds to the end does so since a single time.
        const auto held = finished(built(text), since / 2.0);
        QCOMPARE(QString::fromStdString(held->notes().front().text.str()),
                 QString("friction 'rub' has held its joint since t = 0 s"));
    }
};

MOMENTREE_TEST(TestStickSlip, Appless)

}  // namespace momentree::test_stick_slip
#include "test_stick_slip.moc"
