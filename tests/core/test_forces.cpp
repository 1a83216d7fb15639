// SPDX-License-Identifier: Apache-2.0
// Forces of time and state, friction, motors, curves and quadratic drag: against closed forms and
// existing elements, all formulations against each other, energy and work, messages.
#include <QTest>
#include <cmath>

#include "core/analysis/linearisation.hpp"
#include "core/diagnostics/power_balance.hpp"
#include "core/formulations/batch/state_batch.hpp"
#include "core/formulations/naudet/naudet.hpp"
#include "core/io/model_file.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/model/expression.hpp"
#include "core/session/built_in.hpp"
#include "core/session/run.hpp"
#include "support/allocation_guard.hpp"
#include "support/compare.hpp"
#include "support/forces.hpp"
#include "support/integrate.hpp"
#include "support/model_text.hpp"
#include "support/random_models.hpp"
#include "support/stepping.hpp"
#include "support/test_main.hpp"

namespace momentree::test_forces {

using namespace momentree::test;

namespace {

/// Whether a formulation is its own integrator, of order 2.
bool stepsItself(const std::string& formulation) { return !integratorsIn(formulation).empty(); }

RunSpec specOf(const Model& model, const std::string& formulation, double step) {
    RunSpec spec = Catalogue().defaults(model, formulation);
    if (!stepsItself(formulation)) spec.integrator = "rk4";
    spec.step = step;
    return spec;
}

/// The coordinate and speed of the first joint along a run.
struct Course {
    std::vector<double> t, q, u;
    double balance = 0.0, scale = 0.0;  ///< largest |balance| [J]

