// SPDX-License-Identifier: Apache-2.0
// Efforts and reactions that a prescribed movement needs: against closed forms, against forward
// runs, and a forward run under the efforts found.
#include <QTest>
#include <cmath>
#include <numbers>

#include "core/analysis/equilibrium.hpp"
#include "core/analysis/inverse_dynamics.hpp"
#include "core/analysis/modes_about_start.hpp"
#include "support/analysis_files.hpp"
#include "support/linkages.hpp"
#include "support/model_text.hpp"
#include "support/stepping.hpp"
#include "support/test_main.hpp"

namespace momentree::test_inverse_dynamics {
namespace {

using test::close;
using test::example;
using test::model;
using test::reference;

/// The drive of the reference four-bar: 0.4 + 2 t + 0.5 sin 3 t.
Law unevenLaw() {
    Law law;
    law.polynomial = {0.4, 2.0};
    law.amplitude = 0.5;
    law.frequency = 3.0;
    return law;
}
/// Has the same value and derivatives at 0 as `of` has at t.
Law taylor(const Law::Value& of) {
    Law law;
    law.polynomial = {of.f, of.df, 0.5 * of.ddf};
    return law;
}

InverseDynamics found(const Model& model, double duration, double step) {
    return test::got(inverseDynamics(model, {duration, step}));
}
std::string problemOf(const Model& model, const Instants& instants = {1.0, 0.1}) {
    const auto result = inverseDynamics(model, instants);
    return result ? std::string() : toString(result.error().front());
}
}  // namespace

class TestInverseDynamics final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSliderCrankHasItsClosedForm() {
        const Model mechanism = model("slider_crank");
        const QJsonObject expected = reference("slider_crank");
        const double turn = 2.0 * std::numbers::pi / 30.0;
        const QJsonArray rows = expected["rows"].toArray();
        const InverseDynamics result = found(mechanism, turn, turn / 240.0);
        QCOMPARE(result.samples.size(), std::size_t(241));
        for (qsizetype k = 0; k < rows.size(); ++k) {
            const QJsonArray row = rows[k].toArray();
            const Sample& sample = result.samples[static_cast<std::size_t>(10 * k)];
            const auto is = [&](double value, int column) {
                return close(value, row[column].toDouble(), 1e-9);
            };
            QVERIFY(is(30.0 * sample.time, 0));
            QVERIFY(is(sample.motionEfforts[0], 1));
            QVERIFY(is(sample.joints[3].reaction[1], 2));
            for (int axis = 0; axis < 2; ++axis) {
                QVERIFY(is(sample.joints[1].reaction[axis], 3 + axis));
                QVERIFY(is(sample.joints[0].reaction[axis], 5 + axis));
                QVERIFY(is(sample.joints[2].reaction[axis], 7 + axis));
            }
            QVERIFY(is(sample.accelerations[2][0], 9));
        }
        const EffortFigures& drive = result.efforts[0];
        QVERIFY(close(std::abs(drive.effort.value), expected["peak_abs_torque"].toDouble(), 1e-11));
        QVERIFY(close(drive.effort.time * 30.0, expected["peak_at"].toDouble(), 1e-6));
        QVERIFY(close(drive.rms, expected["rms_torque"].toDouble(), 1e-10));
        QVERIFY(close(drive.work, 0.0, 1e-9));
        QVERIFY(drive.unique);
        QVERIFY(result.residual < 1e-12);
    }

    /// Three rows of four spatial hinges are redundant; the torque is not.
    void aFourBarOfSpatialHinges() {
        Model mechanism = model("four_bar");
        mechanism.motions[0].law = unevenLaw();
        const InverseDynamics result = found(mechanism, 1.5, 0.25);
        QCOMPARE(result.redundant, 3);
        QVERIFY(result.efforts[0].unique);
        QVERIFY(!result.reactions[1].unique);
        QVERIFY(result.residual < 1e-12);
        for (const QJsonValue& row : reference("inverse_four_bar")["rows"].toArray()) {
            const double t = row[0].toDouble();
            const Sample& sample = result.samples[static_cast<std::size_t>(std::lround(t / 0.25))];
            QVERIFY(close(sample.motionEfforts[0], row[1].toDouble(), 1e-11));
            QVERIFY(close(result.powers[static_cast<std::size_t>(std::lround(t / 0.25))][0],
                          sample.motionEfforts[0] * unevenLaw().at(t).df, 1e-12));
        }
    }

