// SPDX-License-Identifier: Apache-2.0
#include <QTest>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/integrators/fixed_step.hpp"
#include "core/integrators/ode_stepper.hpp"
#include "support/test_main.hpp"
#include "tests/support/allocation_guard.hpp"
#include "tests/support/pendulum_system.hpp"

namespace momentree::test_integrators {

using momentree::test::AllocationGuard;
using momentree::test::PendulumOptions;
using momentree::test::PendulumSystem;

namespace {

std::unique_ptr<Integrator<double>> make(const QString& id, const IntegratorSettings& settings) {
    if (id == "explicit-euler") return makeExplicitEuler<double>(settings);
    if (id == "semi-implicit-euler") return makeSemiImplicitEuler<double>(settings);
    if (id == "rk4") return makeRk4<double>(settings);
    if (id == "abm4") return makeAbm4<double>(settings);
    if (id == "dopri5") return makeDopri5<double>(settings);
    if (id == "implicit-midpoint") return makeImplicitMidpoint<double>(settings);
    if (id == "cvode-bdf") return makeCvodeBdf(settings);
    return makeCvodeAdams(settings);
}

OdeStepper<double> stepper(const QString& id, const IntegratorSettings& settings,
                           PendulumOptions options = {}) {
    return {std::make_unique<PendulumSystem>(options), make(id, settings)};
}

double angle(Stepper& s) {
    Sample sample;
    s.observe(sample);
    return sample.driftPosition;
}

double angleAfter(const QString& id, double duration, const IntegratorSettings& settings) {
    auto s = stepper(id, settings);
    if (!s.initialise({})) return NAN;
    const Progress progress = s.advance(duration, {});
    return progress.status == StepStatus::Reached ? angle(s) : NAN;
}

/// y' = rate(t, y) of one number.
class OneNumber final : public OdeSystem<double> {
public:
    OneNumber(double start, double (*rate)(double, double)) : start_(start), rate_(rate) {}
    int size() const override { return 1; }
    int positionSize() const override { return 1; }
    Result<void> start(const InitialState&, Out y) override {
        y[0] = start_;
        return {};
    }
    StepStatus derivative(double t, const In& y, Out ydot, PhaseClock&) override {
        ydot[0] = rate_(t, y[0]);
        return StepStatus::Reached;
    }
    StepReport retract(double, double, Out) override { return {}; }
    void observe(double, const In& y, Sample& out) override { out.driftPosition = y[0]; }
    int bodyOf(int) const override { return -1; }

private:
    double start_;
    double (*rate_)(double, double);
};

std::unique_ptr<OneNumber> relay() {
    return std::make_unique<OneNumber>(1.02, [](double, double y) { return y > 0.0 ? -1.0 : 1.0; });
}
/// tan(t), infinite at pi / 2.
std::unique_ptr<OneNumber> tangent() {
    return std::make_unique<OneNumber>(0.0, [](double, double y) { return 1.0 + y * y; });
}
/// t^4 + 50 (t - 0.5)^2, without the second part until 0.5 s.
std::unique_ptr<OneNumber> cubicWithKink() {
    return std::make_unique<OneNumber>(
        0.0, [](double t, double) { return 4.0 * t * t * t + 100.0 * std::max(0.0, t - 0.5); });
}

}  // namespace

class TestIntegrators : public QObject {
    Q_OBJECT

private slots:
    void order_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("order");
        QTest::addColumn<double>("time");
        QTest::newRow("explicit-euler") << "explicit-euler" << 1.0 << 1.0;
        QTest::newRow("semi-implicit-euler") << "semi-implicit-euler" << 1.0 << 1.0;
        QTest::newRow("implicit-midpoint") << "implicit-midpoint" << 2.0 << 1.0;
        QTest::newRow("rk4") << "rk4" << 4.0 << 1.0;
        QTest::newRow("abm4") << "abm4" << 4.0 << 3.0;  // at 1 s, errors cancel
    }
    /// Errors at h and h/2 relative to a fine solution; the measured order is the theoretical one.
    void order() {
        QFETCH(QString, id);
        QFETCH(double, order);
        QFETCH(double, time);
        const double exact = angleAfter("rk4", time, {.step = 1e-4});
        const double coarse = std::abs(angleAfter(id, time, {.step = 2e-3}) - exact);
        const double fine = std::abs(angleAfter(id, time, {.step = 1e-3}) - exact);
        // Terms of the next order are below 2 % at these steps.
        QVERIFY2(std::abs(std::log2(coarse / fine) - order) < 0.1,
                 qPrintable(QString::number(std::log2(coarse / fine))));
    }