    Course(const std::shared_ptr<const Model>& model, const std::string& formulation, double step,
           double duration, double interval) {
        const auto stepper = started(model, specOf(*model, formulation, step));
        PowerBalance balanceOf(*model);
        Sample sample;
        sample.resize(*model);
        for (int k = 0; k * interval < duration * (1.0 + 1e-12); ++k) {
            if (k > 0 && stepper->advance(k * interval, {}).status != StepStatus::Reached)
                qFatal("no step at %g s", k * interval);
            stepper->observe(sample);
            balanceOf.add(sample);
            balance = std::max(balance, std::abs(balanceOf.balance()));
            t.push_back(sample.time);
            q.push_back(sample.joints[0].q[0]);
            u.push_back(sample.joints[0].u[0]);
        }
        scale = balanceOf.scale();
    }
};

bool near(double a, double b, double tolerance) { return std::abs(a - b) <= tolerance; }

QString numbers(double a, double b) {
    return QStringLiteral("%1, expected %2").arg(a, 0, 'g', 15).arg(b, 0, 'g', 15);
}

Slope valueOf(const std::string& text, std::span<const double> inputs, int by) {
    const std::vector<StateLaw::Name> names{
        {"t", false, 0.0, 0}, {"q", false, 0.0, 1}, {"u", false, 0.0, 2}, {"k", true, 2.5, 0}};
    const auto expression = compileExpression(text, {"t", "q", "u", "k"});
    if (!expression) qFatal("%s", text.c_str());
    const auto law = StateLaw::compile(*expression, names);
    if (!law) qFatal("%s", text.c_str());
    return law->at(inputs, by);
}

}  // namespace

class TestForces : public QObject {
    Q_OBJECT
private slots:
    void expressionsHaveValuesAndSlopes() {
        const double t = 0.7, q = 0.4, u = 1.3;
        const std::array<double, 3> x{t, q, u};
        QCOMPARE(valueOf("-k*q - 2*u + 3*sin(2*t)", x, -1).f,
                 -2.5 * q - 2 * u + 3 * std::sin(2 * t));
        QCOMPARE(valueOf("-q^2 + 2^-u/k", x, -1).f, -q * q + std::pow(2, -u) / 2.5);
        QCOMPARE(valueOf("2 - 3 - q", x, -1).f, -1.0 - q);
        QCOMPARE(valueOf("max(q, t, u) + min(q, t, u)", x, -1).f, u + q);
        QCOMPARE(valueOf("6 cm / 2 cm * q", x, -1).f, 3.0 * q);
        for (const char* name : {"sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh",
                                 "tanh", "sqrt", "exp", "ln", "log10", "abs"})
            for (const char* argument : {"q", "q*u/2", "1/(1 + q^2)", "u^q/2"})
                compareSlopes(std::string(name) + "(" + argument + ")", x);
        for (const char* text : {"atan2(q, u)", "min(q*u, t)*u", "max(q, u)^2", "q^u", "u^3/q",
                                 "-(q - t)*(u + q)/(1 + t^2)"})
            compareSlopes(text, x);
    }
    void messagesNameWhatIsWrong_data() {
        QTest::addColumn<QString>("law");
        QTest::addColumn<QString>("said");
        QTest::newRow("unit") << "-10 N*q"
                              << "found N m, expected N";
        QTest::newRow("sum") << "2 N + 3 N/m"
                             << "N/m";
        QTest::newRow("unknown") << "-10*w"
                                 << "unknown parameter 'w'";
        QTest::newRow("acceleration") << "-10*a_x"
                                      << "depends on this force";
        QTest::newRow("reaction") << "-10*reaction"
                                  << "depends on this force";
        QTest::newRow("argument") << "sin(t)"
                                  << "its argument is in s";
        QTest::newRow("arguments") << "sin(3*q, 2*q)"
                                   << "takes one argument, but 2";
        QTest::newRow("two") << "2*atan2(q)"
                             << "takes two arguments, but 1";
        QTest::newRow("deep") << QString("sign(q)^").repeated(100) + "2"
                              << "nested too deeply";
    }
    void messagesNameWhatIsWrong() {
        QFETCH(QString, law);
        QFETCH(QString, said);
        const QString found = refusalOf(
            loadedSlider("\"law\": \"" + law.toStdString() + "\"", 0.0, 1.0, accelerometers()));
        QVERIFY2(found.contains("'F'") && found.contains(said), qPrintable(found));
    }
    void badCharacteristicsAreRefused_data() {
        QTest::addColumn<QString>("force");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const char* force, const char* said) {
            QTest::newRow(name) << QString(force).replace('\'', '"') << said;
        };
        row("negative speed", "'friction': {'kinetic': 1, 'speed': -1}", "not be negative");
        row("key", "'friction': {'speed': 1}", "'kinetic' is missing");
        row("static", "'friction': {'kinetic': 1, 'speed': 0.1, 'static': 0.5}", "not below");
        row("stribeck", "'friction': {'kinetic': 1, 'speed': 0.1, 'static': 2}", "stribeck_speed");
        row("unused", "'friction': {'kinetic': 1, 'speed': 0.1, 'stribeck_speed': 1}", "no effect");
        row("unit", "'friction': {'kinetic': '1 N m', 'speed': 0.1}", "found N m, expected N");
        row("motor", "'motor': {'stall': 1, 'no_load_speed': -3}", "same sign");
        row("curve", "'curve': {'positions': [0, 0], 'values': [1, 2]}", "ascending");
        row("count", "'curve': {'positions': [0, 1], 'values': [1]}", "as many values");
    }
    void badCharacteristicsAreRefused() {
        QFETCH(QString, force);
        QFETCH(QString, said);
        const QString found = refusalOf(loadedSlider(force.toStdString(), 0.0, 1.0));
        QVERIFY2(found.contains("'F'") && found.contains(said), qPrintable(found));
    }
    void filesKeepThem() {
        const auto read = readModelText(everyForce(), "m");
        QVERIFY(read);
        const std::string text = writeModelText(*read);
        const auto again = readModelText(text, "m");
        QVERIFY(again);
        QVERIFY(*again == *read);
        QCOMPARE(writeModelText(*again), text);
        for (const char* key :
             {"stribeck_speed", "no_load_speed", "angular_quadratic", "-k*q - d*u"})
            QVERIFY2(text.find(key) != std::string::npos, key);
        const std::string straight = loadedSlider(
            "\"curve\": {\"positions\": [0, 1], \"values\": [0, 2], \"interpolation\": \"linear\"}",
            0.0, 0.0);
        QVERIFY(writeModelText(*readModelText(straight, "m")).find("linear") != std::string::npos);
    }

