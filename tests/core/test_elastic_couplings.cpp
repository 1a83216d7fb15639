// SPDX-License-Identifier: Apache-2.0
// Couplings with stiffness, damping and backlash: closed forms of gears and racks, energy and work,
// turns, reactions of what carries them, refusals.
#include <QTest>
#include <cmath>
#include <numbers>

#include "core/analysis/modes_about_start.hpp"
#include "core/io/model_file.hpp"
#include "core/session/built_in.hpp"
#include "core/session/run.hpp"
#include "support/gears.hpp"
#include "support/integrate.hpp"
#include "support/model_text.hpp"
#include "support/stepping.hpp"
#include "support/test_main.hpp"

namespace momentree::test_elastic_couplings {

using namespace momentree::test;

namespace {

/// Radii of the pitch circles [m] and moments of inertia [kg m^2] of two wheels.
constexpr double r1 = 0.04, r2 = 0.1, J1 = 0.02, J2 = 0.05;
constexpr double stiffness = 5e4;  // [N/m] at the teeth
/// Acceleration of the sum r1 q1 + r2 q2 for a unit of effort [1/kg].
constexpr double mobility = r1 * r1 / J1 + r2 * r2 / J2;

/// Two wheels whose sum is r1 q1 + r2 q2, with further keys of the coupling and a torque on the
/// first [N m].
std::string wheels(const std::string& keys, double torque, const std::string& start = "{}") {
    std::string text = replaced(flywheels(start), "\"ratio\": 17}", "\"ratio\": 0.04}");
    text = replaced(text, "\"ratio\": 41}]", "\"ratio\": 0.1}], \"stiffness\": 5e4" + keys);
    return replaced(text, "\"law\": 0.3", "\"law\": " + std::to_string(torque));
}

RunSpec specOf(const Model& model, const std::string& formulation, double step) {
    RunSpec spec = Catalogue().defaults(model, formulation);
    spec.integrator = "rk4";
    spec.step = step;
    return spec;
}

bool near(double a, double b, double tolerance) {
    return std::abs(a - b) <= tolerance * (1.0 + std::abs(b));
}

/// A whole run with all its columns.
std::unique_ptr<Run> runOf(const std::shared_ptr<const Model>& model, RunSpec spec) {
    auto run = Run::create(Catalogue(), model, spec, {});
    if (!run) qFatal("%s", qPrintable(said(run.error())));
    while (!(*run)->finished())
        if ((*run)->advance({}).status != StepStatus::Reached) qFatal("the run failed");
    return std::move(*run);
}

double lastOf(const Run& run, const std::string& column) {
    const int index = run.layout().column(column);
    if (index < 0) qFatal("no column %s", column.c_str());
    return run.recording()->at(run.recording()->size() - 1, index);
}

}  // namespace

class TestElasticCouplings : public QObject {
    Q_OBJECT

private slots:
    // x = r1 q1 + r2 q2 vibrates about the deflection of the torque, J1 q1 / r1 - J2 q2 / r2 does
    // not see the teeth.
    void teethVibrateAsInTheClosedForm() {
        const auto model = built(wheels("", 3.0));
        const double w = std::sqrt(stiffness * mobility), t = 0.5;
        const double x = 3.0 * r1 / J1 / (w * w) * (1.0 - std::cos(w * t));
        const double y = 3.0 * t * t / (2.0 * r1);
        const double det = r1 * J2 / r2 + r2 * J1 / r1;
        const double q1 = (x * J2 / r2 + y * r2) / det, q2 = (x * J1 / r1 - y * r1) / det;
        for (const std::string& id : formulationsOf(*model)) {
            const Sample last = after(model, specOf(*model, id, 1e-4), t);
            // Order 4: (h w)^4 / 120 of the vibration for each radian.
            QVERIFY2(near(last.joints[0].q[0], q1, 1e-7), id.c_str());
            QVERIFY2(near(last.joints[1].q[0], q2, 1e-7), id.c_str());
            QVERIFY2(near(last.couplingEfforts[0], -r1 * stiffness * x, 1e-6), id.c_str());
            QVERIFY2(near(last.couplingEfforts[1], -r2 * stiffness * x, 1e-6), id.c_str());
            QVERIFY2(near(last.potential, 0.5 * stiffness * x * x, 1e-6), id.c_str());
        }
    }

