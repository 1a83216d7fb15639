// SPDX-License-Identifier: Apache-2.0
// Rates of many states at once equal those of each alone.
#include <QTest>

#include "core/formulations/batch/state_batch.hpp"
#include "core/formulations/naudet/naudet.hpp"
#include "support/allocation_guard.hpp"
#include "support/compare.hpp"
#include "support/integrate.hpp"
#include "support/mechanisms.hpp"
#include "support/test_main.hpp"

namespace momentree::test_state_batch {

using namespace momentree::test;

namespace {

/// Columns are states of a model, with random momenta.
MatrixXd statesOf(const Model& model, Eigen::Index count, std::uint64_t seed) {
    Random random(seed);
    MatrixXd Y(model.tree.nq + model.tree.nu, count);
    for (Eigen::Index k = 0; k < count; ++k) {
        Y.col(k).head(model.tree.nq) = test::randomState(model, random).q;
        for (double& p : Y.col(k).tail(model.tree.nu)) p = random.uniform(-1.0, 1.0);
    }
    return Y;
}

/// The same mechanism with its own masses, lengths, loads and gravity.
std::shared_ptr<const Model> withOtherNumbers(const Model& model, double factor) {
    auto other = std::make_shared<Model>(model);
    other->gravity *= factor;
    for (Body& body : other->bodies) body.mass *= factor;
    for (TreeBody& body : other->tree.bodies) {
        body.mass *= factor;
        body.J_C *= factor * factor;
        body.c *= factor;
        body.A.r *= factor;
        body.motionOffset += factor - 1.0;
    }
    for (SpringDamper& spring : other->springs) spring.k *= factor;
    for (Drag& drag : other->drags) drag.linear *= factor;
    return other;
}

}  // namespace

class TestStateBatch : public QObject {
    Q_OBJECT
private slots:
    void sameAsAlone_data();
    void sameAsAlone();
    void statesDoNotTouchEachOther();
    void startIsTheFormulations();
    void eachStateHasItsModel_data();
    void eachStateHasItsModel();
    void differentMechanismsAreRefused();
};

void TestStateBatch::sameAsAlone_data() {
    QTest::addColumn<Mechanism>("mechanism");
    QTest::addColumn<bool>("sideBySide");
    const auto add = [](const char* name, const Recipe& recipe, bool sideBySide) {
        for (std::uint64_t seed = 1; seed <= 4; ++seed)
            QTest::addRow("%s %d", name, int(seed)) << Mechanism{name, recipe, seed} << sideBySide;
    };
    for (const std::string& joint : everyType)
        add(joint.c_str(), {.bodies = 5, .joints = {joint}}, true);
    Recipe chain{.bodies = 12, .joints = everyType};
    add("mixed chain", chain, true);
    Recipe tree = chain, loaded = chain, loop = chain;
    tree.branched = true;
    tree.drivenShare = 0.5;
    add("driven tree", tree, true);
    loaded.loads = true;
    add("loads", loaded, true);
    loaded.branched = true;
    loaded.drivenShare = 0.5;
    add("loaded tree", loaded, true);
    loop.closure = "spherical";
    add("loop", loop, false);
}

void TestStateBatch::sameAsAlone() {
    QFETCH(Mechanism, mechanism);
    QFETCH(bool, sideBySide);
    const auto model = modelOf(mechanism);
    const auto alone = makeNaudet<double>(model, RunSpec());
    RunSpec spec;
    for (const char* backend : {"sequential", "float32"}) {
        spec.backend = backend;
        const bool single = spec.backend == "float32";
        const auto batch = makeStateBatch(model, spec);
        QCOMPARE(batch->sideBySide(), sideBySide);
        QCOMPARE(batch->size(), alone->size());
        for (const Eigen::Index count : {1, 3, 8, 10, 13}) {
            const MatrixXd Y = statesOf(*model, count, mechanism.seed);
            MatrixXd Ydot = MatrixXd::Zero(Y.rows(), Y.cols());
            QCOMPARE(batch->derivative(0.3, Y, Ydot), StepStatus::Reached);
            for (Eigen::Index k = 0; k < count; ++k)
                // In single precision the condition of the inertia leaves at least three digits.
                verifyClose(Ydot.col(k), derivativeOf(*alone, 0.3, Y.col(k)), single ? 1e-3 : 1e-12,
                            backend, mechanism.seed);
        }
    }
}

void TestStateBatch::statesDoNotTouchEachOther() {
    const auto model = randomModel({.bodies = 20, .joints = everyType, .branched = true}, 3);
    const auto batch = makeStateBatch(model, RunSpec());
    MatrixXd Y = statesOf(*model, 11, 3), Ydot = Y, again = Y;
    batch->derivative(0.0, Y, Ydot);
    const AllocationGuard guard;
    batch->derivative(0.0, Y, again);
    QCOMPARE(guard.count(), std::size_t(0));
    QVERIFY(Ydot == again);
    Y.col(4).setConstant(std::numeric_limits<double>::quiet_NaN());
    QCOMPARE(batch->derivative(0.0, Y, again), StepStatus::NotFinite);
    for (Eigen::Index k = 0; k < Y.cols(); ++k)
        QVERIFY(k == 4 ? !again.col(k).allFinite() : Ydot.col(k) == again.col(k));
}

void TestStateBatch::startIsTheFormulations() {
    const auto model = randomModel({.bodies = 6, .joints = everyType}, 5);
    const auto alone = makeNaudet<double>(model, RunSpec());
    const auto batch = makeStateBatch(model, RunSpec());
    const InitialState initial = bodyStates(*model, describedStart(*model));
    VectorXd y(batch->size());
    QVERIFY(batch->start(0, initial, y));
    QVERIFY(y == startOf(*alone, initial));
}

void TestStateBatch::eachStateHasItsModel_data() {
    QTest::addColumn<Mechanism>("mechanism");
    QTest::addColumn<bool>("sideBySide");
    Recipe chain{.bodies = 10, .joints = everyType}, loaded, loop;
    chain.branched = true;
    chain.drivenShare = 0.3;
    loaded = loop = chain;
    loaded.loads = true;
    loop.closure = "spherical";
    QTest::addRow("tree") << Mechanism{"tree", chain, 11} << true;
    QTest::addRow("loaded tree") << Mechanism{"loaded tree", loaded, 12} << true;
    QTest::addRow("loop") << Mechanism{"loop", loop, 13} << false;
}

// A study with different masses, lengths, stiffnesses and motions: every lane has the parameters of
// its own model, also in an incomplete group.
void TestStateBatch::eachStateHasItsModel() {
    QFETCH(Mechanism, mechanism);
    QFETCH(bool, sideBySide);
    const auto first = modelOf(mechanism);
    std::vector<std::shared_ptr<const Model>> models;
    for (int k = 0; k < 11; ++k) models.push_back(withOtherNumbers(*first, 1.0 + 0.1 * k));
    const MatrixXd Y = statesOf(*first, 11, mechanism.seed);
    RunSpec spec;
    for (const char* backend : {"sequential", "float32"}) {
        spec.backend = backend;
        const auto batch = makeStateBatch(models, spec);
        QVERIFY(batch);
        QCOMPARE((*batch)->sideBySide(), sideBySide);
        MatrixXd Ydot = MatrixXd::Zero(Y.rows(), Y.cols());
        std::vector<VectorXd> expected;
        for (std::size_t k = 0; k < models.size(); ++k) {
            const auto alone = makeNaudet<double>(models[k], RunSpec());
            const InitialState initial = bodyStates(*models[k], describedStart(*models[k]));
            VectorXd y(Y.rows());
            QVERIFY((*batch)->start(k, initial, y));
            verifyClose(y, startOf(*alone, initial), spec.backend == "float32" ? 1e-5 : 1e-15,
                        backend, mechanism.seed);
            expected.push_back(derivativeOf(*alone, 0.3, Y.col(static_cast<Eigen::Index>(k))));
        }
        const AllocationGuard guard;
        QCOMPARE((*batch)->derivative(0.3, Y, Ydot), StepStatus::Reached);
        QCOMPARE(guard.count(), std::size_t(0));
        for (std::size_t k = 0; k < models.size(); ++k) {
            verifyClose(Ydot.col(static_cast<Eigen::Index>(k)), expected[k],
                        spec.backend == "float32" ? 1e-3 : 1e-12, backend, mechanism.seed);
            if (k > 0) QVERIFY((expected[k] - expected[0]).norm() > 1e-3 * expected[0].norm());
        }
    }
}

void TestStateBatch::differentMechanismsAreRefused() {
    const auto one = randomModel({.bodies = 4, .joints = {"revolute"}}, 1);
    const auto longer = randomModel({.bodies = 5, .joints = {"revolute"}}, 1);
    const auto sliding = randomModel({.bodies = 4, .joints = {"prismatic"}}, 1);
    for (const auto& other : {longer, sliding}) {
        const auto batch = makeStateBatch({one, other}, RunSpec());
        QVERIFY(!batch);
        QCOMPARE(batch.error()[0].message.id, std::string_view("batch-unlike"));
    }
    QVERIFY(!makeStateBatch(std::vector<std::shared_ptr<const Model>>{}, RunSpec()));
}

MOMENTREE_TEST(TestStateBatch, Appless)

}  // namespace momentree::test_state_batch
#include "test_state_batch.moc"