    void lawsReplaceElements_data() {
        QTest::addColumn<std::string>("formulation");
        for (const std::string& id : formulationsOf(*built(loadedWheel("\"law\": 1", 0.0, 0.0))))
            QTest::newRow(id.c_str()) << id;
    }
    void lawsReplaceElements() {
        QFETCH(std::string, formulation);
        const auto same = [&](const std::string& law, const std::string& element, double u) {
            const Course a(built(loadedWheel(law, 0.2, u)), formulation, 1e-3, 1.0, 0.1);
            const Course b(built(loadedWheel(element, 0.2, u)), formulation, 1e-3, 1.0, 0.1);
            for (std::size_t k = 0; k < a.q.size(); ++k)
                QVERIFY2(near(a.q[k], b.q[k], 1e-9 * (1.0 + std::abs(b.q[k]))),
                         qPrintable(numbers(a.q[k], b.q[k])));
        };
        // Several turns, against a spring that also counts them.
        same("\"law\": \"-0.5*(q - 0.1) - 0.02*u\"",
             "\"stiffness\": 0.5, \"angle\": 0.1, \"damping\": 0.02", 30.0);
        same("\"law\": \"2*sin(3*t)\"",
             "\"law\": {\"kind\": \"harmonic\", \"amplitude\": 2, \"frequency\": 3}", 1.0);
        same("\"law\": {\"kind\": \"constant\", \"offset\": \"0.3*t^2\", \"rate\": 0.5}",
             "\"law\": {\"kind\": \"polynomial\", \"coefficients\": [0, 0.5, 0.3]}", 1.0);
    }

    void formulationsAgree() {
        const auto model = built(everyForce());
        const std::vector<std::string> ids = formulationsOf(*model);
        QCOMPARE(ids.size(), Catalogue().formulations().size() - 1);
        std::optional<Course> first;
        for (const std::string& id : ids) {
            const bool index3 = stepsItself(id);
            const Course course(model, id, index3 ? 1e-4 : 5e-4, 0.5, 5e-4);
            if (!first) first = course;
            const double tolerance = index3 ? 1e-5 : 1e-8;
            QVERIFY2(near(course.q.back(), first->q.back(), tolerance),
                     qPrintable(QString::fromStdString(id) + ": " +
                                numbers(course.q.back(), first->q.back())));
            QVERIFY2(near(course.u.back(), first->u.back(), 10.0 * tolerance),
                     qPrintable(QString::fromStdString(id) + ": " +
                                numbers(course.u.back(), first->u.back())));
            QVERIFY2(course.balance < (index3 ? 1e-5 : 1e-8) * course.scale,
                     qPrintable(QString::fromStdString(id) + ": " +
                                numbers(course.balance, course.scale)));
        }
    }

    void batchesEvaluateThemWithoutAllocating() {
        std::string text = everyForce();
        const std::string loop =
            "  {\"name\": \"D\", \"type\": \"revolute\", \"a\": \"ground.D\", "
            "\"b\": \"rocker.D\"},\n";
        text.erase(text.find(loop), loop.size());
        const auto model = built(text);
        QVERIFY(model->tree.closures.empty());
        const auto alone = makeNaudet<double>(model, RunSpec());
        const auto batch = makeStateBatch(model, RunSpec());
        QVERIFY(batch->sideBySide());
        const auto initial = assemble(*model);
        QVERIFY(initial);
        VectorXd y(batch->size());
        QVERIFY(batch->start(0, *initial, y));
        QVERIFY(y == startOf(*alone, *initial));
        MatrixXd Y(y.size(), 6), rates = Y;
        for (Eigen::Index k = 0; k < Y.cols(); ++k) Y.col(k) = (1.0 + 0.02 * double(k)) * y;
        batch->derivative(0.3, Y, rates);
        {
            const AllocationGuard guard;
            batch->derivative(0.3, Y, rates);
            QCOMPARE(guard.count(), std::size_t(0));
        }
        for (Eigen::Index k = 0; k < Y.cols(); ++k)
            verifyClose(rates.col(k), derivativeOf(*alone, 0.3, Y.col(k)), 1e-12, "rates");
    }