    // Between free flights through the backlash, the teeth touch for half a period.
    void teethCrossTheirBacklash() {
        const double b = 2e-3, speed = 0.5;  // the first wheel turns at 12.5 rad/s
        const auto model = built(wheels(", \"backlash\": 0.002", 0.0,
                                        "{\"joints\": {\"J1\": {\"q\": 0, \"u\": 12.5}}}"));
        const double w = std::sqrt(stiffness * mobility);
        const double touch = std::numbers::pi / w, flight = b / speed;
        RunSpec spec = specOf(*model, "naudet", 1e-3);
        spec.integrator = "dopri5";
        spec.relativeTolerance = 1e-12;
        spec.absoluteTolerance = 1e-13;
        // In the middle of the flight after the third contact: x goes down from b / 2.
        const double t = 0.5 * flight + 3.0 * touch + 2.5 * flight;
        const double momentum = J1 * 12.5 / r1;
        const double det = r1 * J2 / r2 + r2 * J1 / r1;
        for (const std::string& id : formulationsOf(*model)) {
            if (id == "soft") continue;  // has its own steps
            spec.formulation = id;
            const Sample last = after(model, spec, t);
            const double x = r1 * last.joints[0].q[0] + r2 * last.joints[1].q[0];
            const double rate = r1 * last.joints[0].u[0] + r2 * last.joints[1].u[0];
            QVERIFY2(std::abs(x) < 1e-9, qPrintable(QString("%1: %2").arg(id.c_str()).arg(x)));
            QVERIFY2(near(rate, -speed, 1e-9), id.c_str());
            const double y = momentum * t;
            QVERIFY2(near(last.joints[0].q[0], y * r2 / det, 1e-9), id.c_str());
            QVERIFY2(near(last.joints[1].q[0], -y * r1 / det, 1e-9), id.c_str());
            QCOMPARE(last.couplingEfforts[0], 0.0);
        }
    }

    void damperTakesItsWork() {
        const auto model = built(replaced(wheels(", \"damping\": 200", 3.0), "\"probes\": [",
                                          "\"probes\": [{\"column\": \"taken\", \"quantity\": "
                                          "\"force_work\", \"force\": \"gears\"}, "));
        for (const std::string& id : formulationsOf(*model)) {
            RunSpec spec = specOf(*model, id, 1e-4);
            if (id == "soft") continue;  // of first order
            spec.duration = 1.0;
            spec.sample = 1e-3;
            const auto run = runOf(model, spec);
            const double x = r1 * lastOf(*run, "J1.q") + r2 * lastOf(*run, "J2.q");
            const double settled = 3.0 * r1 / J1 / (stiffness * mobility);
            QVERIFY2(near(x, settled, 1e-7), id.c_str());
            // What the torque gives and the teeth take is the kinetic energy.
            const double given = 3.0 * lastOf(*run, "J1.q");
            QVERIFY2(near(lastOf(*run, "gears.work"), lastOf(*run, "kinetic") - given, 1e-5),
                     id.c_str());
            QCOMPARE(lastOf(*run, "taken"), lastOf(*run, "gears.work"));
            QVERIFY2(std::abs(lastOf(*run, "balance")) < 1e-5 * given, id.c_str());
        }
    }

    void damperNeverPulls() {
        // Apart at speed: beyond the backlash but moving back fast, the damper would pull.
        const auto model = built(wheels(", \"damping\": 1000, \"backlash\": 0.002", 0.0,
                                        "{\"joints\": {\"J1\": {\"q\": 0.05, \"u\": -10}}}"));
        const Sample start = after(model, specOf(*model, "naudet", 1e-4), 0.0);
        QCOMPARE(start.couplingEfforts[0], 0.0);
        QCOMPARE(start.potential, 0.5 * stiffness * 0.001 * 0.001);
        const auto closing = built(wheels(", \"damping\": 1000, \"backlash\": 0.002", 0.0,
                                          "{\"joints\": {\"J1\": {\"q\": 0.05, \"u\": 10}}}"));
        const Sample then = after(closing, specOf(*closing, "naudet", 1e-4), 0.0);
        QVERIFY(near(then.couplingEfforts[0], -r1 * (stiffness * 0.001 + 1000.0 * 0.4), 1e-12));
    }

    void rackFallsOnItsTeeth() {
        const auto model = built(replaced(rackAndPinion(), "\"ratio\": -0.04}]",
                                          "\"ratio\": -0.04}], \"stiffness\": \"20 kN/m\""));
        QCOMPARE(model->elasticCouplings.size(), std::size_t(1));
        const double m = 1.0 / 2.0 + 0.04 * 0.04 / 0.003, w = std::sqrt(2e4 * m), t = 0.3;
        const double x = -9.81 / (w * w) * (1.0 - std::cos(w * t));
        for (const std::string& id : formulationsOf(*model)) {
            const Sample last = after(model, specOf(*model, id, 1e-4), t);
            const auto rack = jointOf(*model, "Jr"), pinion = jointOf(*model, "Jp");
            QVERIFY2(near(last.joints[rack].q[0] - 0.04 * last.joints[pinion].q[0], x, 1e-7),
                     id.c_str());
            QVERIFY2(near(last.couplingEfforts[0], -2e4 * x, 1e-4), id.c_str());
        }
    }

