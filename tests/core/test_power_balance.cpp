// SPDX-License-Identifier: Apache-2.0
// The balance of energy and work: its quadrature, what it is uncertain of, and what the monitor of
// a run makes of it.
#include <QTest>
#include <cmath>
#include <functional>
#include <limits>

#include "core/diagnostics/power_balance.hpp"
#include "core/integrators/integrator.hpp"
#include "core/io/model_file.hpp"
#include "core/session/built_in.hpp"
#include "core/session/default_step.hpp"
#include "core/session/run.hpp"
#include "support/cart_with_pendulum.hpp"
#include "support/integrate.hpp"
#include "support/model_text.hpp"
#include "support/random_models.hpp"
#include "support/test_main.hpp"

namespace momentree::test_power_balance {

using namespace momentree::test;

namespace {

const char* const lockedBody = R"({
    "version": 1, "name": "locked", "gravity": [0, 0, -9.81],
    "ground": {"markers": {"a": {"position": [0.31, 0.12, 0.7], "z": [1, 0.3, 0.2]},
                           "b": {"position": [-0.2, 0.5, 0.1], "z": [0.1, 1, 0.7]}}},
    "bodies": [{"name": "body", "mass": 1.3, "com": [0.1, 0.2, 0.3],
                "inertia": [[0.1, 0.01, 0], [0.01, 0.12, 0], [0, 0, 0.09]],
                "markers": {"a": {"position": [0.31, 0.12, 0.7], "z": [1, 0.3, 0.2]},
                            "b": {"position": [-0.2, 0.5, 0.1], "z": [0.1, 1, 0.7]}}}],
    "joints": [{"name": "J1", "type": "revolute", "a": "ground.a", "b": "body.a"},
               {"name": "J2", "type": "revolute", "a": "ground.b", "b": "body.b"}],
    "forces": [{"name": "motor", "type": "axial-torque", "a": "ground.a", "b": "body.a",
                "motor": {"stall": 30, "no_load_speed": 160}},
               {"name": "push", "type": "axial-torque", "a": "ground.b", "b": "body.b",
                "law": {"kind": "harmonic", "amplitude": 50, "frequency": 7}}]})";

ModelDescription drivenFourBar() {
    return *readModelFile(MOMENTREE_SOURCE_DIR
                          "/resources/examples/four_bar_driven.momentree.json");
}

/// A motion whose power is 3 cos(5 t) W.
Sample driven(const Model& model, double t, double lost = 0.0) {
    Sample sample;
    sample.resize(model);
    sample.time = t;
    sample.power = 3.0 * std::cos(5.0 * t);
    sample.kinetic = 1.0 + 0.6 * std::sin(5.0 * t) - lost;
    return sample;
}

/// The largest |balance| of that motion, looked at in equal intervals.
PowerBalance balanceOf(const Model& model, double interval, double& largest) {
    PowerBalance balance(model);
    largest = 0.0;
    for (int k = 0; k * interval < 4.0; ++k) {
        balance.add(driven(model, k * interval));
        largest = std::max(largest, std::abs(balance.balance()));
    }
    return balance;
}

struct Ending {
    StepStatus status = StepStatus::Reached;
    std::size_t notes = 0;
};

/// The motion as the monitor of a run sees it, losing `loss` [W].
Ending watched(const Model& model, double interval, double loss) {
    RunSpec spec;
    spec.integrator = "rk4";
    RunMonitor monitor(model, spec);
    Ending end;
    for (int k = 0; k * interval < 4.0 && end.status == StepStatus::Reached; ++k)
        end.status = monitor.check(driven(model, k * interval, k * interval * loss), Progress{});
    end.notes = monitor.notes().size();
    return end;
}