    void frictionTakesTheSameOffEveryHalfSwing() {
        // Extremes of a mass on a spring with Coulomb friction f lose 2 f / k each.
        const double f = 0.981, k = 50.0;
        const auto model = built(loadedSlider(
            "\"stiffness\": 50, \"friction\": {\"kinetic\": 0.981, \"speed\": 1e-4}", 0.1, 0.0));
        const Course course(model, "naudet", 1e-4, 1.5, 1e-3);
        std::vector<double> extremes{course.q.front()};
        for (std::size_t i = 2; i < course.q.size(); ++i)
            if ((course.q[i] - course.q[i - 1]) * (course.q[i - 1] - course.q[i - 2]) < 0.0)
                extremes.push_back(course.q[i - 1]);
        QVERIFY(extremes.size() >= 3);
        for (int n = 1; n <= 2; ++n) {
            const double expected = (n % 2 == 0 ? 1 : -1) * (0.1 - n * 2.0 * f / k);
            QVERIFY2(near(extremes[static_cast<std::size_t>(n)], expected, 1e-5),
                     qPrintable(numbers(extremes[static_cast<std::size_t>(n)], expected)));
        }
        // It sticks at the third one, where the spring is weaker than friction, and creeps.
        QVERIFY2(near(course.q.back(), 0.01772, 1e-4),
                 qPrintable(numbers(course.q.back(), 0.01772)));
        QVERIFY(std::abs(course.u.back()) < 2e-4);
        QVERIFY2(course.balance < 1e-5 * course.scale,
                 qPrintable(numbers(course.balance, course.scale)));
    }
    void frictionStopsWhatSlides() {
        // Constant load 3 N against friction 5 N: u0^2 / (2 a) to rest, then it creeps.
        const double a = 2.0, u0 = 1.0, speed = 1e-4;
        const auto model = built(
            loadedSlider("\"law\": 3, \"friction\": {\"kinetic\": 5, \"speed\": 1e-4}", 0.0, u0));
        const Course course(model, "aba", 4e-5, 1.0, 0.01);
        const double creep = speed * std::atanh(3.0 / 5.0);
        const double expected = u0 * u0 / (2.0 * a) + creep * (1.0 - u0 / a);
        QVERIFY2(near(course.q.back(), expected, 2e-8),
                 qPrintable(numbers(course.q.back(), expected)));
        QVERIFY2(near(course.u.back(), creep, 1e-9 * creep),
                 qPrintable(numbers(course.u.back(), creep)));
    }
    void staticFrictionFallsToKinetic() {
        const Friction friction{0.3, 0.5, 0.01, 0.2};
        QVERIFY(near(friction.at(5.0).f, -0.3, 1e-12));
        QVERIFY(near(friction.at(-0.05).f, 0.3 + 0.2 * std::exp(-0.0625), 1e-4));
        QCOMPARE(friction.at(0.0).f, 0.0);
        QVERIFY(near(friction.at(0.0).df, -friction.steepest(), 1e-12));
        for (const double u : {-0.3, -0.02, 0.001, 0.1, 0.4})
            QVERIFY(near(friction.at(u).df,
                         (friction.at(u + 1e-6).f - friction.at(u - 1e-6).f) / 2e-6, 1e-5));
    }
    void longStepsAreNotedWithTheLongestOne() {
        // The longest stable step of rk4 is 2.78 m speed / f = 2.78e-3 s.
        const auto model =
            built(loadedSlider("\"friction\": {\"kinetic\": 2, \"speed\": 0.002}", 0.0, 1.0));
        const auto noted = [&](double step) {
            Diagnostics warnings;
            RunSpec spec = specOf(*model, "naudet", step);
            SetupOptions options;
            options.warnings = &warnings;
            if (!Run::create(Catalogue(), model, spec, options)) qFatal("no run");
            QString all;
            for (const Diagnostic& d : warnings) all += QString::fromStdString(toString(d));
            return all;
        };
        QVERIFY2(noted(0.01).contains("at most 0.002 s"), qPrintable(noted(0.01)));
        QVERIFY2(noted(2.5e-3).isEmpty(), qPrintable(noted(2.5e-3)));
        QVERIFY(Catalogue().defaults(*model, "naudet").step <= 2.78e-3);
    }