    /// Two evaluations in each step after the first three.
    void abm4EvaluatesTwice() {
        auto s = stepper("abm4", {.step = 1e-3});
        QVERIFY(s.initialise({}).has_value());
        s.advance(0.5, {});
        QCOMPARE(s.phases()[Phase::Derivatives].calls, 3 * 4 + 497 * 2);
    }
    /// It goes on neither across a corner of a law nor from steps of another length: cubics are
    /// exact.
    void abm4StartsAgain() {
        OdeStepper<double> s(cubicWithKink(),
                             makeAbm4<double>({.step = 0.05, .corners = {{0.5, 0.5, 0.5}}}));
        QVERIFY(s.initialise({}).has_value());
        for (const double time : {0.8, 0.93, 1.5, 1.55, 2.0}) {
            QVERIFY(s.advance(time, {}).status == StepStatus::Reached);
            const double exact = std::pow(time, 4) + 50.0 * (time - 0.5) * (time - 0.5);
            QVERIFY2(std::abs(angle(s) - exact) < 1e-13 * exact,
                     qPrintable(QString::number(angle(s) - exact)));
        }
    }

    void semiImplicitEulerUsesTheNewSpeed() {
        auto s = stepper("semi-implicit-euler", {.step = 0.1});
        QVERIFY(s.initialise({}).has_value());
        s.advance(0.1, {});
        const double speed = -0.1 * 9.81 * std::sin(1.0);
        QCOMPARE(angle(s), 1.0 + 0.1 * speed);
    }

    void adaptive_data() {
        QTest::addColumn<QString>("id");
        QTest::newRow("dopri5") << "dopri5";
        QTest::newRow("bdf") << "cvode-bdf";
        QTest::newRow("adams") << "cvode-adams";
    }
    /// A tighter tolerance gives a smaller error; the factors allow for the ratio of global to
    /// local errors of a smooth motion over a few periods.
    void adaptive() {
        QFETCH(QString, id);
        if (id.startsWith("cvode") && cvodeRefusal()) QSKIP("built without SUNDIALS");
        const double exact = angleAfter("rk4", 5.0, {.step = 1e-4});
        const double loose = std::abs(
            angleAfter(id, 5.0, {.relativeTolerance = 1e-5, .absoluteTolerance = 1e-7}) - exact);
        const double tight = std::abs(
            angleAfter(id, 5.0, {.relativeTolerance = 1e-9, .absoluteTolerance = 1e-11}) - exact);
        QVERIFY2(loose < 1e-2, qPrintable(QString::number(loose)));
        QVERIFY2(tight < 1e-6, qPrintable(QString::number(tight)));
        QVERIFY(tight < 0.01 * loose);
    }
    void adaptiveDoesNotDependOnSampling_data() { adaptive_data(); }
    void adaptiveDoesNotDependOnSampling() {
        QFETCH(QString, id);
        if (id.startsWith("cvode") && cvodeRefusal()) QSKIP("built without SUNDIALS");
        auto few = stepper(id, {});
        auto many = stepper(id, {});
        QVERIFY(few.initialise({}).has_value() && many.initialise({}).has_value());
        // The first step's length depends on the first target.
        few.advance(0.001, {});
        const std::int64_t steps = few.advance(2.0, {}).steps;
        std::int64_t sampled = 0;
        for (int k = 1; k <= 2000; ++k) {
            const Progress progress = many.advance(k * 0.001, {});
            QCOMPARE(progress.time, k * 0.001);
            if (k > 1) sampled += progress.steps;
        }
        QCOMPARE(sampled, steps);
        QCOMPARE(angle(many), angle(few));
    }
    void adaptiveStopsInsideAStepAndGoesOn_data() { adaptive_data(); }
    void adaptiveStopsInsideAStepAndGoesOn() {
        QFETCH(QString, id);
        if (id.startsWith("cvode") && cvodeRefusal()) QSKIP("built without SUNDIALS");
        std::stop_source stop;
        auto s = stepper(id, {}, {.atCall = 100, .call = [&] { stop.request_stop(); }});
        QVERIFY(s.initialise({}).has_value());
        const Progress stopped = s.advance(2.0, stop.get_token());
        QVERIFY(stopped.status == StepStatus::Stopped);
        QVERIFY(stopped.time < 2.0);
        QVERIFY(s.advance(2.0, {}).status == StepStatus::Reached);
        QVERIFY(std::abs(angle(s) - angleAfter(id, 2.0, {})) < 1e-6);
    }

