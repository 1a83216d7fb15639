// SPDX-License-Identifier: Apache-2.0
#include <QRegularExpression>
#include <QTest>
#include <limits>
#include <map>

#include "bench/mechanisms.hpp"
#include "core/session/default_step.hpp"
#include "core/session/run_limits.hpp"
#include "support/random_models.hpp"
#include "support/test_main.hpp"
#include "tests/support/pendulum_catalogue.hpp"

namespace momentree::test_catalogue {

using test::pendulumCatalogue;
using test::pendulumModel;

namespace {

RunSpec good() {
    RunSpec spec;
    spec.formulation = "pendulum";
    spec.integrator = "rk4";
    return spec;
}

/// All problems of a spec in one text, empty if it is valid.
QString problems(const RunSpec& spec) {
    const auto checked = pendulumCatalogue().check(*pendulumModel(), spec);
    QString text;
    if (!checked)
        for (const Diagnostic& d : checked.error())
            text += QString::fromStdString(toString(d)) + "\n";
    if (const auto fits = checkRecording(*pendulumModel(), spec); checked && !fits)
        text += QString::fromStdString(toString(fits.error().front()));
    return text;
}

}  // namespace

class TestCatalogue : public QObject {
    Q_OBJECT

private slots:
    void acceptsWhatIsRight() { QCOMPARE(problems(good()), QString()); }