    void motorsApproachTheirNoLoadSpeed() {
        // J u' = stall (1 - u / w), limited to the stall torque below zero speed.
        const auto model =
            built(loadedWheel("\"motor\": {\"stall\": 2, \"no_load_speed\": 30}", 0.0, 0.0));
        const Course course(model, "hdca", 1e-3, 2.0, 0.1);
        for (std::size_t k = 0; k < course.t.size(); ++k) {
            const double expected = 30.0 * (1.0 - std::exp(-2.0 / (0.1 * 30.0) * course.t[k]));
            QVERIFY2(near(course.u[k], expected, 1e-9), qPrintable(numbers(course.u[k], expected)));
        }
        const SpeedLine motor{2.0, 30.0};
        QCOMPARE(motor.at(-10.0).f, 2.0);
        QCOMPARE(motor.at(30.0).f, 0.0);
        QCOMPARE(motor.at(90.0).f, -2.0);
        const SpeedLine back{-2.0, -30.0};
        QCOMPARE(back.at(-15.0).f, -1.0);
        QCOMPARE(back.at(10.0).f, -2.0);
    }
    void curvesHaveTheirPotential() {
        for (const bool linear : {false, true}) {
            Curve curve;
            curve.positions = {-0.3, -0.1, 0.0, 0.15, 0.4};
            curve.values = {-5.0, -2.0, 0.0, 1.0, 6.0};
            curve.prepare(linear);
            for (std::size_t k = 0; k < curve.positions.size(); ++k)
                QVERIFY(near(curve.at(curve.positions[k]).f, curve.values[k], 1e-14));
            for (const double x : {-0.7, -0.25, -0.05, 0.07, 0.3, 0.9}) {
                const double h = 1e-5;
                const double slope = (curve.potential(x + h) - curve.potential(x - h)) / (2 * h);
                QVERIFY2(near(slope, curve.at(x).f, 1e-8),
                         qPrintable(numbers(slope, curve.at(x).f)));
                const double change = (curve.at(x + h).f - curve.at(x - h).f) / (2 * h);
                QVERIFY(near(change, curve.at(x).df, 1e-6));
            }
            if (linear) QVERIFY(near(curve.at(0.3).f, 1.0 + 5.0 * 0.15 / 0.25, 1e-14));
        }
    }
    void straightCurvesAreSprings() {
        const auto curved = built(loadedWheel(
            "\"angle\": 0.1, \"curve\": {\"positions\": [-1, 2], \"values\": [-0.5, 1]}", 0.2,
            30.0));
        const auto spring = built(loadedWheel("\"stiffness\": 0.5, \"angle\": 0.1", 0.2, 30.0));
        for (const std::string& id : formulationsOf(*curved)) {
            const Course a(curved, id, 1e-3, 1.0, 0.1), b(spring, id, 1e-3, 1.0, 0.1);
            for (std::size_t k = 0; k < a.q.size(); ++k)
                QVERIFY2(near(a.q[k], b.q[k], 1e-9 * std::abs(b.q[k])), id.c_str());
        }
    }
    void quadraticDragLeadsToATerminalSpeed() {
        const Course course(built(falling()), "dca", 1e-3, 1.0, 0.05);
        const double terminal = std::sqrt(6.0 / 0.3);
        for (std::size_t k = 0; k < course.t.size(); ++k) {
            const double expected = terminal * std::tanh(6.0 * course.t[k] / terminal);
            QVERIFY2(near(course.u[k], expected, 1e-10),
                     qPrintable(numbers(course.u[k], expected)));
        }
        QVERIFY(course.balance < 1e-5 * course.scale);
    }
    void linearisationSeesTheState() {
        const auto model = built(
            loadedWheel("\"law\": \"-3*sin(q) - 0.2*u + 5*t\", \"friction\": {\"kinetic\": 0.1, "
                        "\"speed\": 0.5}, \"curve\": {\"positions\": [-1, 1], \"values\": [-4, 4]}",
                        0.0, 0.0));
        const auto start = assemble(*model);
        QVERIFY(start);
        const std::vector<double> angles(model->axialLoads.size() + 1, 0.0);
        const Linearisation found = linearise(*model, start->bodies, angles, 0.1);
        QVERIFY2(near(found.K_r(0, 0), 7.0, 1e-6), qPrintable(numbers(found.K_r(0, 0), 7.0)));
        QVERIFY2(near(found.C_r(0, 0), 0.4, 1e-6), qPrintable(numbers(found.C_r(0, 0), 0.4)));
        QVERIFY2(near(found.f_r[0], 0.5, 1e-12), qPrintable(numbers(found.f_r[0], 0.5)));
    }

private:
    static void compareSlopes(const std::string& text, std::array<double, 3> x) {
        for (int by = 0; by < 3; ++by) {
            const double h = 1e-6;
            const auto at = [&](double shift) {
                std::array<double, 3> moved = x;
                moved[static_cast<std::size_t>(by)] += shift;
                return valueOf(text, moved, -1).f;
            };
            const double expected = (at(h) - at(-h)) / (2.0 * h);
            const double found = valueOf(text, x, by).df;
            QVERIFY2(near(found, expected, 1e-7 * (1.0 + std::abs(expected))),
                     qPrintable(QString::fromStdString(text) + ": " + numbers(found, expected)));
        }
    }
};

MOMENTREE_TEST(TestForces, Appless)

}  // namespace momentree::test_forces
#include "test_forces.moc"