/// Notes on a rod that falls from the horizontal and turns with at most 17.2 rad/s.
std::vector<RunNote> fallingRod(double step) {
    const auto rod = readModelText(R"({"version": 1, "name": "rod", "gravity": [0, -9.81, 0],
        "ground": {"markers": {"O": [0, 0, 0]}},
        "bodies": [{"name": "rod", "mass": 1, "com": [0.05, 0, 0],
                    "inertia": [0.001, 0.001, 0.00083],
                    "markers": {"P": [0, 0, 0]}}],
        "joints": [{"name": "J", "type": "revolute", "a": "ground.O", "b": "rod.P"}]})",
                                   "rod");
    RunSpec spec;
    spec.formulation = "rattle";
    spec.integrator = "rattle";
    spec.step = step;
    spec.duration = 0.5;
    spec.sample = 0.02;
    auto run = Run::create(Catalogue(), build(*rod), spec);
    while (!(*run)->finished()) (*run)->advance({});
    return (*run)->notes();
}

}  // namespace

/// A cart of 1 kg on a rail, with a pendulum, pushed by a law.
std::shared_ptr<const Model> pushed(const QString& law) {
    return cartWithPendulum(QStringLiteral(R"("forces": [{"name": "push", "type": "axial-force",
        "a": "ground.rail", "b": "cart.rail", "law": %1}])")
                                .arg(law));
}

/// How far the cart is after 6 s.
double distance(const std::shared_ptr<const Model>& model, const char* integrator, double step) {
    RunSpec spec = Catalogue().defaults(*model, "naudet");
    spec.integrator = integrator;
    spec.step = step;
    spec.duration = spec.sample = 6.0;
    auto run = Run::create(Catalogue(), model, spec);
    while (!(*run)->finished()) (*run)->advance({});
    const Recording& rows = *(*run)->recording();
    return rows.at(rows.size() - 1, (*run)->layout().jointQ(0));
}

/// A free body that a table pushes with an impulse of 1 in a triangle.
std::shared_ptr<const Model> pushedFor(const QString& force, double begin, double width) {
    const QString law =
        QStringLiteral(R"({"kind": "table", "times": [%1, %2, %3], "values": [0, %4, 0],
                           "interpolation": "linear"})")
            .arg(begin, 0, 'g', 17)
            .arg(begin + 0.5 * width, 0, 'g', 17)
            .arg(begin + width, 0, 'g', 17)
            .arg(2.0 / width, 0, 'g', 17);
    const bool turns = force.contains(QStringLiteral("torque"));
    const QString text =
        QStringLiteral(R"({"version": 1, "name": "pushed",
            "ground": {"markers": {"rail": [0, 0, 0]}},
            "bodies": [{"name": "body", "mass": 1, "inertia": [1, 1, 1],
                        "markers": {"rail": [0, 0, 0]}}],
            "joints": [{"name": "J", "type": "%1", "a": "ground.rail", "b": "body.rail"}],
            "forces": [%2]})")
            .arg(turns ? QStringLiteral("revolute") : QStringLiteral("prismatic"), force.arg(law));
    return built(text.toStdString());
}

struct Pushed {
    double q = 0.0, u = 0.0;
    bool quiet = false;  ///< without notes
};
/// After 0.1 s.
Pushed pushedBy(const std::shared_ptr<const Model>& model, const std::string& formulation,
                const std::string& integrator) {
    RunSpec spec = Catalogue().defaults(*model, formulation);
    spec.integrator = integrator;
    spec.step = 1e-3;
    spec.duration = 0.1;
    spec.sample = 0.02;
    auto run = Run::create(Catalogue(), model, spec);
    if (!run) qFatal("%s", qPrintable(said(run.error())));
    while (!(*run)->finished())
        if ((*run)->advance({}).status != StepStatus::Reached) return {};
    const Recording& rows = *(*run)->recording();
    const RowLayout& layout = (*run)->layout();
    return {rows.at(rows.size() - 1, layout.jointQ(0)), rows.at(rows.size() - 1, layout.jointU(0)),
            (*run)->notes().empty()};
}

