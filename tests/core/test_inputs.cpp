// SPDX-License-Identifier: Apache-2.0
// Inputs: numbers from outside that laws of forces read and programs change between rows.
#include <QTest>
#include <cmath>

#include "core/io/model_file.hpp"
#include "core/session/run.hpp"
#include "support/integrate.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"

namespace momentree::test_inputs {

using namespace momentree::test;

namespace {

/// A body of 2 kg on a rail, pushed by the force of an input.
const char* const cart = R"({
    "version": 1, "name": "cart", "gravity": [0, 0, 0],
    "ground": {"markers": {"rail": {"position": [0, 0, 0], "z": [1, 0, 0]}}},
    "bodies": [{"name": "cart", "mass": 2, "inertia": [0.1, 0.1, 0.1],
                "markers": {"rail": {"position": [0, 0, 0], "z": [1, 0, 0]}}}],
    "joints": [{"name": "J", "type": "prismatic", "a": "ground.rail", "b": "cart.rail"}],
    "forces": [{"name": "push", "type": "axial-force", "a": "ground.rail", "b": "cart.rail",
                "law": "force"}],
    "probes": [{"column": "other", "quantity": "input"},
               {"column": "force", "quantity": "input", "value": "3 N"}]})";

std::unique_ptr<Run> runOf(const std::shared_ptr<const Model>& model,
                           const std::string& formulation, const std::string& integrator = "rk4") {
    RunSpec spec = Catalogue().defaults(*model, formulation);
    spec.integrator = integrator;
    spec.step = 0.05;
    spec.sample = 0.5;
    spec.duration = 2.0;
    auto run = Run::create(Catalogue(), model, spec);
    if (!run) qFatal("%s", toString(run.error().front()).c_str());
    return std::move(*run);
}

}  // namespace

class TestInputs : public QObject {
    Q_OBJECT
private slots:
    void holdBetweenRows_data() {
        QTest::addColumn<std::string>("formulation");
        for (const std::string& id : odeFormulations()) QTest::newRow(id.c_str()) << id;
    }
    void holdBetweenRows() {
        QFETCH(std::string, formulation);
        const auto model = built(cart);
        const auto run = runOf(model, formulation), other = runOf(model, formulation);
        const RowLayout& layout = run->layout();
        const int force = layout.column("force");
        QVERIFY(force >= 0);
        double speed = 0.0, wanted = 3.0;
        for (int row = 0; !run->finished(); ++row) {
            QCOMPARE(run->recording()->at(row, force), row == 0 ? 3.0 : wanted);
            QVERIFY(std::abs(run->recording()->at(row, layout.jointU(0)) - speed) < 1e-12);
            wanted = 2.0 - 3.0 * row;
            QVERIFY(!run->setInput("force", wanted));
            QVERIFY(run->advance({}).status == StepStatus::Reached);
            speed += wanted / 2.0 * 0.5;
        }
        QVERIFY(run->notes().empty());
        while (!other->finished()) QVERIFY(other->advance({}).status == StepStatus::Reached);
        QVERIFY(std::abs(other->recording()->at(4, layout.jointU(0)) - 3.0) < 1e-12);
    }

    void wrongInputsAreRefused() {
        const auto model = built(cart);
        const auto run = runOf(model, "aba");
        QVERIFY(run->setInput("torque", 1.0)->id == "input-unknown");
        QVERIFY(run->setInput("force", NAN)->id == "input-not-finite");
        for (const char* integrator : {"dopri5", "cvode-adams"})
            QVERIFY(runOf(model, "aba", integrator)->setInput("force", 1.0)->id ==
                    "input-integrator");
    }

    void areWrittenAsTheyWereRead() {
        const auto description = readModelText(cart, "m");
        QVERIFY(description);
        const auto again = readModelText(writeModelText(*description), "m");
        QVERIFY(again && *again == *description);
        QCOMPARE(again->probes[1].value.text, std::string("3 N"));
    }
};

MOMENTREE_TEST(TestInputs, Appless)

}  // namespace momentree::test_inputs
#include "test_inputs.moc"
