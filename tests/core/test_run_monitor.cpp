// SPDX-License-Identifier: Apache-2.0
// Notes of a run on errors that its energy shows, each from both sides.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/io/model_file.hpp"
#include "core/session/built_in.hpp"
#include "core/session/run.hpp"
#include "support/linkages.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"

namespace momentree::test_run_monitor {

using namespace momentree::test;

namespace {

struct Ended {
    StepStatus status = StepStatus::Reached;
    std::string message;  ///< id of the reason
    std::vector<RunNote> notes;
    double angle = 0.0;  ///< of the last joint but two, J1 of the last mechanism [rad]
    bool says(std::string_view id) const {
        return std::ranges::any_of(notes, [&](const RunNote& n) { return n.text.id == id; });
    }
};

Ended ended(const std::shared_ptr<const Model>& model, const RunSpec& spec) {
    auto run = Run::create(Catalogue(), model, spec);
    if (!run) qFatal("%s", toString(run.error().front()).c_str());
    Ended end;
    while (!(*run)->finished() && end.status == StepStatus::Reached)
        if (const Progress p = (*run)->advance({}); p.status != StepStatus::Reached) {
            end.status = p.status;
            end.message = (*run)->failure(p).id;
        }
    end.notes = (*run)->notes();
    const Recording& rows = *(*run)->recording();
    const int joint = std::max(0, static_cast<int>(model->joints.size()) - 4);
    end.angle = rows.at(rows.size() - 1, (*run)->layout().jointQ(joint));
    return end;
}

Ended runOf(const QList<Parts>& mechanisms, double step, double duration) {
    const auto model = built(textOf(mechanisms).toStdString());
    RunSpec spec = Catalogue().defaults(*model, "naudet");
    spec.step = step;
    spec.duration = duration;
    spec.sample = 0.01;
    return ended(model, spec);
}

/// Two links that hold each other as an arch, and perhaps a pendulum beside them.
std::string arch(double rise, bool pendulum) {
    std::string text = R"({"version": 1, "name": "arch", "gravity": [0, -9.81, 0],
        "ground": {"markers": {"left": [0, 0, 0], "right": [2, 0, 0], "far": [5, 0, 0]}},
        "bodies": [
        {"name": "l", "mass": 1, "inertia": [1e-4, 0.1, 0.1],
         "markers": {"a": [-HALF, 0, 0], "b": [HALF, 0, 0]}},
        {"name": "r", "mass": 1, "inertia": [1e-4, 0.1, 0.1],
         "markers": {"a": [-HALF, 0, 0], "b": [HALF, 0, 0]}}PENDULUM],
        "joints": [
        {"name": "L", "type": "revolute", "a": "ground.left", "b": "l.a"},
        {"name": "T", "type": "revolute", "a": "l.b", "b": "r.a"},
        {"name": "R", "type": "revolute", "a": "ground.right", "b": "r.b"}HINGE],
        "initial": {"bodies": {
        "l": {"position": [0.5, HEIGHT, 0], "orientation": [COS, 0, 0, SIN]},
        "r": {"position": [1.5, HEIGHT, 0], "orientation": [COS, 0, 0, -SIN]}}}})";
    const auto replace = [&](const char* what, double value) {
        while (text.find(what) != std::string::npos)
            text = replaced(text, what, QByteArray::number(value, 'g', 17).toStdString());
    };
    const double turn = 0.5 * std::atan2(rise, 1.0);
    replace("HALF", 0.5 * std::hypot(1.0, rise));
    replace("HEIGHT", 0.5 * rise);
    replace("COS", std::cos(turn));
    replace("SIN", std::sin(turn));
    text = replaced(text, "PENDULUM",
                    pendulum ? R"(, {"name": "p", "mass": 1, "inertia": [0.1, 0.1, 0.1],
                        "markers": {"a": [-0.5, 0, 0]}})"
                             : "");
    return replaced(
        text, "HINGE",
        pendulum ? R"(, {"name": "P", "type": "revolute", "a": "ground.far", "b": "p.a"})" : "");
}

}  // namespace