    void refusesNumbers_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("message");
        constexpr double inf = std::numeric_limits<double>::infinity();
        constexpr double nan = std::numeric_limits<double>::quiet_NaN();
        QTest::newRow("step 0") << "step" << 0.0 << "step: must be positive and finite, not 0 s";
        QTest::newRow("step < 0") << "step" << -1.0
                                  << "step: must be positive and finite, not -1 s";
        QTest::newRow("step nan") << "step" << nan
                                  << "step: must be positive and finite, not nan s";
        QTest::newRow("step > duration") << "step" << 11.0 << "longer than the duration of 10 s";
        QTest::newRow("too many") << "step" << 1e-9 << "at least 1e-08 s";
        QTest::newRow("duration < 0")
            << "duration" << -1.0 << "duration: must be positive and finite, not -1 s";
        QTest::newRow("duration inf") << "duration" << inf << "duration: is infinite";
        QTest::newRow("duration huge") << "duration" << 1e308 << "more than 1e12 samples";
        QTest::newRow("duration long") << "duration" << 2e5 << "more than 2 GiB";
        QTest::newRow("sample 0") << "sample" << 0.0
                                  << "sample interval: must be positive and finite, not 0 s";
        QTest::newRow("sample > duration") << "sample" << 11.0 << "longer than the duration";
        QTest::newRow("baumgarte")
            << "baumgarte" << -1.0 << "baumgarte: must be 0 or positive and finite, not -1 1/s";
        QTest::newRow("penalty") << "penalty" << 0.0
                                 << "penalty: must be between 1 and 1e+12, not 0";
        QTest::newRow("tolerance")
            << "newton" << nan << "newton tolerance: must be between 1e-15 and 0.001, not nan";
    }
    void refusesNumbers() {
        QFETCH(QString, field);
        QFETCH(double, value);
        QFETCH(QString, message);
        RunSpec spec = good();
        (field == "step"       ? spec.step
         : field == "duration" ? spec.duration
         : field == "sample"   ? spec.sample
         : field == "penalty"  ? spec.penalty
         : field == "newton"   ? spec.newtonTolerance
                               : spec.baumgarte) = value;
        QVERIFY2(problems(spec).contains(message), qPrintable(problems(spec)));
    }
    /// The interval proposed by the message fits.
    void proposesASampleIntervalThatFits() {
        RunSpec spec = good();
        spec.duration = 1e6;
        spec.sample = 1e-3;
        spec.step = 1e-3;
        const QString text = problems(spec);
        const auto match = QRegularExpression("GiB; choose (\\S+) s").match(text);
        QVERIFY2(match.hasMatch(), qPrintable(text));
        spec.sample = match.captured(1).toDouble();
        QCOMPARE(problems(spec), QString());
    }
    void refusesTolerances() {
        RunSpec spec = good();
        spec.relativeTolerance = 0.0;
        QCOMPARE(problems(spec), QString());
        spec.integrator = "cvode-bdf";
        QVERIFY(
            problems(spec).contains("relative tolerance: must be between 1e-14 and 0.1, not 0"));
    }
    void refusesSinglePrecisionWhereItCannotServe() {
        const Catalogue catalogue;
        const auto model = pendulumModel();
        const auto said = [&](const RunSpec& spec) {
            const auto checked = catalogue.check(*model, spec);
            return checked ? QString() : QString::fromStdString(toString(checked.error().front()));
        };
        RunSpec spec = catalogue.defaults(*model, "naudet", "float32");
        spec.integrator = "dopri5";
        QCOMPARE(said(spec), QString());
        spec.relativeTolerance = 1e-8;
        QVERIFY(said(spec).contains("between 1e-06 and 0.1 in single precision"));
        spec.integrator = "cvode-bdf";
        QVERIFY(said(spec).contains("does not work with cvode-bdf"));
        spec = catalogue.defaults(*model, "index3-dca", "float32");
        QCOMPARE(said(spec), QString());
        spec.penalty = RunSpec().penalty;
        QVERIFY(said(spec).contains(
            "penalty: must be between 1 and 100000 in single precision, not 1e+08"));
        spec = catalogue.defaults(*model, "dca", "float32");
        QVERIFY(said(spec).contains("dca computes in double precision only"));
    }
    void refusesModelsTooLargeForDenseMatrices() {
        const Catalogue catalogue;
        for (const int bodies : {40, 60}) {  // 200 and 300 rows
            const auto hinged = test::randomModel({.bodies = bodies, .joints = {"revolute"}}, 4);
            for (const char* id : {"udwadia-kalaba", "null-space"}) {
                const auto checked = catalogue.check(*hinged, catalogue.defaults(*hinged, id));
                QCOMPARE(checked.has_value(), bodies == 40);
                if (checked) continue;
                QCOMPARE(checked.error().size(), std::size_t{1});
                QCOMPARE(checked.error()[0].message.id, std::string_view("dense-rows"));
            }
        }
    }
    // Windows share their sides: a ladder is one cluster.
    void refusesLargeClusters() {
        const Catalogue catalogue;
        for (const int windows : {40, 200}) {
            const auto ladder = bench::ladderModel(windows);
            const auto checked = catalogue.check(*ladder, catalogue.defaults(*ladder, "cluster"));
            QCOMPARE(checked.has_value(), windows == 40);
            if (!checked)
                QCOMPARE(checked.error()[0].message.id, std::string_view("cluster-speeds"));
        }
    }
    void refusesIds_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("message");
        QTest::newRow("later backend") << "backend"
                                       << "virtual-board"
                                       << "is unknown";
        QTest::newRow("no threads") << "backend"
                                    << "parallel:0"
                                    << "from 1 to 256";
        QTest::newRow("no number") << "backend"
                                   << "parallel:all"
                                   << "from 1 to 256";
        QTest::newRow("board") << "backend"
                               << "board:host:1"
                               << "is unknown";
        QTest::newRow("misspelt") << "integrator"
                                  << "rk5"
                                  << "'rk4'";
        QTest::newRow("nonsense") << "formulation"
                                  << "xyzzy"
                                  << "is unknown; there is";
    }
    void refusesIds() {
        QFETCH(QString, kind);
        QFETCH(QString, id);
        QFETCH(QString, message);
        RunSpec spec = good();
        (kind == "formulation" ? spec.formulation
         : kind == "backend"   ? spec.backend
                               : spec.integrator) = id.toStdString();
        const QString text = problems(spec);
        QVERIFY2(text.contains(kind + " '" + id + "'"), qPrintable(text));
        QVERIFY2(text.contains(message), qPrintable(text));
        QVERIFY(!pendulumCatalogue().make(pendulumModel(), spec));
    }
    void namesEveryProblemAtOnce() {
        RunSpec spec = good();
        spec.step = 0.0;
        spec.duration = -1.0;
        spec.integrator = "none";
        QCOMPARE(problems(spec).count('\n'), 3);
    }
    void warnsOfTheStepReallyTaken() {
        RunSpec spec = good();
        spec.step = 3e-3;
        Diagnostics warnings;
        QVERIFY(pendulumCatalogue().check(*pendulumModel(), spec, &warnings).has_value());
        QCOMPARE(warnings.size(), std::size_t(1));
        QVERIFY(warnings[0].severity == Diagnostic::Severity::Warning);
        QVERIFY(warnings[0].message.id == "step-adjusted");
        QVERIFY(toString(warnings[0]).ends_with("steps of 0.0025 s are taken"));
    }
    void refusesWhatAFormulationCannotDo() {
        Catalogue catalogue;
        catalogue.add(
            {"picky",
             "Picky",
             "For tests.",
             [](const Model&) { return MOMENTREE_TEXT("test-picky", "knows no pendulums"); },
             {}});
        RunSpec spec = good();
        spec.formulation = "picky";
        const auto checked = catalogue.check(*pendulumModel(), spec);
        QVERIFY(!checked);
        QCOMPARE(toString(checked.error().at(0)),
                 std::string("formulation 'picky': knows no pendulums"));
        QVERIFY(!catalogue.formulations().back().refusal);
        QCOMPARE(catalogue.formulations(pendulumModel().get()).back().refusal->id,
                 std::string_view("test-picky"));
    }
    void defaultsFillWhatTheFileLeavesOpen() {
        Model model;
        RunSettings& run = model.description.run;
        const Catalogue catalogue;
        RunSpec spec = catalogue.defaults(model);
        QCOMPARE(spec.formulation, std::string("hdca"));
        QCOMPARE(spec.integrator, std::string("rk4"));
        QCOMPARE(spec.backend, std::string("sequential"));
        QCOMPARE(spec.step, 1e-3);
        QCOMPARE(spec.duration, 10.0);
        QCOMPARE(spec.sample, 0.01);
        run = {};
        run.formulation = "naudet";
        run.integrator = "explicit-euler";
        run.step = 0.05;
        run.duration = 20.0;
        run.relativeTolerance = 1e-4;
        run.inversion = "eigen";
        run.baumgarte = 5.0;
        run.momentumReset = 0.25;
        run.penalty = 1e3;
        run.projections = 0;
        spec = catalogue.defaults(model);
        QCOMPARE(spec.formulation, std::string("naudet"));
        QCOMPARE(spec.integrator, std::string("explicit-euler"));
        QCOMPARE(spec.sample, 0.05);
        QCOMPARE(spec.relativeTolerance, 1e-4);
        QCOMPARE(spec.baumgarte, 5.0);
        QCOMPARE(spec.inversion, std::string("eigen"));
        QCOMPARE(spec.momentumReset, 0.25);
        QCOMPARE(spec.penalty, 1e3);
        QCOMPARE(spec.projections, 0);
        QCOMPARE(spec.newtonIterations, RunSpec().newtonIterations);
    }
    /// A formulation with built-in integrators accepts only these, and no other formulation accepts
    /// them.
    void ownIntegrators() {
        const Catalogue catalogue = pendulumCatalogue();
        const auto model = pendulumModel();
        RunSpec spec;
        for (const auto& [id, own] : std::map<std::string, std::vector<std::string>>{
                 {"index3-dca", {"trapezoidal", "newmark"}},
                 {"generalized-alpha", {"alpha-index2", "alpha-index3"}},
                 {"rattle", {"rattle"}},
                 {"energy-momentum", {"energy-momentum"}},
                 {"soft", {"soft-euler"}}}) {
            spec = catalogue.defaults(*model, id);
            QCOMPARE(spec.integrator, own.front());
            QVERIFY(catalogue.check(*model, spec).has_value());
            for (const Choice& choice : catalogue.integrators(id))
                QCOMPARE(!choice.refusal, std::ranges::find(own, choice.id) != own.end());
            spec.integrator = "rk4";
            const Diagnostic refused = catalogue.check(*model, spec).error().at(0);
            QCOMPARE(refused.message.id, std::string_view("integrator-own"));
            QVERIFY(refused.message.str().find(own.front()) != std::string::npos);
            QVERIFY(refused.place == Place::setting("integrator", "rk4"));
            const auto system = catalogue.makeSystem(model, spec);
            QVERIFY(!system);
            QCOMPARE(system.error().at(0).message.id,
                     std::string_view("formulation-no-derivative"));
        }
    }
    void spectralRadius() {
        const Catalogue catalogue;
        const auto model = pendulumModel();
        RunSpec spec = catalogue.defaults(*model, "generalized-alpha");
        const auto said = [&](const char* integrator) {
            spec.integrator = integrator;
            const auto checked = catalogue.check(*model, spec);
            return checked ? QString() : QString::fromStdString(toString(checked.error().at(0)));
        };
        for (const char* good : {"alpha-index2:0", "alpha-index3:1", "alpha-index2:0.55"})
            QVERIFY2(said(good).isEmpty(), qPrintable(said(good)));
        for (const char* bad : {"alpha-index2:1.1", "alpha-index2:-0.1",
                                "alpha-index3:", "alpha-index3:x", "alpha-index2:nan"})
            QVERIFY2(said(bad).contains("spectral radius"), qPrintable(said(bad)));
        QVERIFY(said("alpha-index4:0.5").contains("unknown"));
        spec.formulation = "naudet";
        QVERIFY2(said("rk4:0.5").contains("takes no parameter"), qPrintable(said("rk4:0.5")));
        QVERIFY(said("alpha-index2:0.5").contains("built into generalized-alpha"));
    }
    void builtInIntegratorsOfOthers() {
        Catalogue catalogue = pendulumCatalogue();
        const auto model = pendulumModel();
        RunSpec spec;
        spec = good();
        spec.integrator = "trapezoidal";
        QVERIFY(!catalogue.check(*model, spec));
        QVERIFY(catalogue.makeSystem(model, spec).has_value());  // needs no integrator
        spec.formulation = "pendulums";
        QCOMPARE(catalogue.makeSystem(model, spec).error().at(0).message.id,
                 std::string_view("id-misspelt"));
        spec = good();
        spec.integrator = "trapezoidal";
        QVERIFY(catalogue.integrators("pendulum").back().refusal);
    }
    /// The file's integrator is used if the requested formulation supports it.
    void stiffLoadsAskForShorterSteps() {
        Model model = *pendulumModel();
        model.bodies.emplace_back().mass = 2.0;
        QCOMPARE(defaultStep(model, loadLimits(model), 1e-3), 1e-3);
        SpringDamper spring;
        spring.B.body = 0;
        spring.k = 0.9e6 * 2.0;  // 949 rad/s
        model.springs.push_back(spring);
        QCOMPARE(defaultStep(model, loadLimits(model), 1e-3), 5e-5);
        model.springs[0].k = 0.0;
        model.springs[0].c = 900.0 * 2.0;  // time constant 1.1 ms
        QCOMPARE(defaultStep(model, loadLimits(model), 1e-3), 2e-4);
        model.springs[0].k = 1e300;
        QCOMPARE(defaultStep(model, loadLimits(model), 1e-3), 1e-6);
    }
    void smallMechanismsAskForShorterSteps() {
        Model model;
        model.bodies.emplace_back();
        JointElement& joint = model.joints.emplace_back();
        joint.B.body = 0;
        joint.B.frame.r = {0.1, 0.0, 0.0};
        QCOMPARE(defaultStep(model, loadLimits(model), 1e-3), 1e-3);
        joint.B.frame.r = {1e-6, 0.0, 0.0};  // sqrt(l/g) is 0.3 ms
        QCOMPARE(defaultStep(model, loadLimits(model), 1e-3), 1e-5);
        model.gravity.setZero();
        QCOMPARE(defaultStep(model, loadLimits(model), 1e-3), 1e-3);
    }

    void defaultsOfAnotherFormulation() {
        Model model;
        model.description.run.integrator = "trapezoidal";
        QCOMPARE(Catalogue().defaults(model, "naudet").integrator, std::string("rk4"));
        model.description.run.integrator = "explicit-euler";
        QCOMPARE(Catalogue().defaults(model, "naudet").integrator, std::string("explicit-euler"));
        model.description.run.integrator = "typo";
        QCOMPARE(Catalogue().defaults(model, "naudet").integrator, std::string("typo"));
    }
    void idsAreThoseOfTheContract() {
        const auto ids = [](const std::vector<Choice>& choices) {
            QStringList list;
            for (const Choice& c : choices) list << QString::fromStdString(c.id);
            return list.join(' ');
        };
        const Catalogue catalogue;
        QCOMPARE(
            ids(catalogue.formulations()),
            QString("hdca dca index3-dca naudet aba lcaba cluster hamilton-index2 lagrange-index1 "
                    "udwadia-kalaba "
                    "null-space soft generalized-alpha rattle energy-momentum"));
        QCOMPARE(ids(catalogue.backends()), QString("sequential parallel float32"));
        QCOMPARE(
            ids(catalogue.integrators()),
            QString(
                "explicit-euler semi-implicit-euler rk4 abm4 dopri5 implicit-midpoint cvode-bdf "
                "cvode-adams "
                "trapezoidal newmark alpha-index2 alpha-index3 rattle energy-momentum soft-euler"));
        QCOMPARE(
            ids(catalogue.joints()),
            QString(
                "revolute prismatic universal cylindrical screw planar spherical constant-velocity "
                "free fixed distance point-on-line point-on-plane point-on-curve cam-roller "
                "cam-face rolling-disc rolling-ellipsoid "
                "knife-edge"));
    }
};

MOMENTREE_TEST(TestCatalogue, Appless)

}  // namespace momentree::test_catalogue
#include "test_catalogue.moc"
