// SPDX-License-Identifier: Apache-2.0
// Every formulation against every other: the accelerations that the state's flow gives the bodies,
// on five hundred random mechanisms.
#include <Eigen/Eigenvalues>
#include <QTest>

#include "core/kinematics/assemble.hpp"
#include "core/session/catalogue.hpp"
#include "support/compare.hpp"
#include "support/integrate.hpp"
#include "support/mechanisms.hpp"

using namespace momentree;
using namespace momentree::test;

namespace {

constexpr int seeds = 500, seedsInRow = 50;

Recipe recipeOf(std::uint64_t seed) {
    Random random(seed);
    Recipe recipe;
    recipe.bodies = 1 + random.below(8);
    recipe.joints.clear();
    for (int k = 0; k < 4; ++k)
        recipe.joints.push_back(
            everyType[static_cast<std::size_t>(random.below(static_cast<int>(everyType.size())))]);
    recipe.branched = random.below(2) == 0;
    recipe.drivenShare = random.below(2) == 0 ? 0.5 : 0.0;
    recipe.loads = random.below(2) == 0;
    if (random.below(2) == 0) {
        recipe.scrambled = true;  // turns joints round, which would open closures
        return recipe;
    }
    static const std::vector<std::string> closures{"spherical", "revolute",    "universal",
                                                   "prismatic", "cylindrical", "fixed"};
    recipe.closure = closures[static_cast<std::size_t>(random.below(6))];
    recipe.loops = 1 + random.below(3);
    return recipe;
}

/// [v; w] of all bodies, h [s] along the flow.
VectorXd velocitiesAlong(System& system, const Model& model, double h, const VectorXd& y,
                         const VectorXd& ydot) {
    const Sample sample = sampleOf(system, model, h, y + h * ydot);
    VectorXd V(6 * static_cast<Eigen::Index>(sample.bodies.size()));
    for (std::size_t i = 0; i < sample.bodies.size(); ++i)
        V.segment<6>(6 * static_cast<Eigen::Index>(i)) << sample.bodies[i].v, sample.bodies[i].w;
    return V;
}

/// Extrapolated central differences of the velocities along ydot.
VectorXd accelerationsOf(const std::string& id, std::shared_ptr<const Model> model,
                         const InitialState& initial) {
    const auto system = makeSystem(id, model);
    const VectorXd y = startOf(*system, initial);
    const VectorXd ydot = derivativeOf(*system, 0.0, y);
    const auto slope = [&](double h) -> VectorXd {
        return (velocitiesAlong(*system, *model, h, y, ydot) -
                velocitiesAlong(*system, *model, -h, y, ydot)) /
               (2 * h);
    };
    return (4.0 * slope(2e-4) - slope(4e-4)) / 3.0;
}

/// The accelerations that index3-dca starts with.
VectorXd startAccelerations(std::shared_ptr<const Model> model, const InitialState& initial) {
    RunSpec spec = Catalogue().defaults(*model);
    spec.formulation = "index3-dca";
    spec.integrator = "trapezoidal";
    auto stepper = Catalogue().make(model, spec);
    if (!stepper || !(*stepper)->initialise(initial)) return {};
    Sample sample;
    sample.resize(*model);
    (*stepper)->observe(sample);
    return stacked(sample.accelerations);
}

/// Smallest nonzero over largest eigenvalue of the closures' J M^-1 J^T, 1 without closures: how
/// near the mechanism is to a singular pose.
double regularity(const Model& model, const InitialState& initial) {
    if (model.tree.closureRows == 0) return 1.0;
    const auto system = makeSystem("aba", std::make_shared<Model>(model));
    const VectorXd y = startOf(*system, initial);
    const JointState s{y.head(model.tree.nq), y.tail(model.tree.nu), 0.0};
    const MatrixXd J = closureJacobian(model, s);
    if (model.tree.nu == 0) return 1.0;
    const VectorXd eigenvalues = (J * massMatrix(model, s).ldlt().solve(J.transpose()))
                                     .eval()
                                     .selfadjointView<Eigen::Lower>()
                                     .eigenvalues();
    const double largest = eigenvalues.maxCoeff();
    if (largest < 1e-12) return 1.0;  // every closure is redundant
    double smallest = largest;
    for (const double e : eigenvalues)
        if (e > 1e-11 * largest) smallest = std::min(smallest, e);
    return smallest / largest;
}

}  // namespace

