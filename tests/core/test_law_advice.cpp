// SPDX-License-Identifier: Apache-2.0
// Laws of time that are too fast for the step of a run: whoever is wrong is warned, and the step
// that the warning names is short enough.
#include <QTest>
#include <cmath>
#include <numbers>

#include "core/integrators/integrator.hpp"
#include "core/session/run.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"

namespace momentree::test_law_advice {

using namespace momentree::test;

namespace {

/// A body with 1 kg m^2 that a law turns.
std::shared_ptr<const Model> turned(const QString& law) {
    return built(QStringLiteral(R"({"version": 1, "name": "turned",
        "ground": {"markers": {"O": [0, 0, 0]}},
        "bodies": [{"name": "body", "mass": 1, "inertia": [1, 1, 1],
                    "markers": {"O": [0, 0, 0]}}],
        "joints": [{"name": "J", "type": "revolute", "a": "ground.O", "b": "body.O"}],
        "forces": [{"name": "push", "type": "axial-torque", "a": "ground.O", "b": "body.O",
                    "law": %1}]})")
                     .arg(law)
                     .toStdString());
}

struct Turned {
    double error = 0.0;    ///< of the rate, relative to its largest
    double advised = 0.0;  ///< step [s], 0 without a warning
};

/// @param right rate at a time
Turned turnedBy(const std::shared_ptr<const Model>& model, const std::string& integrator,
                double step, const std::function<double(double)>& right, double largest) {
    RunSpec spec = Catalogue().defaults(*model, integrator == "rattle" ? "rattle" : "aba");
    spec.integrator = integrator;
    spec.step = step;
    spec.duration = 0.1;
    spec.sample = 0.002;
    Diagnostics warnings;
    auto run = Run::create(Catalogue(), model, spec, {.warnings = &warnings});
    if (!run) qFatal("%s", qPrintable(said(run.error())));
    while (!(*run)->finished())
        if ((*run)->advance({}).status != StepStatus::Reached) break;
    Turned out;
    const Recording& rows = *(*run)->recording();
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const double u = rows.at(row, (*run)->layout().jointU(0));
        out.error = std::max(out.error, std::abs(u - right(rows.at(row, 0))) / largest);
    }
    for (const Diagnostic& warning : warnings) {
        if (warning.message.id != std::string_view("law-too-fast")) continue;
        out.advised = std::stod(warning.message.arguments.at(3).text);
    }
    return out;
}

std::vector<std::string> integrators() {
    std::vector<std::string> all{"rk4", "abm4", "implicit-midpoint", "dopri5", "rattle"};
    if (!cvodeRefusal()) all.insert(all.end(), {"cvode-bdf", "cvode-adams"});
    return all;
}

/// Who is wrong by more than 3 percent was warned, and is right with the step of the warning.
bool isHonest(const std::shared_ptr<const Model>& model, const std::string& integrator,
              const std::function<double(double)>& right, double largest, QString& said) {
    const Turned first = turnedBy(model, integrator, 1e-3, right, largest);
    said = QStringLiteral("%1: off by %2, advised %3 s")
               .arg(integrator.c_str())
               .arg(first.error)
               .arg(first.advised);
    if (first.advised == 0.0) return first.error < 0.03;
    const Turned second = turnedBy(model, integrator, first.advised, right, largest);
    said += QStringLiteral(", then off by %1").arg(second.error);
    return first.advised < 1e-3 && second.error < 0.03 && second.advised == 0.0;
}

}  // namespace