    /// Errors of Dormand and Prince's method are proportional to the tolerance: local and global
    /// errors have order 5, so a thousandth of the tolerance gives a thousandth of the error.
    void errorsFollowTheTolerance() {
        const double exact = angleAfter("rk4", 5.0, {.step = 1e-4});
        const auto error = [&](double tolerance) {
            return std::abs(
                angleAfter("dopri5", 5.0,
                           {.relativeTolerance = tolerance, .absoluteTolerance = tolerance}) -
                exact);
        };
        const double loose = error(1e-5), middle = error(1e-7), tight = error(1e-9);
        const double first = std::log10(loose / middle) / 2,
                     second = std::log10(middle / tight) / 2;
        QVERIFY2(std::abs(first - 1.0) < 0.25, qPrintable(QString::number(first)));
        QVERIFY2(std::abs(second - 1.0) < 0.25, qPrintable(QString::number(second)));
        QVERIFY2(tight < 1e-7, qPrintable(QString::number(tight)));
    }
    /// The continuous extension is as accurate between the steps as the steps are.
    void interpolationIsAccurate() {
        auto s = stepper("dopri5", {.relativeTolerance = 1e-10, .absoluteTolerance = 1e-10});
        auto exact = stepper("rk4", {.step = 1e-4});
        QVERIFY(s.initialise({}).has_value() && exact.initialise({}).has_value());
        std::int64_t steps = 0;
        for (int k = 1; k <= 300; ++k) {
            steps += s.advance(0.01 * k, {}).steps;
            exact.advance(0.01 * k, {});
            const double error = std::abs(angle(s) - angle(exact));
            QVERIFY2(error < 1e-7, qPrintable(QString::number(error)));
        }
        QVERIFY2(steps < 250, qPrintable(QString::number(steps)));
    }