class TestPowerBalance : public QObject {
    Q_OBJECT
private slots:
    void quadratureHasAnErrorWithinItsBound() {
        const auto model = build(drivenFourBar());
        double before = 0.0;
        for (const double interval : {0.8, 0.4, 0.2, 0.1, 0.05}) {  // from 4 to 0.25 rad
            double error = 0.0;
            const PowerBalance balance = balanceOf(*model, interval, error);
            QVERIFY2(error < balance.uncertainty() + 1e-14,
                     qPrintable(QStringLiteral("%1 s: error %2 J, bound %3 J")
                                    .arg(interval)
                                    .arg(error)
                                    .arg(balance.uncertainty())));
            if (interval < 0.2) QVERIFY(error < before / 7.0);  // the start is of third order
            before = error;
        }
        QVERIFY(before < 1e-3);
    }
    void intervalsNeedNotBeEqual() {
        const auto model = build(drivenFourBar());
        PowerBalance balance(*model);
        double largest = 0.0, t = 0.0;
        for (int k = 0; t < 4.0; ++k, t += 0.01 * (1 + k % 3)) {
            balance.add(driven(*model, t));
            largest = std::max(largest, std::abs(balance.balance()));
        }
        QVERIFY2(largest < 1e-4 && largest < balance.uncertainty(),
                 qPrintable(QString::number(largest)));
    }
    /// Speeds grow as (t* - t)^(-1/2) there, which no polynomial follows.
    void endsOfTravelAreFollowed() {
        const auto model = build(drivenFourBar());
        PowerBalance balance(*model);
        Sample sample;
        sample.resize(*model);
        for (int k = 0; k < 25; ++k) {
            const double t = 0.04 * k, grown = 1.0 / (1.0 - t);
            sample.time = t;
            sample.kinetic = grown + 0.1 * std::sin(5.0 * t);
            sample.power = grown * grown + 0.5 * std::cos(5.0 * t);
            balance.add(sample);
        }
        QVERIFY2(std::abs(balance.balance()) < 1e-3 * sample.kinetic,
                 qPrintable(QString::number(balance.balance())));
    }
    void lawsTooFastForTheSamplesDoNotCount() {
        ModelDescription pulsed = drivenFourBar();
        LawDescription& law = pulsed.motions.front().law;
        law = {};
        law.kind = "harmonic";
        law.amplitude = 0.1;
        law.frequency = 1000.0;
        law.offset = 1.0472;
        const auto model = build(pulsed);
        PowerBalance balance(*model);
        for (int k = 0; k < 20; ++k) {  // energy appears between samples that show no power
            Sample sample = driven(*model, 0.1 * k, k > 10 ? 0.5 : 0.0);
            sample.power = 0.0;
            balance.add(sample);
        }
        QVERIFY(std::abs(balance.balance()) <= balance.uncertainty());
    }

