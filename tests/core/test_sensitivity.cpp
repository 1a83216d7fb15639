// SPDX-License-Identifier: Apache-2.0
// Derivatives of runs by parameters against closed forms, also through the start; refusals.
#include <QTest>
#include <cmath>

#include "core/integrators/integrator.hpp"
#include "core/number_text.hpp"
#include "core/session/run_setup.hpp"
#include "core/study/sensitivity.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"

namespace momentree::test_sensitivity {

using namespace momentree::test;

namespace {

/// A mass on a spring, x = x0 cos(w t), w^2 = k / m.
const std::string spring = R"model({"version": 1, "name": "spring", "gravity": [0, 0, 0],
 "parameters": {"k": "80 N/m", "load": 2, "x0": "10 cm"},
 "ground": {"markers": {"rail": {"position": [0, 0, 0], "z": [1, 0, 0], "x": [0, 0, 1]}}},
 "bodies": [{"name": "block", "mass": "load", "inertia": [0.01, 0.01, 0.01],
   "markers": {"rail": {"position": [0, 0, 0], "z": [1, 0, 0], "x": [0, 0, 1]}}}],
 "joints": [{"name": "J", "type": "prismatic", "a": "ground.rail", "b": "block.rail"}],
 "forces": [{"name": "F", "type": "axial-force", "a": "ground.rail", "b": "block.rail",
   "stiffness": "k"}],
 "initial": {"joints": {"J": {"q": "x0"}}},
 "probes": [{"column": "x", "quantity": "joint_displacement", "joint": "J"}],
 "run": {"formulation": "aba", "integrator": "rk4", "step": 1e-3, "duration": 2, "sample": 0.05}})model";

/// A slider-crank whose rod turns at a given speed of the crank: x of the piston by r and l.
const std::string crank = R"model({"version": 1, "name": "crank", "gravity": [0, 0, 0],
 "parameters": {"r": "0.1 m", "l": "0.3 m"},
 "ground": {"markers": {"axle": [0, 0, 0],
   "guide": {"position": [0, 0, 0], "z": [1, 0, 0], "x": [0, 0, 1]}}},
 "bodies": [
  {"name": "crank", "mass": 1, "inertia": [0.01, 0.01, 0.01],
   "markers": {"axle": [0, 0, 0], "pin": ["r", 0, 0]}},
  {"name": "rod", "mass": 1, "inertia": [0.01, 0.01, 0.01],
   "markers": {"pin": [0, 0, 0], "end": ["l", 0, 0]}},
  {"name": "piston", "mass": 1, "inertia": [0.01, 0.01, 0.01],
   "markers": {"pin": [0, 0, 0],
     "guide": {"position": [0, 0, 0], "z": [1, 0, 0], "x": [0, 0, 1]}}}],
 "joints": [
  {"name": "axle", "type": "revolute", "a": "ground.axle", "b": "crank.axle"},
  {"name": "pin", "type": "revolute", "a": "crank.pin", "b": "rod.pin"},
  {"name": "end", "type": "revolute", "a": "rod.end", "b": "piston.pin"},
  {"name": "guide", "type": "prismatic", "a": "ground.guide", "b": "piston.guide"}],
 "motions": [{"name": "drive", "joint": "axle",
   "law": {"kind": "constant", "offset": "30 deg", "rate": 3}}],
 "probes": [{"column": "x", "quantity": "joint_displacement", "joint": "guide"}],
 "run": {"formulation": "hdca", "integrator": "rk4", "step": 1e-3, "duration": 1, "sample": 0.05}})model";

/// Two rods that start high.
const std::string doublePendulum = R"model({"version": 1, "name": "two", "gravity": [0, -9.81, 0],
 "parameters": {"l": 1},
 "ground": {"markers": {"pin": [0, 0, 0]}},
 "bodies": [
  {"name": "upper", "mass": 1, "com": ["l/2", 0, 0], "inertia": [0.01, 0.08, 0.08],
   "markers": {"pin": [0, 0, 0], "end": ["l", 0, 0]}},
  {"name": "lower", "mass": 1, "com": [0.5, 0, 0], "inertia": [0.01, 0.08, 0.08],
   "markers": {"pin": [0, 0, 0]}}],
 "joints": [
  {"name": "A", "type": "revolute", "a": "ground.pin", "b": "upper.pin"},
  {"name": "B", "type": "revolute", "a": "upper.end", "b": "lower.pin"}],
 "initial": {"joints": {"A": {"q": 1.2}, "B": {"q": 0.9}}},
 "probes": [{"column": "q", "quantity": "joint_angle", "joint": "B"}],
 "run": {"formulation": "aba", "integrator": "rk4", "step": 2e-3, "duration": 12, "sample": 0.02}})model";