class TestAgreement : public QObject {
    Q_OBJECT
private slots:
    void accelerations_data();
    void accelerations();
    void fullyDrivenMechanismsStartMoving();
    void contradictingMotionsAreRefused();
};

void TestAgreement::accelerations_data() {
    QTest::addColumn<int>("first");
    for (int first = 0; first < seeds; first += seedsInRow)
        QTest::addRow("seeds %d to %d", first, first + seedsInRow - 1) << first;
}

// lagrange-index1 writes its accelerations directly; the others meet them through the velocities
// along their own flow. Differences reach 5e-11 of the largest acceleration; what badly conditioned
// closures cost beyond that is the inverse of their regularity.
void TestAgreement::accelerations() {
    QFETCH(int, first);
    int closed = 0, compared = 0;
    for (int seed = first; seed < first + seedsInRow; ++seed) {
        const auto number = static_cast<std::uint64_t>(9000 + seed);
        const Recipe recipe = recipeOf(number);
        const auto model = randomModel(recipe, number);
        const Result<InitialState> initial = assemble(*model);
        if (!initial) {  // prescribed motions that closures do not allow
            QVERIFY(recipe.drivenShare > 0.0 && !recipe.closure.empty());
            continue;
        }
        ++compared;
        const auto direct = makeSystem("lagrange-index1", model);
        const Eigen::Index n = 6 * static_cast<Eigen::Index>(model->bodies.size());
        const VectorXd expected = derivativeOf(*direct, 0.0, startOf(*direct, *initial)).tail(n);
        const double tolerance = 1e-9 / regularity(*model, *initial);
        closed += model->tree.closureRows > 0;
        for (const char* id : {"hdca", "naudet", "aba", "hamilton-index2"})
            verifyClose(accelerationsOf(id, model, *initial), expected, tolerance, id, number);
        verifyClose(startAccelerations(model, *initial), expected, tolerance, "index3-dca", number);
    }
    QVERIFY2(compared > seedsInRow * 4 / 5 && closed > seedsInRow / 4,
             qPrintable(QStringLiteral("%1 compared, %2 closed").arg(compared).arg(closed)));
}

// Without a degree of freedom there are no joint speeds, but there is motion.
void TestAgreement::fullyDrivenMechanismsStartMoving() {
    const auto model = randomModel({.bodies = 2, .joints = {"revolute"}, .drivenShare = 1.0}, 9700);
    QCOMPARE(model->tree.nu, 0);
    const Result<InitialState> initial = assemble(*model);
    QVERIFY(initial);
    QVERIFY(initial->bodies.back().w.norm() > 0.1);
    const auto direct = makeSystem("lagrange-index1", model);
    verifyClose(accelerationsOf("naudet", model, *initial),
                derivativeOf(*direct, 0.0, startOf(*direct, *initial)).tail(12), 1e-9, "naudet");
}

// A driven slide with a hinge across it.
void TestAgreement::contradictingMotionsAreRefused() {
    const auto model = randomModel(
        {.bodies = 1, .joints = {"prismatic"}, .drivenShare = 1.0, .closure = "revolute"}, 9701);
    const Result<InitialState> initial = assemble(*model);
    QVERIFY(!initial);
    QVERIFY(initial.error().front().text.find("no velocities satisfy it") != std::string::npos);
}

QTEST_APPLESS_MAIN(TestAgreement)
#include "test_agreement.moc"
