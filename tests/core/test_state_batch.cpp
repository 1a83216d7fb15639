// SPDX-License-Identifier: Apache-2.0
// Rates of many states at once are those of each alone.
#include <QTest>

#include "core/formulations/naudet.hpp"
#include "core/formulations/state_batch.hpp"
#include "support/allocation_guard.hpp"
#include "support/compare.hpp"
#include "support/integrate.hpp"
#include "support/mechanisms.hpp"

using namespace momentree;
using namespace momentree::test;

namespace {

/// States of a model by columns, momenta any numbers.
MatrixXd statesOf(const Model& model, Eigen::Index count, std::uint64_t seed) {
    Random random(seed);
    MatrixXd Y(model.tree.nq + model.tree.nu, count);
    for (Eigen::Index k = 0; k < count; ++k) {
        Y.col(k).head(model.tree.nq) = test::randomState(model, random).q;
        for (double& p : Y.col(k).tail(model.tree.nu)) p = random.uniform(-1.0, 1.0);
    }
    return Y;
}

}  // namespace

class TestStateBatch : public QObject {
    Q_OBJECT
private slots:
    void sameAsAlone_data();
    void sameAsAlone();
    void statesDoNotTouchEachOther();
    void startIsTheFormulations();
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
        for (const Eigen::Index count : {1, 3, 8, 13}) {
            const MatrixXd Y = statesOf(*model, count, mechanism.seed);
            MatrixXd Ydot = MatrixXd::Zero(Y.rows(), Y.cols());
            QCOMPARE(batch->derivative(0.3, Y, Ydot), StepStatus::Reached);
            for (Eigen::Index k = 0; k < count; ++k)
                // Of single precision the condition of the inertia leaves three digits or more.
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
    QVERIFY(batch->start(initial, y));
    QVERIFY(y == startOf(*alone, initial));
}

QTEST_APPLESS_MAIN(TestStateBatch)
#include "test_state_batch.moc"