class TestLawAdvice : public QObject {
    Q_OBJECT

private slots:
    void pulses_data() {
        QTest::addColumn<double>("width");
        for (const double width : {1e-2, 2e-3, 1e-3, 6e-4, 3e-4, 1e-4, 3e-5})
            QTest::newRow(QByteArray::number(width).constData()) << width;
    }
    void pulses() {
        QFETCH(double, width);
        for (const double middle : {0.05, 0.05037, 0.0505}) {
            const auto model = turned(QStringLiteral("\"%1*exp(-((t - %2 s)/(%3 s))^2)\"")
                                          .arg(1.0 / width, 0, 'g', 17)
                                          .arg(middle, 0, 'g', 17)
                                          .arg(width, 0, 'g', 17));
            const double whole = std::sqrt(std::numbers::pi);
            const auto right = [&](double t) {
                return 0.5 * whole * (std::erf((t - middle) / width) + std::erf(middle / width));
            };
            for (const std::string& integrator : integrators()) {
                QString said;
                QVERIFY2(isHonest(model, integrator, right, whole, said), qPrintable(said));
            }
        }
    }

    void oscillations_data() {
        QTest::addColumn<QString>("law");
        QTest::addColumn<double>("frequency");
        for (const double w : {30.0, 300.0, 1500.0, 3000.0, 6220.35, 2000.0 * std::numbers::pi}) {
            QTest::addRow("expression %g", w) << "\"1000*sin(%1*t + 0.5)\"" << w;
            QTest::addRow("harmonic %g", w)
                << R"({"kind": "harmonic", "amplitude": 1000, "frequency": %1, "phase": 0.5})" << w;
        }
    }
    void oscillations() {
        QFETCH(QString, law);
        QFETCH(double, frequency);
        const auto model = turned(law.arg(frequency, 0, 'g', 17));
        const auto right = [&](double t) {
            return 1000.0 / frequency * (std::cos(0.5) - std::cos(frequency * t + 0.5));
        };
        for (const std::string& integrator : integrators()) {
            QString said;
            QVERIFY2(isHonest(model, integrator, right, 2000.0 / frequency, said),
                     qPrintable(said));
        }
    }

    void slowLawsAreFine_data() {
        QTest::addColumn<QString>("law");
        QTest::newRow("number") << "\"3\"";
        QTest::newRow("line") << "\"3*t\"";
        QTest::newRow("polynomial") << R"({"kind": "polynomial", "coefficients": [0, 1, 2, -3]})";
        QTest::newRow("table") << R"({"kind": "table", "times": [0.05, 0.050001, 0.050002],
                                      "values": [0, 1e6, 0], "interpolation": "linear"})";
        QTest::newRow("controller") << "\"-4*q - 0.1*u + 2*sin(30*t)\"";
        QTest::newRow("box") << "\"30*(sign(t - 0.0301 s) - sign(t - 0.0702 s))\"";
    }
    void slowLawsAreFine() {
        QFETCH(QString, law);
        for (const std::string& integrator : integrators())
            QCOMPARE(turnedBy(
                         turned(law), integrator, 1e-3, [](double) { return 0.0; }, 1.0)
                         .advised,
                     0.0);
    }

    // A force that holds a joint where it jumps leaves no step long enough: the run ends soon and
    // names it.
    void forcesThatHoldAtTheirJumpAreNamed() {
        const auto model = turned("\"2 - 5*sign(u)\"");
        for (const std::string& integrator : integrators()) {
            if (integrator == "rk4" || integrator == "abm4" || integrator == "rattle") continue;
            RunSpec spec = Catalogue().defaults(*model, "aba");
            spec.integrator = integrator;
            auto run = Run::create(Catalogue(), model, spec);
            if (!run) qFatal("%s", qPrintable(said(run.error())));
            Progress progress;
            while (!(*run)->finished() && progress.status == StepStatus::Reached)
                progress = (*run)->advance({});
            QVERIFY2(progress.status != StepStatus::Reached, integrator.c_str());
            const QString said = QString::fromStdString((*run)->failure(progress).str());
            QVERIFY2(said.contains("'push' jumps"), qPrintable(said));
        }
    }
};

MOMENTREE_TEST(TestLawAdvice, Appless)
}  // namespace momentree::test_law_advice
#include "test_law_advice.moc"