    /// A symplectic method keeps the energy bounded where an explicit one of higher order loses it:
    /// 10000 steps of a tenth of a period each.
    void implicitMidpointKeepsTheEnergy() {
        auto s = stepper("implicit-midpoint", {.step = 0.2});
        QVERIFY(s.initialise({}).has_value());
        Sample sample;
        s.observe(sample);
        const double E = sample.kinetic + sample.potential;
        double first = 0.0, worst = 0.0;
        for (int k = 1; k <= 10000; ++k) {
            QVERIFY(s.advance(0.2 * k, {}).status == StepStatus::Reached);
            s.observe(sample);
            worst = std::max(worst, std::abs(sample.kinetic + sample.potential - E));
            if (k == 100) first = worst;
        }
        QVERIFY2(worst < 1.05 * first, qPrintable(QStringLiteral("%1 %2").arg(first).arg(worst)));
    }
    /// With steps of two periods the fixed-point iteration diverges; Newton's method takes over.
    void implicitMidpointTakesStiffSteps() {
        auto s = stepper("implicit-midpoint", {.step = 1.0});
        QVERIFY(s.initialise({}).has_value());
        QVERIFY(s.advance(100.0, {}).status == StepStatus::Reached);
        QVERIFY(s.newtonIterations() > 0);
        QVERIFY(std::abs(angle(s)) < 4.0);
    }
    void implicitMethodsCountTheirIterations_data() {
        QTest::addColumn<QString>("id");
        for (const char* id : {"implicit-midpoint", "cvode-bdf", "cvode-adams"})
            QTest::newRow(id) << id;
    }
    /// The maximum per step agrees with single steps and is not below the mean.
    void implicitMethodsCountTheirIterations() {
        QFETCH(QString, id);
        if (id.startsWith("cvode") && cvodeRefusal()) QSKIP("this build has no SUNDIALS");
        auto s = stepper(id, {.step = 0.01});
        QVERIFY(s.initialise({}).has_value());
        QCOMPARE(s.newtonIterations(), 0);
        std::int64_t before = 0, most = 0, steps = 0;
        for (int k = 1; k <= 50; ++k) {
            const Progress progress = s.advance(0.01 * k, {});
            QVERIFY(progress.status == StepStatus::Reached);
            if (progress.steps == 1) most = std::max(most, s.newtonIterations() - before);
            before = s.newtonIterations();
            steps += progress.steps;
        }
        QVERIFY(s.newtonIterationsMax());
        QVERIFY(*s.newtonIterationsMax() >= most && most > 0);
        QVERIFY(*s.newtonIterationsMax() * steps >= s.newtonIterations());
    }
    void explicitMethodsHaveNoIterations() {
        auto s = stepper("rk4", {.step = 0.01});
        QVERIFY(s.initialise({}).has_value());
        QVERIFY(s.advance(0.1, {}).status == StepStatus::Reached);
        QCOMPARE(s.newtonIterations(), 0);
        QCOMPARE(s.newtonIterationsMax().value_or(-1), 0);
    }
    /// A relay that switches inside the step has no midpoint: the run ends with an error.
    void implicitMidpointReportsThatItDidNotConverge() {
        OdeStepper<double> s(relay(), make("implicit-midpoint", {.step = 0.1}));
        QVERIFY(s.initialise({}).has_value());
        const Progress progress = s.advance(2.0, {});
        QVERIFY(progress.status == StepStatus::NotConverged);
        QCOMPARE(progress.time, 1.0);
        Sample sample;
        s.observe(sample);
        QVERIFY(std::abs(sample.driftPosition - 0.02) < 1e-12);
    }

    void stepsEndExactlyWhereAskedFor() {
        auto s = stepper("rk4", {.step = 0.003});
        QVERIFY(s.initialise({}).has_value());
        for (int k = 1; k <= 100; ++k) {
            const Progress progress = s.advance(0.01 * k, {});
            QCOMPARE(progress.time, 0.01 * k);
            QCOMPARE(progress.steps, 4);
        }
        QCOMPARE(s.advance(1.0, {}).steps, 0);
    }
    void stepsAreCounted() {
        QCOMPARE(stepCount(0.01, 0.001), 10);
        QCOMPARE(stepCount(0.01, 0.003), 4);
        QCOMPARE(stepCount(0.3, 0.1), 3);
        QCOMPARE(stepCount(1e-20, 0.1), 1);
    }
    void aPauseChangesNoBit() {
        auto through = stepper("rk4", {.step = 0.003});
        QVERIFY(through.initialise({}).has_value());
        through.advance(1.0, {});

        std::stop_source stop;
        auto paused =
            stepper("rk4", {.step = 0.003}, {.atCall = 401, .call = [&] { stop.request_stop(); }});
        QVERIFY(paused.initialise({}).has_value());
        const Progress first = paused.advance(1.0, stop.get_token());
        QVERIFY(first.status == StepStatus::Stopped);
        QCOMPARE(first.steps, 101);
        const Progress second = paused.advance(1.0, {});
        QVERIFY(second.status == StepStatus::Reached);
        QCOMPARE(first.steps + second.steps, 334);
        QVERIFY(angle(paused) == angle(through));
    }