    // Universal, cylindrical and revolute joints about skew axes; a joint that closes a loop.
    void energyIsKept_data() {
        QTest::addColumn<QString>("text");
        const auto elastic = [](const std::string& text, const char* before) {
            return QString::fromStdString(
                replaced(text, before, std::string(before) + "\"stiffness\": 40, "));
        };
        QTest::newRow("chain") << elastic(replaced(coupledChain(), "\"name\": \"thread\", ",
                                                   "\"name\": \"thread\", \"stiffness\": 900, "),
                                          "\"name\": \"angles\", ");
        QTest::newRow("five-bar") << elastic(gearedFiveBar(), "\"name\": \"gears\", ");
        QTest::newRow("differential") << elastic(
            replaced(replaced(differential(), "\"law\": 0.4", "\"law\": 0"), "\"forces\"",
                     "\"initial\": {\"joints\": {\"Jl\": {\"u\": 3}}}, \"forces\""),
            "\"name\": \"bevels\", ");
    }
    void energyIsKept() {
        QFETCH(QString, text);
        const auto model = built(text.toStdString());
        const std::vector<std::string> ids = formulationsOf(*model);
        QVERIFY(ids.size() >= 8);
        std::optional<Sample> first;
        for (const std::string& id : ids) {
            const RunSpec spec = specOf(*model, id, 2e-4);
            if (id == "soft") continue;  // its joints yield
            const Sample start = after(model, spec, 0.0), last = after(model, spec, 0.5);
            const double energy = start.kinetic + start.potential;
            QVERIFY2(near(last.kinetic + last.potential, energy, 1e-7), id.c_str());
            QVERIFY2(last.potential != start.potential, id.c_str());
            if (!first) first = last;
            for (std::size_t j = 0; j < model->joints.size(); ++j) {
                QVERIFY2(near(last.joints[j].q[0], first->joints[j].q[0], 1e-6), id.c_str());
                QVERIFY2((last.joints[j].reaction - first->joints[j].reaction).norm() <
                             1e-5 * (1.0 + first->joints[j].reaction.norm()),
                         id.c_str());
            }
            for (std::size_t k = 0; k < last.couplingEfforts.size(); ++k)
                QVERIFY2(near(last.couplingEfforts[k], first->couplingEfforts[k], 1e-5),
                         id.c_str());
        }
    }

    // A stiff coupling moves its joints like a rigid one.
    void stiffTeethAreNearlyRigid() {
        const std::string text =
            replaced(gearedFiveBar(), "\"u\": 30}", "\"u\": 30}, \"J4\": {\"q\": 0.6, \"u\": 60}");
        const auto rigid = built(text);
        const auto elastic = built(
            replaced(text, "\"name\": \"gears\", ", "\"name\": \"gears\", \"stiffness\": 1e5, "));
        const Sample a = after(rigid, specOf(*rigid, "naudet", 1e-4), 0.3);
        const Sample b = after(elastic, specOf(*elastic, "naudet", 1e-4), 0.3);
        for (std::size_t j = 0; j < rigid->joints.size(); ++j)
            QVERIFY(std::abs(a.joints[j].q[0] - b.joints[j].q[0]) < 1e-2);
        QVERIFY(std::abs(a.joints[jointOf(*rigid, "J1")].q[0]) > 5.0);
    }

    void modesSeeTheTeeth() {
        const auto model = built(wheels("", 0.0));
        const auto found = modesAboutStart(*model);
        QVERIFY2(found, found ? "" : qPrintable(said(found.error())));
        double highest = 0.0;
        for (const auto& mode : found->modes.modes)
            highest = std::max(highest, std::abs(mode.eigenvalue.imag()));
        QVERIFY(near(highest, std::sqrt(stiffness * mobility), 1e-9));
    }

    void fileIsWrittenAsRead() {
        const std::string text = wheels(", \"damping\": 3, \"backlash\": \"0.2 mm\"", 1.0);
        const auto once = readModelText(text, "m");
        QVERIFY(once);
        const auto again = readModelText(writeModelText(*once), "m");
        QVERIFY(again);
        QVERIFY(again->couplings == once->couplings);
        QCOMPARE(QString::fromStdString(again->couplings[0].backlash.text), QString("0.2 mm"));
    }

    void wrongConstantsAreRefused() {
        const auto refused = [](const std::string& keys) {
            return refusalOf(replaced(flywheels(), "\"name\": \"gears\", ",
                                      "\"name\": \"gears\", " + keys + ", "));
        };
        QVERIFY(refused("\"stiffness\": 0").contains("greater than 0"));
        QVERIFY(refused("\"backlash\": 0.1").contains("need a 'stiffness'"));
        QVERIFY(refused("\"damping\": 0.1").contains("need a 'stiffness'"));
        QVERIFY(refused("\"stiffness\": 10, \"backlash\": -1").contains("must not be negative"));
        QVERIFY(refused("\"stiffness\": 10, \"stifness\": 10").contains("stifness"));
    }

    void somethingElseIsAdvised() {
        const auto model = built(wheels("", 1.0));
        const Catalogue catalogue;
        for (const char* id : {"index3-dca", "generalized-alpha", "rattle", "energy-momentum"}) {
            const auto run = Run::create(catalogue, model, catalogue.defaults(*model, id), {});
            QVERIFY(!run);
            QVERIFY2(said(run.error()).contains("choose another formulation for coupling 'gears'"),
                     id);
        }
    }
};

MOMENTREE_TEST(TestElasticCouplings, Appless)

}  // namespace momentree::test_elastic_couplings
#include "test_elastic_couplings.moc"
