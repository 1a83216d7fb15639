// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/io/model_file.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/session/catalogue.hpp"
#include "support/test_main.hpp"
#include "tests/support/allocation_guard.hpp"

namespace momentree::test_allocation {
namespace {

std::shared_ptr<const Model> example(const QString& name) {
    auto description = readModelFile(
        (QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples/") + name + ".momentree.json")
            .toStdString());
    if (!description) return nullptr;
    auto model = buildModel(std::move(*description));
    return model ? *model : nullptr;
}

bool goesWith(const Catalogue& catalogue, const Model& model, const std::string& formulation,
              const std::string& integrator) {
    for (const Choice& choice : catalogue.integrators(formulation, &model))
        if (choice.id == integrator) return !choice.refusal;
    return false;
}

}  // namespace

/// After a stepper has started, neither steps nor observations allocate.
class TestAllocation : public QObject {
    Q_OBJECT

private slots:
    void steppingAllocatesNothing_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("formulation");
        QTest::addColumn<QString>("integrator");
        const Catalogue catalogue;
        for (const char* name :
             {"double_pendulum", "four_bar", "four_bar_driven", "spatial_double_pendulum",
              "branched_tree", "rssr", "planetary_gear"})
            for (const Choice& formulation : catalogue.formulations(example(name).get()))
                for (const char* integrator :
                     {"explicit-euler", "semi-implicit-euler", "rk4", "trapezoidal", "newmark",
                      "alpha-index2", "alpha-index3", "rattle", "energy-momentum", "soft-euler",
                      "implicit-midpoint", "dopri5", "abm4"}) {
                    if (!formulation.refusal &&
                        goesWith(catalogue, *example(name), formulation.id, integrator))
                        QTest::addRow("%s, %s, %s", name, formulation.id.c_str(), integrator)
                            << name << QString::fromStdString(formulation.id) << integrator;
                }
    }
    void steppingAllocatesNothing() {
        QFETCH(QString, name);
        QFETCH(QString, formulation);
        QFETCH(QString, integrator);
        const auto model = example(name);
        QVERIFY(model);
        const Catalogue catalogue;
        RunSpec spec = catalogue.defaults(*model);
        spec.formulation = formulation.toStdString();
        spec.integrator = integrator.toStdString();
        for (const Choice& choice : catalogue.formulations(model.get()))
            if (choice.id == spec.formulation && choice.refusal)
                QSKIP(choice.refusal->str().c_str());
        const auto initial = assemble(*model);
        QVERIFY(initial);
        auto stepper = catalogue.make(model, spec);
        QVERIFY(stepper);
        QVERIFY((*stepper)->initialise(*initial));
        Sample sample;
        sample.resize(*model);

        const test::AllocationGuard guard;
        const Progress progress = (*stepper)->advance(10 * spec.step, {});
        (*stepper)->observe(sample);
        QCOMPARE(guard.count(), std::size_t(0));
        QVERIFY(progress.status == StepStatus::Reached);
        if (spec.integrator != "dopri5") QCOMPARE(progress.steps, 10);
    }
};

MOMENTREE_TEST(TestAllocation, Appless)

}  // namespace momentree::test_allocation
#include "test_allocation.moc"