    void divergenceKeepsTheLastFiniteState_data() {
        QTest::addColumn<QString>("id");
        for (const char* id : {"explicit-euler", "semi-implicit-euler", "rk4", "abm4",
                               "implicit-midpoint", "dopri5", "cvode-bdf", "cvode-adams"})
            QTest::newRow(id) << id;
    }
    void divergenceKeepsTheLastFiniteState() {
        QFETCH(QString, id);
        if (id.startsWith("cvode") && cvodeRefusal()) QSKIP("built without SUNDIALS");
        auto s = stepper(id, {.step = 0.01}, {.notFiniteAfter = 0.505, .body = 7});
        QVERIFY(s.initialise({}).has_value());
        const Progress progress = s.advance(2.0, {});
        QVERIFY(progress.status == StepStatus::NotFinite);
        QVERIFY(progress.time > 0.4 && progress.time <= 0.52);
        QCOMPARE(progress.body, 7);
        QVERIFY(std::isfinite(angle(s)));
        QVERIFY(s.advance(2.0, {}).status == StepStatus::NotFinite);
    }
    void tooShortStepsAreReported() {
        if (cvodeRefusal()) QSKIP("built without SUNDIALS");
        OdeStepper<double> s(tangent(), make("cvode-adams", {}));
        QVERIFY(s.initialise({}).has_value());
        const Progress progress = s.advance(2.0, {});
        QCOMPARE(progress.status, StepStatus::StepTooSmall);
        QVERIFY2(std::abs(progress.time - 0.5 * std::numbers::pi) < 1e-6,
                 qPrintable(QString::number(progress.time, 'g', 12)));
    }
    void singularIsReported() {
        auto s = stepper("rk4", {.step = 0.01}, {.singularAfter = 0.5});
        QVERIFY(s.initialise({}).has_value());
        QVERIFY(s.advance(2.0, {}).status == StepStatus::Singular);
    }

    void steppingDoesNotAllocate_data() {
        QTest::addColumn<QString>("id");
        for (const char* id : {"explicit-euler", "semi-implicit-euler", "rk4", "abm4",
                               "implicit-midpoint", "dopri5"})
            QTest::newRow(id) << id;
    }
    void steppingDoesNotAllocate() {
        QFETCH(QString, id);
        auto s = stepper(id, {});
        QVERIFY(s.initialise({}).has_value());
        const AllocationGuard guard;
        s.advance(0.1, {});
        QCOMPARE(guard.count(), std::size_t(0));
    }
    void newtonsMethodDoesNotAllocate() {
        auto s = stepper("implicit-midpoint", {.step = 1.0});
        QVERIFY(s.initialise({}).has_value());
        const AllocationGuard guard;
        QVERIFY(s.advance(20.0, {}).status == StepStatus::Reached);
        QCOMPARE(guard.count(), std::size_t(0));
    }

    /// Every lap of a step is charged to its phase, and to no other.
    void phasesAreChargedByLaps() {
        auto s = stepper("rk4", {.step = 0.001});
        QVERIFY(s.initialise({}).has_value());
        s.advance(0.5, {});
        QCOMPARE(s.phases()[Phase::Derivatives].calls, 2000);
        QCOMPARE(s.phases()[Phase::Integrate].calls, 2001);
        for (std::size_t p = 0; p < phaseCount; ++p) {
            const auto phase = static_cast<Phase>(p);
            const bool charged = phase == Phase::Derivatives || phase == Phase::Integrate;
            QCOMPARE(s.phases()[phase].ns > 0, charged);
            QCOMPARE(s.phases()[phase].calls > 0, charged);
        }
    }
};

MOMENTREE_TEST(TestIntegrators, Appless)

}  // namespace momentree::test_integrators
#include "test_integrators.moc"