    void shortPushesAreSeen_data() {
        QTest::addColumn<QString>("law");
        QTest::newRow("box") << "\"30 N*(sign(t - 5 s) - sign(t - 5.1 s))\"";
        QTest::newRow("bell") << "\"60 N*exp(-((t - 5 s)/(0.02 s))^2)\"";
        QTest::newRow("short bell") << "\"200 N*exp(-((t - 5 s)/(0.005 s))^2)\"";
        QTest::newRow("spline") << R"({"kind": "table", "times": [4.9, 5, 5.05, 5.1, 5.2],
                                       "values": [0, 0, 60, 0, 0]})";
        QTest::newRow("lines") << R"({"kind": "table", "times": [0, 5, 5.05, 5.1, 6],
                                      "values": [0, 0, 60, 0, 0], "interpolation": "linear"})";
    }
    // A push after a long rest is neither an error of the motion nor a reason to stop.
    void shortPushesAreSeen() {
        QFETCH(QString, law);
        const auto model = pushed(law);
        for (const char* formulation : {"naudet", "lagrange-index1"}) {
            RunSpec spec = Catalogue().defaults(*model, formulation);
            spec.step = 1e-3;
            spec.duration = 6.0;
            spec.sample = 0.02;
            auto run = Run::create(Catalogue(), model, spec);
            while (!(*run)->finished()) QCOMPARE((*run)->advance({}).status, StepStatus::Reached);
            QVERIFY((*run)->notes().empty());
            const Recording& rows = *(*run)->recording();
            const RowLayout& layout = (*run)->layout();
            const std::size_t last = rows.size() - 1;
            QVERIFY(rows.at(last, layout.kinetic()) > 1e-3);
            // By rk4, a box has an error in the steps in which it begins and ends.
            QVERIFY(std::abs(rows.at(last, layout.balance())) < 0.02 * 60.0);
        }
    }

    void pushesAreNotSteppedOver_data() { shortPushesAreSeen_data(); }
    void pushesAreNotSteppedOver() {
        QFETCH(QString, law);
        const auto model = pushed(law);
        const double right = distance(model, "rk4", 2e-4);
        QVERIFY(std::abs(right) > 1e-3);
        for (const char* integrator : {"dopri5", "implicit-midpoint", "cvode-bdf", "cvode-adams"}) {
            if (std::string(integrator).starts_with("cvode") && cvodeRefusal()) continue;
            const double found = distance(model, integrator, 1e-3);
            QVERIFY2(
                std::abs(found - right) < 1e-3 * std::max(std::abs(right), 0.1),
                qPrintable(
                    QStringLiteral("%1: %2 m, not %3 m").arg(integrator).arg(found).arg(right)));
        }
    }

    // A body of 1 kg (1 kg m^2) gets the impulse of a push by table, wherever between steps it
    // acts.
    void tablesActInFull_data() {
        QTest::addColumn<QString>("force");
        QTest::newRow("force") << R"({"name": "push", "type": "axial-force", "a": "ground.rail",
            "b": "body.rail", "law": %1})";
        QTest::newRow("applied") << R"({"name": "push", "type": "applied-force", "at": "body.rail",
            "direction": [0, 0, 1], "law": %1})";
        QTest::newRow("torque") << R"({"name": "push", "type": "axial-torque", "a": "ground.rail",
            "b": "body.rail", "law": %1})";
        QTest::newRow("set point") << R"({"name": "push", "type": "axial-force",
            "a": "ground.rail", "b": "body.rail",
            "controller": {"set_point": %1, "proportional": "1 N/m"}})";
    }
    void tablesActInFull() {
        QFETCH(QString, force);
        for (const double width : {1e-6, 3.7e-5, 8e-4})
            for (const double begin : {0.0, 0.0333, 0.05 - 0.5 * width}) {
                const auto model = pushedFor(force, begin, width);
                for (const std::string& id : formulationsOf(*model)) {
                    std::vector<std::string> integrators = integratorsIn(id);
                    if (integrators.empty()) integrators = {"rk4", "dopri5", "implicit-midpoint"};
                    if (integratorsIn(id).empty() && id != "hamilton-index2")
                        integrators.emplace_back("abm4");
                    if (id == "aba" && !cvodeRefusal())
                        integrators.insert(integrators.end(), {"cvode-bdf", "cvode-adams"});
                    for (const std::string& integrator : integrators) {
                        const Pushed found = pushedBy(model, id, integrator);
                        const double after = 0.1 - begin - 0.5 * width;
                        // A controller pulls back to the set point with 1 N/m.
                        const bool springs =
                            !model->axialLoads.empty() && !model->axialLoads[0].controller.empty();
                        const double u = springs ? std::cos(after) : 1.0,
                                     q = springs ? std::sin(after) : after;
                        const double tolerance = id == "generalized-alpha" ? 2e-2 : 1e-3;
                        const QString text = QStringLiteral("%1 %2, %3 s from %4 s: %5 m/s, %6 m")
                                                 .arg(id.c_str(), integrator.c_str())
                                                 .arg(width)
                                                 .arg(begin)
                                                 .arg(found.u)
                                                 .arg(found.q);
                        QVERIFY2(std::abs(found.u - u) < tolerance, qPrintable(text));
                        QVERIFY2(std::abs(found.q - q) < tolerance, qPrintable(text));
                        QVERIFY2(found.quiet, qPrintable(text));
                    }
                }
            }
    }

    // A law that jumps with the state is no error of the motion.
    void jumpsOfLawsOfStateAreNoErrors_data() {
        QTest::addColumn<QString>("law");
        QTest::newRow("bang-bang") << "\"-10 N*sign(q)\"";
        QTest::newRow("damped") << "\"-10 N*sign(q) - 1*u\"";
    }
    void jumpsOfLawsOfStateAreNoErrors() {
        QFETCH(QString, law);
        const auto model = built(QStringLiteral(R"({"version": 1, "name": "switched",
            "ground": {"markers": {"rail": [0, 0, 0]}},
            "bodies": [{"name": "body", "mass": 1, "inertia": [1, 1, 1],
                        "markers": {"rail": [0, 0, 0]}}],
            "joints": [{"name": "J", "type": "prismatic", "a": "ground.rail", "b": "body.rail"}],
            "forces": [{"name": "push", "type": "axial-force", "a": "ground.rail",
                        "b": "body.rail", "law": %1}],
            "initial": {"joints": {"J": {"q": 0.5, "u": 1}}}})")
                                     .arg(law)
                                     .toStdString());
        for (const char* integrator : {"rk4", "abm4", "dopri5", "cvode-bdf", "cvode-adams"}) {
            if (std::string(integrator).starts_with("cvode") && cvodeRefusal()) continue;
            RunSpec spec = Catalogue().defaults(*model, "aba");
            spec.integrator = integrator;
            spec.step = 1e-3;
            spec.duration = 3.0;
            spec.sample = 0.05;
            auto run = Run::create(Catalogue(), model, spec);
            while (!(*run)->finished()) QCOMPARE((*run)->advance({}).status, StepStatus::Reached);
            QVERIFY2((*run)->notes().empty(), integrator);
        }
        QCOMPARE(watched(*model, 0.02, 0.5).status, StepStatus::BalanceLost);
    }

    void speedsThatGrowAreNoted() {
        const auto noted = [](double step) {
            for (const RunNote& note : fallingRod(step))
                if (note.text.id == "speeds-grown") return note.time;
            return -1.0;
        };
        QVERIFY(noted(2e-3) < 0.0);  // below 0.04 rad in a step
        QVERIFY(noted(4e-3) > 0.0);
    }
    // Messages have no step of 0 s and no distance that is not a number.
    void divergenceIsNamed() {
        const auto model = build(drivenFourBar());
        RunSpec spec;
        spec.integrator = "rk4";
        const auto checked = [&](const std::function<void(Sample&)>& change) {
            RunMonitor monitor(*model, spec);
            Sample sample = driven(*model, 0.0);
            if (monitor.check(sample, Progress{}) != StepStatus::Reached) qFatal("at the start");
            sample = driven(*model, 0.01);
            change(sample);
            const StepStatus status = monitor.check(sample, Progress{});
            return std::pair(status, monitor.notes());
        };
        constexpr double nan = std::numeric_limits<double>::quiet_NaN();
        for (const double bad : {nan, std::numeric_limits<double>::infinity()}) {
            QCOMPARE(checked([&](Sample& s) { s.driftRelative = bad; }).first,
                     StepStatus::NotFinite);
            QCOMPARE(checked([&](Sample& s) { s.kinetic = bad; }).first, StepStatus::NotFinite);
        }
        const auto [status, notes] = checked([](Sample& s) { s.bodies[0].w = {0, 0, 1e120}; });
        QCOMPARE(notes.size(), std::size_t{1});
        QCOMPARE(notes[0].text.id, std::string_view("speeds-diverge"));
    }
    void noStepForAbsurdSpeedsIsAdvised() {
        const auto model = build(drivenFourBar());
        InitialState start;
        start.bodies.resize(model->bodies.size());
        RunSpec spec;
        spec.integrator = "rk4";
        for (const auto& [speed, id] : {std::pair(1e3, "step-long"), {1e120, "step-hopeless"}}) {
            start.bodies[0].w = {0, 0, speed};
            Diagnostics warnings;
            adviseStep(*model, start, spec, warnings);
            QCOMPARE(warnings.size(), std::size_t{1});
            QCOMPARE(warnings[0].message.id, std::string_view(id));
        }
    }

    void monitorStopsWhatWorkDoesNotExplain() {
        const auto model = build(drivenFourBar());
        const Ending right = watched(*model, 0.02, 0.0);
        QVERIFY(right.status == StepStatus::Reached && right.notes == 0);
        QCOMPARE(watched(*model, 0.02, 0.02).notes, std::size_t{1});
        QCOMPARE(watched(*model, 0.02, 0.5).status, StepStatus::BalanceLost);
        // Samples that do not show the power do not prove anything.
        const Ending coarse = watched(*model, 0.5, 0.0);
        QVERIFY(coarse.status == StepStatus::Reached && coarse.notes == 0);
    }

    void balanceDoesNotDependOnTheSamples_data() { ofALockedMechanismIsNotJudged_data(); }
    // A four-bar with a drive and a damper, and a driven spatial loop with loads. The bound is what
    // the monitor tolerates.
    void balanceDoesNotDependOnTheSamples() {
        QFETCH(std::string, formulation);
        ModelDescription damped = drivenFourBar();
        damped.forces.push_back({"air", DragDescription{"coupler", 0.5, 0.0}});
        const ModelDescription loop = describe({.bodies = 6,
                                                .joints = {"revolute", "universal", "spherical"},
                                                .drivenShare = 1.0,
                                                .loads = true,
                                                .closure = "spherical"},
                                               207);
        for (const ModelDescription& description : {damped, loop}) {
            const auto model = build(description);
            std::array<double, 2> balances{};
            double exchanged = 0.0;
            for (std::size_t k = 0; k < balances.size(); ++k) {
                RunSpec spec = Catalogue().defaults(*model, formulation);
                if (ownerOf(spec.integrator).empty()) spec.integrator = "rk4";
                spec.step = 1e-3;
                spec.duration = 0.3;
                spec.sample = k == 0 ? 5e-3 : 0.15;
                if (!Catalogue().check(*model, spec)) continue;  // energy-momentum
                auto run = Run::create(Catalogue(), model, spec);
                QVERIFY(run);
                while (!(*run)->finished()) {
                    const Progress progress = (*run)->advance({});
                    QVERIFY2(progress.status == StepStatus::Reached, statusName(progress.status));
                }
                QVERIFY((*run)->notes().empty());
                const Recording& rows = *(*run)->recording();
                balances[k] = rows.at(rows.size() - 1, (*run)->layout().balance());
                const RowLayout& layout = (*run)->layout();
                for (std::size_t row = 0; row < rows.size(); ++row)
                    exchanged = std::max(exchanged, rows.at(row, layout.kinetic()));
            }
            QVERIFY2(std::abs(balances[0] - balances[1]) < 1e-9 * exchanged &&
                         std::abs(balances[0]) < 1e-3 * exchanged,
                     qPrintable(QStringLiteral("%1 and %2 of %3 J")
                                    .arg(balances[0])
                                    .arg(balances[1])
                                    .arg(exchanged)));
        }
    }
    void ofALockedMechanismIsNotJudged_data() {
        QTest::addColumn<std::string>("formulation");
        for (const std::string& id : odeFormulations()) QTest::newRow(id.c_str()) << id;
        for (const char* id : {"index3-dca", "generalized-alpha", "rattle", "energy-momentum"})
            QTest::newRow(id) << std::string(id);
    }
    // A body on two hinges across each other: what loads do there comes from rounding.
    void ofALockedMechanismIsNotJudged() {
        QFETCH(std::string, formulation);
        const auto model = built(lockedBody);
        RunSpec spec = Catalogue().defaults(*model, formulation);
        spec.step = 5e-3;
        spec.duration = 1.0;
        spec.sample = 0.05;
        auto run = Run::create(Catalogue(), model, spec);
        QVERIFY(run);
        while (!(*run)->finished()) {
            const Progress progress = (*run)->advance({});
            QVERIFY2(progress.status == StepStatus::Reached, statusName(progress.status));
        }
        QVERIFY2((*run)->notes().empty(),
                 (*run)->notes().empty() ? "" : std::string((*run)->notes()[0].text.id).c_str());
    }
};

MOMENTREE_TEST(TestPowerBalance, Appless)

}  // namespace momentree::test_power_balance
#include "test_power_balance.moc"