Result<Sensitivities> of(const std::string& text, const std::vector<std::string>& parameters = {}) {
    const auto model = built(text);
    const Catalogue catalogue;
    SensitivityRequest request{
        model, specOf(catalogue, *model, model->description.run), parameters, {}};
    return sensitivities(catalogue, request);
}

}  // namespace

class TestSensitivity : public QObject {
    Q_OBJECT
private slots:
    void massOnASpring() {
        const auto found = of(spring);
        QVERIFY(found);
        QCOMPARE(found->parameters, (std::vector<std::string>{"k", "load", "x0"}));
        QCOMPARE(found->columns, std::vector<std::string>{"x"});
        const double k = 80.0, m = 2.0, x0 = 0.1, w = std::sqrt(k / m);
        for (std::size_t row = 0; row < found->times.size(); ++row) {
            const auto r = static_cast<Eigen::Index>(row);
            const double t = found->times[row], byW = -x0 * t * std::sin(w * t);
            QVERIFY2(std::abs(found->slopes[0](r, 0) - byW * 0.5 * w / k) < 1e-10,
                     qPrintable(QString::number(found->slopes[0](r, 0) - byW * 0.5 * w / k)));
            QVERIFY(std::abs(found->slopes[1](r, 0) + byW * 0.5 * w / m) < 1e-9);
            QVERIFY(std::abs(found->slopes[2](r, 0) - std::cos(w * t)) < 1e-9);
        }
        for (const double error : found->error)
            QVERIFY2(error < 1e-8, qPrintable(QString::number(error)));
    }
    /// The bits do not depend on how many parameters and threads there are.
    void aloneAsTogether() {
        const auto together = of(crank), alone = of(crank, {"r"});
        QVERIFY(together && alone);
        QVERIFY(together->slopes[0] == alone->slopes[0]);
        QCOMPARE(together->error[0], alone->error[0]);
    }
    /// A stiff stop, at whose contact the force has a corner: against differences of whole runs, at
    /// the end, beyond the corner.
    void corners() {
        const std::string bounded =
            replaced(spring, "\"b\": \"block.rail\"}]",
                     "\"b\": \"block.rail\", \"limits\": {\"min\": -0.06, \"stiffness\": 2e4}}]");
        const auto found = of(bounded, {"k"});
        QVERIFY(found);
        const auto at = [&](double k) {
            const auto moved = of(replaced(bounded, "80 N/m", numberText(k)), {"k"});
            if (!moved) qFatal("no run");
            return moved->values(moved->values.rows() - 1, 0);
        };
        const double h = 1e-3, slope = (at(80.0 + h) - at(80.0 - h)) / (2.0 * h);
        const double apart = found->slopes[0](found->slopes[0].rows() - 1, 0) / slope - 1.0;
        QVERIFY2(std::abs(apart) < 5e-5, qPrintable(QString::number(apart)));
        QVERIFY2(std::abs(apart) < found->error[0], qPrintable(QString::number(found->error[0])));
    }
    /// Through the assembly of the start: x = r cos q + sqrt(l^2 - r^2 sin^2 q).
    void lengthsOfALoop() {
        const auto found = of(crank);
        QVERIFY(found);
        const double r = 0.1, l = 0.3;
        for (std::size_t row = 0; row < found->times.size(); ++row) {
            const auto at = static_cast<Eigen::Index>(row);
            const double q = std::acos(-1.0) / 6.0 + 3.0 * found->times[row];
            const double s = std::sin(q), root = std::sqrt(l * l - r * r * s * s);
            const double byR = std::cos(q) - r * s * s / root, byL = l / root;
            QVERIFY2(std::abs(found->slopes[0](at, 0) - byR) < 1e-9,
                     qPrintable(QString::number(found->slopes[0](at, 0) - byR)));
            QVERIFY(std::abs(found->slopes[1](at, 0) - byL) < 1e-9);
        }
    }
    /// The same with neighbours in lanes, each with a loop and a motion of its own.
    void lengthsAndRateInLanes() {
        const auto found = of(replaced(
            replaced(replaced(crank, "\"formulation\": \"hdca\"", "\"formulation\": \"naudet\""),
                     "\"rate\": 3", "\"rate\": \"w\""),
            "\"parameters\": {", "\"parameters\": {\"w\": \"3 rad/s\", "));
        QVERIFY(found);
        const double r = 0.1, l = 0.3;
        for (std::size_t row = 0; row < found->times.size(); ++row) {
            const auto at = static_cast<Eigen::Index>(row);
            const double t = found->times[row], q = std::acos(-1.0) / 6.0 + 3.0 * t;
            const double s = std::sin(q), root = std::sqrt(l * l - r * r * s * s);
            const double byQ = -r * s - r * r * s * std::cos(q) / root;
            const std::array exact{byQ * t, std::cos(q) - r * s * s / root, l / root};
            for (std::size_t k = 0; k < exact.size(); ++k) {
                const double apart = found->slopes[k](at, 0) - exact[k];
                QVERIFY2(std::abs(apart) < 1e-9, qPrintable(QString::number(apart)));
            }
        }
        for (const double error : found->error) QVERIFY(error < 1e-8);
    }
    /// Motions that part fast: against neighbours so near that mostly rounding is left.
    void partingMotions() {
        const auto found = of(doublePendulum);
        QVERIFY(found);
        const auto at = [&](double length) {
            const auto moved =
                of(replaced(doublePendulum, "\"l\": 1", "\"l\": " + numberText(length)));
            if (!moved) qFatal("no run");
            return moved->values;
        };
        const double largest = found->slopes[0].lpNorm<Eigen::Infinity>();
        QVERIFY2(largest > 1e4, qPrintable(QString::number(largest)));
        // Extrapolated from differences over 1e-7 and 2e-7, whose errors are 1e-16 * 1e5 / 1e-7.
        const double h = 1e-7;
        const Eigen::MatrixXd near = (at(1.0 + h) - at(1.0 - h)) / (2.0 * h);
        const Eigen::MatrixXd far = (at(1.0 + 2.0 * h) - at(1.0 - 2.0 * h)) / (4.0 * h);
        const double apart =
            (found->slopes[0] - (4.0 * near - far) / 3.0).lpNorm<Eigen::Infinity>() / largest;
        QVERIFY2(apart < 1e-7, qPrintable(QString::number(apart)));
        QVERIFY2(found->error[0] < 1e-8, qPrintable(QString::number(found->error[0])));
    }
    /// The accepted steps are held: the result is a smooth function of the parameters, as the
    /// estimates say, even where the tolerances leave an error that is much larger.
    void acceptedStepsAreHeld() {
        const std::string adaptive =
            replaced(spring, "\"integrator\": \"rk4\"", "\"integrator\": \"dopri5\"");
        const double k = 80.0, m = 2.0, x0 = 0.1, w = std::sqrt(k / m);
        for (const double tolerance : {1e-9, 1e-3}) {
            const auto found =
                of(replaced(adaptive, "\"duration\": 2",
                            "\"duration\": 2, \"relative_tolerance\": " + numberText(tolerance)));
            QVERIFY(found && !found->wholeRuns);
            for (const double error : found->error)
                QVERIFY2(error < 1e-8, qPrintable(QString::number(error)));
            double off = 0.0;
            for (std::size_t row = 0; row < found->times.size(); ++row) {
                const double t = found->times[row], byW = -x0 * t * std::sin(w * t);
                off = std::max(off, std::abs(found->slopes[0](static_cast<Eigen::Index>(row), 0) -
                                             byW * 0.5 * w / k));
            }
            QVERIFY2(off < 10.0 * tolerance * x0, qPrintable(QString::number(off)));
        }
    }
    /// Motions that part fast start again at ends of steps.
    void partingMotionsByChosenSteps() {
        const auto found = of(replaced(doublePendulum, "\"integrator\": \"rk4\"",
                                       "\"integrator\": \"dopri5\", \"relative_tolerance\": 1e-12, "
                                       "\"absolute_tolerance\": 1e-12"));
        const auto fixed = of(replaced(doublePendulum, "\"step\": 2e-3", "\"step\": 2e-4"));
        QVERIFY(found && fixed && !found->wholeRuns);
        const double largest = fixed->slopes[0].lpNorm<Eigen::Infinity>();
        const double apart =
            (found->slopes[0] - fixed->slopes[0]).lpNorm<Eigen::Infinity>() / largest;
        QVERIFY2(apart < 1e-6, qPrintable(QString::number(apart)));
        QVERIFY2(found->error[0] < 1e-8, qPrintable(QString::number(found->error[0])));
    }
    void wholeRunsAreExplained() {
        QVERIFY(!of(spring)->wholeRuns);
        const auto counted = of(replaced(spring, "\"probes\": [",
                                         "\"probes\": [{\"column\": \"given\", \"quantity\": "
                                         "\"force_work\", \"force\": \"F\"}, "));
        QVERIFY(counted && counted->wholeRuns);
        QCOMPARE(std::string(counted->wholeRuns->id), std::string("sensitivity-counted"));
        QVERIFY(counted->error[0] < 1e-3);
    }
    /// CVODE takes the same orders, steps and iterations for all neighbours.
    void neighboursThatAreIntegratedTogether() {
        if (cvodeRefusal()) QSKIP("built without SUNDIALS");
        const double k = 80.0, m = 2.0, x0 = 0.1, w = std::sqrt(k / m);
        for (const char* method : {"cvode-adams", "cvode-bdf"})
            for (const double tolerance : {1e-10, 1e-4}) {
                const auto found = of(
                    replaced(replaced(spring, "\"integrator\": \"rk4\"",
                                      std::string("\"integrator\": \"") + method + "\""),
                             "\"duration\": 2",
                             "\"duration\": 2, \"relative_tolerance\": " + numberText(tolerance) +
                                 ", \"absolute_tolerance\": " + numberText(0.01 * tolerance)));
                QVERIFY(found && !found->wholeRuns);
                for (const double error : found->error)
                    QVERIFY2(error < 1e-7, qPrintable(QString::number(error)));
                double off = 0.0;
                for (std::size_t row = 0; row < found->times.size(); ++row) {
                    const double t = found->times[row], byW = -x0 * t * std::sin(w * t);
                    off =
                        std::max(off, std::abs(found->slopes[0](static_cast<Eigen::Index>(row), 0) -
                                               byW * 0.5 * w / k));
                }
                QVERIFY2(off < 1e3 * tolerance * x0, qPrintable(QString::number(off)));
            }
    }
    /// Motions that part by a factor of thousands, from which neighbours start again.
    void partingMotionsThatAreIntegratedTogether() {
        if (cvodeRefusal()) QSKIP("built without SUNDIALS");
        const auto found = of(replaced(doublePendulum, "\"integrator\": \"rk4\"",
                                       "\"integrator\": \"cvode-adams\", \"relative_tolerance\": "
                                       "1e-12, \"absolute_tolerance\": 1e-13"));
        const auto fixed = of(replaced(doublePendulum, "\"step\": 2e-3", "\"step\": 2e-4"));
        QVERIFY(found && fixed && !found->wholeRuns);
        const double largest = fixed->slopes[0].lpNorm<Eigen::Infinity>();
        const double apart =
            (found->slopes[0] - fixed->slopes[0]).lpNorm<Eigen::Infinity>() / largest;
        QVERIFY2(apart < 1e-5, qPrintable(QString::number(apart)));
        QVERIFY2(found->error[0] < 1e-6, qPrintable(QString::number(found->error[0])));
    }
    void refusals() {
        const auto unknown = of(spring, {"mass"});
        QVERIFY(!unknown);
        QVERIFY(QString::fromStdString(toString(unknown.error().front())).contains("'mass'"));
        const auto bounded = of(
            replaced(spring, "\"b\": \"block.rail\"}]",
                     "\"b\": \"block.rail\", \"limits\": {\"min\": -1, \"restitution\": 0.5}}]"));
        QVERIFY(!bounded);
        QVERIFY(QString::fromStdString(toString(bounded.error().front())).contains("impacts"));
    }
};

MOMENTREE_TEST(TestSensitivity, Appless)

}  // namespace momentree::test_sensitivity
#include "test_sensitivity.moc"
