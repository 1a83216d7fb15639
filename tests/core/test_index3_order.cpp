// SPDX-License-Identifier: Apache-2.0
// Cases that the source of the index-3 formulation does not cover, compared with other
// formulations: errors decrease by a factor of four when the step is halved. Also in single
// precision.
#include <QTest>

#include "core/io/model_file.hpp"
#include "core/session/built_in.hpp"
#include "core/session/catalogue.hpp"
#include "support/mechanisms.hpp"
#include "support/reference_case.hpp"
#include "support/stepping.hpp"
#include "support/test_main.hpp"

namespace momentree::test_index3_order {

using namespace momentree::test;

namespace {

RunSpec index3(const std::string& rule, double step) {
    RunSpec spec;
    spec.formulation = ownerOf(rule);
    spec.integrator = rule;
    spec.step = step;
    return spec;
}

/// Selects loads of one kind.
template <typename Law>
ModelDescription withOnly(ModelDescription d) {
    std::erase_if(d.forces,
                  [](const auto& force) { return !std::holds_alternative<Law>(force.law); });
    return d;
}

ModelDescription drivenJoint(const std::string& type, int coordinate) {
    ModelDescription d =
        describe(Recipe{.bodies = 3, .joints = {"spherical", type, "revolute"}}, 62);
    MotionDescription motion;
    motion.name = "drive";
    motion.joint = d.joints[1].name;
    motion.coordinate = coordinate;
    motion.law.kind = "harmonic";
    motion.law.offset = d.jointStarts[1].q[static_cast<std::size_t>(coordinate - 1)];
    motion.law.amplitude = 0.4;
    motion.law.frequency = 2.0;
    d.motions.push_back(motion);
    return d;
}

std::shared_ptr<const Model> caseModel(const std::string& name) {
    const Result<ModelDescription> description = readModelFile(readReferenceCase(name).file);
    if (!description) qFatal("%s", toString(description.error().front()).c_str());
    return build(*description);
}

}  // namespace

class TestIndex3Order : public QObject {
    Q_OBJECT
private slots:
    void secondOrder_data();
    void secondOrder();
    void singlePrecision_data();
    void singlePrecision();
    void singlePrecisionThroughSingularPose();
    void singlePrecisionWithRedundantRows();
};

void TestIndex3Order::secondOrder_data() {
    QTest::addColumn<ModelDescription>("description");
    QTest::addColumn<std::string>("against");
    QTest::addColumn<std::string>("rule");
    const std::vector<std::string> mixed{"revolute", "universal", "cylindrical", "prismatic",
                                         "spherical"};
    const auto add = [](const char* name, const ModelDescription& d, const char* against) {
        for (const char* rule : {"trapezoidal", "newmark", "alpha-index2", "alpha-index3", "rattle",
                                 "energy-momentum"})
            QTest::addRow("%s, %s", name, rule) << d << std::string(against) << std::string(rule);
    };
    add("fixed joints",
        describe(Recipe{.bodies = 5, .joints = {"spherical", "fixed", "revolute", "fixed"}}, 60),
        "naudet");
    add("tree", describe(Recipe{.bodies = 14, .joints = mixed, .branched = true}, 61), "aba");
    add("two loops",
        describe(Recipe{.bodies = 8, .joints = {"spherical"}, .closure = "spherical", .loops = 2},
                 63),
        "lagrange-index1");
    add("three loops",
        describe(Recipe{.bodies = 10, .joints = {"spherical"}, .closure = "universal", .loops = 3},
                 64),
        "lagrange-index1");
    const ModelDescription loaded =
        describe(Recipe{.bodies = 6, .joints = mixed, .branched = true, .loads = true}, 65);
    add("springs and dampers", withOnly<SpringDamperDescription>(loaded), "naudet");
    add("torsion springs", withOnly<AxialTorqueDescription>(loaded), "naudet");
    add("axial forces", withOnly<AxialForceDescription>(loaded), "naudet");
    add("applied forces and torques", withOnly<AppliedForceDescription>(loaded), "naudet");
    add("drag", withOnly<DragDescription>(loaded), "naudet");
    add("driven joints", describe(Recipe{.bodies = 5, .joints = mixed, .drivenShare = 1.0}, 66),
        "aba");
    add("driven angle of a cylindrical joint", drivenJoint("cylindrical", 1), "lagrange-index1");
    add("driven shift of a cylindrical joint", drivenJoint("cylindrical", 2), "lagrange-index1");
    add("driven angle of a universal joint", drivenJoint("universal", 1), "lagrange-index1");
}

void TestIndex3Order::secondOrder() {
    QFETCH(ModelDescription, description);
    QFETCH(std::string, against);
    QFETCH(std::string, rule);
    const auto model = build(description);
    RunSpec reference;
    reference.formulation = against;
    reference.integrator = "rk4";
    reference.step = 5e-4;
    reference.baumgarte = 0.0;
    const double duration = 0.4;
    const Sample expected = after(model, reference, duration);
    const auto error = [&](double step) {
        return distance(after(model, index3(rule, step), duration), expected);
    };
    const double coarse = error(4e-3), middle = error(2e-3), fine = error(1e-3);
    const QByteArray text = QByteArray::number(fine) + " m, orders " +
                            QByteArray::number(std::log2(coarse / middle), 'f', 3) + ' ' +
                            QByteArray::number(std::log2(middle / fine), 'f', 3);
    if (qEnvironmentVariableIsSet("MOMENTREE_LONG")) qInfo("%s", text.constData());
    QVERIFY2(fine < 1e-3, text);
    QVERIFY2(std::abs(std::log2(coarse / middle) - 2.0) < 0.1, text);
    QVERIFY2(std::abs(std::log2(middle / fine) - 2.0) < 0.1, text);
}

void TestIndex3Order::singlePrecision_data() {
    QTest::addColumn<std::string>("name");
    QTest::addColumn<double>("step");
    QTest::addColumn<double>("energyError");  // of the largest kinetic energy
    QTest::addColumn<double>("away");         // difference from double precision after 2 s [m]
    QTest::addColumn<double>("drift");
    QTest::newRow("double pendulum")
        << std::string("spatial_double_pendulum") << 0.01 << 2e-5 << 5e-5 << 1e-6;
    QTest::newRow("double pendulum, short steps")
        << std::string("spatial_double_pendulum") << 0.001 << 2e-4 << 5e-4 << 1e-6;
    QTest::newRow("chain of 128") << std::string("chain_128") << 0.01 << 2e-5 << 5e-4 << 1e-4;
    QTest::newRow("fast top") << std::string("heavy_symmetric_top") << 0.001 << 1e-3 << 1e-2
                              << 1e-6;
}

void TestIndex3Order::singlePrecision() {
    QFETCH(std::string, name);
    QFETCH(double, step);
    QFETCH(double, energyError);
    QFETCH(double, away);
    QFETCH(double, drift);
    const auto model = caseModel(name);
    RunSpec spec = Catalogue().defaults(*model, "index3-dca", "float32");
    spec.step = step;
    const auto stepper = started(model, spec);
    Sample sample;
    sample.resize(*model);
    stepper->observe(sample);
    const double start = sample.kinetic + sample.potential;
    double change = 0.0, kinetic = 0.0, opening = 0.0;
    for (int k = 1; k <= 200; ++k) {
        QVERIFY(stepper->advance(0.01 * k, {}).status == StepStatus::Reached);
        stepper->observe(sample);
        change = std::max(change, std::abs(sample.kinetic + sample.potential - start));
        kinetic = std::max(kinetic, sample.kinetic);
        opening = std::max(opening, sample.driftPosition);
    }
    const double apart = distance(sample, after(model, index3("trapezoidal", step), 2.0));
    const QByteArray text = QByteArray::number(change / kinetic) + " of the energy, " +
                            QByteArray::number(apart) + " m away, open by " +
                            QByteArray::number(opening) + " m";
    if (qEnvironmentVariableIsSet("MOMENTREE_LONG")) qInfo("%s", text.constData());
    QVERIFY2(change < energyError * kinetic && apart < away && opening < drift, text);
}

// One window of bars through the pose where all are collinear.
void TestIndex3Order::singlePrecisionThroughSingularPose() {
    const auto model = build(describe(FourBarModel{.endX = 1.0,
                                                   .endY = 0.0,
                                                   .angle = M_PI / 2,
                                                   .coupler0 = 0.0,
                                                   .rate = 1.0,
                                                   .inertia = 1.0 / 12.0}));
    RunSpec spec = Catalogue().defaults(*model, "index3-dca", "float32");
    spec.step = 0.01;
    const auto stepper = started(model, spec);
    Sample sample;
    sample.resize(*model);
    stepper->observe(sample);
    const double start = sample.kinetic + sample.potential;
    for (int k = 1; k <= 300; ++k) {
        QVERIFY(stepper->advance(0.01 * k, {}).status == StepStatus::Reached);
        stepper->observe(sample);
        QVERIFY(std::abs(sample.kinetic + sample.potential - start) < 0.01);
        QVERIFY(sample.driftPosition < 1e-6);
    }
}

// Three redundant rows, whose multipliers accumulate rounding errors in such short steps.
void TestIndex3Order::singlePrecisionWithRedundantRows() {
    const auto model =
        build(describe(FourBarModel{.endX = 0.8, .endY = 0.3, .angle = 1.2, .coupler0 = 0.1}));
    RunSpec spec = Catalogue().defaults(*model, "index3-dca", "float32");
    const Sample expected = after(model, index3("trapezoidal", 1e-3), 2.0);
    for (const double step : {1e-3, 2e-4}) {
        spec.step = step;
        const double apart = distance(after(model, spec, 2.0), expected);
        QVERIFY2(apart < 1e-3, QByteArray::number(apart));
    }
}

MOMENTREE_TEST(TestIndex3Order, Appless)

}  // namespace momentree::test_index3_order
#include "test_index3_order.moc"
