// SPDX-License-Identifier: Apache-2.0
// PID controllers: steps against the exponential of their matrix with every formulation, limits and
// anti-windup, impacts, what files keep and refuse.
#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>

#include "core/analysis/equilibrium.hpp"
#include "core/analysis/modes_about_start.hpp"
#include "core/diagnostics/power_balance.hpp"
#include "core/io/model_file.hpp"
#include "core/session/built_in.hpp"
#include "core/session/run_setup.hpp"
#include "support/forces.hpp"
#include "support/integrate.hpp"
#include "support/model_text.hpp"
#include "support/stepping.hpp"
#include "support/test_main.hpp"

namespace momentree::test_controllers {

using namespace momentree::test;

namespace {

using Matrix5 = std::array<std::array<double, 5>, 5>;
using Vector5 = std::array<double, 5>;

/// exp(A t) y by Taylor's series over many short intervals.
Vector5 exponential(const Matrix5& A, Vector5 y, double t) {
    constexpr int intervals = 200, terms = 14;
    for (int n = 0; n < intervals; ++n) {
        Vector5 term = y;
        for (int k = 1; k <= terms; ++k) {
            Vector5 next{};
            for (std::size_t i = 0; i < 5; ++i)
                for (std::size_t j = 0; j < 5; ++j)
                    next[i] += A[i][j] * term[j] * t / intervals / k;
            term = next;
            for (std::size_t i = 0; i < 5; ++i) y[i] += term[i];
        }
    }
    return y;
}

struct Gains {
    double P, I, D, filter;
};

/// q, u, I, D and 1 for m u' = P e + I int(e) + K D with e = r - q, r constant.
Matrix5 closedLoop(double m, const Gains& g, double r) {
    Matrix5 A{};
    A[0][1] = 1.0;
    A[1] = {-g.P / m, 0.0, g.I / m, g.D / m, g.P * r / m};
    A[2] = {-1.0, 0.0, 0.0, 0.0, r};
    if (g.filter > 0.0) {
        A[3] = {0.0, -1.0 / g.filter, 0.0, -1.0 / g.filter, 0.0};
    } else {
        A[1][1] = -g.D / m;
        A[1][3] = 0.0;
    }
    return A;
}

struct Rows {
    std::vector<double> t, q, u, integral;
    double balance = 0.0, scale = 0.0;
};

Rows simulated(const std::shared_ptr<const Model>& model, const std::string& formulation,
               double step, double duration, const std::string& integrator = {}) {
    constexpr double interval = 1e-3;
    RunSpec spec = Catalogue().defaults(*model, formulation);
    if (!integrator.empty()) spec.integrator = integrator;
    spec.step = step;
    const auto stepper = started(model, spec);
    PowerBalance balance(*model);
    Sample sample;
    sample.resize(*model);
    Rows rows;
    for (int k = 0; k * interval < duration * (1.0 + 1e-12); ++k) {
        if (k > 0 && stepper->advance(k * interval, {}).status != StepStatus::Reached)
            qFatal("%s: no step at %g s", formulation.c_str(), k * interval);
        stepper->observe(sample);
        balance.add(sample);
        rows.t.push_back(sample.time);
        rows.q.push_back(sample.joints[0].q[0]);
        rows.u.push_back(sample.joints[0].u[0]);
        if (!sample.controllers.empty()) rows.integral.push_back(sample.controllers[0]);
        rows.balance = std::max(rows.balance, std::abs(balance.balance()));
        rows.scale = std::max(rows.scale, balance.scale());
    }
    return rows;
}

std::string controller(const Gains& g, const std::string& setPoint, const std::string& more = "") {
    const auto number = [](double x) { return std::to_string(x); };
    return "\"controller\": {\"set_point\": " + setPoint + ", \"proportional\": " + number(g.P) +
           ", \"integral\": " + number(g.I) + ", \"derivative\": " + number(g.D) +
           (g.filter > 0.0 ? ", \"filter\": " + number(g.filter) : "") + more + "}";
}

}  // namespace

class TestControllers : public QObject {
    Q_OBJECT
private slots:
    void steps_data() {
        QTest::addColumn<std::string>("formulation");
        const auto model = built(loadedWheel(controller({4, 6, 0.8, 0.05}, "1"), 0.0, 0.0));
        const std::vector<std::string> ids = formulationsOf(*model);
        QCOMPARE(ids.size(), Catalogue().formulations().size() - 1);
        for (const std::string& id : ids) QTest::newRow(id.c_str()) << id;
    }
    void steps() {
        QFETCH(std::string, formulation);
        const bool own = !integratorsIn(formulation).empty();
        for (const Gains& gains : {Gains{4, 6, 0.8, 0.05}, Gains{4, 6, 0.8, 0}, Gains{4, 0, 0.8, 0},
                                   Gains{4, 0, 0.8, 0.05}})
            for (const bool turns : {true, false}) {
                const std::string law = controller(gains, "1.5");
                const auto model =
                    built(turns ? loadedWheel(law, 0.2, 2.0) : loadedSlider(law, 0.2, 2.0));
                const Rows rows = simulated(model, formulation, own ? 5e-4 : 1e-3, 1.5);
                QCOMPARE(rows.t.size(), std::size_t(1501));
                const Matrix5 A = closedLoop(turns ? 0.1 : 1.0, gains, 1.5);
                // The filter starts at rest, as if the error had been constant.
                for (const std::size_t k : {200, 750, 1500}) {
                    const Vector5 y = exponential(A, {0.2, 2.0, 0.0, 0.0, 1.0}, rows.t[k]);
                    QVERIFY2(std::abs(rows.q[k] - y[0]) < (own ? 2e-5 : 1e-8),
                             qPrintable(QString("%1 at %2 s, expected %3, filter %4")
                                            .arg(rows.q[k], 0, 'g', 12)
                                            .arg(rows.t[k])
                                            .arg(y[0], 0, 'g', 12)
                                            .arg(gains.filter)));
                    if (gains.I != 0.0)
                        QVERIFY(std::abs(rows.integral[k] - y[2]) < (own ? 2e-5 : 1e-8));
                }
                // The work of the first interval is that of the trapezoidal rule.
                QVERIFY2(rows.balance < (own ? 1e-4 : 1e-6) * (1.0 + rows.scale),
                         qPrintable(QString::number(rows.balance)));
            }
    }
    void otherIntegrators() {
        const Gains gains{4, 6, 0.8, 0.05};
        const auto model = built(loadedWheel(controller(gains, "1.5"), 0.2, 2.0));
        const Vector5 y = exponential(closedLoop(0.1, gains, 1.5), {0.2, 2.0, 0.0, 0.0, 1.0}, 1.0);
        for (const char* integrator : {"dopri5", "implicit-midpoint"}) {
            const Rows rows = simulated(model, "naudet", 1e-3, 1.0, integrator);
            QVERIFY(!rows.q.empty());
            QVERIFY2(std::abs(rows.q.back() - y[0]) < 1e-5,
                     qPrintable(QString("%1: %2").arg(integrator).arg(rows.q.back() - y[0])));
        }
    }
    /// Where joints yield, steps are of order 1.
    void withSoftConstraints() {
        const Gains gains{4, 6, 0.8, 0.05};
        const auto model = built(loadedWheel(controller(gains, "1.5"), 0.2, 2.0));
        const Vector5 y = exponential(closedLoop(0.1, gains, 1.5), {0.2, 2.0, 0.0, 0.0, 1.0}, 1.0);
        const auto error = [&](double step) {
            const Rows rows = simulated(model, "soft", step, 1.0);
            return std::max(std::abs(rows.q.back() - y[0]), std::abs(rows.integral.back() - y[2]));
        };
        const double coarse = error(1e-3), fine = error(5e-4);
        QVERIFY2(coarse < 1e-2 && fine > 0.4 * coarse && fine < 0.6 * coarse,
                 qPrintable(QString("%1, %2").arg(coarse).arg(fine)));
    }
    /// A set point that turns on is followed through many turns, in the end without an error.
    void ramps() {
        const auto model = built(loadedWheel(
            controller({4, 6, 0.8, 0}, "{\"kind\": \"constant\", \"offset\": 0, \"rate\": 20}"),
            0.0, 0.0));
        const Rows rows = simulated(model, "hdca", 1e-3, 8.0);
        QVERIFY(std::abs(rows.q.back() - 160.0) < 1e-4);
        QVERIFY(std::abs(rows.u.back() - 20.0) < 1e-4);
    }
    /// At its limit the effort is constant and the integral stands still.
    void limits() {
        const Gains gains{4, 1, 2, 0};
        const auto model = built(loadedSlider(controller(gains, "10", ", \"limit\": 2"), 0.0, 0.0));
        const Rows rows = simulated(model, "aba", 1e-3, 6.0);
        for (std::size_t k = 0; k < 2000; ++k) {
            QVERIFY2(std::abs(rows.q[k] - rows.t[k] * rows.t[k]) < 1e-9,
                     qPrintable(QString::number(rows.q[k])));
            QCOMPARE(rows.integral[k], 0.0);
        }
        double most = 0.0, winding = 0.0;
        for (std::size_t k = 0; k < rows.q.size(); ++k) {
            most = std::max(most, rows.q[k]);
            winding = std::max(winding, rows.integral[k]);
        }
        // With windup, the integral of the error alone would reach more than 20 m s.
        QVERIFY2(winding < 5.0, qPrintable(QString::number(winding)));
        QVERIFY2(rows.balance < 1e-6 * rows.scale, qPrintable(QString::number(rows.balance)));
        const Rows still =
            simulated(built(loadedSlider(controller(gains, "-10", ", \"limit\": 2"), 0.0, 0.0)),
                      "aba", 1e-3, 1.0);
        QVERIFY(std::abs(still.q[800] + 0.64) < 1e-9);
    }
    /// Impacts change speeds and nothing else.
    void impacts() {
        std::string text = loadedSlider(controller({4, 6, 0.8, 0.05}, "1"), 0.0, 0.0);
        text =
            replaced(text, "\"b\": \"block.rail\"}]",
                     "\"b\": \"block.rail\", \"limits\": {\"max\": 0.5, \"restitution\": 0.5}}]");
        const Rows rows = simulated(built(text), "naudet", 1e-3, 1.0);
        QVERIFY(*std::max_element(rows.q.begin(), rows.q.end()) > 0.49);
        double integral = 0.0;
        for (std::size_t k = 1; k < rows.q.size(); ++k) {
            integral += 0.0005 * (2.0 - rows.q[k] - rows.q[k - 1]);
            QVERIFY2(std::abs(rows.integral[k] - integral) < 1e-6,
                     qPrintable(QString("%1, expected %2").arg(rows.integral[k]).arg(integral)));
        }
    }
    void analysesRefuseStates() {
        const auto model = built(loadedWheel(controller({4, 6, 0.8, 0}, "1"), 0.0, 0.0));
        const auto rest = equilibrium(*model);
        QVERIFY(!rest);
        QVERIFY2(said(rest.error()).contains("'T'") && said(rest.error()).contains("controller"),
                 qPrintable(said(rest.error())));
        QVERIFY(!modesAboutStart(*model));
        // Without states they are springs and dampers: J s^2 + K_d s + K_p = 0.
        const auto modes =
            modesAboutStart(*built(loadedWheel(controller({4, 0, 0.8, 0}, "1"), 0.0, 0.0)));
        QVERIFY(modes && !modes->modes.modes.empty());
        const std::complex<double> s = modes->modes.modes[0].eigenvalue;
        QVERIFY2(std::abs(0.1 * s * s + 0.8 * s + 4.0) < 1e-6,
                 qPrintable(QString::number(s.real())));
    }
    void files() {
        const std::string text = loadedWheel(
            controller({4, 6, 0.8, 0.05},
                       "{\"kind\": \"harmonic\", \"amplitude\": 1, \"frequency\": \"2 Hz\"}",
                       ", \"limit\": \"3 N m\""),
            0.0, 0.0);
        const auto read = readModelText(text, "m");
        QVERIFY(read);
        const std::string written = writeModelText(*read);
        const auto again = readModelText(written, "m");
        QVERIFY(again && *again == *read);
        QVERIFY(written.find("\"limit\"") != std::string::npos);
    }
    void refusals_data() {
        QTest::addColumn<QString>("controller");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const char* text, const char* said) {
            QTest::newRow(name) << QString(text).replace('\'', '"') << said;
        };
        row("no gain", "{'set_point': 1}", "at least one of");
        row("no set point", "{'proportional': 1}", "'set_point' is missing");
        row("limit", "{'set_point': 1, 'proportional': 1, 'limit': 0}", "greater than 0");
        row("negative", "{'set_point': 1, 'proportional': 1, 'limit': -2}", "greater than 0");
        row("filter", "{'set_point': 1, 'derivative': 1, 'filter': -1}", "not be negative");
        row("unused", "{'set_point': 1, 'proportional': 1, 'filter': 1}", "no effect");
        row("unit", "{'set_point': '1 m', 'proportional': 1}", "found m, expected");
        row("gain unit", "{'set_point': 1, 'proportional': '3 N/m'}", "found N/m");
        row("state", "{'set_point': 'q + 1', 'proportional': 1}", "unknown parameter 'q'");
    }
    void refusals() {
        QFETCH(QString, controller);
        QFETCH(QString, said);
        const QString found =
            refusalOf(loadedWheel("\"controller\": " + controller.toStdString(), 0.0, 0.0));
        QVERIFY2(found.contains("'T'") && found.contains(said), qPrintable(found));
    }

    /// A step that is longer than the time constant of a filter is said before the run.
    void stepsLongerThanTheFilterAreNamed() {
        const auto model = built(loadedWheel(controller({4, 6, 0.8, 0.004}, "1"), 0.0, 0.0));
        const auto warned = [&](double step) {
            RunSpec spec = Catalogue().defaults(*model, "aba");
            spec.step = step;
            spec.sample = 0.1;
            Diagnostics warnings;
            SetupOptions options;
            options.warnings = &warnings;
            return !setUpRun(Catalogue(), model, spec, options) ? QString("failed")
                                                                : said(warnings);
        };
        QCOMPARE(warned(0.004), QString());
        QVERIFY2(warned(0.01).contains("force 'T'") && warned(0.01).contains("0.004 s"),
                 qPrintable(warned(0.01)));
    }
};

MOMENTREE_TEST(TestControllers, Appless)

}  // namespace momentree::test_controllers
#include "test_controllers.moc"