    /// Both pivots are driven along the same movement: of all pairs of torques, the shortest.
    void twoDrivesShareByLeastNorm() {
        Model driven = model("four_bar");
        driven.motions[0].law = unevenLaw();
        const InverseDynamics one = found(driven, 1.5, 0.25);
        Model twice = model("four_bar_two_drives");
        for (const QJsonValue& row : reference("inverse_four_bar")["rows"].toArray()) {
            const double t = row[0].toDouble();
            const Sample& sample = one.samples[static_cast<std::size_t>(std::lround(t / 0.25))];
            twice.motions[0].law = taylor(unevenLaw().at(t));
            twice.motions[1].law =
                taylor({sample.joints[3].q[0], sample.joints[3].u[0], sample.accelerations[2][5]});
            const InverseDynamics both = found(twice, 0.0, 0.1);
            QCOMPARE(both.redundant, 4);
            QVERIFY(!both.efforts[0].unique && !both.efforts[1].unique);
            QVERIFY(close(both.samples[0].motionEfforts[0], row[3].toDouble(), 1e-9));
            QVERIFY(close(both.samples[0].motionEfforts[1], row[4].toDouble(), 1e-9));
            QVERIFY(both.residual < 1e-10);
        }
    }

    /// The crank moves as prescribed, by torques at the crank, at the rocker or at both.
    void actuatedJointsMoveTheMechanism() {
        Model driven = model("four_bar");
        driven.motions[0].law = unevenLaw();
        const auto efforts = [&](const std::vector<ActuatedCoordinate>& joints) {
            auto result = inverseDynamics(driven, {1.5, 0.25}, joints);
            if (!result) qFatal("%s", qPrintable(test::said(result.error())));
            return std::move(*result);
        };
        const InverseDynamics crank = efforts({{"J1"}}), rocker = efforts({{"J4"}}),
                              both = efforts({{"J1"}, {"J4"}}), itself = efforts({});
        QCOMPARE(crank.redundant, 3);
        QCOMPARE(both.redundant, 4);
        QVERIFY(crank.efforts[0].unique && rocker.efforts[0].unique);
        QVERIFY(!both.efforts[0].unique && !both.efforts[1].unique);
        for (const QJsonValue& row : reference("inverse_four_bar")["rows"].toArray()) {
            const auto k = static_cast<std::size_t>(std::lround(row[0].toDouble() / 0.25));
            const auto& shared = both.samples[k].motionEfforts;
            QVERIFY(close(crank.samples[k].motionEfforts[0], row[1].toDouble(), 1e-11));
            QVERIFY(close(rocker.samples[k].motionEfforts[0], row[2].toDouble(), 1e-10));
            QVERIFY(close(shared[0], row[3].toDouble(), 1e-11));
            QVERIFY(close(shared[1], row[4].toDouble(), 1e-11));
            // The same power moves the same movement.
            const double power = itself.powers[k][0];
            QVERIFY(close(crank.powers[k][0], power, 1e-11));
            QVERIFY(close(rocker.powers[k][0], power, 1e-11));
            QVERIFY(close(both.powers[k][0] + both.powers[k][1], power, 1e-11));
        }
        QVERIFY(rocker.residual < 1e-10 && both.residual < 1e-10);
    }

    /// The motor of a motion is that joint itself, all the turn.
    void actuatedAsPrescribed() {
        for (const auto& [name, joint] : {std::pair{"quick_return", "O"}, {"klann_leg", "O"}}) {
            const Model mechanism = example(name);
            const InverseDynamics itself = found(mechanism, 2.0, 0.05);
            const auto same =
                inverseDynamics(mechanism, {2.0, 0.05}, std::vector<ActuatedCoordinate>{{joint}});
            QVERIFY2(same, same ? "" : qPrintable(test::said(same.error())));
            QVERIFY(!same->ended && same->warnings.size() == itself.warnings.size());
            QCOMPARE(same->samples.size(), itself.samples.size());
            for (std::size_t k = 0; k < itself.samples.size(); ++k)
                QVERIFY(close(same->samples[k].motionEfforts[0], itself.samples[k].motionEfforts[0],
                              1e-8));
            QVERIFY(close(same->efforts[0].effort.value, itself.efforts[0].effort.value, 1e-8));
        }
    }

    void actuatedJointsThatDoNotHoldAreNamed() {
        const auto refusal = [](const Model& mechanism,
                                const std::vector<ActuatedCoordinate>& joints) {
            const auto result = inverseDynamics(mechanism, {0.1, 0.1}, joints);
            return result ? QString() : test::said(result.error());
        };
        const Model driven = model("four_bar");
        QVERIFY(refusal(driven, {{"J9"}}).contains("there is no joint 'J9'"));
        QVERIFY(refusal(driven, {{"J1", 2}}).contains("coordinate 2"));
        QVERIFY(refusal(driven, {{"J1"}, {"J1"}}).contains("'J1' is given twice"));
        ModelDescription description = example("double_pendulum").description;
        for (const char* joint : {"J1", "J2"}) {
            MotionDescription& motion = description.motions.emplace_back();
            motion.name = motion.joint = joint;
            motion.law.rate = 1.0;
        }
        const QString text = refusal(test::builtFrom(description), {{"J1"}});
        QVERIFY2(text.contains("2 degrees of freedom, 1 of them actuated") && text.contains("'J2'"),
                 qPrintable(text));
        QVERIFY(!actuatedCoordinates(std::vector<std::string>{"J1.x"}));
    }