class TestRunMonitor : public QObject {
    Q_OBJECT
private slots:
    // Errors of speed add up to errors of angles, long before a permille of the energy is lost.
    void anglesOffAreNoted() {
        const QList<Parts> fast{bennett(1.0, 1.0, 150.0)};
        const double right = runOf(fast, 1e-4, 1.0).angle;
        const Ended coarse = runOf(fast, 2e-3, 1.0), fine = runOf(fast, 0.5e-3, 1.0);
        QVERIFY(coarse.says("phase-off"));
        QVERIFY2(std::abs(coarse.angle - right) > 1e-3,
                 qPrintable(QString::number(coarse.angle - right)));
        QVERIFY(fine.notes.empty());
        QVERIFY2(std::abs(fine.angle - right) < 1e-3,
                 qPrintable(QString::number(fine.angle - right)));
    }

    // A light mechanism behind a heavy one.
    void eachMechanismHasABalance() {
        const Parts heavy = bennett(1.0, 1e3, 5.0, "H");
        const Ended good = runOf({heavy, bennett(0.01, 1e-9, 50.0, "L")}, 1e-3, 0.5);
        QVERIFY(good.status == StepStatus::Reached && good.notes.empty());
        const Ended off = runOf({heavy, bennett(0.01, 1e-9, 300.0, "L")}, 1e-3, 0.5);
        QVERIFY(off.says("phase-off"));
        const Ended lost = runOf({heavy, bennett(0.01, 1e-9, 700.0, "L")}, 1e-3, 0.5);
        QVERIFY(lost.status == StepStatus::BalanceLost || lost.says("balance-off"));
    }

    // What cannot move has no phase and exchanges no energy. Iterations leave its joints open
    // within rounding, against reactions that are large in a flat arch.
    void mechanismsAtRestAreQuiet() {
        for (const double rise : {1.0, 0.1, 1e-2, 1e-3, 1e-4, 1e-5})
            for (const bool pendulum : {false, true}) {
                const auto model = built(arch(rise, pendulum));
                for (const Choice& formulation : Catalogue().formulations(model.get())) {
                    if (formulation.id == "soft") continue;  // yields
                    RunSpec spec = Catalogue().defaults(*model, formulation.id);
                    spec.step = 1e-3;
                    spec.duration = 0.1;
                    spec.sample = 0.01;
                    const Ended end = ended(model, spec);
                    QVERIFY2(end.status == StepStatus::Reached && end.notes.empty(),
                             qPrintable(QString("%1, rise %2, pendulum %3: %4")
                                            .arg(QString::fromStdString(formulation.id))
                                            .arg(rise)
                                            .arg(pendulum)
                                            .arg(end.notes.empty()
                                                     ? QString(statusName(end.status))
                                                     : QString::fromStdString(
                                                           end.notes.front().text.str()))));
                }
            }
    }

