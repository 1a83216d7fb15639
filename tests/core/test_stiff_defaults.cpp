// SPDX-License-Identifier: Apache-2.0
// Integrators and steps of runs without settings, of mechanisms with strong dampers.
#include <QTest>

#include "core/integrators/integrator.hpp"
#include "core/io/model_file.hpp"
#include "core/session/default_step.hpp"
#include "core/session/run.hpp"
#include "support/model_text.hpp"
#include "support/random_models.hpp"
#include "support/test_main.hpp"

namespace momentree::test_stiff_defaults {

using namespace momentree::test;

namespace {

/// A light link on a hinge with a damper; a load is fixed to its end by a prismatic joint.
std::shared_ptr<const Model> arm(double damping, const QByteArray& more = {}) {
    const QByteArray text =
        R"({"version": 1, "name": "arm", "gravity": [0, -9.81, 0],
        "ground": {"markers": {"O": [0, 0, 0]}},
        "bodies": [{"name": "link", "mass": 0.01, "inertia": [1e-6, 1e-6, 1e-6],
                    "markers": {"P": [-0.05, 0, 0], "Q": {"position": [0.05, 0, 0],
                                "z": [1, 0, 0]}}},
                   {"name": "load", "mass": 1, "inertia": [1e-3, 1e-3, 1e-3],
                    "markers": {"C": {"position": [0, 0, 0], "z": [1, 0, 0]}}}],
        "joints": [{"name": "hinge", "type": "revolute", "a": "ground.O", "b": "link.P"},
                   {"name": "slide", "type": "prismatic", "a": "link.Q", "b": "load.C"}],
        "forces": [{"name": "damper", "type": "axial-torque", "a": "ground.O", "b": "link.P",
                    "damping": )" +
        QByteArray::number(damping) +
        R"(}, {"name": "hold", "type": "axial-force", "a": "link.Q", "b": "load.C",
               "stiffness": 1000, "damping": 10}])" +
        more + "}";
    const auto read = readModelText(text.toStdString(), "arm");
    if (!read) qFatal("%s", qPrintable(said(read.error())));
    return build(*read);
}

}  // namespace

class TestStiffDefaults : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (cvodeRefusal()) QSKIP("CVODE is not installed");
    }
    /// The free link would slow down within 50 ns, with its load within 0.5 ms.
    void mobilitiesAreThoseOfTheMechanism() {
        const auto model = arm(20.0);
        QVERIFY(!loadLimits(*model).stiff());
        QCOMPARE(defaultStep(*model, loadLimits(*model), 1e-3), 1e-4);
        QCOMPARE(Catalogue().defaults(*model).integrator, std::string("rk4"));
    }
    void strongDampersAreIntegratedImplicitly() {
        const Catalogue catalogue;
        const auto model = arm(5000.0);
        QVERIFY(loadLimits(*model).stiff());
        for (const char* formulation : {"hdca", "naudet", "aba", "lagrange-index1"})
            QCOMPARE(catalogue.defaults(*model, formulation).integrator, std::string("cvode-bdf"));
        const RunSpec own = catalogue.defaults(*model, "index3-dca");
        QCOMPARE(own.integrator, std::string("trapezoidal"));
        QCOMPARE(own.step, 1e-5);
        QCOMPARE(catalogue.defaults(*model, "hdca", "float32").integrator, std::string("rk4"));
    }
    void aStepImpliesEqualSteps() {
        const auto model = arm(5000.0);
        RunSettings wanted;
        wanted.step = 2e-7;
        const RunSpec spec = specOf(Catalogue(), *model, wanted);
        QCOMPARE(spec.integrator, std::string("rk4"));
        QCOMPARE(spec.step, 2e-7);
        const auto ofFile = arm(5000.0, R"(, "run": {"step": 2e-7})");
        QCOMPARE(Catalogue().defaults(*ofFile).integrator, std::string("rk4"));
    }
    /// The arm sinks with the speed at which the damper carries its weight.
    void theRunIsRight() {
        const auto model = arm(5000.0);
        RunSpec spec = Catalogue().defaults(*model);
        spec.duration = 0.2;
        spec.sample = 0.01;
        auto run = Run::create(Catalogue(), model, spec);
        QVERIFY(run.has_value());
        while (!(*run)->finished()) QCOMPARE((*run)->advance({}).status, StepStatus::Reached);
        QVERIFY((*run)->steps() < 2000);
        const auto rows = (*run)->recording();
        const RowLayout& layout = (*run)->layout();
        const auto column = std::ranges::find(layout.names(), "hinge.u") - layout.names().begin();
        const double speed = rows->at(rows->size() - 1, static_cast<int>(column));
        const double expected = -(0.01 * 0.05 + 1.0 * 0.1) * 9.81 / 5000.0;
        QVERIFY2(std::abs(speed / expected - 1.0) < 1e-3, qPrintable(QString::number(speed)));
    }
};

}  // namespace momentree::test_stiff_defaults

MOMENTREE_TEST(momentree::test_stiff_defaults::TestStiffDefaults, Appless)
#include "test_stiff_defaults.moc"