    /// Two cranks of a parallelogram share their torque by its coupler, except where it is flat.
    /// There each holds its own part, and the search for the peak ends there.
    void twoCranksShareWhateverTheLastInstant() {
        const auto both = test::built(R"m({"version": 1, "name": "parallelogram",
            "ground": {"markers": {"O": [0, 0, 0], "G": [0.55, 0, 0]}},
            "bodies": [
                {"name": "left", "mass": 1, "com": [0.1, 0, 0], "inertia": [0.01, 0.01, 0.01],
                 "markers": {"O": [0, 0, 0], "A": [0.2, 0, 0]}},
                {"name": "coupler", "mass": 2, "com": [0.275, 0, 0], "inertia": [0.05, 0.05, 0.05],
                 "markers": {"A": [0, 0, 0], "C": [0.55, 0, 0]}},
                {"name": "right", "mass": 1.5, "com": [0.1, 0, 0], "inertia": [0.03, 0.03, 0.03],
                 "markers": {"G": [0, 0, 0], "C": [0.2, 0, 0]}}],
            "joints": [{"name": "O", "type": "revolute", "a": "ground.O", "b": "left.O"},
                       {"name": "A", "type": "revolute", "a": "left.A", "b": "coupler.A"},
                       {"name": "C", "type": "revolute", "a": "coupler.C", "b": "right.C"},
                       {"name": "G", "type": "revolute", "a": "ground.G", "b": "right.G"}],
            "motions": [{"name": "left", "joint": "O",
                         "law": {"kind": "constant", "offset": 0.7, "rate": 5}},
                        {"name": "right", "joint": "G",
                         "law": {"kind": "constant", "offset": 0.7, "rate": 5}}],
            "initial": {"joints": {"A": {"q": -0.7}}}})m");
        const InverseDynamics result = found(*both, 1.0, 0.05);
        QCOMPARE(result.redundant, 4);
        for (const EffortFigures& figures : result.efforts) QVERIFY(!figures.unique);
        for (const Sample& sample : result.samples) {
            const double torque =
                (0.1 + 2.0 * 0.2 + 1.5 * 0.1) * 9.81 * std::cos(0.7 + 5.0 * sample.time);
            QVERIFY(close(sample.motionEfforts[0], 0.5 * torque, 1e-11));
            QVERIFY(close(sample.motionEfforts[1], 0.5 * torque, 1e-11));
        }
    }

    void aForwardRunHasTheSameEfforts() {
        for (const char* name : {"four_bar_driven"}) {
            const Model mechanism = example(name);
            const auto shared = std::make_shared<const Model>(mechanism);
            const InverseDynamics result = found(mechanism, 0.05, 0.05);
            RunSpec spec = Catalogue().defaults(mechanism, "lagrange-index1");
            spec.step = 1e-4;
            const Sample run = test::after(shared, spec, 0.05);
            QVERIFY(close(result.samples.back().motionEfforts[0], run.motionEfforts[0], 1e-9));
            QVERIFY(test::distance(result.samples.back(), run) < 1e-10);
        }
    }

    /// The motor gives the torque found, by a cubic spline between 1 ms: the movement returns. The
    /// table begins 20 ms earlier and ends later, since the spline has no curvature at its ends.
    void theTorqueFoundReturnsTheMovement() {
        const double early = 0.02;
        Model driven = model("four_bar");
        Law& law = driven.motions[0].law = unevenLaw();
        law.polynomial[0] -= law.polynomial[1] * early;
        law.phase -= law.frequency * early;
        const InverseDynamics result = found(driven, 1.0 + 2.0 * early, 1e-3);
        Model pushed = model("four_bar_torque");
        Law& torque = pushed.axialLoads[0].law;
        torque = {};
        for (const Sample& sample : result.samples) {
            torque.times.push_back(sample.time - early);
            torque.values.push_back(sample.motionEfforts[0]);
        }
        torque.prepare(false);
        RunSpec spec = Catalogue().defaults(pushed, "lagrange-index1");
        spec.integrator = "rk4";
        spec.step = 1e-3;
        const Sample run = test::after(std::make_shared<const Model>(pushed), spec, 1.0);
        const double apart = test::distance(run, result.samples[1020]);
        QVERIFY2(apart < 1e-8, qPrintable(QString::number(apart)));
    }

    void jumpsOfAMotionAreNamed() {
        Model driven = model("four_bar");
        Law& law = driven.motions[0].law;
        law.times = {0.2, 0.6, 2.0};
        law.values = {0.0, 0.1, -0.3};
        law.prepare(true);
        const InverseDynamics result = found(driven, 1.0, 0.05);
        QCOMPARE(result.warnings.size(), 2U);
        QVERIFY(toString(result.warnings[0]).find("jumps by 0.25 rad/s at t = 0.2 s") !=
                std::string::npos);
        law.prepare(false);
        QCOMPARE(found(driven, 1.0, 0.05).warnings.size(), 1U);
    }

    void whatIsNotDrivenIsNamed() {
        const std::string text = problemOf(example("slider_crank"));
        QVERIFY2(text.find("1 degree of freedom, no motion") != std::string::npos, text.c_str());
        QVERIFY2(text.find("'J1'") != std::string::npos && text.find("'J4'") != std::string::npos,
                 text.c_str());
        const std::string two = problemOf(example("double_pendulum"));
        QVERIFY2(two.find("2 degrees of freedom, no motion") != std::string::npos, two.c_str());
    }

    /// The results go as far as the movement.
    void aPistonStopsAtTheEndOfItsTravel() {
        const InverseDynamics result =
            found(test::builtFrom(
                      readModelText(test::drivenPiston(0.1, 0.3, 0.31).toStdString(), "piston")),
                  2.0, 0.07);
        QVERIFY(result.ended);
        const std::string text = toString(*result.ended);
        QVERIFY2(text.find("beyond t = 0.9") != std::string::npos, text.c_str());
        QCOMPARE(result.samples.size(), std::size_t(13));  // to 0.84 s
    }

    /// The rocker of a four-bar drives it, and turns back just before its dead points.
    void effortsNearDeadPointsComeWithAWarning() {
        auto description = readModelFile(MOMENTREE_SOURCE_DIR
                                         "/resources/examples/four_bar_driven.momentree.json");
        QVERIFY(description.has_value());
        const auto limit = [](double diagonal) {
            const double c = 0.25, d = 0.35;
            return std::numbers::pi -
                   std::acos((d * d + c * c - diagonal * diagonal) / (2 * d * c));
        };
        const double first = limit(0.45), last = limit(0.25);
        MotionDescription& drive = description->motions.front();
        drive.joint = "J4";
        drive.law = {};
        drive.law.kind = "harmonic";
        drive.law.offset = 0.5 * (first + last);
        drive.law.frequency = 2.0 * std::numbers::pi;
        for (const double share : {0.9, 1.0 - 1e-8}) {
            drive.law.amplitude = 0.5 * (last - first) * share;
            const InverseDynamics result = found(test::builtFrom(description), 1.0, 0.013);
            QCOMPARE(result.warnings.empty(), share < 0.95);
            QVERIFY(share < 0.95 || !result.ended);
            QVERIFY(result.warnings.empty() ||
                    std::string(result.warnings.front().message.id) == "efforts-near-dead-point");
        }
    }

    /// No analysis has values that are no numbers.
    void forcesWithoutValueAreNamed() {
        const auto names = [](const auto& result) {
            return !result && test::said(result.error()).contains("'push' has no finite value");
        };
        ModelDescription description = example("double_pendulum").description;
        AxialTorqueDescription push{{"ground", "O", {}}, {"bar1", "P", {}}, {}, {}, {}, {}};
        push.law.offset.text = "1/q";
        description.forces.push_back({"push", push});
        const Model free = test::builtFrom(description);
        QVERIFY(names(modesAboutStart(free)));
        QVERIFY(names(equilibrium(free)));
        for (const char* joint : {"J1", "J2"}) {
            MotionDescription& motion = description.motions.emplace_back();
            motion.name = motion.joint = joint;
            motion.law.rate = 1.0;
        }
        QVERIFY(names(inverseDynamics(test::builtFrom(description), {1.0, 0.1})));
        // Later, the results end there.
        description.motions[0].law.offset = -0.5;
        const auto result = inverseDynamics(test::builtFrom(description), {1.0, 0.1});
        QVERIFY(result && result->ended && close(result->samples.back().time, 0.4, 1e-12));
    }

    void badRequestsAreRefused() {
        for (const Instants& instants : {Instants{1.0, 0.0}, Instants{-1.0, 0.1},
                                         Instants{1.0, 1e-9}, Instants{std::nan(""), 0.1}})
            QVERIFY(!problemOf(model("slider_crank"), instants).empty());
    }
};

MOMENTREE_TEST(TestInverseDynamics, Appless)

}  // namespace momentree::test_inverse_dynamics
#include "test_inverse_dynamics.moc"