    // A door whose hinges are 0.2 mm from one axis closes at the start, and opens slowly. Until the
    // tolerance ends the run, it says so.
    void doorsThatOpenLaterAreNamed() {
        const std::string door = R"({"version": 1, "name": "m", "gravity": [0, 0, 0],
            "ground": {"markers": {"A": [0, 0, 0], "C": [2e-4, 0, 1]}}, "bodies": [{"name": "door",
            "mass": 1, "inertia": [0.1, 0.1, 0.1], "com": [0.4, 0, 0],
            "markers": {"A": [0, 0, 0], "C": [2e-4, 0, 1]}}], "joints": [
            {"name": "A", "type": "revolute", "a": "ground.A", "b": "door.A"},
            {"name": "C", "type": "revolute", "a": "ground.C", "b": "door.C"}],
            "motions": [{"name": "D", "joint": "A",
                         "law": {"kind": "polynomial", "coefficients": [0, 0, 0.5]}}]})";
        const auto model = built(door);
        for (const Choice& formulation : Catalogue().formulations(model.get())) {
            if (formulation.id == "soft") continue;  // yields
            for (const double duration : {0.1, 0.8}) {
                RunSpec spec = Catalogue().defaults(*model, formulation.id);
                spec.step = 1e-3;
                spec.duration = duration;
                spec.sample = 0.01;
                const Ended end = ended(model, spec);
                QCOMPARE(end.status == StepStatus::Reached, duration < 0.7);
                QVERIFY2(end.says("gap-unmoved"), formulation.id.c_str());
                if (formulation.id != "index3-dca" && duration > 0.7)
                    QVERIFY2(end.message == "run-contradiction-small", formulation.id.c_str());
            }
        }
    }

    // A motion moves a link whatever forces are; those without a value, at a sample or between two,
    // end the run by name.
    void forcesWithoutAValueEndDrivenRuns() {
        const std::string link = R"({"version": 1, "name": "m",
            "ground": {"markers": {"O": [0, 0, 0]}},
            "bodies": [{"name": "a", "mass": 1, "inertia": [1, 1, 1], "com": [0.5, 0, 0],
                        "markers": {"P": [0, 0, 0]}}],
            "joints": [{"name": "J", "type": "revolute", "a": "ground.O", "b": "a.P"}],
            "forces": [{"name": "f", "a": "ground.O", "b": "a.P", FORCE}],
            "motions": [{"name": "D", "joint": "J",
                         "law": {"kind": "constant", "rate": SPEED}}]})";
        const std::string bushing = R"("type": "bushing", "stiffness": [9, 9, 9, 5, 5, 5],
            "damping": [1, 1, 1, 0.1, 0.1, 0.1])";
        const std::string root =
            R"("type": "axial-torque", "law": "(1 N*m)*((2.95 rad-q)/(1 rad))^0.5")";
        for (const bool turns : {true, false})
            for (const double sample : {0.01, 1.0})
                for (const double speed : {6.0, 1.0}) {
                    const auto model =
                        built(replaced(replaced(link, "FORCE", turns ? bushing : root), "SPEED",
                                       QByteArray::number(speed).toStdString()));
                    for (const Choice& formulation : Catalogue().formulations(model.get())) {
                        if (formulation.id == "soft" || formulation.refusal) continue;
                        RunSpec spec = Catalogue().defaults(*model, formulation.id);
                        spec.step = 1e-3;
                        spec.duration = 1.0;
                        spec.sample = sample;
                        const Ended end = ended(model, spec);
                        if (speed == 1.0) {
                            QCOMPARE(end.status, StepStatus::Reached);
                            continue;
                        }
                        QVERIFY2(end.status != StepStatus::Reached, formulation.id.c_str());
                        QVERIFY2(end.message == "bushing-turned" ||
                                     end.message == "force-not-finite" ||
                                     end.message == "some-force-not-finite",
                                 (formulation.id + ": " + end.message).c_str());
                        if (sample < 0.1 && turns)
                            QVERIFY2(end.message == "bushing-turned", end.message.c_str());
                    }
                }
    }

    void infiniteDriftEndsARun() {
        const std::string text = R"({"version": 1, "name": "m",
            "ground": {"markers": {"O": [0, 0, 0]}},
            "bodies": [{"name": "a", "mass": 1, "inertia": [1, 1, 1],
                        "markers": {"P": [-0.5, 0, 0], "Q": [0.5, 0, FAR]}},
                       {"name": "b", "mass": 1, "inertia": [1, 1, 1],
                        "markers": {"P": [-0.5, 0, 0]}}],
            "joints": [{"name": "J1", "type": "revolute", "a": "ground.O", "b": "a.P"},
                       {"name": "J2", "type": "revolute", "a": "a.Q", "b": "b.P"}]})";
        for (const auto& [far, status] :
             {std::pair("1", StepStatus::Reached), {"1e300", StepStatus::NotFinite}}) {
            const auto model = built(test::replaced(text, "FAR", far));
            RunSpec spec = Catalogue().defaults(*model, "hdca");
            spec.duration = 0.05;
            const auto run = Run::create(Catalogue(), model, spec);
            QVERIFY(run.has_value());
            StepStatus end = StepStatus::Reached;
            while (!(*run)->finished() && end == StepStatus::Reached)
                end = (*run)->advance({}).status;
            QCOMPARE(end, status);
        }
    }

    /// A motion starts at rest against a joint whose gap no speed can close.
    void drivesAgainstAClosedJointAreRefused() {
        const auto model = built(R"({"version": 1, "name": "m",
            "ground": {"markers": {"O": [0, 0, 0], "F": [1, 1, 0]}},
            "bodies": [{"name": "a", "mass": 1, "inertia": [1, 1, 1],
                        "markers": {"Q": [1, 0, 0]}}],
            "joints": [{"name": "A", "type": "revolute", "a": "ground.O", "b": "a"},
                       {"name": "D", "type": "distance", "a": "ground.F", "b": "a.Q",
                        "length": 1}],
            "motions": [{"name": "M", "joint": "A",
                         "law": {"kind": "polynomial", "coefficients": [0, 0, 0.1]}}]})");
        for (const char* formulation : {"naudet", "aba", "hdca", "dca", "lagrange-index1",
                                        "hamilton-index2", "lcaba", "null-space"}) {
            RunSpec spec = Catalogue().defaults(*model, formulation);
            spec.step = 1e-3;
            spec.duration = 1.0;
            auto run = Run::create(Catalogue(), model, spec);
            QVERIFY2(run, formulation);
            StepStatus status = StepStatus::Reached;
            while (!(*run)->finished() && status == StepStatus::Reached)
                status = (*run)->advance({}).status;
            QVERIFY2(status == StepStatus::Contradiction, formulation);
            const Recording& rows = *(*run)->recording();
            const int drift = (*run)->layout().driftPosition();
            QVERIFY2(rows.at(rows.size() - 1, drift) < 1e-3, formulation);
        }
    }

    void inaccurateReactionsAreNoted() {
        const auto model = built(textOf({bennett(1.0, 1.0, 20.0)}).toStdString());
        RunSpec spec = Catalogue().defaults(*model, "naudet");
        auto setup = setUpRun(Catalogue(), model, spec);
        QVERIFY(setup);
        Sample sample;
        sample.resize(*model);
        setup->stepper->observe(sample);
        for (const bool wrong : {false, true}) {
            RunMonitor monitor(*model, spec);
            if (wrong) sample.driftAcceleration = 1.0;  // of about 400 rad/s^2
            QCOMPARE(monitor.check(sample, Progress{}), StepStatus::Reached);
            QCOMPARE(monitor.notes().size(), std::size_t(wrong ? 1 : 0));
        }
    }

    // In its first rows a pendulum that falls from rest has exchanged less energy than numbers of
    // seven digits round away; errors beyond that are found as before.
    void roundingOfNumbersIsNoError() {
        const auto model = built(R"({"version": 1, "name": "rod", "gravity": [0, -9.81, 0],
            "ground": {"markers": {"O": [0, 0, 0]}},
            "bodies": [{"name": "rod", "mass": 1, "com": [0.5, 0, 0], "inertia": [0.1, 0.1, 0.1],
                        "markers": {"P": [0, 0, 0]}}],
            "joints": [{"name": "J", "type": "revolute", "a": "ground.O", "b": "rod.P"}]})");
        RunSpec spec = Catalogue().defaults(*model, "naudet");
        spec.step = spec.sample = 1e-4;
        auto setup = setUpRun(Catalogue(), model, spec);
        QVERIFY(setup);
        std::vector<Sample> rows(3);
        for (std::size_t k = 0; k < rows.size(); ++k) {
            setup->stepper->advance(static_cast<double>(k) * spec.sample, {});
            rows[k].resize(*model);
            setup->stepper->observe(rows[k]);
        }
        const double single = std::numeric_limits<float>::epsilon();
        const auto notesOf = [&](double lost, double rounding) {
            RunMonitor monitor(*model, spec);
            monitor.computesWith(rounding);
            for (Sample row : rows) {
                if (row.time > 0.0) row.potential += lost;
                if (monitor.check(row, Progress{}) != StepStatus::Reached) return -1;
            }
            return static_cast<int>(monitor.notes().size());
        };
        const double rounded = 2.0 * single;  // of about 1 J
        QCOMPARE(notesOf(0.0, std::numeric_limits<double>::epsilon()), 0);
        QVERIFY(notesOf(rounded, std::numeric_limits<double>::epsilon()) != 0);
        QCOMPARE(notesOf(rounded, single), 0);
        QVERIFY(notesOf(1e3 * rounded, single) != 0);
    }

    // Newton's and Euler's equations of every recorded row.
    void unbalancedReactionsAreNoted() {
        const auto model = built(textOf({bennett(1.0, 1.0, 20.0)}).toStdString());
        const RunSpec spec = Catalogue().defaults(*model, "naudet");
        auto setup = setUpRun(Catalogue(), model, spec);
        QVERIFY(setup);
        Sample sample;
        sample.resize(*model);
        setup->stepper->observe(sample);
        QVERIFY2(sample.unbalanced < 1e-12, qPrintable(QString::number(sample.unbalanced)));
        for (const bool wrong : {false, true}) {
            RunMonitor monitor(*model, spec);
            if (wrong) sample.unbalanced = 1e-5;
            QCOMPARE(monitor.check(sample, Progress{}), StepStatus::Reached);
            QCOMPARE(monitor.notes().size(), std::size_t(wrong ? 1 : 0));
            QCOMPARE(wrong && monitor.notes()[0].text.id == "reactions-unbalanced", wrong);
        }
    }

    /// States between samples are as close to each other as powers that change fast need.
    void worksOfFastPowersAreRight_data() {
        QTest::addColumn<double>("step");
        for (const double step : {1e-3, 5e-4, 2.5e-4}) QTest::addRow("%g s", step) << step;
    }
    void worksOfFastPowersAreRight() {
        QFETCH(double, step);
        const auto read =
            readModelFile(MOMENTREE_SOURCE_DIR "/tests/data/campaign/driven_schatz.momentree.json");
        QVERIFY(read);
        const auto model = buildModel(*read);
        QVERIFY(model);
        RunSpec spec = Catalogue().defaults(**model, "naudet");
        spec.step = step;
        spec.duration = 1.0;
        spec.sample = 0.01;
        auto run = Run::create(Catalogue(), *model, spec);
        QVERIFY(run);
        while (!(*run)->finished()) QCOMPARE((*run)->advance({}).status, StepStatus::Reached);
        const Recording& rows = *(*run)->recording();
        const RowLayout& layout = (*run)->layout();
        double off = 0.0, exchanged = 0.0;
        for (std::size_t k = 1; k < rows.size(); ++k) {
            off = std::max(off, std::abs(rows.at(k, layout.balance())));
            exchanged += std::abs(rows.at(k, layout.total()) - rows.at(k - 1, layout.total()));
        }
        QVERIFY2(off < 2e-4 * exchanged,
                 qPrintable(QStringLiteral("%1 of %2 J").arg(off).arg(exchanged)));
    }

    void worksAcrossLimits_data() {
        QTest::addColumn<QString>("force");
        QTest::newRow("controller") << R"("controller": {"set_point": 1, "proportional": 8,
            "integral": 10, "derivative": 0.8, "filter": 0.02, "limit": 0.5})";
        QTest::newRow("law") << R"_("law": "max(-0.5, min(0.5, 8*(1 - q) - 0.8*u))")_";
        QTest::newRow("motor") << R"("motor": {"stall": 2, "no_load_speed": 10})";
    }
    /// The work of a force is what the rotor gains, also where the effort has been constant for
    /// long, so that nothing foretold that it would change.
    void worksAcrossLimits() {
        QFETCH(QString, force);
        const auto model = built(QStringLiteral(R"({"version": 1, "name": "rotor",
 "gravity": [0, 0, 0], "ground": {"markers": {"O": [0, 0, 0]}},
 "bodies": [{"name": "rotor", "mass": 1, "inertia": [0.05, 0.05, 0.05],
             "markers": {"O": [0, 0, 0]}}],
 "joints": [{"name": "J", "type": "revolute", "a": "ground.O", "b": "rotor.O"}],
 "forces": [{"name": "f", "type": "axial-torque", "a": "ground.O", "b": "rotor.O", %1}],
 "initial": {"joints": {"J": {"u": %2}}}})")
                                     .arg(force, force.contains("motor") ? "-8" : "0")
                                     .toStdString());
        RunSpec spec = Catalogue().defaults(*model, "naudet");
        spec.integrator = "rk4";
        spec.step = 2e-4;
        spec.duration = 1.0;
        spec.sample = 0.01;
        auto run = Run::create(Catalogue(), model, spec);
        QVERIFY(run);
        while (!(*run)->finished()) QCOMPARE((*run)->advance({}).status, StepStatus::Reached);
        const Recording& rows = *(*run)->recording();
        const RowLayout& layout = (*run)->layout();
        double off = 0.0, most = 0.0;
        for (std::size_t k = 0; k < rows.size(); ++k) {
            const double energy = rows.at(k, layout.kinetic());
            const double gained = energy - rows.at(0, layout.kinetic());
            off = std::max(off, std::abs(rows.at(k, layout.column("f.work")) - gained));
            most = std::max(most, energy);
        }
        QVERIFY2(off < 5e-5 * most, qPrintable(QStringLiteral("%1 of %2 J").arg(off).arg(most)));
    }
};

MOMENTREE_TEST(TestRunMonitor, Appless)
}  // namespace momentree::test_run_monitor
#include "test_run_monitor.moc"
